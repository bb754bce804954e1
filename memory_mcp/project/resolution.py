"""Find the project of a folder: by what the caller said, else a marker file, else the repository, else none."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from memory_mcp.errors import InvalidInputError
from memory_mcp.project.folders import canonical_path, is_too_wide, upwards
from memory_mcp.project.marker_file import CaptureRules, Marker, find_marker
from memory_mcp.project.names import NO_PROJECT, ProjectRef, Source, clean_name
from memory_mcp.project.working_trees import project_at, repository_of, working_tree

_NONE_SAID: Final = ProjectRef("", None, "argument")


class Surroundings(NamedTuple):
    """All that a folder tells. A marker file that cannot be read is a ``problem``, and counts as not there."""

    project: ProjectRef
    capture: CaptureRules = CaptureRules()
    problem: InvalidInputError | None = None


def resolve(folder: Path, *, argument: str | None = None, environment: str | None = None) -> ProjectRef:
    """Return the project of a folder: the argument, else MEMORY_PROJECT, else marker file, else repository, else none.

    An argument that is empty says no project.

    Raises InvalidInputError for a name that cannot be one and for a marker file that cannot be read.
    """
    surroundings = survey(folder, argument=argument, environment=environment)
    if surroundings.problem is not None:
        raise surroundings.problem
    return surroundings.project


def survey(folder: Path, *, argument: str | None = None, environment: str | None = None) -> Surroundings:
    """Return all that a folder tells; never raises, so that a hook captures even where a marker file is broken."""
    marker = Marker()
    problem = None
    around = upwards(folder)
    try:
        marker = find_marker(around)
    except InvalidInputError as exc:
        problem, marker = exc, Marker(capture=CaptureRules(problem=str(exc)))
    try:
        project = _named(argument, "argument", "project") or (
            _named(environment, "environment", "MEMORY_PROJECT") if argument is None else _NONE_SAID
        )
    except InvalidInputError as exc:
        return Surroundings(NO_PROJECT, marker.capture, exc)
    if project is not None:
        # Whoever names a project does not depend on the marker file.
        return Surroundings(project, marker.capture)
    if marker.project:
        own = repository_of(around)
        if not own.name and marker.folder is not None:
            own = project_at(marker.folder)
        return Surroundings(ProjectRef(marker.project, marker.folder, "marker", own), marker.capture, problem)
    return Surroundings(repository_of(around), marker.capture, problem)


def place_of(folder: Path, project: ProjectRef) -> str:
    """Return where a folder is: below the root of its working tree or its marker file (there: empty), else whole.

    So the same place in two working trees has one name. Nothing is below a folder that is everybody's: it ends in /.
    """
    canonical = canonical_path(folder)
    if canonical is None:
        return ""
    root = project.root if project.source == "marker" else None
    if project.source == "repository" or (root is not None and not canonical.is_relative_to(root)):
        # A linked working tree may go by the marker file of the main one.
        root = working_tree(canonical)
    if root is not None and canonical.is_relative_to(root):
        return "" if canonical == root else canonical.relative_to(root).as_posix()
    return canonical.as_posix().rstrip("/") + ("/." if is_too_wide(canonical) else "")


def _named(name: str | None, source: Source, said_in: str) -> ProjectRef | None:
    cleaned = clean_name(name or "", said_in)
    return ProjectRef(cleaned, None, source) if cleaned else None
