"""Seal exports: encrypt them under the memory's key or a pass phrase, and authenticate every byte.

The file is a line of JSON that says how the key is derived, then chunks of ChaCha20-Poly1305, each bound to that line,
to its place and to whether it is the last: the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizar (2015,
https://eprint.iacr.org/2015/189). So a file that was altered, reordered or cut short is recognised.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, TypeAlias

from memory_mcp.config import Settings
from memory_mcp.errors import RefusedError, UnsupportedError
from memory_mcp.keys.lookup import find_key
from memory_mcp.keys.storage import known_keys
from memory_mcp.language.typed_commands import typed

FORMAT: Final = "memory-mcp-sealed"
VERSION: Final = 1
Secret: TypeAlias = Literal["memory", "phrase"]
_CHUNK: Final = 65_536
_TAG: Final = 16
_START: Final = b'{"format":"memory-mcp-sealed"'
_LONGEST_HEAD: Final = 1_000
# 128 MB and about 0.4 s for what a person makes up; 256 random bits need no stretching.
_COST: Final = 1 << 17
_COST_OF_RANDOM: Final = 1 << 10
_BLOCK_SIZE: Final = 8
# 256 MB: what a file may ask for before anything in it is known to be true.
_MOST_COST: Final = 1 << 21


@dataclass(frozen=True, slots=True)
class Seal:
    """The head of a sealed file as it stands there, and the key derived from it."""

    head: bytes
    key: bytes

    def nonce(self, number: int, *, is_last: bool) -> bytes:
        """Return the 12 bytes that belong to one chunk alone."""
        return number.to_bytes(11, "big") + bytes([is_last])


class Sealer(io.RawIOBase):
    """A file to write: what is written is encrypted, and whole once it is closed."""

    def __init__(self, path: Path, secret: str, kind: Secret) -> None:
        cost = _COST_OF_RANDOM if secret.startswith("raw:") else _COST
        head = {
            "format": FORMAT, "version": VERSION, "secret": kind, "kdf": "scrypt", "n": cost, "r": _BLOCK_SIZE, "p": 1,
            "salt": os.urandom(16).hex(),
        }  # fmt: skip
        line = json.dumps(head, separators=(",", ":")).encode() + b"\n"
        self._seal = Seal(line, _derived(head, secret))
        self._cipher = _cipher(self._seal.key)
        self._waiting = bytearray()
        self._number = 0
        self._file = path.open("wb")
        self._file.write(line)

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: Any) -> int:
        """Take some bytes; a chunk is written once it is known not to be the last."""
        self._waiting += data
        while len(self._waiting) > _CHUNK:
            self._put(bytes(self._waiting[:_CHUNK]), is_last=False)
            del self._waiting[:_CHUNK]
        return len(data)

    def close(self) -> None:
        """Write the last chunk, unless that was done."""
        if not self.closed:
            self._put(bytes(self._waiting), is_last=True)
            self._file.close()
        super().close()

    def _put(self, chunk: bytes, *, is_last: bool) -> None:
        nonce = self._seal.nonce(self._number, is_last=is_last)
        self._file.write(self._cipher.encrypt(nonce, chunk, self._seal.head))
        self._number += 1


class Unsealed(io.RawIOBase):
    """A sealed file to read; each read raises RefusedError for a chunk that is not as it was written."""

    def __init__(self, path: Path, seal: Seal) -> None:
        self._path, self._seal = path, seal
        self._cipher = _cipher(seal.key)
        self._file: BinaryIO = path.open("rb")
        self._file.seek(len(seal.head))
        self._next = self._file.read(_CHUNK + _TAG)
        self._number = 0
        self._plain = b""

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer with what comes next; 0 at the end."""
        if not self._plain and (self._next or not self._number):
            chunk, self._next = self._next, self._file.read(_CHUNK + _TAG)
            self._plain = self._opened(chunk, is_last=not self._next)
            self._number += 1
        size = min(len(buffer), len(self._plain))
        buffer[:size], self._plain = self._plain[:size], self._plain[size:]
        return size

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        super().close()

    def _opened(self, chunk: bytes, *, is_last: bool) -> bytes:
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - for sealed files alone

        try:
            nonce = self._seal.nonce(self._number, is_last=is_last)
            plain: bytes = self._cipher.decrypt(nonce, chunk, self._seal.head)
        except InvalidTag as exc:
            if self._number == 0:
                raise _closed(self._path) from exc
            raise RefusedError(
                f"{self._path} was altered or cut short", hint="Get another copy of it. Nothing was imported.",
                field="path",
            ) from exc  # fmt: skip
        return plain


