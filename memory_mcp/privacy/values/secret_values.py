"""Tell from its letters what a value is: drawn by a machine, made up by a person, or no secret at all."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, TypeAlias

from memory_mcp.privacy.text.spans import compiled
from memory_mcp.privacy.values.drawn_values import TECHNICAL_PREFIX, WORDY, is_random, is_sample
from memory_mcp.privacy.values.word_lists import word_list

Style: TypeAlias = Literal["env", "quoted", "bare", "prose"]
"""How a value stands by its name: ``NAME=v``, ``name = "v"``, ``name: v``, ``the name is v``."""

_STATES: Final = frozenset(word_list("states"))
_STAND_INS: Final = frozenset(word_list("stand_ins"))
_LONGEST_WORDS: Final = 100
_JUDGED: Final = 128
_NUMBER: Final = r"[v~<>+-]?[0-9]+(?:[.,:/x+-][0-9]+)*(?:[a-zA-Z%]{0,4}|st|nd|rd|th)?"
_WELL_MIXED_BASE64: Final = r"(?=.{0,80}[0-9])(?=.{0,80}[A-Z])(?=.{0,80}[a-z])[A-Za-z0-9+/]{30,}={0,2}"
_BARE_WORDS: Final = (
    # Words of small letters in a row are parted in one way alone: tried in each way, they take twice as long a letter.
    r"[A-Z][a-z]{3,}[-_.][0-9]{2,4}"
    r"|(?=\D{9})(?:[A-Za-z][a-z]{7,}|[A-Za-z][a-z]{3,}(?:(?:[-_.][A-Za-z]|[A-Z])[a-z]{3,})+)[-_.]?[0-9]{2,4}"
)
_IDENTIFIER: Final = r"[A-Za-z_$][A-Za-z0-9_$]*"
_QUALIFIED: Final = rf"{_IDENTIFIER}(?:::{_IDENTIFIER})+"
_CALL: Final = rf"{_IDENTIFIER}(?:\.{_IDENTIFIER})*[(\[][^)\]]*[)\]]?"
_PATH_IN_CODE: Final = rf"{_IDENTIFIER}(?:(?:\.|->|::){_IDENTIFIER})+(?:[?&|+<>*].*)?"
_NO_PASSWORD: Final = rf"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|{_NUMBER}|[A-Za-z]:\\.*|[a-z]+(?:_[a-z]+)+_?[0-9]{{0,2}}"


@lru_cache(maxsize=4096)
def looks_secret(value: str, kind: str, style: Style) -> bool:
    """Judge whether a value given to such a name is the secret itself, not a word, a type, code or a stand-in."""
    core = (value.rstrip(".,;:!?)]}").strip("\"'") or value)[:_JUDGED]
    is_long_enough = len(core) >= (4 if style in {"env", "quoted"} else 6)
    if not is_long_enough or is_placeholder(core) or _is_something_else(core, kind) or is_sample(core):
        return False
    if core.isdigit():
        return kind == "password" and style != "prose"
    if compiled(_NUMBER).fullmatch(core):
        return False
    is_named_words = kind == "password" and style == "bare" and compiled(_BARE_WORDS).fullmatch(core) is not None
    is_odd = kind == "password" and style != "prose" and _is_odd(core)
    if is_odd or is_random(core) or (is_named_words and _is_no_technique(core)):
        return True
    if _is_wordy(core):
        is_numbered = (
            compiled(r"[0-9]{2}").search(core) is not None and compiled(r"[A-Za-z]{3}").search(core) is not None
        )
        is_quoted = style == "quoted" and (core.lower() == core or is_numbered or _is_joined(core))
        is_given = style == "env" or is_quoted or (style == "bare" and is_strung(core))
        is_given |= style in {"quoted", "bare"} and is_mixed(core) and not speaks_of_the_trade(core)
        return is_given if kind == "password" else style == "quoted" and is_strung(core)
    is_titled = kind == "password" and style == "bare" and is_mixed(core) and not speaks_of_the_trade(core)
    return (
        is_titled
        or _is_made_up(core, style)
        or (kind == "password" and style == "env" and core.isascii() and core.isalpha())
    )


def _is_joined(core: str) -> bool:
    """Say whether a value is words joined by a sign, none of them of programs and passwords."""
    return compiled(r"[^\W\d_]{3,}(?:[-_][^\W\d_]{3,})+").fullmatch(core) is not None and not speaks_of_the_trade(core)


def _is_odd(core: str) -> bool:
    """Say whether a value is letters of which a part, between capitals and signs, is no word: it has no vowel."""
    parts = compiled(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}").findall(core)
    is_mixed_case = core.lower() != core and core.upper() != core
    if not is_mixed_case or compiled(r"[A-Za-z0-9._-]{8,}").fullmatch(core) is None:
        return False
    return any(
        compiled(r"[aeiouyAEIOUY]").search(one) is None or compiled(_CONSONANTS).search(one.lower()) for one in parts
    )


_CONSONANTS: Final = r"[b-df-hj-np-tv-xz]{5}"


@lru_cache(maxsize=2048)
def looks_made_up(value: str, *, is_named: bool) -> bool:
    """Judge a value in a sentence: whether a person made it up as a password; ``is_named``: "is" or ":" is before it.

    A word with a number behind a hyphen (Winter-2025) is one only where the sentence says so.
    """
    core = value.rstrip(".,;:?)]}»”\u2019").strip("\"'`")[:_JUDGED]
    if len(core) >= _LEAST_COMMON and core.lower() in _COMMON:
        return True
    if core.isdigit():
        return is_named and _LEAST_COMMON <= len(core) <= _LONGEST_PIN and not is_placeholder(core)
    if len(core) < _LEAST_MADE_UP or is_placeholder(core) or _is_something_else(core, "password"):
        return False
    if core[0] in "/.~\\-" or compiled(_NO_PASSWORD).fullmatch(core):
        return False
    if _is_wordy(core):
        is_numbered = compiled(_NUMBERED_WORD).search(core) is not None and _is_no_technique(core)
        return is_named and (is_numbered or is_strung(core))
    return not _is_code(core) and _has_many_classes(core, is_named=is_named)


@lru_cache(maxsize=2048)
def is_strung(value: str) -> bool:
    """Say whether a value is words strung together with a number, as people make passphrases: ``amber-canoe-31``.

    None of them speaks of passwords, so that it is not the name of a thing that has to do with one.
    """
    core = value[:_JUDGED]
    if compiled(_STRUNG).fullmatch(core) is None or not _is_no_technique(core):
        return False
    return not speaks_of_the_trade(core)


@lru_cache(maxsize=2048)
def speaks_of_the_trade(core: str) -> bool:
    """Say whether one of a value's words is one of programs and their passwords, as in names of things."""
    words = compiled(r"[^\W\d_]{2,}").findall(compiled(r"([a-z])([A-Z])").sub(r"\1 \2", core).lower())
    return not (_STATES.isdisjoint(words) and _OF_THE_TRADE.isdisjoint(words))


