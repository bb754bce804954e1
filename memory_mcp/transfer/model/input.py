"""Open a file, an archive or a folder as text, plain, compressed or sealed, and read its lines; one may be damaged."""

from __future__ import annotations

import io
import lzma
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from gzip import GzipFile
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, Final, TextIO, cast
from zipfile import BadZipFile, ZipExtFile, ZipFile, is_zipfile

from memory_mcp.errors import InvalidInputError, NotFoundError, RefusedError
from memory_mcp.language.digests import blake2b
from memory_mcp.language.typed_commands import typed
from memory_mcp.transfer.model.sealed import Seal, Unsealed, opened_seal, sealed_with

# Characters. A longer line holds no record.
MOST_OF_A_LINE: Final = 16_000_000
# Bytes, and times its packed size: no export of anything said or written is like that, only one made to fill a memory.
_LARGE_MEMBER: Final = 64_000_000
_MOST_INFLATED: Final = 100
_GZIP: Final = b"\x1f\x8b"
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_EDGE: Final = 1_000_000
# Large exports come in several.
_CONVERSATIONS: Final = re.compile(r"conversations(?:-\d+)?\.json")
# What Claude.ai's has besides, as one file or a folder of them.
_BESIDE: Final = re.compile(r"(?:.*/)?(?:projects|memories)(?:-\d+|/[^/]+)?\.json")
_FOLDERS: Final = ("projects", "memories")
_UNDATED: Final = 1980
# What reading on raises where packed bytes are damaged, of whatever kind they are.
_BROKEN: Final = (EOFError, OSError, zlib.error, lzma.LZMAError, BadZipFile)


class _Inflated(io.RawIOBase):
    """What a compressed file holds; one that breaks off ends there, and says so, with all before it kept.

    ``file`` is closed with it, and so is what that reads from. Raises RefusedError where it holds very much for its
    ``size``.
    """

    def __init__(self, file: GzipFile | ZipExtFile, name: str, size: int, *below: BinaryIO) -> None:
        self.is_broken = False
        self._file, self._below = file, below
        self._name, self._size, self._read = name, size, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._file.read1(len(buffer))
        except _BROKEN:
            self.is_broken = True
            data = b""
        buffer[: len(data)] = data
        self._read += len(data)
        _refuse_inflated(self._name, self._read, self._size)
        return len(data)

    def close(self) -> None:
        for file in (self._file, *self._below):
            file.close()
        super().close()


def breaks_off(file: TextIO) -> bool:
    """Whether a compressed file that was read as far as it goes is damaged."""
    raw = getattr(getattr(file, "buffer", None), "raw", None)
    return isinstance(raw, _Inflated) and raw.is_broken


def _holds_conversations(name: str) -> bool:
    return _CONVERSATIONS.fullmatch(PurePosixPath(name).name) is not None


def _is_read(name: str) -> bool:
    return _holds_conversations(name) or _BESIDE.fullmatch(name) is not None


def _refuse_inflated(name: str, size: int, packed: int) -> None:
    """Raise RefusedError for what is very large and was packed small; of an archive's file by what that says it is."""
    if size > _LARGE_MEMBER and size > _MOST_INFLATED * packed:
        raise RefusedError(
            f"{name} is {packed / 1e6:.1f} MB as it is packed and would unpack to {size / 1e6:.0f} MB or more",
            hint="If it is what it should be, a person may unpack it and import that.", field="path",
        )  # fmt: skip


def _member(path: Path, name: str) -> _Inflated:
    with ZipFile(path) as archive:
        member = archive.getinfo(name)
        _refuse_inflated(name, member.file_size, member.compress_size)
        return _Inflated(cast("ZipExtFile", archive.open(name)), name, member.compress_size)


