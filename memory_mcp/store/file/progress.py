"""The type of a callback that long work calls as it goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int | None], None]
"""Takes how much is done and of how much, None where nobody knows; its owner says of what: rows, bytes, records."""
