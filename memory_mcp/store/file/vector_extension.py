"""Load the extension for vectors into a connection by its path: its own package would import numpy."""

from __future__ import annotations

from pathlib import Path

import apsw

from memory_mcp.errors import UnsupportedError


def vector_library() -> Path:
    """Return where sqlite-vec's loadable library is, without importing its package (which imports numpy).

    Raises UnsupportedError when sqlite-vec is not installed.
    """
    import importlib.util  # noqa: PLC0415 - hooks never need it, and have no time

    spec = importlib.util.find_spec("sqlite_vec")
    if spec is None or spec.origin is None:
        raise UnsupportedError("sqlite-vec is not installed", hint="Reinstall memory-mcp-sqlite with its dependencies.")
    return Path(spec.origin).parent / "vec0"


def load_vector_extension(connection: apsw.Connection) -> None:
    """Load sqlite-vec into a connection; raise UnsupportedError when it cannot be had."""
    library = vector_library()
    try:
        connection.enable_load_extension(True)
        connection.load_extension(str(library))
    except apsw.ExtensionLoadingError as exc:
        raise UnsupportedError(
            f"sqlite-vec cannot be loaded from {library}: {exc}",
            hint="Reinstall sqlite-vec for this platform; until then search is lexical.",
        ) from exc
    finally:
        connection.enable_load_extension(False)
