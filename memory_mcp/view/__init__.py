"""The window: one HTML page that shows what this memory holds, from a file or inside a client that shows apps."""

from __future__ import annotations

__all__ = ["data", "page"]
