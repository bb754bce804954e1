"""Read the marker file: a project's name, and what it says about capture."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Final, NamedTuple

from memory_mcp.errors import InvalidInputError
from memory_mcp.project.folders import upwards
from memory_mcp.project.names import clean_name
from memory_mcp.project.working_trees import repository_of

MARKER: Final = ".memory-mcp.toml"
# A hook waits until it is read.
_LARGEST: Final = 100_000
_KINDS: Final[dict[type, str]] = {
    str: "a text",
    bool: "true or false",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "a table",
}
_KEYS: Final = ("enabled", "ignore", "inject")


class CaptureRules(NamedTuple):
    """What a marker file says about capture: whether at all, and which paths (patterns, relative to it) never.

    ``inject``: whether prompts are told what has to do with them; None where it says nothing. ``root``: the folder it
    lies in. ``problem``: why it cannot be read, so that what it keeps out is not known. ``outer``: what the next such
    file above keeps out besides.
    """

    is_enabled: bool = True
    ignore: tuple[str, ...] = ()
    inject: bool | None = None
    root: Path | None = None
    problem: str = ""
    outer: CaptureRules | None = None


class Marker(NamedTuple):
    """What a marker file says, and the folder it stands in."""

    project: str = ""
    folder: Path | None = None
    capture: CaptureRules = CaptureRules()


def find_marker(around: list[Path]) -> Marker:
    """Read the marker file of a folder, which is given with those around it.

    A linked working tree has the main one's where it has none itself. Otherwise a file that git does not know of would
    hold for one working tree only: its name, and what it keeps out. The nearest file counts; what those further up
    keep out, none below brings in.
    """
    found = [path for candidate in around if _is_file(path := candidate / MARKER)]
    if not found:
        main = repository_of(around).root
        if main is not None and main not in around and _is_file(main / MARKER):
            found = [main / MARKER]
    nearest, *outer = map(_read_marker, found) if found else [Marker()]
    above = None
    for marker in reversed(outer):
        if marker.capture.ignore:
            above = marker.capture._replace(outer=above)
    is_enabled = all(marker.capture.is_enabled for marker in (nearest, *outer))
    return nearest._replace(capture=nearest.capture._replace(is_enabled=is_enabled, outer=above))


def _is_file(path: Path) -> bool:
    """Whether there is such a file; no for a path that no system takes, at which pathlib raises."""
    return os.path.isfile(path)  # noqa: PTH113 - as said


def capture_of(folder: Path) -> CaptureRules:
    """Return what the marker files around a folder say about capture; one that cannot be read is its ``problem``."""
    try:
        return find_marker(upwards(folder)).capture
    except InvalidInputError as exc:
        return CaptureRules(problem=str(exc))


def _read_marker(path: Path) -> Marker:
    import tomllib  # noqa: PLC0415 - most folders have no marker, and a hook has no time

    try:
        with path.open("rb") as file:
            raw = file.read(_LARGEST + 1)
        if len(raw) > _LARGEST:
            raise _unreadable(path, f"it has more than {_LARGEST:,} bytes")
        content = tomllib.loads(raw.decode("utf-8-sig").replace("\r\n", "\n"))
    except (OSError, ValueError, RecursionError) as exc:
        raise _unreadable(path, _why(exc)) from exc
    project = content.get("project", "")
    if not isinstance(project, str):
        raise _unreadable(path, f"project is {_kind(project)} and not a text")
    try:
        project = clean_name(project, "project")
    except InvalidInputError as exc:
        raise _unreadable(path, "project is not a project's name", exc.hint) from exc
    return Marker(project, path.parent, _read_capture(path, content.get("capture", {})))


def _unreadable(path: Path, why: str, hint: str = 'it is TOML: project = "name"') -> InvalidInputError:
    """Return the failure of a file. It has no word of the file itself, which may be written to be read by a model."""
    return InvalidInputError(f"{path} cannot be read: {why}", hint=hint)


def _why(exc: Exception) -> str:
    """Return why a text is no marker file's: what a reader of TOML says may quote it, but not where it stopped."""
    if isinstance(exc, OSError):
        return exc.strerror or "the system does not say why"
    if isinstance(exc, RecursionError):
        return "it is nested too deeply"
    place = re.search(r"\(at (?:line \d+, column \d+|end of document)\)\Z", str(exc))
    return f"it is no TOML {place[0]}" if place else "it is no TOML"


def _kind(value: Any) -> str:
    """Return what a value of TOML is called."""
    return _KINDS.get(type(value), "a time")


def _read_capture(path: Path, capture: Any) -> CaptureRules:
    """Read ``capture = false`` or a table; a misspelt key is an error, since it would capture what it should not."""
    if isinstance(capture, bool):
        return CaptureRules(is_enabled=capture, root=path.parent)
    hint = 'capture = false, or a table [capture] with enabled = false, ignore = ["private/**"] and inject = true'
    if not isinstance(capture, dict):
        raise _unreadable(path, f"capture is {_kind(capture)}", hint)
    if capture.keys() - set(_KEYS):
        raise _unreadable(path, f"capture has a key that is none of {', '.join(_KEYS)}", hint)
    enabled, ignore, inject = capture.get("enabled", True), capture.get("ignore", []), capture.get("inject")
    if isinstance(ignore, str):
        ignore = [ignore]
    is_known = isinstance(enabled, bool) and (inject is None or isinstance(inject, bool)) and isinstance(ignore, list)
    if not is_known or not all(isinstance(pattern, str) for pattern in ignore):
        raise _unreadable(path, "a value in capture is of another kind", hint)
    return CaptureRules(is_enabled=enabled, ignore=tuple(ignore), inject=inject, root=path.parent)
