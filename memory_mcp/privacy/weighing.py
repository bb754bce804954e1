"""How likely a word or number in a sentence is a password, a code or a token that the sentence tells.

A logistic regression on what the candidate looks like (its classes of letters, what is known of made-up values) and
what stands around it: words of some thirty languages for passwords, doors, typing and "is", by how far away they are,
and the signs in between. ``cues`` has the words; ``told_weights.json`` has the weights that
``bench/training/secret_weights.py`` learns. A candidate is looked at only near a word of those that speak of secrets.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from memory_mcp.privacy.cues import TELLING, classes
from memory_mcp.privacy.drawn_values import is_published, is_random, is_sample
from memory_mcp.privacy.secret_values import is_mixed, is_placeholder, is_strung, looks_made_up, speaks_of_the_trade
from memory_mcp.privacy.spans import Span, compiled

_DATA: Final = Path(__file__).with_name("data")
WEIGHTS: Final = _DATA / "told_weights.json"
_BEFORE: Final = 90
_AFTER: Final = 80
_LEAST: Final = 3
_LONGEST: Final = 64
_SENTENCE_END: Final = r"[.!?]\s|[。\uff01\uff1f]|\n"
# Signs that no password in a sentence has; a word of another script ends where one without spaces begins.
_NO_PART: Final = (
    "\\s\\\\\"'`«»“”„\u2018\u2019<>()\uff08\uff09「」『』【】\uff3b\uff3d\uff0c。、\uff1a\uff1b\uff01\uff1f,;|\u2026"
    "\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff"
    "\uac00-\ud7af"
)
_TOKEN_END: Final = f"[^{_NO_PART}]{{0,80}}"
_CJK: Final = "\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af"
# Vowels of some scripts are marks, which are no letters to a pattern.
_LETTER: Final = "(?:[^\\W\\d_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0dff])"
_WORD: Final = rf"[{_CJK}]+|{_LETTER}+(?:['\u2019-]{_LETTER}+)*"
_ASCII_WORD: Final = r"[a-z]+(?:['-][a-z]+)*"
_NUMBERS: Final = (
    ("n3", r"\d{3}[#*]?"), ("n4", r"\d{4}[#*]?"), ("n6", r"\d{5,6}[#*]?"), ("n8", r"\d{7,8}[#*]?"),
    ("n9", r"\d{9,20}[#*]?"), ("pairs", r"\d{1,2}(?:[-\u2013.]\d{1,2}){2,5}"), ("halves", r"\d{3,4}[- ]\d{3,4}"),
    ("uuid", r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    ("letters", r"(?=\d*[A-Z])[0-9A-Z]{3,8}[#*]?|\d{2,5}[A-Z\u0410-\u044f]\d{0,4}[#*]?"),
)  # fmt: skip
_TECHNIQUES: Final = "argon|sha|md|aes|rsa|bcrypt|scrypt|pbkdf|base|utf|hs|ed|hmacsha"
_ENDINGS: Final = (
    "py|js|ts|md|json|ya?ml|txt|sh|go|rs|c|h|cpp|java|html?|css|pdf|docx?|xlsx?|png|jpe?g|zip|gz|tar|sql|db|log|toml|ini|"
    "cfg|conf|lock|mp[34]|com|org|net|io|example|de"
)
# What compounds of plain words begin and end with (self-hosted, two-factor, case-sensitive).
_COMPOUND: Final = (
    "(?:non|self|well|pre|post|re|co|e|multi|auto|semi|anti|over|under|cross|two|one|all|case|read|opt|log|sign|check|"
    "drop|built|plug|in|on|off|by|up)-[a-z-]+|[a-z]+-(?:[a-z]+-)*[a-z]*(?:ed|ing|ly|able|ive|ness|only|friendly|free|safe|"
    "wide|less|time|term|factor|mail|in|on|out|up|off|by|like|party|level|end|side)"
)
_UNITS: Final = "st|nd|rd|th|ms|s|kb|mb|gb|k|px|h|min|rem|em|pt|bit|d|er|te|e"
# Names of classes and techniques, versions, times, dates, addresses, tickets, prices, calls, paths, files, sizes.
_SOMETHING_ELSE: Final = (
    rf"[A-Z]\w*\d*(?:Key|Token|Secret|Password|Credential)s?|(?:{_TECHNIQUES})[-_]?\d+[\w-]{{0,8}}|1Password|.*EXAMPLE|\w*IPv[46]\w*|\w+(?:\.\w+)*\[.*"
    r"|v?\d+(?:\.\d+)+[\w.+-]*|\d{1,2}[:.]\d\d(?:[:.]\d\d)?|\d+[.,]\d+\D{0,3}|\d{4}-\d\d(?:-\d\d.*)?"
    r"|\d\d\.\d\d\.\d{2,4}|.*://.*|www\..*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[A-Z]{2,10}-\d+|#\d+|[€$£]\d.*|\d+[%€$£]"
    rf"|.*[=({{\[].*[)}}\]]|[A-Za-z_]\w*=.*|/.*|.*/.*/.*|\w+(?:\.\w+)+\(.*|.*\.(?:{_ENDINGS})(?::\d+)*"
    rf"|[a-z]{{1,4}}\d{{1,2}}|[A-Z]{{1,5}}\d{{1,3}}|0x[0-9a-fA-F]+|\d+(?:x\d+)+|(?:[0-9a-f]{{1,4}}:){{2,}}.*|\d+(?:{_UNITS})"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-.*|[A-Z]+(?:_[A-Z0-9]+)+|\[.*|@.*|--?[a-z].*|[~^]?\d+(?:\.\d+)*|\{.*|\$.*|%.*|\*\*.*"
    rf"|{_COMPOUND}|\D*%[a-z0-9].*"
)


# One or two digits that stand alone are no part of a secret, nor of a combination.
_ALONE: Final = 2
# What joins words that have no digit, or parts them from another script; and how near to the word for a password.
_SIGNS: Final = "-_.!&+@#$%^*=~?"
_JOINT: Final = (
    rf"[{_SIGNS}A-Z{_CJK}](?:(?<=[^\W\d_][{_SIGNS}])(?=[^\W\d_])|(?<=[a-z][A-Z])"
    rf"|(?<=[{_CJK}])[ \uff1a:]?(?=[a-z]{{8}}))"
)
_NAMED: Final = 60
_BESIDE: Final = frozenset(" \t\n\r([{,=:\"'`+<>|;)]}.")


def candidates(text: str, places: list[int], named: list[int]) -> Iterator[tuple[int, int, str]]:
    """Yield what may be a secret near these places, which are in order: from where, to where, and its group.

    Without a digit only near a word for a password (``named``). Every stretch is read once, whatever number of places
    it is near to.
    """
    for pattern, beside, before, after in ((r"\d+", places, _BEFORE, _AFTER), (_JOINT, named, _NAMED, _NAMED)):
        search = compiled(pattern).search
        for begin, end in _near(beside, len(text), before, after):
            match = search(text, begin, end)
            while match is not None:
                first, last = match.span()
                if (
                    beside is named
                    or last - first > _ALONE
                    or not (text[first - 1 : first] in _BESIDE and text[last : last + 1] in _BESIDE)
                ):
                    start, stop = _bounds(text, last)
                    group = _group(text[start:stop]) if _LEAST <= stop - start <= _LONGEST else ""
                    if group and (group == "d") is (beside is named):
                        yield start, stop, group
                    last = max(stop, last)
                match = search(text, last, end)


def _near(places: list[int], length: int, before: int, after: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches around places in order, joined where they overlap."""
    if not places:
        return
    begin, end = max(0, places[0] - before), places[0] + after
    for place in places:
        if place - before > end:
            yield begin, end
            begin = place - before
        end = place + after
    yield begin, min(end, length)


