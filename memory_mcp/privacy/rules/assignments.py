"""Secrets that stand by their name: an assignment, a sentence, a table cell, a tag or a flag."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled, rule, run_end
from memory_mcp.privacy.values.drawn_values import is_drawn, is_drawn_short, is_random, is_sample
from memory_mcp.privacy.values.literals import (
    has_account,
    is_about_a_wrong_one,
    is_in_code,
    is_literal,
    is_set_literal,
)
from memory_mcp.privacy.values.names import PASSWORD_LITERALS, holds_drawn, kind_of_name
from memory_mcp.privacy.values.phrases import is_line_noise, is_phrase, is_saying
from memory_mcp.privacy.values.secret_values import Style, is_mixed, is_strung, looks_made_up, looks_secret

# From the word that gives a name away to the value: an assignment, a sentence, a table cell, a tag or a flag.
_CLOSERS: Final = r"(?:\\{0,3}[\"'`*\])]{0,3}|&quot;|&#3[49];|\\u0022)"
_ASSIGNMENT: Final = (
    r"(?P<name>[\w.-]{2,64}+)(?:[ \t](?:\([^()\n]{1,32}\)|(?:for|of|to)(?:[ \t][\w.@-]{1,32}){1,3}?(?=:)))?(?:"
    # Between a name and its value: = or :, also := => -> ?= and escaped; "value" as a name of its own.
    # and an object that holds the value alone.
    rf"(?P<assign>[\"'][ \t]{{0,4}}:[ \t]{{0,4}}\{{\s{{0,40}}[\"']value[\"'][ \t]{{0,4}}:[ \t]{{0,4}}"
    # A type that the name is declared to have, in front of the sign.
    r"|(?:[?!]?:[ \t]{0,2}[&\w][\w&\[\]<>.'?* ]{0,30}|[ \t](?:string|String|\[\]byte|str|text))[ \t]{0,4}=[ \t]{0,4}"
    r"(?=@?[bu]?[\"'])"
    rf"|(?:\[[0-9]{{0,4}}\]|{_CLOSERS})[ \t]{{0,8}}(?::=|\?=|={{1,3}}>?|->|→|\uff1a|\uff1d|%3[dD]|:(?!\?)"
    rf"(?:[ \t]{{0,4}}(?:[|>][-+]?)?\r?\n(?=[ \t]))?)\*{{0,2}}[ \t]{{0,16}}"
    r"|[\"'][ \t]{1,4}value=|[\"'`]?,?\s{1,40}[\"']?(?:value|Value|stringValue|default"
    r"|content)[\"']?[ \t]{0,4}[:=][ \t]{0,4})"
    r"|(?P<prose>[ \t]{1,4}(?:(?:for|to|of|on|at|für|para)[ \t](?:[\w.@-]{1,32}[ \t]){1,4}?)?"
    r"(?:is|was|ist|lautet|es|est)[ \t:=]{1,4})"
    r"|(?P<call>\((?=[\"'])|[\"'],[ \t]{0,24}(?=[\"']))"
    r"|(?P<cell>[`*]{0,2}[ \t]{0,24}\|[ \t]{0,8})"
    r"|(?P<tag>[\"']?(?:[ \t][^<>\n]{1,80}+)?>(?:\s{0,40}<[vV]alue>|<!\[CDATA\[)?"
    r"|</key>\s{0,40}<string>)|(?P<flag>[ \t]{1,2}))"
    r"(?:[bBuUrRfF@]{0,2}(?P<quote>\"\\\"|\"{3}|'{3}|\\{0,3}[\"'`]|&quot;|&#3[49];|\\u0022))?"
)
# Behind an option the sign > sends the output to a file, and ends no tag.
_IN_OPTION: Final = r"(?<!\S)--[\w-]{0,32}\Z"
_OPTION: Final = _ASSIGNMENT.replace("(?P<tag>", "(?P<tag>(?!)")
# The end of a name of two words: ``storePassword "..."`` needs no sign between.
_TITLED: Final = r"(?<=[a-z0-9_])(?:Pass|[sS]torepass|Password|Secret|Token|Key)\Z"
# Words that are followed by a name and its value with nothing between.
_SETTERS: Final = frozenset(("ENV", "ARG", "setx", "SETX", "setenv", "define"))
_NETRC: Final = r"login[ \t]\S{1,48}[ \t]\Z"
_FLAGGED: Final = r"--|ENV|ARG|#define|set[xX]|SETX|setenv|login[ \t]"
_QUOTED: Final = {
    '"': r'((?:[^"\\\n]|\\.){1,256})', "'": r"((?:[^'\\\n]|\\.){1,256})", "`": r"([^`\n]{1,256})",
    '"""': r'((?:(?!""")[^\n]){1,256})', "'''": r"((?:(?!''')[^\n]){1,256})",
    '"\\"': r'([^"\\\n]{1,256})', '\\"': r'([^"\\\n]{1,256})', "\\'": r"([^'\\\n]{1,256})", "\\`": r"([^`\\\n]{1,256})",
}  # fmt: skip
_OTHERWISE_QUOTED: Final = r"([^\"'&\\\n]{1,256})"
_TAGGED: Final = r"((?=[^\s:=])[^<>\n\]]{1,256})"
_UNQUOTED: Final = r"(?![:=])([^\s\"'`<>,;(){}\[\]|]{1,256})"


def assignment(text: str, position: int) -> Span | None:
    """Return the value that belongs to the name a word at this place is part of, if it is a secret."""
    match = _matched(text, position)
    if match is None:
        return None
    # Read backwards, so that the search is anchored: the rest of the name, and the word in front of it.
    left = compiled(r"([\w.-]*)(?:[ \t](\w+))?").match(text[max(0, position - 48) : position][::-1])
    name, before = (left[1][::-1] + match["name"], (left[2] or "")[::-1]) if left else (match["name"], "")
    kind = "password" if name == "PASS" and match["assign"] == "=" else kind_of_name(before, name.strip("-."))
    is_short = name.lower() in {"pass", "secret"} and kind == "secret" and bool(match["quote"] or match["assign"])
    if is_short and has_account(text, match.start("name"), match.end()):
        kind = "password"
    if (kind is None and not holds_drawn(name)) or (match["flag"] and not _is_flagged(text, match, name, before)):
        return None
    return _valued(text, match, name, kind) if kind else _drawn(text, match, name)


def _is_flagged(text: str, match: re.Match[str], name: str, before: str) -> bool:
    """Say whether only space stands between a name and its value: behind an option or a setter, or it needs no sign."""
    if _needs_no_sign(text, match, name):
        return True
    front = max(0, match.start() - 64)
    return compiled(_FLAGGED).search(text, front, match.start()) is not None and (
        name.startswith("--") or before in _SETTERS or compiled(_NETRC).search(text, front, match.start()) is not None
    )


def _needs_no_sign(text: str, match: re.Match[str], name: str) -> bool:
    """Say whether a value stands by a name with only space between: it is quoted or drawn, and no sentence's word."""
    value = compiled(r"[^\s\"'\\,;]{4,256}").match(text, match.end())
    if value is None:
        return False
    shown = value[0].rstrip(".:)")
    if compiled(r"\d").search(shown) is None:
        return match["quote"] in {'"', "'"} and (
            compiled(_TITLED).search(name) is not None or has_account(text, match.start("name"), value.end() + 1)
        )
    if match["quote"] and (compiled(_TITLED).search(name) or is_mixed(shown) or is_strung(shown)):
        return True
    return is_drawn_short(shown) or (is_random(shown) and bool(match["quote"]) and any(map(str.isdigit, shown)))


def _valued(text: str, match: re.Match[str], name: str, kind: str) -> Span | None:
    """Return the value behind a match, which a name of this kind is given, if it is a secret."""
    quote = match["quote"]
    pattern = _QUOTED.get(quote, _OTHERWISE_QUOTED) if quote else _TAGGED if match["tag"] else _UNQUOTED
    value = compiled(pattern).match(text, match.end())
    if value is None:
        return None
    shown = value[1] if quote else re.split(_NEXT_PAIR, value[1], maxsplit=1)[0]
    end = value.start() + len(shown)
    if pair := _account(name, shown):
        return Span(value.start() + pair, end, kind)
    if (
        not (name.isascii() or shown.isascii())
        # "--password WORD" in a list of options, and an option that ends a sentence.
        or (name.startswith("--") and ((shown.isalpha() and shown.isupper()) or (match["flag"] and name.endswith("."))))
        or (match["call"] and not (_is_set(text, match, name) or _is_given(name, shown)))
        or _is_syntax(text, match, name, value, end)
        or not (
            (
                _is_many(name, shown, kind, match)
                if compiled(r"\s").search(shown)
                else looks_secret(shown, kind, _style(text, match, name, value))
            )
            or _is_the_literal(text, match, name, kind, value)
        )
    ):
        return None
    if end == value.end():
        end = _quote_end(text, end, quote[-1]) if quote else run_end(text, end)
    return Span(value.start(), end, kind)


def _is_the_literal(text: str, match: re.Match[str], name: str, kind: str, value: re.Match[str]) -> bool:
    """Say whether a value is a password for standing in quotes, or between tags, behind the name of one."""
    is_named = kind == "password" or compiled(r"(?i).+(?:secret|pass|shared[_-]?key)\Z").fullmatch(name) is not None
    if not is_named or match["prose"] or match["cell"]:
        return False
    if not (match["tag"] or match["quote"]):
        is_one = is_set_literal(value[1]) or (is_literal(value[1], is_given=True) and any(map(str.isdigit, value[1])))
        return bool(match["assign"]) and is_one and _is_a_setting(text, match, name, value)
    if not is_literal(value[1], is_given=True):
        return False
    # What is one where a label may stand is one everywhere.
    is_given = _is_declared(match, name) or _is_set(text, match, name) or is_literal(value[1], is_given=False)
    return is_given or has_account(text, match.start("name"), value.end())


def _is_a_setting(text: str, match: re.Match[str], name: str, value: re.Match[str]) -> bool:
    """Say whether a name and its value without quotes are a line of settings, or one of several pairs of a line."""
    begin = match.end("name") - len(name)
    sign, front = match["assign"], text[max(0, begin - _NAME_SIGHT) : begin].rpartition("\n")[2]
    if text[value.end() : value.end() + 1] in {"(", ")", "[", "`"}:
        return False
    if sign == "=" and (not front.strip(" \t") or compiled(_PAIRED).search(front)):
        is_of_a_command = name.lower() != name and text[value.end() : value.end() + 1] == " "
        return is_of_a_command or _style(text, match, name, value) == "env" or bool(front.strip(" \t"))
    following = text[value.end() : value.end() + 40].partition("\n")[0].strip()
    is_alone = not front.strip(" \t-") and following[:1] in {"", "#", ";"}
    is_settled = compiled(_SERVED).match(name) is not None or has_account(text, begin, value.end())
    return is_alone and is_settled and not is_in_code(text, begin, value.end())


# In front of one of several pairs: another pair, or the option of a program that takes pairs.
_PAIRED: Final = (
    r"(?:(?:\A|[ ,;&?\t])[\w.-]+=[^\s\"'(),]+[ ,;&]"
    r"|(?:\A|\s)(?:-D|--set(?:-string)? |--from-literal=|-[oeEFd] [\"']?|-v ))(?:\w+\.)*\Z"
)


def _is_declared(match: re.Match[str], name: str) -> bool:
    """Say whether a value is given to a variable or to a setting, not to what may be a translation or a message."""
    sign = match["assign"] or ""
    # These stand behind names in quotes, or behind a colon.
    is_variable = "=" in sign and "=>" not in sign and compiled(r"[\"'](?! value|\]|=)").match(sign) is None
    is_variable |= bool(match["flag"]) and name.isupper()
    is_setting = compiled(_SERVED).match(name) is not None or "<value>" in (match["tag"] or "").lower()
    return (is_variable or is_setting) and not is_about_a_wrong_one(name)


# What has a password of its own, in front of the word for one.
_SERVED: Final = (
    r"(?i)(?:\w+[._-])*(?:db|database|smtp|mail|imap|pop3?|ftp|ldap|bind|root|mysql|postgres\w*|pg|maria\w*|redis|mqtt"
    r"|rabbit\w*|wifi|wlan|rpc|key|store|trust|keystore|truststore|ssh|become|sudo|connection|datasource|jdbc|vault"
    r"|proxy|svc|mongo\w*|snmp|sasl|amqp|broker|ansible|default|sql|oracle|vpn|ap|basic_?auth|http)[._-]?(?:user[._-]?)?"
    r"(?:pass|pw|psk|kennwort)"
)


def _is_set(text: str, match: re.Match[str], name: str) -> bool:
    """Say whether a call gives a name its value: ``setPassword("...")``, ``put("password", "...")``."""
    if (match["call"] or "").startswith("("):
        front = text[max(0, match.start() - _NAME_SIGHT) : match.end("name")]
        return compiled(_SETTER).search(front) is not None
    front = text[max(0, match.start() - _NAME_SIGHT) : match.end("name") - len(name)]
    return bool(match["call"]) and compiled(_GIVER).search(front) is not None


_NAME_SIGHT: Final = 40
_SETTER: Final = (
    r"(?:(?<![A-Za-z])(?:set|with|Set|With)_?[A-Za-z_]{0,16}|(?<!\w)(?:\w{1,16}|\))?\.|(?<![\w.])(?:key|store))"
    r"(?i:pass(?:word|wd|phrase)?|pwd|pw)\Z"
)
_GIVER: Final = (
    r"(?i)(?:put|set|(?:set|add|with)?_?property|(?:set|put|with)_?env|define|add|append|add_?parameter|param|option"
    r"|environ|set_?(?:var|default|config|value|option))\([\"']\Z"
)


def _account(name: str, shown: str) -> int:
    """Return where the password begins in the account that a name like ``basic_auth`` is given; 0 where it is none."""
    match = compiled(r"(?P<user>[\w.@+-]{1,64}):(?P<password>[^\s:/][^\s:]{3,128})").fullmatch(shown)
    if match is None or compiled(r"(?i)(?:auth|cred|credentials|login|userpass|userpwd)\Z").search(name) is None:
        return 0
    is_one = looks_made_up(match["password"], is_named=True) or is_strung(match["password"])
    return match.start("password") if is_one else 0


def _drawn(text: str, match: re.Match[str], name: str) -> Span | None:
    """Return what a name of something that is secret only where it was drawn is given: a key, a salt, an assertion."""
    begin = match.end()
    # All of a long value would be judged anew at each name within it.
    value = None if match["prose"] or match["cell"] else compiled(_DRAWN).match(text, begin, begin + _JUDGED)
    if value is None or len(value[0]) < (_LEAST_SALT if name.lower().endswith("salt") else _LEAST_KEY):
        return None
    is_drawn_long = is_random(value[0]) if len(value[0]) >= _LEAST_KEY else is_drawn(value[0])
    is_one = is_drawn_long and any(map(str.isdigit, value[0])) and not is_sample(value[0])
    is_address = compiled(_NO_KEY).fullmatch(value[0]) is not None
    whole = compiled(_DRAWN).match(text, begin) if is_one and not is_address else None
    return whole and Span(*whole.span(), "secret")


_JUDGED: Final = 256
_DRAWN: Final = r"[A-Za-z0-9+/_=%~-]{8,}(?:\.[A-Za-z0-9+/_=-]+){0,3}"
# Numbers of things, dotted names, paths, and names that end in words.
_NO_KEY: Final = (
    r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9A-Fa-f:]{1,24}|[0-9.]+|[A-Za-z_]\w{0,40}(?:\.[A-Za-z_]\w{0,40}){1,4}"
    r"|/?(?:[\w.-]+/)+[\w.-]*|\w*[_.-][a-z]+(?:[_.-][a-z]+)*+[_.-]?[0-9]{0,4}"
)
_LEAST_KEY: Final = 16
_LEAST_SALT: Final = 8
# Where the next pair of a query begins.
_NEXT_PAIR: Final = r"&(?:[a-z][\w.-]{2,}|[a-z]+)="


def _matched(text: str, position: int) -> re.Match[str] | None:
    match = compiled(_ASSIGNMENT).match(text, position)
    if match is not None and match["tag"] and compiled(_IN_OPTION).search(text, max(0, position - 36), position):
        return compiled(_OPTION).match(text, position)
    return match


def _is_many(name: str, shown: str, kind: str, match: re.Match[str]) -> bool:
    """Say whether a value of several words is a secret: what an option or a variable of the shell is given is one."""
    is_given = name.startswith("--") or (name.isupper() and match["assign"] == "=")
    return is_phrase(shown) or is_line_noise(shown) or (kind == "password" and is_given and is_saying(name, shown))


def _is_given(name: str, shown: str) -> bool:
    """Say whether a value given to a call behind a name is a secret: a constant (``DB_PASSWORD``) names one."""
    is_constant = name.isupper() and (any(map(str.isdigit, shown)) or len(set(shown)) > _MANY_SIGNS)
    return is_constant or looks_made_up(shown, is_named=False) or is_strung(shown)


_MANY_SIGNS: Final = 24


def _is_syntax(text: str, match: re.Match[str], name: str, value: re.Match[str], end: int) -> bool:
    """Recognise a call, a tag that holds more than a text, and a line that follows a colon but is not alone on it."""
    following = text[end : end + 2]
    return (
        (not match["quote"] and following[:1] in {"(", "[", "{"} and value[1].replace(".", "_").isidentifier())
        # A variable of psql: PASSWORD :'name'.
        or ((match["assign"] or "").endswith(" :") and following[:1] == "'" and value[1].isidentifier())
        or (match["tag"] is not None and following not in {"</", "]]"})
        # A filter within a template, a number of the registry.
        or text.rfind("{{", max(0, match.start() - 120), end) > text.rfind("}}", max(0, match.start() - 120), end)
        # By what the key of a signature is known to everybody.
        or (name.lower().endswith("signingkey") and compiled(r"(?:0x)?[0-9A-F]{8,40}").fullmatch(value[1]) is not None)
        or compiled(r"[dq]word:.*").match(value[1]) is not None
        or ("\n" in (match["assign"] or "") and not match["quote"] and following[:1] not in {"", "\n", "\r"})
    )


def _style(text: str, match: re.Match[str], name: str, value: re.Match[str]) -> Style:
    if match["quote"] or match["tag"]:
        is_shown = match["call"] and not name.isupper() and not is_strung(value[1]) and not _is_set(text, match, name)
        return "prose" if is_shown else "quoted"
    if match["assign"] is None:
        return "env" if match["flag"] else "prose"
    start_of_name = match.end("name") - len(name)
    in_front = text[start_of_name - 1 : start_of_name]
    is_last = text[value.end() : value.end() + 1] in {"", "\n", "\r"}
    if name.isupper():
        return "env" if "=" in match["assign"] or is_last else "bare"
    is_member = in_front in {"?", "&", ";", "=", "'", '"'} or (in_front in {"", "\n"} and is_last)
    return "env" if match["assign"] == "=" and (is_member or name.startswith("--")) else "bare"


def _quote_end(text: str, position: int, quote: str) -> int:
    ends = [found for found in (text.find(quote, position), text.find("\n", position)) if found >= 0]
    end = min(ends, default=len(text))
    return end - 1 if end > position and text[end - 1] == "\\" else end


# What names of secrets have in them besides.
_WORDS: Final = (
    "secret", "token", "credential", "key", "auth", "_pat", "salt", "assertion", "samlresponse", "verifier", "crumb",
    "csrf", "xsrf", "_login",
)  # fmt: skip


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield the words that names of secrets have in them, in small letters, and what looks at what they are given."""
    found = rule(assignment)
    passwords = (word for word in PASSWORD_LITERALS if not any(known in word for known in _WORDS))
    for word in (*_WORDS, *passwords):
        yield word, found