# Two words and a number, of which one has a capital or an underline joins them; three; or one with digits for letters.
_STRUNG: Final = (
    r"(?:[^\W\d_]{3,}[-_.~]){2,5}[0-9]{1,5}[-~=+^!.]?|[^\W\d_]{3,}_[^\W\d_]{3,}[0-9]{2,5}|"
    r"[A-Z]?[a-z]{2,}[A-Z][a-z]{2,}[0-9]{2,5}[-_~=+^!]?|[^\W\d_]+[0-9][^\W\d_]*[-_][0-9]{2,5}|"
    r"(?:[^\W\d_]{3,}-){1,3}[^\W\d_]+[0-9]+[^\W\d_]+(?:[0-9]+[^\W\d_]+)*-[0-9]{2,5}"
)
_OF_THE_TRADE: Final = frozenset(word_list("trade"))


def may_be_made_up(text: str) -> bool:
    """Say whether anything in a text can be found made up or mixed: it has a digit or a sign, or is a common one."""
    return compiled(r"[\d!#$%^&*@+=~?]").search(text) is not None or not _COMMON.isdisjoint(
        compiled(r"[^\W\d_]{4,}").findall(text.lower())
    )


_LEAST_COMMON: Final = 4
_LEAST_MADE_UP: Final = 6
_LONGEST_PIN: Final = 8
_NUMBERED_WORD: Final = r"[A-Za-z]{4,}[-_.!@#+]?[0-9]{2,4}\Z"


