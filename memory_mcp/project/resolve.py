"""Which project a folder belongs to: what was said, else a marker file, else the repository, else none.

Nothing is written and no program is started: git's own files say which working trees share a repository.
"""

from __future__ import annotations

import os
import re
import unicodedata
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from memory_mcp.errors import InvalidInputError

MARKER: Final = ".memory-mcp.toml"
_LONGEST_NAME: Final = 200
_FORMS: Final[tuple[Literal["NFC", "NFD"], ...]] = ("NFC", "NFD")

Source: TypeAlias = Literal["argument", "environment", "marker", "repository", "none"]


@dataclass(frozen=True, slots=True)
class ProjectRef:
    """The project something belongs to, by name; the empty name is no project. ``source`` says who named it."""

    name: str
    root: Path | None
    source: Source


@dataclass(frozen=True, slots=True)
class CaptureRules:
    """What a marker file says about capture: whether at all, and which paths (patterns, relative to it) never.

    ``inject``: whether prompts are told what has to do with them; None where it says nothing.
    """

    is_enabled: bool = True
    ignore: tuple[str, ...] = ()
    inject: bool | None = None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """All that a folder tells. A marker file that cannot be read is a ``problem``, and counts as not there."""

    project: ProjectRef
    capture: CaptureRules = field(default_factory=CaptureRules)
    problem: InvalidInputError | None = None


NO_PROJECT: Final = ProjectRef("", None, "none")


def resolve(folder: Path, *, argument: str | None = None, environment: str | None = None) -> ProjectRef:
    """Return the project of a folder: the argument, else MEMORY_PROJECT, else marker file, else repository, else none.

    Raises InvalidInputError for a name that cannot be one and for a marker file that cannot be read.
    """
    surroundings = survey(folder, argument=argument, environment=environment)
    if surroundings.problem is not None:
        raise surroundings.problem
    return surroundings.project


def survey(folder: Path, *, argument: str | None = None, environment: str | None = None) -> Surroundings:
    """Return all that a folder tells; never raises, so that a hook captures even where a marker file is broken."""
    marker = _Marker()
    problem = None
    try:
        marker = _find_marker(folder)
    except InvalidInputError as exc:
        problem = exc
    try:
        project = _named(argument, "argument", "project") or _named(environment, "environment", "MEMORY_PROJECT")
    except InvalidInputError as exc:
        return Surroundings(NO_PROJECT, marker.capture, exc)
    if project is not None:
        # Whoever names a project does not depend on the marker file.
        return Surroundings(project, marker.capture)
    if marker.project:
        return Surroundings(ProjectRef(marker.project, marker.folder, "marker"), marker.capture, problem)
    return Surroundings(_repository(folder), marker.capture, problem)


def working_tree(folder: Path) -> Path | None:
    """Return the root of the repository's working tree a folder is in, a linked one too; None outside any."""
    return next((around for around in _upwards(folder) if os.path.lexists(around / ".git")), None)


def place_of(folder: Path, project: ProjectRef) -> str:
    """Return where a folder is: below the root of its working tree or its marker file (there: empty), else whole.

    So the same place in two working trees has one name. Nothing is below a folder that is everybody's: it ends in /.
    """
    canonical = _canonical(folder)
    if canonical is None:
        return ""
    root = project.root if project.source == "marker" else None
    if project.source == "repository" or (root is not None and not canonical.is_relative_to(root)):
        # A linked working tree may go by the marker file of the main one.
        root = working_tree(canonical)
    if root is not None and canonical.is_relative_to(root):
        return "" if canonical == root else canonical.relative_to(root).as_posix()
    return canonical.as_posix().rstrip("/") + ("/." if _is_nobodys(canonical) else "")


def distinct_name(name: str, root: Path) -> str:
    """Return a name for a second root of the same base name: ``api~3f2a``, always the same for the same root."""
    spelled = unicodedata.normalize("NFC", os.path.normcase(root))
    return f"{name}~{zlib.crc32(spelled.encode('utf-8', 'surrogatepass')) & 0xFFFF:04x}"


def _named(name: str | None, source: Source, said_in: str) -> ProjectRef | None:
    cleaned = _clean_name(name or "", said_in)
    return ProjectRef(cleaned, None, source) if cleaned else None


def _clean_name(name: str, said_in: str) -> str:
    cleaned = unicodedata.normalize("NFC", name.strip())
    if len(cleaned) > _LONGEST_NAME or cleaned == "*" or not cleaned.isprintable():
        raise InvalidInputError(
            f"{said_in}: not a project's name: {cleaned[:_LONGEST_NAME]!r}",
            hint=f"printable characters, at most {_LONGEST_NAME}; '*' means every project and names none",
            field=said_in,
        )
    return cleaned


class _Marker(NamedTuple):
    project: str = ""
    folder: Path | None = None
    capture: CaptureRules = CaptureRules()


def _find_marker(folder: Path) -> _Marker:
    """Read the marker file of a folder; a linked working tree has the main one's where it has none itself.

    Otherwise a file that git does not know of would hold for one working tree only: its name, and what it keeps out.
    """
    around = _upwards(folder)
    for candidate in around:
        path = candidate / MARKER
        if path.is_file():
            return _read_marker(path)
    main = _repository(folder).root
    if main is not None and main not in around and (main / MARKER).is_file():
        return _read_marker(main / MARKER)
    return _Marker()


def _read_marker(path: Path) -> _Marker:
    import tomllib  # noqa: PLC0415 - most folders have no marker, and a hook has no time

    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as exc:
        raise InvalidInputError(f"{path} cannot be read: {exc}", hint='it is TOML: project = "name"') from exc
    project = content.get("project", "")
    if not isinstance(project, str):
        raise InvalidInputError(f"{path}: project is not a text: {project!r}", hint='project = "name"')
    return _Marker(
        _clean_name(project, f"{path}: project"), path.parent, _read_capture(path, content.get("capture", {}))
    )


