"""Find words and numbers that may be a password, a code or a token, roughly, by their digits and signs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from memory_mcp.privacy.text.spans import compiled
from memory_mcp.privacy.values.cues import classes
from memory_mcp.privacy.values.drawn_values import is_random, is_sample
from memory_mcp.privacy.values.secret_values import is_placeholder, speaks_of_the_trade

BEFORE: Final = 90
AFTER: Final = 80
_LEAST: Final = 3
_LONGEST: Final = 64
# A sign that ends no sentence, for it goes on in small letters.
GOES_ON: Final = r"[!?](?= [^\W\d_A-Z\u00c0-\u00de\u0410-\u042f])"
# Signs that no password in a sentence has; a word of another script ends where one without spaces begins.
NO_PART: Final = (
    "\\s\\\\\"'`«»“”„\u2018\u2019<>()\uff08\uff09「」『』【】\uff3b\uff3d\uff0c。、\uff1a\uff1b\uff01\uff1f,;|\u2026"
    "\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff"
    "\uac00-\ud7af"
)
_GO_ON: Final = frozenset("!?")
_HALVES: Final = r"\d{3,4} \d{3,4}(?![\w.,]\d|\w)"
_TOKEN_END: Final = f"[^{NO_PART}]{{0,80}}"
CJK: Final = "\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af"
_GROUPS: Final = (
    ("n3", r"\d{3}[#*]?"), ("n4", r"\d{4}[#*]?"), ("n6", r"\d{5,6}[#*]?"), ("n8", r"\d{7,8}[#*]?"),
    ("n9", r"\d{9,20}[#*]?"), ("pairs", r"\d{1,2}(?:[-\u2013.]\d{1,2}){2,5}"), ("halves", r"\d{3,4}[- ]\d{3,4}"),
    ("uuid", r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    (
        "letters",
        r"(?=\d*[A-Z])[0-9A-Z]{3,8}[#*]?|\d{2,5}[A-Z\u0410-\u044f]\d{0,4}[#*]?|\d{2,4}[#*]\d{2,6}[#*]?|[\u0410-\u042f]\d{1,4}[\u0410-\u042f]?\d{1,6}",
    ),
    # What a share's link asks for: four letters and digits without order.
    ("short", r"(?=[a-z]*\d)(?=\d*[a-z])(?![a-z]+\d+\Z|\d+[a-z]+\Z)[a-z0-9]{4,5}"),
)  # fmt: skip
# All in one: the first that a candidate is of names it.
_NUMBERS: Final = "|".join(f"(?P<{name}>{pattern})" for name, pattern in _GROUPS)
# Groups of candidates that people and machines make up as passwords, and those of them with a digit that people do.
MADE_UP: Final = frozenset("swdr")
NUMBERED: Final = frozenset("sw")
_TECHNIQUES: Final = (
    "argon|sha|md|aes|rsa|bcrypt|scrypt|pbkdf|base|utf|hs|ed|hmacsha|pkcs|tls|ssl|fips|oauth|ecdsa|curve"
)
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
    rf"[A-Z]\w*\d*(?:Key|Token|Secret|Password|Credential)s?|(?i:{_TECHNIQUES})[-_#]?\d+[\w-]{{0,12}}|1Password|.*EXAMPLE|\w*IPv[46]\w*|\w+(?:\.\w+)*\[.*"
    r"|(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{7}"
    r"|(?:Ctrl|Control|Strg|Alt|Option|Shift|Cmd|Command|Win|Meta|Super|Fn)\+.*"
    r"|v?\d+(?:\.\d+)+[\w.+-]*|\d{1,2}[:.]\d\d(?:[:.]\d\d)?|\d+[.,]\d+\D{0,3}|\d{4}-\d\d(?:-\d\d.*)?"
    r"|\d\d\.\d\d\.\d{2,4}|.*://.*|www\..*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[A-Z\u0410-\u042f]{2,10}-\d+|#\d+|#[^\W\d_]{3,}\w*|[€$£]\d.*|\d+[%€$£]"
    rf"|.*[=({{\[].*[)}}\]]|(?![A-Z][a-z]{{3,}}=[A-Z][a-z]{{2,}}\d+\Z)[A-Za-z_]\w*=.*|/.*|.*/.*/.*|\w+(?:\.\w+)+\(.*|.*\.(?:{_ENDINGS})(?::\d+)*"
    rf"|[a-z]{{1,4}}\d{{1,2}}|[A-Z]{{1,5}}\d{{1,3}}|0x[0-9a-fA-F]+|\d+(?:x\d+)+|(?:[0-9a-f]{{1,4}}:){{2,}}.*|\d+(?:{_UNITS})"
    r"|\d+/.*|.*\?\w+=.*|[0-9a-f]{8}-[0-9a-f]{4}-.*|[A-Z]+(?:_[A-Z0-9]+)+|\[.*|@.*|--?[a-z].*|[~^]?\d+(?:\.\d+)*|\{.*|\$.*|%.*|\*\*.*"
    rf"|(?:[A-Za-z]+-)+(?i:{_TECHNIQUES})[-_#]?\d+|[\w./-]+@[0-9a-f]{{12,64}}"
    rf"|{_COMPOUND}|[\w./:=-]*%(?:2[0CFcf]|3[ADad]|5[BDbd]|[sdifrgx](?![a-z0-9])).*"
)


# One or two digits that stand alone are no part of a secret, nor of a combination.
_ALONE: Final = 2
# What joins words that have no digit, or parts them from another script; and how near to the word for a password.
_SIGNS: Final = "-_.!&+@#$%^*=~?"
_JOINT: Final = (
    rf"[{_SIGNS}A-Z{CJK}](?:(?<=[^\W\d_][{_SIGNS}])(?=[^\W\d_])|(?<=[a-z][A-Z])"
    rf"|(?<=[{CJK}])[ \uff1a:]?(?=[a-z]{{8}}))"
)
NAMED: Final = 60
_WITHIN: Final = frozenset((".", "+"))
_BESIDE: Final = frozenset(" \t\n\r([{,=:\"'`+<>|;)]}.")


def candidates(text: str, places: list[int], named: list[int]) -> Iterator[tuple[int, int, str]]:
    """Yield what may be a secret near these places, which are in order: from where, to where, and its group.

    Without a digit only near a word for a password (``named``). Every stretch is read once, whatever number of places
    it is near to.
    """
    yield from alone(text, named)
    numbers = r"[0-9]+" if text.isascii() else r"\d+"
    for pattern, beside, before, after in ((numbers, places, BEFORE, AFTER), (_JOINT, named, NAMED, NAMED)):
        if not beside:
            # To compile the second takes 5 ms, and few texts name a password.
            continue
        search = compiled(pattern).search
        for begin, end in _near(beside, len(text), before, after):
            match = search(text, begin, end)
            while match is not None:
                first, last = match.span()
                if (
                    beside is named
                    or last - first > _ALONE
                    or not (text[first - 1 : first] in _BESIDE and text[last : last + 1] in _BESIDE)
                    # A dot or plus between a word and a number is a password's: a sentence goes on with a space.
                    or (text[first - 1 : first] in _WITHIN and text[first - 2 : first - 1].isalpha())
                ):
                    start, stop = _bounds(text, last)
                    group = group_of(text[start:stop]) if _LEAST <= stop - start <= _LONGEST else ""
                    if group and (group == "d") is (beside is named) and not _is_called(text, start, stop):
                        yield start, stop, group
                    last = max(stop, last)
                match = search(text, last, end)


# The number of a telephone, and a name in front of a version.
_TELEPHONE: Final = r"(?<![\w.,:/-])\+?\d{1,4}(?: \d{2,4}){2,5}(?![\w/-]|[.,:]\d| \d)"
_VERSION: Final = r" v?\d+(?:\.\d+)+"
_MOST_OF_A_NUMBER: Final = 24
_DIALLED: Final = r"\+\d{1,3} \Z"
# What an account is called, and what leads from there to its name.
_NAMED: Final = (
    r"(?i)(?:user ?(?:name|id)|benutzername|nutzername|nombre de usuario|nom d['\u2019]utilisateur|nome utente"
    r"|nome de usuário|gebruikersnaam|имя пользователя|nazwa użytkownika|kullan\u0131c\u0131 ad\u0131"
    r"|账号|帐号|用户名|ユーザー名|ユーザーid|아이디|사용자 이름)[\s:\uff1a=\"'`]{0,3}"
    r"(?:(?:is|ist|es|est|è|é|wordt|was|это|jest)\b|是|为|は|는|은)?[\s:\uff1a=\"'`]{0,3}\Z"
)
_TELEPHONE_DIGITS: Final = range(9, 16)


def _is_called(text: str, start: int, stop: int) -> bool:
    """Say whether a candidate is part of a telephone's number, an account's name, or has a version: ``SSH 9.8``."""
    front = text[max(0, start - _MOST_OF_A_NUMBER) : start]
    if compiled(_NAMED).search(front) or compiled(_DIALLED).search(front):
        return True
    if not text[start].isdigit():
        return compiled(_VERSION).match(text, stop) is not None and text[start:stop].isalpha()
    for match in compiled(_TELEPHONE).finditer(text, max(0, start - _MOST_OF_A_NUMBER), stop + _MOST_OF_A_NUMBER):
        if match.start() <= start < match.end():
            return sum(map(str.isdigit, match[0])) in _TELEPHONE_DIGITS
    return False


# What ends the words among which a word alone is the last: ``... for the guests is hagelslagenmelk,``.
_ENDS: Final = (
    r"[.,;!?(){}\[\]<>|\"\u201c\u201d\u201e\u00ab\u00bb`%/\\\n]"
    r"|[ \t](?:and|und|y|et|e|en|i|\u0438|ve|so|but|pls|please|bitte|[-\u2014\u2013])[ \t]"
)
_BEHIND: Final = 110
_QUOTES: Final = frozenset('"`\u201c\u201d\u201e\u00ab')
_MOST_WORDS: Final = 8
_LEAST_FOREIGN: Final = 6
_LEAST_ALONE: Final = 10


def alone(text: str, named: list[int]) -> Iterator[tuple[int, int, str]]:
    """Yield words of small letters alone that may be what a word for a password is given."""
    last = 0
    for place in named:
        ends = compiled(_ENDS).search(text, place, place + _BEHIND)
        stop = ends.start() if ends else min(len(text), place + _BEHIND)
        start = max(text.rfind(sign, place, stop) for sign in " :=") + 1
        if ends and ends[0] in _QUOTES:
            quoted = compiled(r"[^\W\d_]{6,32}(?=[\"`\u201d\u201c\u00bb])").match(text, ends.end())
            start, stop = quoted.span() if quoted else (stop, stop)
        # A line that goes on below is one of a text that was broken.
        is_broken = ends is not None and ends[0] == "\n" and compiled(r"\s*[^\W\d_A-Z]").match(text, stop)
        if not is_broken and stop - start >= _LEAST_FOREIGN and start > max(last, place) and text[start:stop].isalpha():
            last = stop
            word = text[start:stop]
            is_foreign = word.isascii() and not text[place : place + 2].isascii()
            is_long = len(word) >= (_LEAST_FOREIGN if is_foreign else _LEAST_ALONE)
            if is_long and word.islower() and text.count(" ", place, start) <= _MOST_WORDS and _is_no_talk(word):
                yield start, stop, "p"


@lru_cache(maxsize=4096)
def _is_no_talk(word: str) -> bool:
    """Say whether a word does not say what becomes of passwords: that one is wrong, forgotten, asked for or saved."""
    return classes(word).isdisjoint(_SAYING) and not (speaks_of_the_trade(word) or is_placeholder(word))


_SAYING: Final = frozenset(("state", "about", "none", "password", "code", "change", "login", "protect"))


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
    if text[end : end + 1] in _GO_ON and compiled(GOES_ON).match(text, end):
        end += 1
    # A sign that ends a sentence may be part of a password only where it is doubled or the text goes on.
    while start < end and text[start] in "-\u2013—*([{:.~_=→>":
        start += 1
    if text[start : start + 1].isdigit() and (halves := compiled(_HALVES).match(text, start)):
        end = halves.end() if end - start <= 4 else end  # noqa: PLR2004 - as long as the first half
    return start, max(start + 1, end)


def trimmed(value: str) -> str:
    """Return a value without the signs behind it that its sentence has, such as a full stop or a bracket."""
    return value.rstrip(".:;?)]}…,")


@lru_cache(maxsize=4096)
def group_of(core: str) -> str:
    """Return what a candidate looks like, coarsely; nothing if it is no secret whatever stands around it."""
    if not (
        compiled(r"\d+[#*]?|\d{1,2}(?:[-\u2013]\d{1,2}){2,5}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}").fullmatch(
            core
        )
        or compiled(_SOMETHING_ELSE).fullmatch(core) is None
    ):
        return ""
    if number := compiled(_NUMBERS).fullmatch(core):
        return number.lastgroup or ""
    letters = sum(map(str.isalpha, core))
    if letters < 2 or len(core) < 6 or is_placeholder(core) or is_sample(core):  # noqa: PLR2004 - no password is shorter
        return ""
    if not any(map(str.isdigit, core)):
        return "" if speaks_of_the_trade(core) else "d"
    if not is_random(core):
        is_strong = compiled(_STRONG).fullmatch(core) is not None
        return "" if core == core.lower() and speaks_of_the_trade(core) else "s" if is_strong else "w"
    # A hash, a fingerprint or a number of an account has letters of one size.
    return (
        ""
        if compiled(
            r"[0-9a-f:-]+|[0-9A-F:-]*[:-][0-9A-F:-]*|(?:[0-9A-F]{8}){4,}|AC[0-9a-f]{32}|(?:sha|md5|SHA)\d*:.*|.*:.*"
        ).fullmatch(core)
        else "r"
    )


# Three or four of the classes of letters, as passwords have that were made to be strong; no name of a technique.
_STRONG: Final = (
    r"(?=.*[^\W\d_a-z])(?=.*[^\W\d_A-Z])(?=.*\d.*\d)(?=.*[!#$%^&*+=?@_.-]).{7,}"
    r"|(?=.*[^\W\d_])(?=.*\d)(?=.*[!#$%^&*+=?@].*).{7,}"
)
