"""Decide which files a tool may write and read on a model's word: those of this memory and of the project it works in.

A model may repeat what stored text told it to say, and what a tool writes may later be run by a shell. So a path is
taken as given only from a person at a command line.
"""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Final

from memory_mcp.errors import InvalidInputError, RefusedError
from memory_mcp.keys.private_folders import is_planted
from memory_mcp.language.shortening import echoed
from memory_mcp.language.typed_commands import typed
from memory_mcp.project import MARKER, upwards, walked, working_tree
from memory_mcp.store.file.encryption import SEALED
from memory_mcp.tools.framework.call import Call

EXPORTS: Final = "exports"
_ENDINGS: Final = (".json", ".jsonl", ".json.gz", ".jsonl.gz", SEALED)
# Where the clients of this memory keep their conversations, below the home folder or the folder a client was told.
_TRANSCRIPTS: Final = (
    ("CLAUDE_CONFIG_DIR", ".claude", "projects"),
    ("CODEX_HOME", ".codex", "sessions"),
    ("", ".gemini", "tmp"),
    ("", ".cursor", "projects"),
)


def writable(call: Call, text: str, *, is_folder: bool) -> Path:
    """Return where an export may be written; a relative path lies in the ``exports`` folder beside the file.

    Raises InvalidInputError for an ending that is no export's, RefusedError for a place outside the exports folder
    and the project, for a hidden name, and for a symbolic link on the way.
    """
    exports = call.runtime.settings.db_path.absolute().parent / EXPORTS
    if call.facts.is_person:
        return _as_typed(text)
    path = _plain(exports / Path(text).expanduser())
    roots = [exports, *_project_roots(call.folder)]
    root = _root_of(path, roots)
    if root is None:
        raise _refused(
            f"{path} lies outside the folders a tool may write to", f"Write below {_names(roots)}", "export", path
        )
    below = path.relative_to(root)
    if any(part.startswith(".") for part in below.parts):
        raise _refused(f"{path} is hidden", "Give a path without names that start with a dot", "export", path)
    if root == exports and exports.is_symlink():
        raise _refused(f"{exports} is a symbolic link", f"Write below {_names(roots[1:])}", "export", path)
    if (link := _link_on_the_way(root, below)) is not None:
        raise _refused(f"{link} is a symbolic link", f"Write below {_names(roots)}", "export", path)
    if not is_folder and not path.name.endswith(_ENDINGS):
        raise InvalidInputError(
            f"{echoed(path.name)!r} has no ending of an export", hint=f"End it with one of {', '.join(_ENDINGS)}.",
            field="path",
        )  # fmt: skip
    return path


def readable(call: Call, text: str) -> Path:
    """Return the file or folder an import may read; a relative path is looked for in the ``exports`` folder.

    Raises RefusedError for a place outside the data folder, the project and the clients' transcripts, also where only
    a symbolic link leads there, and InvalidInputError for what is no path, or a person's path that is relative.
    """
    data = call.runtime.settings.db_path.absolute().parent
    if call.facts.is_person:
        return _as_typed(text)
    path = _plain(data / EXPORTS / Path(text).expanduser())
    # A file that lies in the home folder itself opens its exports, not the whole home.
    own = data / EXPORTS if _is_home_or_wider(data) else data
    roots = [*([] if is_planted(own) else [own]), *_project_roots(call.folder), *_transcript_folders()]
    real = path.resolve()
    if not any(real.is_relative_to(root.resolve()) for root in roots):
        raise _refused(
            f"{real} lies outside the folders a tool may read from", f"Read from below {_names(roots)}", "import", path
        )
    if (link := _link_that_leads_out(real)) is not None:
        raise _refused(f"{link} is a symbolic link that leads out of {path}", "Remove the link", "import", path)
    return path


def _link_that_leads_out(folder: Path) -> Path | None:
    entries = (Path(place, name) for place, *names in walked(folder) for name in chain.from_iterable(names))
    links = (entry for entry in entries if entry.is_symlink())
    return next((link for link in links if not link.resolve().is_relative_to(folder)), None)


def _as_typed(text: str) -> Path:
    """Return the path a person means; a relative one would depend on where the process was started."""
    path = Path(text).expanduser()
    if not path.is_absolute():
        raise InvalidInputError(
            f"not an absolute path: {echoed(text)!r}", hint="Give the whole path; ~ is your home.", field="path"
        )
    return path


def _plain(path: Path) -> Path:
    """Return the path without ``..``, its links as they are. Raises InvalidInputError for what no file can have."""
    try:
        plain = Path(os.path.normpath(path))
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            plain.lstat()
    except (ValueError, OSError) as exc:
        raise InvalidInputError(f"not a path: {echoed(str(path))!r}", hint="Give a plain path.", field="path") from exc
    return plain


def _project_roots(folder: Path) -> list[Path]:
    """Return the working tree and the marked folder around the client's folder.

    None is the home folder or wider, nor one where everybody may write, whatever links lead there.
    """
    marked = next((one for one in upwards(folder) if (one / MARKER).is_file()), None)
    around = [one for one in (working_tree(folder), marked) if one is not None and not _is_home_or_wider(one)]
    return list(dict.fromkeys(around))


def _is_home_or_wider(folder: Path) -> bool:
    home = Path.home().resolve()
    return folder.resolve() in (home, *home.parents)


def _transcript_folders() -> list[Path]:
    home = Path.home()
    return [Path(os.environ.get(variable) or home / name) / folder for variable, name, folder in _TRANSCRIPTS]


def _root_of(path: Path, roots: list[Path]) -> Path | None:
    """Return the root a path lies below, under the name it was given or the one its links stand for."""
    for root in roots:
        if path != root and path.is_relative_to(root):
            return root
        real = root.resolve()
        if path not in (root, real) and path.is_relative_to(real):
            return real
    return None


def _link_on_the_way(root: Path, below: Path) -> Path | None:
    """Return the first symbolic link between a root and what lies below it; the root itself may be one."""
    ways = [root.joinpath(*below.parts[: depth + 1]) for depth in range(len(below.parts))]
    return next((way for way in ways if way.is_symlink()), None)


def _names(roots: list[Path]) -> str:
    return " or ".join(str(root) for root in roots[:3])


def _refused(what: str, instead: str, command: str, path: Path) -> RefusedError:
    return RefusedError(what, hint=f"{instead}; a person may run: {typed(command, str(path))}", field="path")
