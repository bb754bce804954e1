"""Secrets known by the shape of what they stand in: a webhook's address, a signed link, a hash of a password."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from memory_mcp.privacy.literal_search import LongWords
from memory_mcp.privacy.providers import WORD
from memory_mcp.privacy.spans import Span, compiled, hits, taken

# Kind, a literal inside the shape, and the shape from that literal on; the group is what is taken out.
SHAPES: Final = (
    ("slack-webhook", "hooks.slack.com/", r"[a-z.]+/(?:services|workflows|triggers)/(?P<secret>[A-Za-z0-9_/+-]{20,})"),
    ("discord-webhook", "/api/webhooks/", rf"/api/webhooks/[0-9]{{5,24}}/(?P<secret>{WORD}{{30,}})"),
    ("telegram-token", ":AA", rf"(?<=[0-9]{{8}}):(?P<secret>AA{WORD}{{30,}})"),
    ("azure-key", "sig=", r"(?:(?<=[?&;])|(?<![^\\s]))sig=(?P<secret>[A-Za-z0-9%+/_-]{30,}=*)"),
    ("secret", "code=", r"(?<=[?&])code=(?P<secret>(?=[^\s&]{0,80}[0-9])[A-Za-z0-9_/%.+-]{24,}=*)"),
    ("secret", "ignature=", r"(?<=[Ss])ignature=(?P<secret>(?=[^\s&]{0,80}[0-9])[A-Za-z0-9_/%+-]{30,}=*)"),
    ("terraform-token", ".atlasv1.", r"(?P<secret>(?<=[A-Za-z0-9]{14})\.atlasv1\.[A-Za-z0-9_=-]{40,80})"),
    ("azure-secret", "Q~", r"(?<=[A-Za-z0-9_~.-]{3}[0-9])Q~(?P<secret>[A-Za-z0-9_~.-]{30,40})"),
    ("google-oauth-token", "1//0", r"(?P<secret>1//0[A-Za-z0-9_-]{30,})"),
    ("salesforce-token", "!A", r"(?<=00D[A-Za-z0-9]{12})!(?P<secret>A[A-Za-z0-9._]{60,260})"),
    ("zapier-webhook", "hooks.zapier.com/", r"hooks\.zapier\.com/hooks/catch/(?P<secret>[0-9]+/[A-Za-z0-9]+)"),
    ("teams-webhook", "/IncomingWebhook/", r"/IncomingWebhook/(?P<secret>[A-Za-z0-9]{20,}/[A-Za-z0-9-]+)"),
    (
        "google-chat-webhook",
        "chat.googleapis.com/",
        r"chat\.googleapis\.com/v1/spaces/[^?\s]{1,80}\?(?P<secret>key=[^\s\"'<>]+)",
    ),
    (
        "password-hash",
        "$",
        r"\$(?P<secret>(?:1|2[abxy]?|5|6|y|7|gy|apr1|argon2(?:id|i|d)|pbkdf2[a-z0-9-]*|scrypt|P|H)\$[./A-Za-z0-9$,=+-]{20,300})",
    ),
    ("password-hash", "pbkdf2_sha", r"pbkdf2_sha[0-9]{1,3}\$[0-9]+\$(?P<secret>[A-Za-z0-9./$+=]{20,200})"),
    ("mailchimp-key", "-us", r"(?<=[0-9a-f]{32})-us(?P<secret>[0-9]{1,2})(?![0-9A-Za-z])"),
)

# The same, where the literal is part of no long word.
_WIDE_SHAPES: Final = (
    ("password", "DENTIFIED BY ", r"DENTIFIED BY [\"'](?P<secret>[^\"'\s<$]{3,128})"),
    ("password", "dentified by ", r"dentified by [\"'](?P<secret>[^\"'\s<$]{3,128})"),
    ("password-hash", "SHA}", r"(?:(?<=\{)|(?<=\{S))SHA\}(?P<secret>[A-Za-z0-9+/]{20,100}={0,2})"),
)


def shaped(text: str, words: LongWords) -> Iterator[Span]:
    """Yield the secrets that the shape around them gives away."""
    for kind, literal, pattern in SHAPES:
        if literal in words.lines:
            for position in words.positions(literal):
                if span := _taken(compiled(pattern), kind, text, position):
                    yield span
    for kind, literal, pattern in _WIDE_SHAPES:
        if literal in text:
            yield from hits(text, text, literal, partial(_taken, compiled(pattern), kind))


def _taken(pattern: re.Pattern[str], kind: str, text: str, position: int) -> Span | None:
    return taken(pattern.match(text, position), "secret", kind)
