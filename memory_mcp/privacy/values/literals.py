"""Tell whether the value that a password's name is given, in quotes or in settings, is the password; mostly it is.

Only what is known to be something else is none: a label, a message, a rule, a template, the name of a variable.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from memory_mcp.privacy.text.spans import compiled
from memory_mcp.privacy.values.drawn_values import is_sample
from memory_mcp.privacy.values.secret_values import (
    Style,
    is_placeholder,
    looks_made_up,
    looks_secret,
    speaks_of_the_trade,
)
from memory_mcp.privacy.values.word_lists import word_list

_SHORTEST: Final = 5
_LONGEST: Final = 64
_MOST_WORDS: Final = 8
# Templates, rules, selectors, patterns, formats, calls, paths, addresses, types.
_NO_LITERAL: Final = (
    r".*[:?][ \t]*|[#./~\\@$%&*<\[{(!?:^|,;-].*|.*(?:[<>{}()\[\]|\\]|\$\w|%[sd]|://|::|->|=>|==|\.\.).*"
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|.*[A-Za-z]\.[a-z]{1,4}|[\d.,:]+|(?:sha\d*|md5)[:-].*"
)
# Names: CONSTANTS, snake_case, camelCase, Class names, dotted paths in small letters.
_NAME: Final = (
    r"[A-Z0-9]+(?:_[A-Z0-9]+)+|[A-Za-z]?[a-z0-9]+(?:_[a-z0-9]+)+|[a-z]+(?:[A-Z][a-z]+)+|[A-Z][a-z]+(?:[A-Z][a-z]*)+"
)
_WORD: Final = r"[^\W\d_]+"
_IN_A_PHRASE: Final = r"[^\s\"`=<>]{1,20}"
_TOLD: Final = frozenset(word_list("told"))


def is_literal(value: str, *, is_given: bool) -> bool:
    """Judge a value in quotes, or alone on a line of settings, that the name of a password is given.

    ``is_given``: it stands where no label and no message does, as beside the name of a user or of a network.
    """
    if not _SHORTEST <= len(value) <= _LONGEST or _is_something_else(value):
        return False
    words = value.split()
    if len(words) > 1:
        return is_given and len(words) <= _MOST_WORDS and all(map(compiled(_IN_A_PHRASE).fullmatch, words))
    if is_given:
        return compiled(r".*[^\W\d_]{2}.*").fullmatch(value) is not None
    is_name = compiled(_WORD).fullmatch(value) or compiled(_NAME).fullmatch(value)
    return not is_name and value.lower() != value and compiled(r".*[^\W\d_]{3}.*").fullmatch(value) is not None


def _is_something_else(value: str) -> bool:
    return (
        not value.isprintable()
        or is_placeholder(value)
        or is_sample(value)
        or compiled(_NO_LITERAL).fullmatch(value) is not None
        or speaks_of_the_trade(value)
        or not _TOLD.isdisjoint(word.strip("!?.,").lower() for word in compiled(r"[\s_-]+").split(value))
    )


def is_set_literal(value: str) -> bool:
    """Judge a value without quotes that a line of settings, and no code, gives the name of a password."""
    return compiled(_NAME).fullmatch(value) is None and is_literal(value, is_given=True)


def is_entered(value: str, style: Style) -> bool:
    """Judge a value that stands where a password is entered, as in a field or on the second line of a file."""
    return (
        is_literal(value, is_given=True)
        or looks_made_up(value, is_named=True)
        or (" " not in value and looks_secret(value, "password", style))
    )


# What settings have not.
_CODE: Final = (
    r"[()]|;[ \t]*(?:\r?\n|\Z)|==|=>|\b(?:def|import|return|const|let|var|function|class|if|for|self|this|new|await)\b"
)
_AROUND: Final = 160


def is_in_code(text: str, start: int, end: int) -> bool:
    """Say whether what stands around a stretch is code, or prose with brackets, and no file of settings."""
    return (
        compiled(_CODE).search(text[max(0, start - _AROUND) : start] + " \0 " + text[end : end + _AROUND]) is not None
    )


# A name of who logs in, and of where; what it is given is no label, which begins with a capital or has several words.
_ACCOUNT: Final = (
    r"(?i:(?<![^\W_])(?:(?:user|login|account|e?mail)(?:[_-]?(?:name|id|mail))?|uid|host(?:name)?|server|ssid|smtp|ipaddr"
    r"|benutzer|usuario|utilisateur|bind_?dn|identity|domain|database|dbname|db_?name|address|topic_prefix|url|port))"
    r"[\"'`]?(?:[ \t]{0,4}(?:=>|:=|[:=])[ \t]{0,4}|>|[ \t]|\",[ \t]?|',[ \t]?)N?[\"'`]?"
)
# What every such name has in it, and the letters that are these too where their size does not count.
_ACCOUNT_WORDS: Final = (
    "user", "login", "account", "mail", "uid", "host", "server", "ssid", "smtp", "ipaddr", "benutzer", "usuario",
    "utilisateur", "bind", "identity", "domain", "database", "db", "address", "topic_prefix", "url", "port",
)  # fmt: skip
_OTHER_SIZES: Final = {0x130: "i", 0x131: "i", 0x17F: "s", 0x212A: "k"}
_ACCOUNT_VALUE: Final = r"(?=(?P<value>(?-i:[a-z0-9][\w.@+\\/:-]{1,64}))(?:[\"'`]?(?:[\s,;)}\]/>]|\Z)|</))"
_SSID: Final = r"(?i:ssid)[\"'`]?[ \t]{0,4}(?:=>|[:=]|[ \t])[ \t]{0,4}[\"'`]?[^\s\"'`]"
_QUOTED_HOST: Final = (
    r"[\"'](?:[\w.+-]{1,40}@)?[\w-]{1,40}(?:\.[\w-]{2,40}){1,4}(?::\d+)?[\"'],|[\"'][0-9.]{7,15}[\"'],"
)
_SIGHT: Final = 240
_BEYOND: Final = 160
_NO_ACCOUNTS: Final = frozenset(word_list("no_accounts"))


def has_account(text: str, start: int, end: int) -> bool:
    """Say whether a name of who logs in, or of where, is given a value near a stretch: it is no list of labels."""
    before = text[max(0, start - _SIGHT) : start].rpartition("\n\n")[2]
    behind = text[end : end + _BEYOND].partition("\n\n")[0]
    # A host or an address that the call is given in front.
    line = before.rpartition("\n")[2]
    if ('",' in line or "'," in line) and compiled(_QUOTED_HOST).search(line):
        return True
    return _holds_account(before) or _holds_account(behind)


# Names of passwords that follow close upon each other have much the same around them.
@lru_cache(maxsize=512)
def _holds_account(stretch: str) -> bool:
    # Most stretches have no such word, which takes less time to see.
    small = stretch.lower() if stretch.isascii() else stretch.translate(_OTHER_SIZES).lower()
    if not any(word in small for word in _ACCOUNT_WORDS):
        return False
    if compiled(_SSID).search(stretch):
        return True
    for match in compiled(_ACCOUNT + _ACCOUNT_VALUE).finditer(stretch):
        value = match["value"].lower().rstrip(".:")
        if value not in _NO_ACCOUNTS and not match[0].lower().startswith(value):
            return True
    return False


def is_about_a_wrong_one(name: str) -> bool:
    """Say whether a name is that of a message about a password: ``WRONG_PASSWORD``, ``forgot_password``."""
    return compiled(_WRONG).search(name) is not None


_WRONG: Final = (
    r"(?i)wrong|invalid|incorrect|bad|missing|forgot|weak|short|confirm|reset|change|expired|empty|enter|title|show|hide|"
    r"toggle|label|msg|message|err|no_|without|prompt|create|update|lost|remember|require|strong|mask|ask|read"
)
