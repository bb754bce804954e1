"""Join another memory with this one, from its file, which stays as it is, or from an export of it."""

from __future__ import annotations

import tempfile
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from memory_mcp.errors import ConflictError, InvalidInputError, MemoryMcpError, NotFoundError
from memory_mcp.store.file.atomic_files import new_file
from memory_mcp.store.file.copies.other_memory import copied
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.encryption import is_plain
from memory_mcp.store.file.mending.damage import refuse_damaged
from memory_mcp.transfer.formats import detect, native_write
from memory_mcp.transfer.importing import ImportOptions, import_file, take_in
from memory_mcp.transfer.merging.project_names import identify
from memory_mcp.transfer.model.input import input_of
from memory_mcp.transfer.model.report import Report
from memory_mcp.transfer.model.sealed import sealed_with

# How an export begins: compressed, or as text, which may have a byte-order mark.
_COMPRESSED: Final = b"\x1f\x8b\x08"
_TEXTS: Final = (b"{", b"[", b"\xef\xbb\xbf", b" ", b"\n", b"\r", b"\t")
_LOOKED_AT: Final = 256
_SAVED_THERE: Final = (
    "`memory-mcp --db FILE repair` saves what can be read of it; then give it again. It was not touched."
)

_MERGE: Final = ImportOptions(actor="merge")


def join(
    db: Database,
    path: Path,
    options: ImportOptions = _MERGE,
    *,
    key: str | None = None,
    secret: str | None = None,
) -> Report:
    """Take in all that another memory holds, and return the account of it.

    ``path`` is its file, opened with ``key`` if it is encrypted and left as it is (also while it is in use), or an
    export in the native format, opened with ``secret`` where it is sealed. Raises NotFoundError for no file,
    InvalidInputError for another format, ConflictError for this very memory, CorruptError for a memory of which rows
    would be missing, and what ``import_file`` and opening a memory raise. Nothing is written then.
    """
    if not path.is_file():
        raise NotFoundError(f"no file at {path}", hint="Give the file of a memory or an export.", field="path")
    if path.samefile(db.path):
        raise ConflictError(f"{path} is this memory itself", hint="Give the file of another one.", field="path")
    identify(db)
    if not _is_export(path):
        return _from_memory(db, path, key, options)
    given = input_of(path, secret)
    if detect.detect(given)[0] != "native":
        raise InvalidInputError(
            f"{path} is no export of a memory like this one", hint="`memory-mcp import` reads other formats.",
            field="path",
        )  # fmt: skip
    return import_file(db, path, options, format="native", secret=secret)


def _is_export(path: Path) -> bool:
    """Whether a file begins as an export does: an encrypted memory is no text, whatever its first bytes are."""
    if sealed_with(path) is not None:
        return True
    with path.open("rb") as file:
        start = file.read(_LOOKED_AT)
    if not start.startswith(_TEXTS):
        return start.startswith(_COMPRESSED)
    try:
        getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        return False
    return True


def _from_memory(db: Database, path: Path, key: str | None, options: ImportOptions) -> Report:
    with tempfile.TemporaryDirectory(prefix="memory-mcp-") as folder:
        copy = Path(folder) / "memory.db"
        with new_file(copy) as draft:
            copied(path, draft, key)
        with (
            _named_as_given(copy, path),
            closing(Database(copy, db.clock, key=None if is_plain(copy) else key)) as other,
            other.reading() as snapshot,
        ):
            refuse_damaged(other, snapshot)
            return take_in(db, native_write.records(snapshot), options, name=path.name, origin=other.origin)


@contextmanager
def _named_as_given(copy: Path, given: Path) -> Iterator[None]:
    """Name the file that was given where a failure of the block is of its copy, which is gone when it is told."""
    try:
        yield
    except MemoryMcpError as exc:
        if str(copy) not in exc.message:
            raise
        raise type(exc)(exc.message.replace(str(copy), str(given)), hint=_SAVED_THERE, field="path") from exc
