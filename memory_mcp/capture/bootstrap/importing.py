"""Store a project's own files as documents: replace those that changed and retire those that are gone.

These documents have importance 0: what people said or decided ranks above them, and no session starts with them. Each
is stored under a key made from its path, so a second run compares the hash of its text and knows what is new.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from memory_mcp.capture.bootstrap.files import HISTORY, LeftOut, Told, told_by
from memory_mcp.capture.events import client_notes
from memory_mcp.capture.events.ignoring import ignoring
from memory_mcp.capture.events.storing import Source
from memory_mcp.errors import InvalidInputError, NotFoundError, RefusedError
from memory_mcp.language.folding import storable
from memory_mcp.privacy.redaction import RedactMode, guard
from memory_mcp.project import MARKER, ProjectRef, Surroundings, survey
from memory_mcp.store.documents import documents
from memory_mcp.store.documents.documents import Document, KeptDocument
from memory_mcp.store.facts import erasure, facts, versions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Database, Snapshot, Transaction
from memory_mcp.store.file.progress import Progress
from memory_mcp.temporal import Instant

TAG: Final = "bootstrap"
_SCHEME: Final = "bootstrap:"
_REPLACED: Final = "replaced by {uid}, the file as it is now"
_GONE: Final = "the file is gone"
_OURS: Final = ("replaced by ", _GONE)
# What one transaction writes, in characters: a fraction of a second.
_TEXT_A_TRANSACTION: Final = 400_000


@dataclass(frozen=True, slots=True)
class Step:
    """What a run does with one place: ``told`` is what goes in."""

    action: Literal["added", "replaced", "retired"]
    path: str
    told: Told | None = None


@dataclass(slots=True)
class Plan:
    """What a run does, what stays as it is, and what was left out and why."""

    project: ProjectRef
    prefix: str
    home: str
    """The name of the project that it goes to, empty for none: another repository may have the reference's."""
    steps: list[Step] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    redacted: Counter[str] = field(default_factory=Counter)

    def paths(self, action: str) -> list[str]:
        """Return the places one thing is done with."""
        return [step.path for step in self.steps if step.action == action]

    def as_dict(self) -> dict[str, Any]:
        """Return the plan as it is shown."""
        made: dict[str, Any] = {"project": self.home or None}
        made |= {action: self.paths(action) for action in ("added", "replaced", "retired")}
        made |= {"unchanged": len(self.unchanged)}
        made |= {"leftOut": [{"path": one.path, "reason": one.reason} for one in self.left_out]}
        return made | ({"redacted": dict(self.redacted)} if self.redacted else {})


def plan(
    db: Database | None, folder: Path, *, project: str | None = None, redact: RedactMode = "mask",
    progress: Progress = lambda _done, _total: None,
) -> Plan:  # fmt: skip
    """Read a folder and compare it with what is kept of it (nothing, without a file); nothing is written.

    Raises NotFoundError, InvalidInputError and RefusedError for a folder that cannot be read in, or must not be.
    """
    folder = _checked(folder)
    around = survey(folder, environment=project)
    if around.problem is not None:
        raise around.problem
    marker = next((one for one in (folder, *folder.parents) if (one / MARKER).is_file()), folder)
    rules = ignoring(around.capture, folder)
    if rules.problem:
        raise InvalidInputError(rules.problem, hint="What is kept out cannot be known before it is mended.")
    if not around.capture.is_enabled or rules.holds_folder():
        raise RefusedError(
            f"{marker / MARKER} keeps {folder} out of this memory", hint="Its [capture] table says so; change it first."
        )
    base = _base(folder)
    project_of = projects.cleaned(around.project, redact)
    made = Plan(project_of, _SCHEME + _place(around, base), project_of.name)
    below = "" if folder == base else folder.relative_to(base).as_posix() + "/"
    # Reading takes its time; it is over before the file is looked at.
    told = [
        one if isinstance(one, LeftOut) else _cleaned(one, redact, made.redacted)
        for one in told_by(folder, base, rules, progress)
    ]
    if db is None:
        _compare(None, made, told, below)
    else:
        with db.reading() as snapshot:
            made.home = projects.home_name(snapshot, made.project)
            _compare(snapshot, made, told, below)
    return made


def _compare(snapshot: Snapshot | None, made: Plan, told: list[Told | LeftOut], below: str) -> None:
    """Fill in a plan: what becomes of every place that tells something, and of those that do not any more."""
    project_id = None if snapshot is None else projects.find(snapshot, made.project)
    here = None if snapshot is None or project_id is None else _Here(snapshot, project_id, made.prefix)
    kept = {} if here is None else here.kept()
    seen: dict[str, str] = {}
    for one in told:
        if isinstance(one, LeftOut):
            made.left_out.append(one)
        elif one.text.strip():
            _judge(here, made, one, kept, seen)
    _retire(made, kept, set(seen.values()), below)


def apply(db: Database, made: Plan, progress: Progress = lambda _done, _total: None) -> int:
    """Do what a plan says, a few documents a transaction, and return how many passages were written.

    Interrupted, it goes on where it was when it is planned and applied again.
    """
    passages, done = 0, 0
    for batch in _batches(made.steps):
        with db.writing("bootstrap") as tx:
            project_id = projects.ensure(tx, made.project)
            passages += sum(_carry_out(tx, made, step, project_id) for step in batch)
        done += len(batch)
        progress(done, len(made.steps))
    return passages


