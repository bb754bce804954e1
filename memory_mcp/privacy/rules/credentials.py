"""Passwords and tokens in the places protocols give them: an Authorization header, the user part of an address."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as BinasciiError
from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled, rule, run_end, taken
from memory_mcp.privacy.values.drawn_values import is_sample
from memory_mcp.privacy.values.secret_values import looks_made_up, looks_secret

_HEADER: Final = (
    r"(?i)authorization[\"'\\]{0,3}[ \t]{0,4}[:=,][ \t]{0,4}[\"'\\]{0,3}(?:(?P<scheme>[a-z][\w-]{1,20})[ \t]{1,4})?"
    r"(?P<secret>[^\s\"'\\<>`,;]{6,256})"
)
_SCHEME: Final = r"(?i)(?<![\w-])(?P<scheme>bearer|basic)[ \t:=]{1,4}(?P<secret>[A-Za-z0-9._~+/-]{8,256}=*)"


def authorization(text: str, position: int) -> Span | None:
    """Return what an Authorization header, or a scheme like Bearer, at this place gives away."""
    match = compiled(_HEADER).match(text, position) or compiled(_SCHEME).match(text, position)
    if match is None:
        return None
    secret = match["secret"]
    if (match["scheme"] or "").lower() == "basic":
        is_secret = _is_user_and_password(secret) and not is_sample(secret)
    else:
        is_secret = any(c.isdigit() for c in secret) and looks_secret(secret, "secret", "quoted")
    return Span(match.start("secret"), run_end(text, match.end()), "authorization") if is_secret else None


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


_STAND_INS: Final = frozenset(
    ("password", "pass", "passwd", "pwd", "secret", "changeme", "your-password", "your_password")
)


def url_password(text: str, position: int) -> Span | None:
    """Return the password in the user part of an address whose ``://`` is at this place."""
    if match := compiled(_URL_PASSWORD).match(text, position):
        group = "secret" if match["secret"] else "slashed"
        if (
            match[group][0] in "<{[$%"
            or set(match[group]) <= set("*.xX")
            or match[group].lower().rstrip("]") in _STAND_INS
        ):
            return None
        span = taken(match, group, "url-password")
        # An address that reports errors go to has two keys.
        is_key = span is not None and compiled(r"[0-9a-f]{32}").fullmatch(match["user"]) is not None
        return Span(match.start("user"), span.end, span.kind) if span and is_key else span
    return taken(compiled(_USER_TOKEN).match(text, position), "secret", "url-password")


_WITHOUT_SCHEME: Final = r"(?<![\w./@:+-])(?P<user>[\w.-]{2,32}):(?P<secret>[^\s:@/\"'`<>]{4,64})@\Z"
# With these no password ends, as the sign of a decorator stands behind; nor does one that is not there.
_NOT_IN_FRONT: Final = frozenset(("", *" \t\r\n:@/\"'`<>"))
_HOST: Final = (
    r"@(?:tcp\(|unix\(|(?!sha[0-9])(?:[\w-]+\.)+[a-z]{2,12}(?![\w.-]*[A-Z])|localhost\b|[\w.-]{1,64}:[0-9]{2,5}\b)"
)
_THIN: Final = r"thin:[\w$]{1,30}/(?P<secret>[^@\s\"']{3,64})@"


def login_without_scheme(text: str, position: int) -> Span | None:
    """Return the password of ``user:password@host`` whose ``@`` is at this place."""
    if text[position - 1 : position] in _NOT_IN_FRONT or compiled(_HOST).match(text, position) is None:
        return None
    match = compiled(_WITHOUT_SCHEME).search(text, max(0, position - 100), position + 1)
    if match is None or match["user"] in _NO_USERS or not looks_made_up(match["secret"], is_named=True):
        return None
    return taken(match, "secret", "url-password")


def oracle_login(text: str, position: int) -> Span | None:
    """Return the password in an address of Oracle's thin driver."""
    return taken(compiled(_THIN).match(text, position), "secret", "url-password")


_NO_USERS: Final = frozenset(("mailto", "acct", "sip", "xmpp", "npm", "git", "file", "image", "http", "https", "user"))


_CALL: Final = (
    r"[\w]{0,24}(?:[ \t]{0,2}=[ \t]{0,2})?\([\"'][^\"'\n]{1,64}[\"'],[ \t]{0,4}[\"'](?P<secret>[^\"'\n]{4,128})[\"']"
)


def login_in_a_call(text: str, position: int) -> Span | None:
    """Return the password that ``auth=("joe", "...")`` or ``NetworkCredential("joe", "...")`` is given."""
    match = compiled(_CALL).match(text, position)
    if match is None or not looks_made_up(match["secret"], is_named=True):
        return None
    return taken(match, "secret", "password")


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield what stands in headers, addresses and calls that hold a login, and what looks there."""
    for words, looks in (
        (("bearer", "basic", "authorization"), authorization), (("://",), url_password), (("@",), login_without_scheme),
        (("thin:",), oracle_login), (("auth", "credential"), login_in_a_call),
    ):  # fmt: skip
        found = rule(looks)
        for word in words:
            yield word, found