def _bounds(text: str, position: int) -> tuple[int, int]:
    front = compiled(_TOKEN_END).match(text[max(0, position - _LONGEST) : position][::-1])
    back = compiled(_TOKEN_END).match(text, position)
    start = position - (front.end() if front else 0)
    core = text[start : back.end() if back else position + 1].rstrip(".:?!)]}~-\u2013—_=")
    end = start + len(core)
    # A sign that ends a sentence may be part of a password only where it is doubled or the text goes on.
    while start < end and text[start] in "-\u2013—*([{:.~_=→>":
        start += 1
    if halves := compiled(r"\d{3,4} \d{3,4}(?![\w.,]\d|\w)").match(text, start):
        end = halves.end() if end - start <= 4 else end  # noqa: PLR2004 - as long as the first half
    return start, max(start + 1, end)


@lru_cache(maxsize=4096)
def _group(core: str) -> str:
    """Return what a candidate looks like, coarsely; nothing if it is no secret whatever stands around it."""
    if not (
        compiled(r"\d+[#*]?|\d{1,2}(?:[-\u2013]\d{1,2}){2,5}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}").fullmatch(
            core
        )
        or compiled(_SOMETHING_ELSE).fullmatch(core) is None
    ):
        return ""
    for name, pattern in _NUMBERS:
        if compiled(pattern).fullmatch(core):
            return name
    letters = sum(map(str.isalpha, core))
    if letters < 2 or len(core) < 6 or is_placeholder(core) or is_sample(core):  # noqa: PLR2004 - no password is shorter
        return ""
    if not any(map(str.isdigit, core)):
        return "" if speaks_of_the_trade(core) else "d"
    if not is_random(core):
        return "" if core == core.lower() and speaks_of_the_trade(core) else "w"
    # A hash, a fingerprint or a number of an account has letters of one size.
    return (
        ""
        if compiled(
            r"[0-9a-f:-]+|[0-9A-F:-]*[:-][0-9A-F:-]*|(?:[0-9A-F]{8}){4,}|AC[0-9a-f]{32}|(?:sha|md5|SHA)\d*:.*|.*:.*"
        ).fullmatch(core)
        else "r"
    )