def _read_capture(path: Path, capture: Any) -> CaptureRules:
    """Read ``capture = false`` or a table; a misspelt key is an error, since it would capture what it should not."""
    if isinstance(capture, bool):
        return CaptureRules(is_enabled=capture)
    hint = 'capture = false, or a table [capture] with enabled = false, ignore = ["private/**"] and inject = true'
    if not isinstance(capture, dict) or capture.keys() - {"enabled", "ignore", "inject"}:
        raise InvalidInputError(f"{path}: capture is not understood: {capture!r}", hint=hint)
    enabled, ignore, inject = capture.get("enabled", True), capture.get("ignore", []), capture.get("inject")
    if isinstance(ignore, str):
        ignore = [ignore]
    is_known = isinstance(enabled, bool) and (inject is None or isinstance(inject, bool)) and isinstance(ignore, list)
    if not is_known or not all(isinstance(pattern, str) for pattern in ignore):
        raise InvalidInputError(f"{path}: capture is not understood: {capture!r}", hint=hint)
    return CaptureRules(is_enabled=enabled, ignore=tuple(ignore), inject=inject)


def _repository(folder: Path) -> ProjectRef:
    """Find the repository around a folder; all working trees of one repository are one project."""
    for candidate in _upwards(folder):
        git = candidate / ".git"
        if git.is_dir() and (git / "HEAD").exists():
            return _project_at(candidate)
        if git.is_file():
            return _project_at(_main_worktree(candidate, git))
    return NO_PROJECT


def _main_worktree(worktree: Path, git_file: Path) -> Path:
    """Follow ``.git`` files: a linked working tree leads to its main one, a submodule is itself."""
    pointer = _first_line(git_file)
    if not pointer.startswith("gitdir:"):
        return worktree
    git_dir = worktree / pointer.removeprefix("gitdir:").strip()
    shared = _first_line(git_dir / "commondir")
    if not shared:
        return worktree
    common = Path(os.path.realpath(git_dir / shared))
    configured = _configured_worktree(common)
    if configured:
        return common / configured
    # A bare repository has no main working tree: it stands for itself, or (proj/.bare) its folder does.
    return common.parent if common.name.startswith(".") else common


def _first_line(path: Path) -> str:
    try:
        with path.open(encoding="utf-8", errors="surrogateescape") as file:
            return file.readline(4096).strip()
    except (OSError, ValueError):
        return ""


def _configured_worktree(common: Path) -> str:
    """Read ``core.worktree``, which a submodule's repository and one kept apart from its files have."""
    try:
        content = (common / "config").read_text(encoding="utf-8", errors="surrogateescape")
    except (OSError, ValueError):
        return ""
    found = re.search(r"^[ \t]*worktree[ \t]*=[ \t]*(.+?)[ \t]*$", content, re.MULTILINE | re.IGNORECASE)
    return found[1].strip('"') if found else ""


def _project_at(root: Path) -> ProjectRef:
    canonical = _canonical(root)
    if canonical is None or _is_nobodys(canonical):
        return NO_PROJECT
    name = unicodedata.normalize("NFC", canonical.name.removesuffix(".git") or canonical.name)
    if not name.isprintable():
        name = "".join(c if c.isprintable() else "?" for c in name)
    return ProjectRef(name[:_LONGEST_NAME], canonical, "repository")


def _upwards(folder: Path) -> list[Path]:
    """Return a folder and those around it, up to the first that is everybody's."""
    canonical = _canonical(folder)
    found: list[Path] = []
    for candidate in (canonical, *canonical.parents) if canonical else ():
        if _is_nobodys(candidate):
            break
        found.append(candidate)
    return found


def _is_nobodys(folder: Path) -> bool:
    """Say whether a folder is too wide for a project: a drive's root, the home folder, the temporary folder."""
    if folder == folder.parent:
        return True
    wide = [os.path.expanduser("~"), "/tmp", "/var/tmp", *map(os.environ.get, ("TMPDIR", "TEMP", "TMP"))]  # noqa: PTH111, S108 - "~" stays when there is no home; compared, not written to
    return any(_is_same(folder, Path(other)) for other in wide if other and other != "~")


def _is_same(folder: Path, other: Path) -> bool:
    try:
        return os.path.samefile(folder, other)  # noqa: PTH121 - the same call, without a Path's detour
    except (OSError, ValueError):
        return os.path.normcase(folder) == os.path.normcase(other)


def _canonical(folder: Path) -> Path | None:
    """Resolve links and, where capitals do not matter, spell each part as it is stored; None for what is no path."""
    try:
        path = Path(os.path.realpath(folder))
    except (OSError, ValueError):
        return None
    spelled = Path(path.anchor)
    for part in path.parts[1:]:
        spelled /= _stored_spelling(spelled, part)
    return spelled


def _stored_spelling(parent: Path, name: str) -> str:
    """Return how a name is stored where the system takes other capitals, or accents spelled otherwise, for the same."""
    others = (
        {name.swapcase()}
        if name.isascii()
        else {name.swapcase(), *(unicodedata.normalize(form, name) for form in _FORMS)}
    )
    alike = [other for other in others - {name} if os.path.lexists(parent / other)]
    if not any(_is_same(parent / name, parent / other) for other in alike):
        return name
    try:
        entries = os.listdir(parent)  # noqa: PTH208 - names are all that is needed
    except OSError:
        return name
    folded = unicodedata.normalize("NFC", name).casefold()
    alike = [entry for entry in entries if unicodedata.normalize("NFC", entry).casefold() == folded]
    return alike[0] if len(alike) == 1 else name
