"""Where the clock of every test starts."""

from __future__ import annotations

from typing import Final

# 2026-03-01T09:00:00Z
START: Final = 1_772_355_600_000_000