def _has_many_classes(core: str, *, is_named: bool) -> bool:
    has_letter = compiled(r"[^\W\d_]").search(core) is not None
    digit_count = sum(map(str.isdigit, core))
    symbol_count = len(compiled(r"[!#$%^&*@+=~?]").findall(core))
    if is_named:
        return has_letter and bool(digit_count or symbol_count)
    is_mixed = symbol_count > 0 or core.lower() != core
    return has_letter and (digit_count > 1 or (digit_count == 1 and is_mixed) or symbol_count > 1)


def _is_no_technique(core: str) -> bool:
    return compiled(_TECHNIQUE).search(core) is None


_TECHNIQUE: Final = rf"(?i)(?<![a-z])(?:{TECHNICAL_PREFIX})[-_]?[0-9]"


_COMMON: Final = frozenset(word_list("common"))


@lru_cache(maxsize=2048)
def _is_something_else(core: str, kind: str) -> bool:
    """Recognise what is not text, a published hash, an address, a colour, a call or the name of a class."""
    return (
        not core.isprintable()
        or "\N{REPLACEMENT CHARACTER}" in core
        or compiled(r"(?:sha[0-9]{1,3}|md5|h1)[:-]").match(core) is not None
        or "://" in core
        or (kind != "password" and compiled(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+").fullmatch(core) is not None)
        or compiled(r"#(?:[0-9a-fA-F]{3}){1,2}|![A-Za-z-]+|[A-Z][A-Za-z]*!|_[A-Za-z0-9-]{5}").fullmatch(core)
        is not None
        or compiled(_QUALIFIED).fullmatch(core) is not None
        or compiled(_CALL).fullmatch(core) is not None
        or compiled(r"[A-Z][A-Za-z0-9]*(?:Key|Token|Secret|Password|Credential)[A-Za-z0-9]*").fullmatch(core)
        is not None
    )


def _is_wordy(core: str) -> bool:
    """Say whether a value is words, numbers and names of techniques, joined as identifiers and paths are."""
    return len(core) <= _LONGEST_WORDS and compiled(WORDY).fullmatch(core) is not None


def _is_made_up(core: str, style: Style) -> bool:
    """Tell a made-up value (hunter2, p@ssw0rd!) from a name of something (user_token2, ./keys/k1, cfg.key1)."""
    if core[0] in "/.~\\" or compiled(r"[A-Za-z]:\\").match(core):
        return False
    if style in {"bare", "prose"} and _is_code(core):
        return False
    has_letter = compiled(r"[^\W\d_]").search(core) is not None
    has_digit = compiled(r"\d").search(core) is not None
    has_symbol = compiled(r"[^\w.\-/:\s]").search(core) is not None
    return has_letter and (has_digit or (has_symbol and style != "prose"))


def _is_code(core: str) -> bool:
    """Recognise names and paths, which stand where a value is expected but not quoted."""
    return (
        compiled(_PATH_IN_CODE).fullmatch(core) is not None
        or compiled(r"[a-z]+(?:_[a-z]+)+_?[0-9]{0,2}").fullmatch(core) is not None
        or compiled(r"[&*!|%][A-Za-z_]+").fullmatch(core) is not None
        or ("/" in core and not compiled(_WELL_MIXED_BASE64).fullmatch(core))
        or "\\" in core
    )


_PUT_IN: Final = (
    r"\$[A-Za-z_{(\[]|#\{|\\|.*(?:\$\{|\{\{|\*\*\*|\.\.\.|\u2026)"
    # What a build puts in.
    r"|@[a-z]+(?:[._-][a-z]+)+@\Z"
)


@lru_cache(maxsize=2048)
def is_placeholder(value: str) -> bool:
    """Say whether a value marks the place where a secret belongs: ``<key>``, ``${KEY}``, ``xxxx``, ``changeme``."""
    if value[0] in "<[{(%\uff1c\u3008\u300a\u3010" or compiled(_PUT_IN).match(value):
        return True
    bare = value.strip("-_.*").lower()
    if len(set(bare)) < 2 or not compiled(r"[^\W_]").search(bare):  # noqa: PLR2004 - one letter repeated
        return True
    if bare.startswith("xxx") or bare.endswith("xxx"):
        return True
    if not _is_wordy(value):
        return (
            compiled(r"(?i)placeholder|change.?me|your[-_](?:api|secret|token|key|password|access)").search(value)
            is not None
        )
    words = compiled(r"[a-zà-ÿ]+").findall(compiled(r"([a-z])([A-Z])").sub(r"\1 \2", value).lower())
    if compiled(r"[a-z][-_.]?[0-9]{2,4}\Z").search(value):
        return not words or not _STAND_INS.isdisjoint(words)
    return not words or not _STATES.isdisjoint(words)


@lru_cache(maxsize=2048)
def is_mixed(value: str) -> bool:
    """Say whether a value is no word, name, number or piece of code: ``Karanfil.6382``, ``zUm9kolibri``.

    It mixes a digit with capitals or letters beyond ASCII and a sign, or has a digit within a long word.
    """
    core = value.strip("\"'`")[:_JUDGED]
    if len(core) < _LEAST_MADE_UP or is_placeholder(core) or _is_something_else(core, "password"):
        return False
    has_digit = any(map(str.isdigit, core))
    if not has_digit or not any(map(str.isalpha, core)) or compiled(_NOT_MIXED).fullmatch(core) or core[0] in "/~\\-":
        return False
    has_sign = compiled(r"[!#$%^&*+=?@]").search(core) is not None
    if not has_sign and not _is_no_technique(core):
        return False
    is_varied = core.lower() != core or not core.isascii()
    if has_sign:
        return True
    if compiled(r"[-_.]").search(core):
        return is_varied
    return compiled(r"[A-Za-z]{1,}[0-9][a-z]{3,}").search(core) is not None and len(core) >= 8 and not _is_code(core)  # noqa: PLR2004


# Keys of tickets, names and their numbers, files, versions, dates, hashes, addresses, calls.
_NOT_MIXED: Final = (
    r"[A-Z]{1,10}-[0-9]+|[A-Za-z][a-z]+[- ]?[0-9]{1,2}|.*\.(?:[a-z]{1,5}|mp[34]|7z)(?::[0-9]+)*|[0-9a-fA-F-]{8,}|"
    r"[0-9]{2,4}-[0-9]{2}.*|[0-9.,:%x+-]+[a-zA-Z]{0,3}|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[\w-]+(?:\.[\w-]+)*\(.*|[A-Za-z]:.*|"
    r"[a-z]+(?:[-_.][a-z0-9]+)*|v?[0-9]+(?:\.[0-9]+).*|[A-Z]+(?:_[A-Z0-9]+)*|.*/.*/.*|[a-z]+=.*|[A-Z][a-z]+[0-9]{1,2}(?:\.[0-9]+)*|"
    r"[0-9]+-[a-z0-9]{20,}.*|.*={1,2}|[0-9]{1,4}-[A-Z]{2,6}"
)