# What a candidate may look like, as patterns; what is known of made-up values is asked of those who know it.
_SHAPES: Final = {
    "year": r"(?:19|20)\d\d", "round": r".*00", "upper": r".*[^\W\d_a-z].*", "shout": r"[^a-z]*", "sep": r".*[-_.].*",
    "sign": r".*[!#$%^&*+=?@].*", "under": r".*_.*", "hyphen": r".*-.*", "dot": r".*\..*", "slash": r".*[/\\:].*",
    "hex": r"[0-9a-fA-F-]+", "tail": r"\D*\d{1,4}[!?*#.]?", "tail1": r"\D*\d", "inner": r".*[A-Za-z]\d[A-Za-z].*",
    "class": r"_?(?:[A-Z]?[a-z]+|[A-Z]{2,})\d{0,2}(?:[A-Z][a-z]+)+\d{0,2}(?:[A-Z]\w*)?",
    "abbreviated": r"[A-Z]{2,}\d+[a-z]{0,3}\d?(?:[-_/]\w+)?", "long": r".{10,}",
    "parts": r"[^-_.]+(?:[-_.][^-_.]+){2,}", "longer": r".{16,}", "starts-digit": r"\d.*",
    "technical": r"(?i:[a-z]*(?:http|ipv|oauth|rfc|python|py|test|node|step|v|gpt|top)[-_]?\d+\w{0,3})",
    "counting": (
        r"(?i:.*(?:user|test|item|host|server|node|key|token|pin|code|pass(?:word)?|row|line|app|srv|db|web|vm|ip|job"
        r"|step|task|id)s?[-_]?\d+.*)"
    ),
}  # fmt: skip
_GROUPS: Final = {"n3": "n", "n4": "n", "n6": "n", "n8": "n", "n9": "n", "pairs": "n", "halves": "n", "letters": "n"}


@lru_cache(maxsize=4096)
def _looks(core: str, group: str) -> tuple[str, ...]:
    found = {name: compiled(pattern).fullmatch(core) is not None for name, pattern in _SHAPES.items()}
    found |= {"strung": is_strung(core), "mixed": is_mixed(core)}
    found |= {"made": looks_made_up(core, is_named=False), "named": looks_made_up(core, is_named=True)}
    kind = _GROUPS.get(group, group)
    return (f"={group}", *(f"{kind}={name}" for name, is_so in found.items() if is_so))


