"""Links that are as good as a password: whoever has the link to a hook, an invitation or a reset may use it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled
from memory_mcp.privacy.values.drawn_values import is_drawn, is_random, is_sample

# What the part of a path, or of a host's name, in front of the drawn part says.
_HOOKS: Final = ("hook", "hooks", "webhook", "webhooks", "incomingwebhook")
_OPENERS: Final = (
    "invite", "invites", "invitation", "invitations", "join", "reset", "reset-password", "password-reset", "recover",
    "verify", "verification", "confirm", "confirmation", "activate", "activation", "magic", "magic-link", "signin",
    "unlock", "key", "keys", "token", "tokens", "secret", "bot", "ping", "heartbeat", "unsubscribe", "login", "auth",
)  # fmt: skip
_UUID: Final = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_PART: Final = r"[A-Za-z0-9_~.=%-]{1,512}"
_PATH: Final = rf"(?:[A-Za-z0-9_.~:@-]{{1,100}})(?P<path>(?:/{_PART}){{1,12}})"
_SHORTEST: Final = 16
_LEAST_OF_A_VERSION: Final = 28


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield what stands in such addresses, in small letters, and what looks there."""
    yield "://", _in_a_path
    for sign in "?&":
        for name in _PARAMETERS:
            yield f"{sign}{name}=", _in_a_query
            yield f"{sign}amp;{name}=", _in_a_query


def _in_a_path(text: str, position: int) -> Iterator[Span]:
    """Yield the drawn parts of a path behind a part that says what the link opens."""
    match = compiled(_PATH).match(text, position + len("://"))
    if match is None or len(match["path"]) < _SHORTEST:
        return
    host = text[position + len("://") : match.start("path")].lower()
    said = compiled(r"(?:\A|[.-])(?:(?:web)?hooks?|ping)(?:[.-]|\Z)").search(host) is not None
    is_opened = is_versioned = False
    begin = match.start("path")
    for part in match["path"][1:].split("/"):
        begin += 1
        word = part.lower()
        is_hook = said and compiled(rf"(?:{_UUID})|[a-z0-9]{{{_SHORTEST},}}").fullmatch(part) is not None
        is_key = len(part) >= _SHORTEST and _is_drawn(part)
        if (
            (is_hook and any(map(str.isdigit, part)) and any(map(str.isalpha, part)))
            or (is_key and (said or is_opened))
            or (is_versioned and is_key and len(part) >= _LEAST_OF_A_VERSION)
        ):
            yield Span(begin, begin + len(part), "secret")
        said = said or word in _HOOKS
        if private := compiled(r"private-(?P<secret>[0-9a-f]{32,})").fullmatch(part):
            yield Span(begin + private.start("secret"), begin + len(part), "secret")
        is_opened = word in _OPENERS or word.rpartition("_")[2] in _OPENERS
        is_versioned = begin <= match.start("path") + 1 and compiled(r"v[0-9]{1,2}").fullmatch(word) is not None
        begin += len(part)


def _is_drawn(part: str) -> bool:
    return (
        compiled(_UUID).fullmatch(part) is None
        and compiled(r"[0-9.]+").fullmatch(part) is None
        and is_random(part)
        and not is_sample(part)
    )


# What a query gives who asks, by name; a value that was drawn is then no word of the question.
_PARAMETERS: Final = (
    "key", "token", "apikey", "api_key", "api-key", "auth", "auth_key", "authkey", "appid", "app_key", "appkey", "sign",
    "sig", "signature", "access_key", "accesskey", "license", "license_key", "hash", "ticket", "otp", "session",
    "sessionid", "session_id", "sid", "jwt", "assertion", "st", "k", "t",
)  # fmt: skip
_VALUE: Final = r"[?&](?:amp;)?(?P<name>[\w-]{1,24})=(?P<value>[A-Za-z0-9_.~%+/-]{16,512}={0,2})"
_LEAST_OF_A_LETTER: Final = 24


def _in_a_query(text: str, position: int) -> Iterator[Span]:
    match = compiled(_VALUE).match(text, position)
    if match is None:
        return
    value = match["value"]
    least = _LEAST_OF_A_LETTER if len(match["name"]) <= len("st") or match["name"].lower() == "hash" else _SHORTEST
    is_hook = compiled(_UUID).fullmatch(value) is not None and compiled(r"hook").search(
        text, max(0, position - 120), position
    )
    if is_hook or (len(value) >= least and "/" not in value and _is_drawn(value) and is_drawn(value)):
        yield Span(match.start("value"), match.end("value"), "secret")