@dataclass(frozen=True, slots=True)
class Input:
    """Something to import: a file, with what opens it if it is sealed, or text that came inline (``text``)."""

    name: str
    path: Path | None = None
    text: str | None = None
    seal: Seal | None = None
    # Of an archive: which file in it.
    member: str = ""
    # Of an exported folder of Markdown: which of its rows, all where it is None.
    only: frozenset[str] | None = None

    @property
    def field(self) -> str:
        """The argument the input came in, for an error to name."""
        return "path" if self.text is None else "data"

    def open(self, errors: str = "replace") -> TextIO:
        """Open it as text, decompressed; what is no UTF-8 becomes what ``errors`` says, of UTF-16 always U+FFFD.

        Raises RefusedError for a file that cannot be read, or that an archive packs like nothing anybody wrote.
        """
        if self.path is None:
            return io.StringIO(self.text or "")
        try:
            if self.member:
                inflated = io.BufferedReader(_member(self.path, self.member))
                return io.TextIOWrapper(inflated, encoding="utf-8-sig", errors=errors)
            packed = self._packed()
            # Only a line feed ends a line of JSON.
            if packed is not None:
                size = self.path.stat().st_size
                inflated = io.BufferedReader(_Inflated(GzipFile(fileobj=packed), self.path.name, size, packed))
                return io.TextIOWrapper(inflated, encoding="utf-8-sig", errors=errors, newline="\n")
            with self.path.open("rb") as file:
                start = file.read(2)
            if start in _UTF16:
                return self.path.open(encoding="utf-16", errors="replace", newline="\n")
            return self.path.open(encoding="utf-8-sig", errors=errors, newline="\n")
        # One that is packed in a way that nobody reads here, or under a password, is a RuntimeError.
        except (OSError, BadZipFile, RuntimeError) as exc:
            why = getattr(exc, "strerror", "") or exc
            raise RefusedError(
                f"{self.path} cannot be read: {why}", hint="Check the path and its permissions.", field="path"
            ) from exc

    @property
    def is_unpacked(self) -> bool:
        """Whether it is the folder that an archive of conversations unpacks to; one with pages is somebody's notes."""
        names = self._names() if self.path is not None and self.path.is_dir() else []
        return any(map(_holds_conversations, names)) and not any(name.endswith(".md") for name in names)

    def members(self) -> list[Input]:
        """Return what is read of an archive that somebody exported, or its folder, conversations first, else the file.

        Raises InvalidInputError for an archive that holds none of it, RefusedError for one that cannot be read.
        """
        names = sorted(filter(_is_read, self._names()), key=lambda name: not _holds_conversations(name))
        if self.path is not None and self.path.is_dir():
            return [replace(self, path=self.path / name, name=name) for name in names]
        if self.path is None or not self._is_archive():
            return [self]
        if not names:
            raise InvalidInputError(
                f"{self.name} is an archive without conversations.json", hint="Unpack it and import what it holds.",
                field=self.field,
            )  # fmt: skip
        return [replace(self, member=name, name=name) for name in names]

    def others(self) -> list[str]:
        """Return the names of an archive's files, or its folder's, that are data and are not read."""
        return [name for name in self._names() if name.endswith(".json") and not _is_read(name)]

    @property
    def holds_conversations(self) -> bool:
        """Whether the name is that of the conversations in an export."""
        return _holds_conversations(self.name)

    @property
    def made_at(self) -> float | None:
        """When the file was made, in seconds since 1970; None for a text that came inline."""
        if self.path is None:
            return None
        if self.member:
            with ZipFile(self.path) as archive:
                made = archive.getinfo(self.member).date_time
            with suppress(ValueError):
                if made[0] > _UNDATED:
                    return datetime(*made, tzinfo=UTC).timestamp()
        return self.path.stat().st_mtime

    def _names(self) -> list[str]:
        """Return what an archive or a folder holds, sorted; nothing for a file."""
        if self.path is not None and self.path.is_dir():
            found = chain(self.path.iterdir(), *((self.path / folder).glob("*.json") for folder in _FOLDERS))
            return sorted(one.relative_to(self.path).as_posix() for one in found if one.is_file())
        if self.path is None or not self._is_archive():
            return []
        with ZipFile(self.path) as archive:
            return sorted(archive.namelist())

    def _is_archive(self) -> bool:
        return self.path is not None and not self.member and self.path.is_file() and is_zipfile(self.path)

    def _packed(self) -> BinaryIO | None:
        """Return the compressed bytes of a file, None for one that is not compressed."""
        assert self.path is not None
        if self.seal is not None:
            return io.BufferedReader(Unsealed(self.path, self.seal))
        with self.path.open("rb") as file:
            is_packed = file.read(2) == _GZIP
        return self.path.open("rb") if is_packed else None

    def fingerprint(self) -> str:
        """Return 32 hexadecimal digits that are the same for the same content.

        Raises OSError for a file that cannot be read.
        """
        digest = blake2b(digest_size=16)
        if self.path is None:
            digest.update((self.text or "").encode("utf-8", "replace"))
        elif self.path.is_dir():
            digest.update("".join(member.fingerprint() for member in self.members()).encode())
        else:
            size = self.path.stat().st_size
            with self.path.open("rb") as file:
                digest.update(f"{size}\n".encode() + file.read(_EDGE))
                file.seek(max(0, size - _EDGE))
                digest.update(file.read(_EDGE))
        return digest.hexdigest()

    def count_lines(self) -> int | None:
        """Return the number of lines, None for a compressed file."""
        if self.path is None:
            return (self.text or "").count("\n") + 1
        if self.seal is not None:
            return None
        with self.path.open("rb") as file:
            if file.read(2) == _GZIP:
                return None
            return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(_EDGE), b"")) + 1


def input_of(path: Path, secret: str | None = None) -> Input:
    """Return a file to import; ``secret`` opens it if it is sealed.

    Raises NotFoundError when there is none, RefusedError for a pipe or device, and for a sealed file that the secret
    does not open or that was altered.
    """
    if not path.exists():
        raise NotFoundError(f"no file at {path}", hint="Give the path of a file or folder to import.", field="path")
    if not (path.is_file() or path.is_dir()):
        # Opening one waits for whoever writes to it, perhaps for ever, and it cannot be read twice.
        raise RefusedError(
            f"{path} is neither a file nor a folder", hint="Write what it gives to a file and import that.",
            field="path",
        )  # fmt: skip
    if sealed_with(path) is None:
        return Input(path.name, path=path)
    if not secret:
        raise RefusedError(
            f"{path} is sealed, and there is no key to open it",
            hint=f"A person may run: {typed('import --phrase', str(path))}", field="path",
        )  # fmt: skip
    return Input(path.name, path=path, seal=opened_seal(path, secret))


def lines(source: Input) -> Iterator[tuple[str, str, str]]:
    """Yield (line, where, fault) for every line that is not blank, in constant memory.

    A line that is too long has no text but a fault; one at which a compressed file breaks off has the part before.
    """
    number = 0
    with source.open() as file:
        while True:
            number += 1
            line = file.readline(MOST_OF_A_LINE)
            is_whole = len(line) < MOST_OF_A_LINE or line.endswith("\n")
            rest = line
            while not is_whole and rest and not rest.endswith("\n"):
                rest = file.readline(MOST_OF_A_LINE)
            if not line.endswith("\n") and breaks_off(file):
                yield line, f"line {number}", "the file breaks off"
                return
            if not line:
                return
            if not is_whole:
                yield "", f"line {number}", f"longer than {MOST_OF_A_LINE} characters"
            elif line.strip():
                yield line, f"line {number}", ""
