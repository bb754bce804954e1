"""Ids that sort by time: UUID version 7."""

from __future__ import annotations

import os

from memory_mcp.temporal import Instant


def new_uid(now: Instant) -> str:
    """Return a new UUIDv7 for ``now`` (microseconds UTC): 48 bits of milliseconds, then random bits (RFC 9562)."""
    milliseconds = f"{(max(now, 0) // 1_000) & 0xFFFF_FFFF_FFFF:012x}"
    random = os.urandom(10).hex()
    variant = "89ab"[int(random[4], 16) % 4]
    # What str(uuid.UUID(...)) says, without a module that hooks would wait for.
    return f"{milliseconds[:8]}-{milliseconds[8:]}-7{random[1:4]}-{variant}{random[5:8]}-{random[8:]}"
