"""Secrets out, before anything is cut, stored or embedded.

Every rule starts at a literal that has to be there (``ghp_``, ``://``, ``password``). The literals are looked for
with ``str.find``; a pattern is compiled and tried only where one stands, and looks a bounded way ahead before it
accepts. So clean text costs microseconds, and time grows with the length of a text whatever it contains.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as BinasciiError
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from memory_mcp.errors import RefusedError
from memory_mcp.privacy.key_blocks import key_blocks
from memory_mcp.privacy.patterns import (
    NOT_IN_WORD,
    PREFIXES,
    SHAPES,
    WORD,
    Style,
    by_mark,
    is_announced,
    is_placeholder,
    is_random,
    kind_of_name,
    looks_secret,
    standing_in,
)

RedactMode: TypeAlias = Literal["off", "mask", "refuse"]


@dataclass(frozen=True, slots=True)
class Redaction:
    """A text without its secrets, and how many of each kind were taken out."""

    text: str
    found: Mapping[str, int]


class _Span(NamedTuple):
    start: int
    end: int
    kind: str


def redact(text: str) -> Redaction:
    """Replace every secret by ``[redacted: kind]`` and cut ``<private>...</private>`` out.

    A mark is never itself redacted, so redacting twice changes nothing. An unclosed private tag reaches to the end.
    """
    text, private = _without_private(text)
    found = {"private": private} if private else {}
    # A mark can be shorter than what it replaces and so bring a word like "token" nearer to another secret.
    while spans := _find(text):
        pieces, position = [], 0
        for span in spans:
            found[span.kind] = found.get(span.kind, 0) + 1
            pieces += [text[position : span.start], f"[redacted: {span.kind}]"]
            position = span.end
        text = "".join([*pieces, text[position:]])
    return Redaction(text, found)


def guard(text: str, mode: RedactMode, field: str) -> Redaction:
    """Apply the chosen mode to a text about to be stored: ``off``, ``mask`` or ``refuse``.

    Private sections go in every mode: who wrote the tag has decided. Raises RefusedError in mode ``refuse`` when the
    text holds a secret; the message names the field and the kinds, never the secret.
    """
    if mode == "off":
        kept, private = _without_private(text)
        return Redaction(kept, {"private": private} if private else {})
    redaction = redact(text)
    if mode == "refuse" and (kinds := sorted(kind for kind in redaction.found if kind != "private")):
        raise RefusedError(
            f"{field} holds what looks like a secret: {', '.join(kinds)}",
            hint="remove it, or set MEMORY_REDACT=mask to have it masked",
            field=field,
        )
    return redaction


def _without_private(text: str) -> tuple[str, int]:
    """Cut private sections out; return the rest and how many there were. Sections may be nested."""
    if "<" not in text or "<private>" not in text.lower():
        return text, 0
    pieces: list[str] = []
    position, depth, count = 0, 0, 0
    for tag in re.finditer(r"<(/?)private>", text, re.IGNORECASE):
        if not tag[1]:
            if depth == 0:
                pieces.append(text[position : tag.start()])
                count += 1
            depth += 1
        elif depth:
            depth -= 1
            position = tag.end()
    if depth == 0:
        pieces.append(text[position:])
    joined: list[str] = []
    for piece in filter(None, pieces):
        # What stood apart must not grow together into a new word, or a new tag.
        if joined and not joined[-1][-1].isspace() and not piece[0].isspace():
            joined.append(" ")
        joined.append(piece)
    return "".join(joined), count


def _find(text: str) -> list[_Span]:
    """Return what to take out, in order and without overlaps; the more telling kind names a merged span."""
    # One letter of Unicode grows when lowered (I with a dot); positions have to stay those of the text.
    lowered = text.replace("\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}", "i").lower()
    spans = [_Span(start, end, "private-key") for start, end in key_blocks(text)] if "-----BEGIN" in text else []
    for needle in standing_in(text, _EXACT_NEEDLES):
        spans += _hits(text, text, needle, _EXACT[needle])
    if " -" in text and not _COMMAND_OPTIONS.isdisjoint([piece[:1] for piece in text.split(" -")]):
        for needle in _COMMAND_NAMES:
            spans += _hits(text, text, needle, _command)
    words = [word for word in _FOLDED if word in lowered]
    for word in words:
        spans += _hits(text, lowered, word, _FOLDED[word])
    if "auth" in words:
        spans += _hits(text, lowered, "authorization", _authorization)
    if any(word in _CONTEXT_WORDS for word in words) or _may_hold_discord_token(lowered):
        spans += _random_strings(text)
    merged: list[_Span] = []
    for span in sorted(spans):
        if merged and span.start < merged[-1].end:
            kind = min(merged[-1].kind, span.kind, key=_vagueness)
            merged[-1] = _Span(merged[-1].start, max(merged[-1].end, span.end), kind)
        else:
            merged.append(span)
    return merged


def _hits(text: str, searched: str, needle: str, rule: _Rule) -> Iterator[_Span]:
    position = searched.find(needle)
    while position >= 0:
        span = rule(text, position)
        if span is not None:
            yield span
        position = searched.find(needle, max(position + 1, span.end if span else 0))


_VAGUE: Final = ("jwt", "url-password", "authorization", "password", "secret")


def _vagueness(kind: str) -> int:
    return _VAGUE.index(kind) + 1 if kind in _VAGUE else 0


_Rule: TypeAlias = Callable[[str, int], _Span | None]
_compiled = cache(re.compile)

_DISCORD_MIDDLE: Final = 6
_DISCORD: Final = rf"(?:(?<![\w.-])|(?<=\\[nrt]))[MNO]{WORD}{{22,27}}\.{WORD}{{{_DISCORD_MIDDLE}}}\.{WORD}{{27,}}"


def _prefixed(kind: str, needle: str, tail: str) -> _Rule:
    pattern = f"{NOT_IN_WORD}{re.escape(needle)}(?P<secret>{tail})"

    def rule(text: str, position: int) -> _Span | None:
        match = _compiled(pattern).match(text, position)
        if match is None or not set(match["secret"].lower()) - set("x*0_-."):
            return None
        return _Span(position, match.end(), kind)

    return rule


def _shaped(kind: str, pattern: str) -> _Rule:
    def rule(text: str, position: int) -> _Span | None:
        return _taken(_compiled(pattern).match(text, position), "secret", kind)

    return rule


_HEADER: Final = (
    r"(?i)authorization[\"'\\]{0,3}[ \t]{0,4}[:=,][ \t]{0,4}[\"'\\]{0,3}(?:(?P<scheme>[a-z][\w-]{1,20})[ \t]{1,4})?"
    r"(?P<secret>[^\s\"'\\<>`,;]{6,256})"
)
_SCHEME: Final = r"(?i)(?<![\w-])(?P<scheme>bearer|basic)[ \t:=]{1,4}(?P<secret>[A-Za-z0-9._~+/-]{8,256}=*)"


def _authorization(text: str, position: int) -> _Span | None:
    match = _compiled(_HEADER).match(text, position) or _compiled(_SCHEME).match(text, position)
    if match is None:
        return None
    secret = match["secret"]
    if (match["scheme"] or "").lower() == "basic":
        is_secret = _is_user_and_password(secret)
    else:
        is_secret = any(c.isdigit() for c in secret) and looks_secret(secret, "secret", "quoted")
    return _Span(match.start("secret"), _run_end(text, match.end()), "authorization") if is_secret else None


def _is_user_and_password(encoded: str) -> bool:
    try:
        return b":" in b64decode(encoded + "=" * (-len(encoded) % 4))
    except (BinasciiError, ValueError):
        return False


_USER: Final = r"://(?P<user>[^\s/?#:@\"'<>`]{0,256})"
# An unescaped slash in a password is wrong but common; digits before it are a port.
_URL_PASSWORD: Final = (
    _USER + r":(?:(?P<secret>[^\s/?#\"'<>`]{1,256})@|(?![0-9]{1,5}[/?#])(?P<slashed>[^\s\"'<>`]{1,128}?)@(?=[\w\[]))"
)
_USER_TOKEN: Final = r"://(?P<secret>(?=[A-Za-z_-]{0,64}[0-9])[A-Za-z0-9_-]{20,256})@"  # noqa: S105 - a pattern


def _url_password(text: str, position: int) -> _Span | None:
    if match := _compiled(_URL_PASSWORD).match(text, position):
        group = "secret" if match["secret"] else "slashed"
        if match[group][0] in "<{[$%" or set(match[group]) <= set("*.xX"):
            return None
        return _taken(match, group, "url-password")
    return _taken(_compiled(_USER_TOKEN).match(text, position), "secret", "url-password")


def _taken(match: re.Match[str] | None, group: str, kind: str) -> _Span | None:
    return _Span(match.start(group), match.end(group), kind) if match else None


# From the word that gives a name away to the value: an assignment, a sentence, a table cell, a tag or a flag.
_ASSIGNMENT: Final = (
    r"(?P<name>[\w.-]{2,64}+)(?:[ \t](?:\([^()\n]{1,32}\)|(?:for|of|to)(?:[ \t][\w.@-]{1,32}){1,3}?(?=:)))?(?:"
    r"(?P<assign>\\?[\"'`*\])]{0,3}[ \t]{0,8}(?::=|={1,3}>?|:(?:[ \t]{0,4}\|?\r?\n(?=[ \t]))?)\*{0,2}[ \t]{0,16}"
    r"|[\"'][ \t]{1,4}value=)"
    r"|(?P<prose>[ \t]{1,4}(?:(?:for|to|of|on|at|für|para)[ \t](?:[\w.@-]{1,32}[ \t]){1,4}?)?"
    r"(?:is|was|ist|lautet|es|est)[ \t:=]{1,4})"
    r"|(?P<cell>[`*]{0,2}[ \t]{0,24}\|[ \t]{0,8})|(?P<tag>>)|(?P<flag>[ \t]{1,2}))"
    r"(?:[bBuUrRfF@]{0,2}(?P<quote>\\?[\"'`]))?"
)
_NETRC: Final = r"login[ \t]\S{1,48}[ \t]\Z"
_QUOTED: Final = {
    '"': r'((?:[^"\\\n]|\\.){1,256})', "'": r"((?:[^'\\\n]|\\.){1,256})", "`": r"([^`\n]{1,256})",
    '\\"': r'([^"\\\n]{1,256})', "\\'": r"([^'\\\n]{1,256})", "\\`": r"([^`\\\n]{1,256})",
}  # fmt: skip
_UNQUOTED: Final = r"(?![:=])([^\s\"'`<>,;(){}\[\]|]{1,256})"


def _assignment(text: str, position: int) -> _Span | None:
    match = _compiled(_ASSIGNMENT).match(text, position)
    if match is None:
        return None
    # Read backwards, so that the search is anchored: the rest of the name, and the word in front of it.
    left = _compiled(r"([\w.-]*)(?:[ \t](\w+))?").match(text[max(0, position - 48) : position][::-1])
    name, before = (left[1][::-1] + match["name"], (left[2] or "")[::-1]) if left else (match["name"], "")
    if match["flag"] and not (name.startswith("--") or _compiled(_NETRC).search(text, max(0, position - 64), position)):
        return None
    kind = kind_of_name(before, name.strip("-."))
    quote = match["quote"]
    value = _compiled(_QUOTED[quote] if quote else _UNQUOTED).match(text, match.end()) if kind else None
    if kind is None or value is None:
        return None
    shown = value[1] if quote else re.split(r"&[\w.-]+=", value[1], maxsplit=1)[0]
    end = value.start() + len(shown)
    if (
        _is_syntax(text, match, value, end)
        or re.search(r"\s", shown)
        or not looks_secret(shown, kind, _style(text, match, name, value))
    ):
        return None
    if end == value.end():
        end = _quote_end(text, end, quote[-1]) if quote else _run_end(text, end)
    return _Span(value.start(), end, kind)


def _is_syntax(text: str, match: re.Match[str], value: re.Match[str], end: int) -> bool:
    """Recognise a call, a tag that holds more than a text, and a line that follows a colon but is not alone on it."""
    following = text[end : end + 2]
    return (
        (not match["quote"] and following[:1] in {"(", "[", "{"} and value[1].replace(".", "_").isidentifier())
        or (match["tag"] is not None and following != "</")
        or ("\n" in (match["assign"] or "") and following[:1] not in {"", "\n", "\r"})
    )


# Where programs take a password as an option: the program, and the option up to the value.
# How these options go on behind the hyphen.
_COMMAND_OPTIONS: Final = frozenset("pu-")
_COMMAND_NAMES: Final = ("mysql", "mariadb", "sshpass", "docker login", "podman login", "curl ")
_COMMANDS: Final = (
    r"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n]{0,120}? -p(?P<secret>[^\s-][^\s]{3,128})"
    r"|\b(?:sshpass|docker login|podman login)\b[^\n]{0,120}? -p[ =]?[\"']?(?P<option>[^\s\"']{4,128})"
    r"|\bcurl\b[^\n]{0,120}? (?:-u|--user)[ =]?[\"']?[^\s:\"']{1,64}:(?P<pair>[^\s\"']{4,128})"
)


def _command(text: str, position: int) -> _Span | None:
    match = _compiled(_COMMANDS).match(text, position)
    if match is None or match.lastgroup is None or is_placeholder(match[match.lastgroup]):
        return None
    return _taken(match, match.lastgroup, "password")


def _style(text: str, match: re.Match[str], name: str, value: re.Match[str]) -> Style:
    if match["quote"] or match["tag"]:
        return "quoted"
    if match["assign"] is None:
        return "prose"
    start_of_name = match.end("name") - len(name)
    is_first = text[start_of_name - 1 : start_of_name] in {"", "\n"}
    is_last = text[value.end() : value.end() + 1] in {"", "\n", "\r"}
    if name.isupper():
        return "env" if "=" in match["assign"] or is_last else "bare"
    return "env" if match["assign"] == "=" and is_first and is_last else "bare"


def _run_end(text: str, position: int) -> int:
    """Return where the unbroken run of characters ends: more than was judged, so that no rest of a secret stays."""
    match = _compiled(r"[^\s\"'`<>\\]*").match(text, position)
    end = match.end() if match else position
    while end > position and text[end - 1] in ".,;:)]}|":
        end -= 1
    return end


def _quote_end(text: str, position: int, quote: str) -> int:
    ends = [found for found in (text.find(quote, position), text.find("\n", position)) if found >= 0]
    end = min(ends, default=len(text))
    return end - 1 if end > position and text[end - 1] == "\\" else end


def _may_hold_discord_token(lowered: str) -> bool:
    """Say whether Discord is spoken of, and two dots are as far apart as in its tokens: that is seen faster."""
    pieces = lowered.split(".")
    return any(len(piece) == _DISCORD_MIDDLE for piece in pieces) and any(word in lowered for word in _OTHER_CONTEXT)


_RANDOM_RUN: Final = r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_=-]{20,}"


def _random_strings(text: str) -> Iterator[_Span]:
    """Find strings that were drawn, not written, where the words before them speak of secrets."""
    for match in _compiled(_DISCORD).finditer(text):
        yield _Span(match.start(), match.end(), "discord-token")
    for match in _compiled(_RANDOM_RUN).finditer(text):
        start = match.start()
        run = text[start : min(match.end(), start + 512)]
        if not any(c.isdigit() for c in run) or not is_random(run):
            continue
        if run.startswith(("sha", "AAAA")) or re.fullmatch(r"[0-9a-fA-F-]{36}", run):
            continue
        line = text[max(0, start - 200) : start].rpartition("\n")[2]
        # The words of a mark are ours, not the text's.
        before = re.sub(r"\[redacted: [a-z-]*\]", "#", line)[-60:]
        if is_announced(before, run):
            yield _Span(start, match.end(), "secret")


_SECRET_WORDS: Final = ("pass", "pw", "secret", "token", "credential", "key", "auth", "kennwort", "contrase")
_CONTEXT_WORDS: Final = frozenset({*_SECRET_WORDS, "bearer"})
_OTHER_CONTEXT: Final = ("discord", "bot ")
_EXACT: Final[dict[str, _Rule]] = {
    **{needle: _prefixed(kind, needle, tail) for kind, needles, tail in PREFIXES for needle in needles.split()},
    **{needle: _shaped(kind, pattern) for kind, needle, pattern in SHAPES},
    "://": _url_password,
}
_EXACT_NEEDLES: Final = by_mark(_EXACT)
_FOLDED: Final[dict[str, _Rule]] = {
    "bearer": _authorization,
    "basic": _authorization,
    **dict.fromkeys(_SECRET_WORDS, _assignment),
}
