"""No file makes a project of a name that no tool takes."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any, Final

import pytest
from calling import Client, learn, server

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.facts.projects import projects
from memory_mcp.transfer.exporting import export_file
from memory_mcp.transfer.importing import ImportOptions, import_file, take_in
from memory_mcp.transfer.merging.naming import NO_NAME
from memory_mcp.transfer.model.report import Report

ODD: Final = ("*", "pay\nroll", "a\x1b[31mb", "a\u202eb", "x" * 201)
UID: Final = "0190a0b0-0000-7000-8000-00000000000"
HEAD: Final = {"format": "memory-mcp-export", "version": 1}
TURN: Final = {"role": "user", "session": "s", "text": "the boat is red"}


@pytest.fixture
def runtime(tmp_path, clock):
    with server(tmp_path, clock) as runtime:
        yield runtime


def called(runtime: Any) -> set[str]:
    with runtime.db.reading() as snapshot:
        return set(projects.names(snapshot).values())


def brought_in(runtime: Any, path: Path, *lines: dict[str, Any]) -> Report:
    head = [HEAD] if "type" in lines[0] else []
    path.write_text("".join(json.dumps(line) + "\n" for line in [*head, *lines]), encoding="utf-8")
    return import_file(runtime.db, path)


@pytest.mark.parametrize("name", ODD)
def test_a_tool_takes_no_such_name(runtime, tmp_path, name):
    with pytest.raises(InvalidInputError):
        learn(Client(runtime, tmp_path), "the boat is red", project=name)


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize(
    "record",
    [
        TURN,
        {"type": "learning", "id": f"{UID}1", "content": "the boat is red", "category": "fact"},
        {"type": "document", "id": f"{UID}2", "title": "boats", "text": "the boat is red"},
        {"type": "goal", "goal": "paint the boat"},
        {"type": "session", "id": f"{UID}3", "client": "codex", "startedAt": "2026-01-01T00:00:00Z"},
        {"type": "handoff", "id": f"{UID}4", "summary": "paint the boat", "state": "open"},
        {"type": "project", "identity": "commit:" + "a" * 40},
        {"type": "rename", "old": "boats", "at": "2026-01-01T00:00:00Z", "verb": "rename"},
    ],
    ids=lambda record: record.get("type", "turn line"),
)
def test_a_record_that_names_a_project_so_is_left_out_and_told_of(runtime, tmp_path, record, name):
    report = brought_in(runtime, tmp_path / "in.jsonl", record | dict.fromkeys(("project", "name", "new"), name))
    assert (report.added, dict(report.skipped)) == (0, {NO_NAME: 1})
    assert report.problems[0].startswith("line ")
    assert called(runtime) == set()


def test_the_records_beside_it_come_in(runtime, tmp_path):
    lines = [TURN | {"id": str(number), "project": ("*", "boats")[number % 2]} for number in range(400)]
    report = brought_in(runtime, tmp_path / "in.jsonl", *lines)
    assert (report.added, report.skipped[NO_NAME]) == (200, 200)
    assert called(runtime) == {"boats"}


def test_a_person_maps_such_a_name_to_one(runtime, tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps(TURN | {"project": "x" * 250}) + "\n", encoding="utf-8")
    assert import_file(runtime.db, path, ImportOptions(projects={"x" * 250: "boats"})).added == 1
    assert called(runtime) == {"boats"}


def test_another_memory_brings_none_along_either(runtime):
    row = {"type": "learning", "id": f"{UID}1", "content": "the boat is red", "category": "fact", "project": "*"}
    assert dict(take_in(runtime.db, [row]).skipped) == {NO_NAME: 1}
    assert called(runtime) == set()


def test_a_name_is_one_however_its_accents_are_written(runtime, tmp_path):
    client = Client(runtime, tmp_path)
    learn(client, "the boat is red", project="café")
    brought_in(runtime, tmp_path / "in.jsonl", TURN | {"project": unicodedata.normalize("NFD", "café")})
    assert called(runtime) == {"café"}


def test_a_folder_of_an_odd_name_takes_its_own_rows(runtime, tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps(TURN), encoding="utf-8")
    assert import_file(runtime.db, path, ImportOptions(project="pay\nroll")).added == 1
    export_file(runtime.db, tmp_path / "out.jsonl")
    assert import_file(runtime.db, tmp_path / "out.jsonl").skipped[NO_NAME] == 0
