"""The icon of the bundle, drawn: rows of a memory, the newest one bright.

uv run python mcpb/icon.py            write mcpb/icon.png
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Final

ICON: Final = Path(__file__).parent / "icon.png"
SIZE: Final = 512
_GROUND: Final = (24, 32, 48)
_ROWS: Final = (
    (96, 312, (90, 110, 140)), (176, 360, (120, 145, 180)), (256, 264, (150, 180, 215)), (336, 384, (255, 196, 84)),
)  # fmt: skip
_LEFT: Final = 64
_HEIGHT: Final = 48
_CORNER: Final = 96


def png() -> bytes:
    """Return the picture as PNG: 512 by 512 pixels with rounded, transparent corners."""
    lines = b"".join(b"\0" + b"".join(_pixel(x, y) for x in range(SIZE)) for y in range(SIZE))
    head = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )


def _pixel(x: int, y: int) -> bytes:
    if not _is_inside(x, y, 0, 0, SIZE, SIZE, _CORNER):
        return bytes(4)
    row = next((colour for top, width, colour in _ROWS if _is_inside(x, y, _LEFT, top, width, _HEIGHT, 24)), _GROUND)
    return bytes((*row, 255))


def _is_inside(x: int, y: int, left: int, top: int, width: int, height: int, radius: int) -> bool:
    """Say whether a pixel lies in a rectangle with rounded corners."""
    if not (left <= x < left + width and top <= y < top + height):
        return False
    near_x = min(max(x, left + radius), left + width - 1 - radius)
    near_y = min(max(y, top + radius), top + height - 1 - radius)
    return (x - near_x) ** 2 + (y - near_y) ** 2 <= radius**2


if __name__ == "__main__":
    ICON.write_bytes(png())
