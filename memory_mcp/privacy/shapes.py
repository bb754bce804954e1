"""Secrets known by the shape of what they stand in: a webhook's address, a signed link, a hash of a password."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from memory_mcp.privacy.providers import WORD
from memory_mcp.privacy.spans import Span, compiled, hits, taken

# Kind, a literal inside the shape, and the shape from that literal on; the group is what is taken out.
SHAPES: Final = (
    ("slack-webhook", "hooks.slack.com/", r"[a-z.]+/(?:services|workflows|triggers)/(?P<secret>[A-Za-z0-9_/+-]{20,})"),
    ("discord-webhook", "/api/webhooks/", rf"/api/webhooks/[0-9]{{5,24}}/(?P<secret>{WORD}{{30,}})"),
    ("telegram-token", ":AA", rf"(?<=[0-9]{{8}}):(?P<secret>AA{WORD}{{30,}})"),
    ("azure-key", "sig=", r"(?<=[?&;])sig=(?P<secret>[A-Za-z0-9%+/_-]{30,}=*)"),
    ("mailchimp-key", "-us", r"(?<=[0-9a-f]{32})-us(?P<secret>[0-9]{1,2})(?![0-9A-Za-z])"),
)


def shaped(text: str) -> Iterator[Span]:
    """Yield the secrets that the shape around them gives away."""
    for kind, literal, pattern in SHAPES:
        if literal in text:
            yield from hits(text, text, literal, partial(_taken, compiled(pattern), kind))


def _taken(pattern: re.Pattern[str], kind: str, text: str, position: int) -> Span | None:
    return taken(pattern.match(text, position), "secret", kind)
