"""Stores filled, exported and compared: what the tests of transfers share."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fresh_files import fresh_file

from memory_mcp.store.facts import facts, versions
from memory_mcp.store.facts.selection import Selection
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import invariants
from memory_mcp.store.graph import entities, observations
from memory_mcp.temporal import ManualClock, Period
from memory_mcp.transfer.exporting import export_file
from memory_mcp.transfer.importing import ImportOptions, import_file
from memory_mcp.transfer.model.report import Report

NewStore = Callable[[], Database]


class Stores:
    """Makes stores in a folder, each a memory of its own, under one clock."""

    def __init__(self, folder: Path, clock: ManualClock) -> None:
        self.folder = folder
        self.clock = clock
        self.made: list[Database] = []

    def new(self) -> Database:
        path = fresh_file(self.folder / f"store-{len(self.made)}" / "memory.db", is_own=True)
        database = Database(path, self.clock)
        self.made.append(database)
        return database

    def path(self, name: str) -> Path:
        number = len(list(self.folder.iterdir()))
        return self.folder / f"{number}-{name}"

    def close(self) -> None:
        for database in self.made:
            database.close()


def exported(db: Database, path: Path, **chosen: Any) -> dict[str, Any]:
    """Export to ``path`` and return what a reader finds, without what differs from file to file."""
    export_file(db, path, chosen=Selection(**chosen))
    found = json.loads(path.read_text(encoding="utf-8"))
    assert found.pop("exportedAt")
    assert found.pop("origin") == db.origin
    return found


def imported(db: Database, path: Path, **options: Any) -> Report:
    """Import, and hold what holds after every import; the options are those of ``import_file``, and ImportOptions."""
    of_the_file = {name: options.pop(name) for name in ("format", "secret", "only") if name in options}
    report = import_file(db, path, ImportOptions(**options), **of_the_file)
    assert report.read == report.added + report.merged + report.unchanged + sum(report.skipped.values()), report
    with db.reading() as snapshot:
        assert invariants.check(snapshot) == []
    return report


def written(path: Path, value: Any) -> Path:
    """Write a value as JSON, or a list of values as lines of JSON."""
    text = "\n".join(json.dumps(line) for line in value) if isinstance(value, list) else json.dumps(value)
    path.write_text(text + "\n", encoding="utf-8")
    return path


def bodies(db: Database, kind: str) -> list[str]:
    """Return what is believed and true now, in order of the text."""
    with db.reading() as snapshot:
        rows = snapshot.rows(
            "SELECT CASE WHEN body = '' THEN title ELSE body END FROM item WHERE kind = :kind"
            " AND superseded_at = 9223372036854775807 AND valid_from <= :now AND :now < valid_to ORDER BY 1",
            {"kind": kind, "now": snapshot.now},
        )
    return [row[0] for row in rows]


def learn(db, text, uid=None, **more):
    with db.writing("memory_learn") as tx:
        return facts.assert_(tx, Draft("learning", text, Period(tx.now), **more), uid=uid).uid


def name(db, title, uid=None, aliases=(), summary="", entity_type="person"):
    with db.writing("memory_entity_create") as tx:
        return entities.create(
            tx, name=title, entity_type=entity_type, uid=uid, aliases=aliases, summary=summary
        ).entity.uid  # fmt: skip


def observe(db, uid, text):
    with db.writing("memory_entity_observe") as tx:
        return observations.observe(tx, versions.require(tx, uid), text, valid=Period(tx.now)).observation.uid