def features(text: str, start: int, stop: int, group: str) -> list[str]:
    """Return what of a candidate and its neighbourhood has a weight."""
    front, back = _around(text, start, stop)
    context = _context(front, back, group)
    context = context | _signs(front, back) if context is not None else set()
    kind = _GROUPS.get(group, group)
    return [*_looks(text[start:stop], group), *(f"{kind}{name}" for name in context), *context]


def _around(text: str, start: int, stop: int) -> tuple[str, str]:
    """Return what stands on the line of a candidate before it and behind."""
    return text[max(0, start - _BEFORE) : start].rpartition("\n")[2], text[stop : stop + _AFTER].partition("\n")[0]


def _context(front: str, back: str, group: str) -> set[str] | None:
    """Return what the words around a candidate say, by name; None where no word speaks of secrets."""
    clause = _last_clause(front)
    ending = compiled(_SENTENCE_END).search(back)
    words, later = _words(clause)[-8:], _words(back[: ending.start() + 1] if ending else back)[:6]
    context = {f"<<{name}" for word in _words(front[: len(front) - len(clause)])[-10:] for name in classes(word)}
    for side, places, neighbours in (("<", "01333888", reversed(words)), (">", "022666", later)):
        for place, word in zip(places, neighbours, strict=False):
            for name in classes(word):
                context |= {f"{side}{name}", f"{side}{place}{name}"}
    # What was drawn may stand on the line below the word for it.
    if group != "r" and context.isdisjoint(_SPEAKING):
        return None
    return context | _joined(context)


_SPEAKING: Final = frozenset(f"{side}{name}" for side in ("<", "<<", ">") for name in (*TELLING, "enter"))


def _words(text: str) -> list[str]:
    words: list[str] = compiled(_ASCII_WORD if text.isascii() else _WORD).findall(text.lower())
    return words


_SAY_WHAT: Final = ("password", "code", "token", "place", "thing", "unlock", "enter")
_SAY_HOW: Final = (
    "link", "change", "with", "place", "thing", "enter", "unlock", "none", "unit", "quota", "target", "about",
)  # fmt: skip


def _joined(context: set[str]) -> set[str]:
    """Return the pairs of words that tell more together."""
    what = [name for name in _SAY_WHAT if f"<{name}" in context]
    found = {f"<{name}&{other}" for other in _SAY_HOW if f"<{other}" in context for name in what}
    if "<change" in context and not context.isdisjoint(("<0target", "<0link")):
        found.add("changed-to")
    for name in _SAY_WHAT[:3]:
        if f">{name}" in context and ">0as" in context:
            found.add(f"as-{name}")
        if not context.isdisjoint((f"<{name}", f"<<{name}", f">{name}")):
            found.add("any-secret")
    if "place" in what and not context.isdisjoint(("<enter", "<unlock", "<with")):
        found.add("open-with")
    return found


def _signs(front: str, back: str) -> set[str]:
    """Return the signs around a candidate that have a weight, and what the words before a colon say."""
    bare = front.rstrip(_OPENING)
    last = bare[-1:].replace("\uff1a", ":")
    found = {"^start"} if not bare else set()
    if last and last in _LINKS:
        found.add(f"^{last}")
        if last in _NAMING:
            before = _words(bare[-60:])[-3:]
            found.update(f"^:{name}" for word in before[-1:] for name in classes(word))
            found.update(f"^::{name}" for word in before[:-1] for name in classes(word))
    for side, sign, glue in (("^", front[-1:], _GLUE_BEFORE), ("$", back[:1], _GLUE_BEHIND)):
        if sign and sign in glue:
            found.add(f"{side}glued{sign}")
    found.update(
        name
        for name, is_so in (
            ("^quote", front[-1:] != "" and front[-1:] in _OPENING[2:]), ("$end", not back.strip(_CLOSING)),
            ("^code", compiled(_CODE).search(front) is not None),
            ("$code", compiled(r"[\w.]\(|[{};]\s*$|=\s*\w|</?\w").search(back) is not None),
            ("~numbers", len(compiled(r"\d+").findall(front + back)) >= _MANY_NUMBERS),
        )
        if is_so
    )  # fmt: skip
    return found