def _closed(path: Path) -> RefusedError:
    """Return what to tell about a file whose first chunk does not open."""
    is_phrase = sealed_with(path) == "phrase"
    what = "opens with another pass phrase" if is_phrase else "opens with another key"
    asks = typed("import --phrase", str(path))
    before = "" if is_phrase else ": of a memory whose key was changed, the key before"
    return RefusedError(
        f"{path} {what}, or was altered",
        hint=f"At a terminal, `{asks}` asks for what it was sealed with{before}. Nothing was imported.", field="path",
    )  # fmt: skip


def sealed_with(path: Path) -> Secret | None:
    """Return what a file was sealed with, None for a file that is not sealed.

    Raises UnsupportedError for a version that is not known here, RefusedError for a head that cannot be right.
    """
    head = _head_of(path)
    return None if head is None else _checked(path, head)["secret"]


def key_that_opens(path: Path, settings: Settings) -> str | None:
    """Return the memory's key, or one before it that was kept, that opens a sealed file; the memory's where none does.

    None for a file that is not sealed, and where there is no key. Raises what ``find_key`` and ``sealed_with`` raise.
    """
    sealed = sealed_with(path)
    if sealed != "memory":
        return None if sealed is None else find_key(settings)
    keys = known_keys(settings)
    return next((key for key in keys if _is_opened(path, key)), keys[0] if keys else None)


def _is_opened(path: Path, secret: str) -> bool:
    """Whether a secret opens the start of a sealed file."""
    line = _head_of(path) or b""
    with suppress(RefusedError, ValueError):
        with Unsealed(path, Seal(line, _derived(_checked(path, line), secret))) as file:
            file.read(1)
        return True
    return False


def opened_seal(path: Path, secret: str) -> Seal:
    """Read a sealed file to its end and return what opens it.

    Raises RefusedError for a wrong secret and for a file that was altered or cut short, UnsupportedError for a version
    that is not known here.
    """
    line = _head_of(path) or b""
    head = _checked(path, line)
    try:
        seal = Seal(line, _derived(head, secret))
    except ValueError as exc:
        # Sizes that are not too large, and that no key is derived with all the same.
        raise _wrong(path) from exc
    with Unsealed(path, seal) as file:
        while file.read(_CHUNK):
            pass
    return seal


def _head_of(path: Path) -> bytes | None:
    """Return the first line of a sealed file; None for another one, or none, or one that cannot be read."""
    line = b""
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                line = file.readline(_LONGEST_HEAD)
    return line if line.startswith(_START) else None


def _checked(path: Path, line: bytes) -> dict[str, Any]:
    """Return the head of a sealed file."""
    try:
        head = json.loads(line)
        if head["version"] != VERSION:
            raise UnsupportedError(f"{path} is sealed in a way that is not known here", hint="Update this program.")
        n, r, p = head["n"], head["r"], head["p"]
        sizes = all(type(number) is int and number > 0 for number in (n, r, p)) and n & (n - 1) == 0
        is_right = (
            sizes and n * r * p <= _MOST_COST and (head["kdf"], len(bytes.fromhex(head["salt"]))) == ("scrypt", 16)
        )
        is_right = is_right and head["secret"] in ("memory", "phrase")
    except (ValueError, KeyError, TypeError, RecursionError):
        is_right = False
    if not is_right:
        raise _wrong(path)
    return head  # type: ignore[no-any-return]  # a dictionary, or its keys could not have been read


def _wrong(path: Path) -> RefusedError:
    return RefusedError(f"the head of {path} cannot be right", hint="Get another copy of it.", field="path")


def _derived(head: dict[str, Any], secret: str) -> bytes:
    memory = 256 * head["n"] * head["r"] * head["p"]
    return hashlib.scrypt(
        secret.encode(), salt=bytes.fromhex(head["salt"]), n=head["n"], r=head["r"], p=head["p"], dklen=32,
        maxmem=max(memory, 1 << 25),
    )  # fmt: skip


def _cipher(key: bytes) -> Any:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415 - for sealed files alone

    return ChaCha20Poly1305(key)
