"""Export to a file, and import from one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypedDict

from memory_mcp.errors import InvalidInputError, RefusedError
from memory_mcp.keys.lookup import find_key
from memory_mcp.language.plurals import counted, listed
from memory_mcp.language.typed_commands import typed
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.file.encryption import SEALED
from memory_mcp.tools.framework.call import EVERYWHERE, Call
from memory_mcp.tools.framework.declare import Bound, InWords, tool
from memory_mcp.tools.framework.file_access import readable, writable
from memory_mcp.tools.framework.given_times import instant_given
from memory_mcp.tools.framework.shared_parameters import KnownAt, SeenProject, TrueAt
from memory_mcp.tools.framework.told_exactly import noted

if TYPE_CHECKING:
    from memory_mcp.store.facts.selection import Selection
    from memory_mcp.transfer.model.report import Report

# Characters of an import that come with a call.
_LONGEST_DATA: Final = 16_000_000


class ExportResult(TypedDict, total=False):
    """What was written, or the export itself under data."""

    path: str
    format: str
    bytes: int
    counts: dict[str, int]
    leftOut: dict[str, int]
    project: str | None
    data: dict[str, Any]


class ImportResult(TypedDict, total=False):
    """What became of every record: read = added + merged + unchanged + all skipped."""

    format: str
    read: int
    added: int
    merged: int
    unchanged: int
    skipped: dict[str, int]
    problems: list[str]
    dryRun: bool
    redacted: dict[str, int]


@tool(title="Export this memory")
def memory_export(
    call: Call,
    path: Annotated[
        str | None, "A new .json, .jsonl (.gz) or .sealed file or folder in exports/ or the project; else inline."
    ] = None,
    format: Annotated[Literal["native", "studiomeyer", "markdown"], "Only native keeps all."] = "native",  # noqa: A002 - the name on the wire
    project: SeenProject = None,
    include_sessions: Annotated[bool, "With sessions and handoffs."] = True,
    include_archived: Annotated[bool, "With archived rows."] = True,
    include_history: Annotated[bool, "With old versions."] = True,
    as_of: TrueAt = None,
    known_at: KnownAt = None,
) -> ExportResult:
    """Write this memory to a new file, an encrypted one to a .sealed file."""
    from memory_mcp.transfer.exporting import export_file, export_text  # noqa: PLC0415 - 40 ms no start should pay

    with call.reading() as snapshot:
        chosen = replace(
            _selection(call, snapshot, project, as_of, known_at),
            include_sessions=include_sessions, include_archived=include_archived, include_history=include_history,
        )  # fmt: skip
    named = EVERYWHERE if project == EVERYWHERE else chosen.project_name
    if named != EVERYWHERE:
        here = f"project {named!r} and what has no project" if named else "what has no project"
        call.notices.append(f"only {here}; project='*' exports all")
    if path is None:
        data = noted(call, json.loads(export_text(call.runtime.db, format=format, chosen=chosen)))
        return ExportResult(format=format, project=named, counts=data["counts"], data=data)
    target = _target(call, path, is_folder=format == "markdown")
    written = export_file(
        call.runtime.db, target, format=format, chosen=chosen, progress=call.facts.progress, secret=_secret(call)
    )
    result = ExportResult(
        path=str(written.path), format=format, bytes=written.size, counts=written.counts, project=named
    )  # fmt: skip
    if written.left_out:
        result["leftOut"] = written.left_out
        call.notices.append(f"{format} has no place for {listed(written.left_out)}")
    return result


@tool(title="Import a file", idempotent=True)
def memory_import(
    call: Call,
    path: Annotated[str | None, "A file, or a folder of markdown."] = None,
    data: Annotated[dict[str, Any] | str | None, Bound(10 * _LONGEST_DATA), "Its content, instead of a path."] = None,
    mode: Annotated[Literal["merge"], InWords(), "merge never overwrites."] = "merge",
    dry_run: Annotated[bool, "Report only, write nothing."] = False,
) -> ImportResult:
    """Bring in an export of this memory or local-memory-mcp, reference-server or turns JSONL, or markdown.

    Raises InvalidInputError unless exactly one of path and data is given, RefusedError for a place that may not be
    read, and what ``import_file`` raises for a file that cannot be read in.
    """
    from memory_mcp.transfer.importing import ImportOptions, import_file, import_text  # noqa: PLC0415 - the same

    assert mode == "merge"
    if (path is None) == (data is None):
        raise InvalidInputError("either path or data is needed", hint="Give one of them.", field="path")
    settings = call.runtime.settings
    home = call.home_name() or None
    options = ImportOptions(
        actor=call.actor, redact=settings.redact, dry_run=dry_run, progress=call.facts.progress, project=home,
        within=home or "", masked=None if data is None else call.masking.without_echo,
    )  # fmt: skip
    if path is not None:
        from memory_mcp.transfer.model.sealed import key_that_opens  # noqa: PLC0415 - the same

        given = readable(call, path)
        secret = call.facts.phrase or key_that_opens(given, settings)
        report = import_file(call.runtime.db, given, options, secret=secret)
    else:
        report = import_text(call.runtime.db, _text_of(data), options)
    return _reported(call, report)


def _text_of(data: dict[str, Any] | str | None) -> str:
    """Return what came inline as a text; raise InvalidInputError for more than an answer should wait for."""
    text = data if isinstance(data, str) else json.dumps(data)
    if len(text) > _LONGEST_DATA:
        raise InvalidInputError(
            f"data has {len(text):,} characters, at most {_LONGEST_DATA:,}",
            hint="Write it to a file and give path, or let a person run: memory-mcp import", field="data",
        )  # fmt: skip
    return text


def _target(call: Call, path: str, *, is_folder: bool) -> Path:
    """Return where an export goes; raise RefusedError for one in the clear of a memory that is encrypted."""
    target = writable(call, path, is_folder=is_folder)
    if call.runtime.db.is_encrypted and target.suffix != SEALED and not call.facts.allows_plain:
        command = typed("export --plain", str(target))
        raise RefusedError(
            f"this memory is encrypted, and {target} would not be",
            hint=f"Give a path that ends in {SEALED}; a person may run: {command}",
            field="path",
        )
    return target


def _secret(call: Call) -> tuple[str, Literal["memory", "phrase"]] | None:
    """Return what an export is sealed with: what was typed for it, else the memory's key."""
    if call.facts.phrase:
        return call.facts.phrase, "phrase"
    key = find_key(call.runtime.settings)
    return (key, "memory") if key else None


def _selection(
    call: Call, snapshot: Snapshot, project: str | None, as_of: str | None, known_at: str | None
) -> Selection:
    from memory_mcp.store.facts.selection import Selection  # noqa: PLC0415 - the same

    scope = call.scope(snapshot, project)
    return Selection(
        project=scope.id,
        project_name=None if scope.name == EVERYWHERE else scope.name,
        as_of=instant_given(snapshot, as_of, "asOf", None),
        known_at=instant_given(snapshot, known_at, "knownAt", None),
    )


def _reported(call: Call, report: Report) -> ImportResult:
    result = ImportResult(
        format=report.format, read=report.read, added=report.added, merged=report.merged, unchanged=report.unchanged,
        skipped=dict(report.skipped), problems=report.problems, dryRun=report.dry_run,
    )  # fmt: skip
    if masked := report.redacted + call.masking.counts:
        result["redacted"] = dict(masked)
    if report.missing:
        call.notices.append(report.problems[0])
    if report.problem_count > len(report.problems):
        call.notices.append(f"the first {len(report.problems)} of {counted(report.problem_count, 'problem')}")
    return result
