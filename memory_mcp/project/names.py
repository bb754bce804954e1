"""The name of a project, and who gave it."""

from __future__ import annotations

import os
import unicodedata
import zlib
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.shortening import echoed

LONGEST_NAME: Final = 200

Source: TypeAlias = Literal["argument", "environment", "marker", "repository", "none"]


class ProjectRef(NamedTuple):
    """The project something belongs to, by name; the empty name is no project. ``source`` says who named it.

    ``instead``: of a marker file's, what its folder is until the file's word counts.
    """

    name: str
    root: Path | None
    source: Source
    instead: ProjectRef | None = None


NO_PROJECT: Final = ProjectRef("", None, "none")


def distinct_name(name: str, root: Path) -> str:
    """Return a name for a second root of the same base name: ``api~3f2a``, always the same for the same root."""
    spelled = unicodedata.normalize("NFC", os.path.normcase(root))
    return f"{name}~{zlib.crc32(spelled.encode('utf-8', 'surrogatepass')) & 0xFFFF:04x}"


def clean_name(name: str, said_in: str) -> str:
    """Return the name without surrounding space, as NFC; raise InvalidInputError for what cannot be a name."""
    cleaned = unicodedata.normalize("NFC", name.strip())
    if len(cleaned) > LONGEST_NAME or cleaned == "*" or not cleaned.isprintable():
        raise InvalidInputError(
            f"{said_in}: not a project's name: {echoed(cleaned)!r}",
            hint=f"printable characters, at most {LONGEST_NAME}; '*' means every project and names none",
            field=said_in,
        )
    return cleaned