_OPENING: Final = " \t\"'`«»“”„\u2018\u2019「『\uff08(*"
_CLOSING: Final = " .!\"'`»”\u2019」』)*。"
_LINKS: Final = ":=→—\u2013>/-|,"
_NAMING: Final = ":=→—\u2013/-"
_NAMES_A_VALUE: Final = frozenset((*_NAMING, "\uff1a"))
_GLUE_BEFORE: Final = "#€$£_@&/\\.<[{(+-"
_GLUE_BEHIND: Final = "%€$£°/_[({<=+@\\&"
_CODE: Final = (
    r"[{}\[\]();=<>]\s*$|^\s*(?:#|//|def |class |import |return |if \(|for \(|for [\w, ]+ in |\$ |const |let \w+ =)"
    r"|\w\(|\w\.\w+\(|==|\w_\w|::|</?\w"
)
_MANY_NUMBERS: Final = 4


def _last_clause(front: str) -> str:
    """Return what stands before a candidate in its own sentence."""
    ends = compiled(rf"(?s).*(?:{_SENTENCE_END})").match(front)
    return front[ends.end() :] if ends else front


@cache
def _weights() -> dict[str, float]:
    weights: dict[str, float] = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return weights


@cache
def _weights_beside(kind: str) -> dict[str, float]:
    """Return what each name around a candidate of a kind weighs, for all kinds and for this one together."""
    weights = _weights()
    names = {name.removeprefix(kind) for name in weights if name.startswith(kind)} | set(weights)
    return {name: weights.get(name, 0.0) + weights.get(f"{kind}{name}", 0.0) for name in names}


@cache
def _most_of_signs(kind: str, *, is_naming: bool) -> float:
    """Return more than the signs around a candidate can weigh, with a word and a sign like a colon before it or not."""
    weights = ((name, weight) for name, weight in _weights_beside(kind).items() if name[0] in "^$~")
    return sum(max(0.0, weight) for name, weight in weights if is_naming or not name.startswith("^:"))


@lru_cache(maxsize=4096)
def _weight_alone(core: str, group: str) -> float:
    weights = _weights()
    return weights["bias"] + sum(weights.get(name, 0.0) for name in _looks(core, group))


def _is_told(text: str, start: int, stop: int, group: str) -> bool:
    front, back = _around(text, start, stop)
    context = _context(front, back, group)
    if context is None:
        return False
    kind = _GROUPS.get(group, group)
    beside = _weights_beside(kind)
    weight = _weight_alone(text[start:stop], group) + sum(beside.get(name, 0.0) for name in context)
    is_naming = front.rstrip(_OPENING)[-1:] in _NAMES_A_VALUE
    # The signs are looked at only where they can turn the scales.
    return weight + _most_of_signs(kind, is_naming=is_naming) > 0 and (
        weight + sum(beside.get(name, 0.0) for name in _signs(front, back)) > 0
    )


_LEAST_OF_A_BLOCK: Final = 24


def _is_published(text: str, start: int, stop: int) -> bool:
    """Say whether a drawn string is a line of a block, or is named as a hash, a public key or a number of a thing."""
    line = text[max(text.rfind("\n", max(0, start - _BEFORE), start) + 1, start - _BEFORE) : start]
    is_alone = not line.strip() and text[stop : stop + 1] in {"", "\n", "\r", "="}
    return is_alone or is_published(line.lower())


def told(text: str, places: list[int], named: list[int]) -> Iterator[Span]:
    """Yield what sentences tell near these places, in order, and without a digit near words for passwords."""
    for start, stop, group in candidates(text, places, named):
        if (group == "r" or stop - start >= _LEAST_OF_A_BLOCK) and _is_published(text, start, stop):
            continue
        if _is_told(text, start, stop, group):
            yield Span(start, stop, "secret" if group == "r" else "password")
