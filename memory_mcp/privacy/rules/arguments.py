"""Secrets among the strings that a call is given, where its name says that it logs in, connects, signs or encrypts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled
from memory_mcp.privacy.values.drawn_values import is_random, is_sample
from memory_mcp.privacy.values.literals import is_set_literal
from memory_mcp.privacy.values.secret_values import is_mixed, is_placeholder, is_strung, looks_made_up

# The end of the name of what is called, in small letters: it takes an account, and behind it a password.
_ACCOUNTED: Final = (
    "login", "log_in", "connect", "connection", "begin", "authenticate", "auth", "signin", "sign_in", "mysqli", "pdo",
    "credentials", "credential", "sql", "open", "client", "logon", "bind", "simple_bind_s", "new", "database",
    "dbconnect",
)  # fmt: skip
# It takes a key.
_KEYED: Final = (
    "hmac", "hmac.new", "createhmac", "aes.new", "aes", "fernet", "jwt.encode", "jwt.decode", "jwt.sign", "jwt.verify",
    "sign", "verify", "encrypt", "decrypt", "createcipheriv", "createdecipheriv", "hash_hmac", "openssl_encrypt",
    "secretkeyspec", "setkey", "signer", "serializer", "set_key", "init", "configure", "setup", "client",
    "cookieparser", "plaintext", "unsafeplaintext",
)  # fmt: skip
_LIST: Final = r"\((?P<list>[^\n;]{0,200})"
_STRING: Final = r"(?<![\w\\])[bru]?(?P<quote>[\"'`])(?P<shown>(?:(?!(?P=quote))[^\\\n])*+)(?P=quote)(?=\s{0,4}[,)\].])"
_SHORTEST_KEY: Final = 16


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield how such calls begin, in small letters, and what looks at what they are given."""
    for name in _ACCOUNTED:
        yield f"{name}(", _behind_an_account
    for place, names in _PLACED:
        for name in names:
            yield f"{name}(", partial(_placed, place)
    for name in _KEYED:
        yield f"{name}(", _a_key


def _strings(text: str, position: int) -> list[tuple[int, str]]:
    """Return the strings that a call at this place is given, up to its end, and where each begins."""
    given = compiled(_LIST).match(text, text.index("(", position))
    if given is None or not ('"' in given["list"] or "'" in given["list"]):
        return []
    begin = given.start("list")
    stop = begin + _length(given["list"])
    return [(one.start("shown"), one["shown"]) for one in compiled(_STRING).finditer(text, begin, stop)]


def _length(given: str) -> int:
    """Return how far a list of what is given reaches, up to the bracket that ends it."""
    depth, quote = 1, ""
    for place, sign in enumerate(given, 1):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'`":
            quote = sign
        else:
            depth += (sign in "([{") - (sign in ")]}")
            if not depth:
                return place
    return len(given)


def _behind_an_account(text: str, position: int) -> Iterator[Span]:
    """Yield what looks made up behind the first of the strings."""
    for begin, shown in _strings(text, position)[1:]:
        if _is_password(shown):
            yield Span(begin, begin + len(shown), "password")
            return


# Calls that take a password as their first, second, third string or last, and nothing that is like one there.
_PLACED: Final = (
    (0, ("hashsync", "generate_password_hash", "password_hash", "make_password", "hashpw", "hash_password")),
    (1, ("credentials", "credential", "login", "authenticate", "networkcredential", "auth", "usernamepassword",
         "username_pw_set", "userpassword", "httpbasic", "withemailandpassword")),
    (2, ("mysqli", "mysqli_connect", "create_user", "create_superuser", "getconnection", "keyring.set_password")),
    (-1, ("usernamepasswordcredentialsimpl",)),
)  # fmt: skip


def _placed(place: int, text: str, position: int) -> Iterator[Span]:
    """Yield the string at a place, where the first is an account or an address and no words."""
    strings = [one for one in _strings(text, position) if one[1]]
    if len(strings) <= max(place, 0) or (place and compiled(r"[\w.@+:/-]{2,200}").fullmatch(strings[0][1]) is None):
        return
    begin, shown = strings[place]
    is_first = begin - text.index("(", position) <= len('(b"')
    if is_set_literal(shown) and (is_first or place):
        yield Span(begin, begin + len(shown), "password")


def _is_password(shown: str) -> bool:
    return (
        " " not in shown
        and bool(shown)
        and not is_placeholder(shown)
        and compiled(r".*(?:\.[a-z]{2,4}|:[0-9]+|/.*|\(.*)").fullmatch(shown) is None
        and any(map(str.isdigit, shown))
        and (looks_made_up(shown, is_named=False) or is_strung(shown) or is_mixed(shown) or _is_numbered(shown))
    )


def _is_numbered(shown: str) -> bool:
    """Say whether a string is small words in a row with a number, as no name of an account or a thing is."""
    return compiled(r"[a-z]{9,24}[0-9]{2,4}|[A-Za-z]{4,20}[-_.]?[A-Za-z]{4,20}[-_.][0-9]{2,5}").fullmatch(
        shown
    ) is not None and looks_made_up(shown, is_named=True)


def _a_key(text: str, position: int) -> Iterator[Span]:
    for begin, shown in _strings(text, position):
        if len(shown) >= _SHORTEST_KEY and is_random(shown) and any(map(str.isdigit, shown)) and not is_sample(shown):
            yield Span(begin, begin + len(shown), "secret")
