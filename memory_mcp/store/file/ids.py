"""Ids that sort by time (UUID version 7), and ids that follow from what they name (UUID version 8)."""

from __future__ import annotations

import os
from typing import Final

from memory_mcp.language.digests import blake2b
from memory_mcp.temporal import Instant

_LENGTH: Final = 36
# Where the digit of the version stands.
_VERSION_AT: Final = 14


def new_uid(now: Instant) -> str:
    """Return a new UUIDv7 for ``now`` (microseconds UTC): 48 bits of milliseconds, then random bits (RFC 9562)."""
    milliseconds = f"{(max(now, 0) // 1_000) & 0xFFFF_FFFF_FFFF:012x}"
    random = os.urandom(10).hex()
    return _as_text(milliseconds + "7" + random[1:4] + random[4:])


def derived_uid(*parts: str) -> str:
    """Return the UUIDv8 that follows from these parts alone: whoever names the same has the same id (RFC 9562)."""
    digits = hash_of(*parts)
    return _as_text(digits[:12] + "8" + digits[13:])


def hash_of(*parts: str) -> str:
    """Return 32 hexadecimal digits that are equal where these parts are."""
    return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


def is_derived(uid: str) -> bool:
    """Whether an id has the form of one that follows from what it names."""
    return len(uid) == _LENGTH and uid[_VERSION_AT] == "8"


def _as_text(digits: str) -> str:
    """Return 32 hexadecimal digits as a UUID of RFC 9562's variant."""
    variant = "89ab"[int(digits[16], 16) % 4]
    # What str(uuid.UUID(...)) says, without a module that hooks would wait for.
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{variant}{digits[17:20]}-{digits[20:]}"