def read_notes(db: Database, folder: Path, made: Plan, claude_home: Path, redact: RedactMode) -> int:
    """Read what Claude Code noted for itself of a folder that was planned; return how many lessons came or went.

    Raises NotFoundError where the folder is gone, InvalidInputError where it is none, and RefusedError for the home
    folder or the root of a drive.
    """
    real = _checked(folder)
    source = Source("claude-code", "", made.project, redact, ignoring(survey(real).capture, real))
    return client_notes.read_notes(db, client_notes.notes_of_folder(real, claude_home, made.project), source)


def _checked(folder: Path) -> Path:
    """Return the real folder; the home folder and the root of a drive are everybody's."""
    if not folder.exists():
        raise NotFoundError(f"no folder {folder}", hint="Give the folder of a project.")
    real = Path(os.path.realpath(folder))
    if not real.is_dir():
        raise InvalidInputError(f"{folder} is no folder", hint="memory_save keeps a single text.")
    home = os.path.realpath(Path("~").expanduser())
    if real == real.parent or str(real) == home:
        raise RefusedError(f"{real} is no project", hint="Give the folder of one project.")
    return real


def _base(folder: Path) -> Path:
    """Return the folder that paths are relative to: the working tree's or the marker file's, else the folder itself."""
    return next(
        (one for one in (folder, *folder.parents) if (one / ".git").exists() or (one / MARKER).is_file()), folder
    )


def _place(around: Surroundings, base: Path) -> str:
    """Return what tells the places of one folder from those of another in the same project.

    The working trees of a repository are one place; folders that merely share a project by its given name are not.
    """
    return "" if around.project.source in {"repository", "marker"} else f"{base.as_posix()}/"


def _cleaned(told: Told, redact: RedactMode, redacted: Counter[str]) -> Told | LeftOut:
    """Return what is told as it may be stored; with ``refuse`` nothing of a file that holds a secret."""
    try:
        kept = guard(storable(told.text), redact, told.path, is_verbatim=True)
    except RefusedError as exc:
        return LeftOut(told.path, exc.message)
    redacted.update(kept.found)
    return Told(told.path, kept.text[: documents.LONGEST_DOCUMENT], told.commit, told.seconds)


def _judge(here: _Here | None, made: Plan, told: Told, kept: dict[str, KeptDocument], seen: dict[str, str]) -> None:
    """Say what becomes of one place. ``seen`` is the hash and place of every text so far: one text is kept once."""
    hashed = documents.text_hash(told.text)
    old = kept.get(told.path)
    reason = f"the same text as {seen[hashed]}" if hashed in seen else ""
    if not reason and here is not None and old is None:
        reason = here.kept_away(told, hashed)
    if reason:
        made.left_out.append(LeftOut(told.path, reason))
        return
    seen[hashed] = told.path
    if old is None:
        made.steps.append(Step("added", told.path, told))
    elif old.hash == hashed:
        made.unchanged.append(told.path)
    else:
        made.steps.append(Step("replaced", told.path, told))


@dataclass(frozen=True, slots=True)
class _Here:
    """What this memory holds of the place."""

    snapshot: Snapshot
    project_id: int
    prefix: str

    def kept(self) -> dict[str, KeptDocument]:
        """Return the documents that are believed, by their places."""
        found = documents.under_keys(self.snapshot, self.project_id, self.prefix)
        return {one.key.removeprefix(self.prefix): one for one in found}

    def kept_away(self, told: Told, hashed: str) -> str:
        """Return why a text is not brought in though it is not here: somebody forgot it, or saved it himself."""
        key = self.prefix + told.path
        if erasure.is_key_erased(self.snapshot, self.project_id, key):
            return "erased here before"
        before = versions.by_external_id(self.snapshot, self.project_id, key)
        if before is not None and before.attributes.get("hash") == hashed:
            change = facts.last_change(self.snapshot, before.uid)
            if change is not None and not change.reason.startswith(_OURS):
                return "forgotten here before"
        same = documents.same_text(self.snapshot, self.project_id, told.text)
        is_own = same is None or (same.external_id or "").startswith(self.prefix)
        return "" if is_own else "saved here already"


def _retire(made: Plan, kept: dict[str, KeptDocument], told: set[str], below: str) -> None:
    """Retire what no file says any more; what could not be looked at, or lies elsewhere, stays."""
    unknown = {one.path for one in made.left_out if one.is_unknown}
    for path in kept:
        if path not in told | unknown and path.startswith(below) and not (below and path == HISTORY):
            made.steps.append(Step("retired", path))


def _batches(steps: list[Step]) -> Iterator[list[Step]]:
    batch: list[Step] = []
    size = 0
    for step in steps:
        batch.append(step)
        size += len(step.told.text) if step.told else 0
        if size >= _TEXT_A_TRANSACTION:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _carry_out(tx: Transaction, made: Plan, step: Step, project_id: int) -> int:
    """Do one step, unless another run did it meanwhile; return how many passages it wrote."""
    key = made.prefix + step.path
    now = [one for one in documents.under_keys(tx, project_id, key) if one.key == key]
    if step.told is None:
        for old in now:
            documents.retract(tx, old.uid, reason=_GONE)
        return 0
    if any(old.hash == documents.text_hash(step.told.text) for old in now):
        return 0
    saved = documents.add(tx, _document(step.told, key, project_id, tx.now))
    for old in now:
        documents.retract(tx, old.uid, reason=_REPLACED.format(uid=saved.uid))
    return saved.passages


def _document(told: Told, key: str, project_id: int, now: Instant) -> Document:
    """Return the row of a place; it holds since the commit that wrote it, else since now."""
    return Document(
        told.text, title=told.path, source=f"{told.path} @ {told.commit}" if told.commit else told.path, tags=(TAG,),
        project_id=project_id, external_id=key, importance=0.0,
        at=now if told.seconds is None else min(told.seconds * 1_000_000, now),
    )  # fmt: skip
