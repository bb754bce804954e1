"""Ids that sort by time: UUID version 7."""

from __future__ import annotations

import os

from memory_mcp.temporal import Instant


def new_uid(now: Instant) -> str:
    """Return a new UUIDv7 for ``now`` (microseconds UTC): 48 bits of milliseconds, then random bits (RFC 9562)."""
    milliseconds = (max(now, 0) // 1_000) & 0xFFFF_FFFF_FFFF
    random = int.from_bytes(os.urandom(10))
    value = milliseconds << 80 | random
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    # What str(uuid.UUID(int=value)) says, without a module that hooks would wait for.
    digits = f"{value:032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"
