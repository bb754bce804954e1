"""A folder of exported pages that somebody else may have filled: what is read of it, and what is written into it."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from transfers import name

from memory_mcp.cli.main import cli
from memory_mcp.errors import InvalidInputError, RefusedError
from memory_mcp.store.graph import entities, relations
from memory_mcp.temporal import Period
from memory_mcp.transfer.exporting import export_file
from memory_mcp.transfer.formats import markdown_edits, markdown_parts
from memory_mcp.transfer.importing import import_file

DAY = 86_400_000_000
PIPES = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")


def test_a_relation_that_holds_keeps_its_id_beside_one_that_is_over(here, tmp_path):
    name(here, "Ann", uid="ann")
    name(here, "Heron", uid="heron")
    with here.writing("test") as tx:
        ann, heron = (entities.require(tx, uid) for uid in ("ann", "heron"))
        relations.relate(tx, ann, heron, "owns", valid=Period(tx.now - 100 * DAY))
        relations.relate(tx, ann, heron, "owns", valid=Period(tx.now - 300 * DAY, tx.now - 200 * DAY))
    export_file(here, tmp_path / "pages", format="markdown")
    with here.reading() as snapshot:
        rows = snapshot.rows("SELECT uid, valid_to FROM item WHERE kind = 'relation' ORDER BY valid_to DESC")
        holding, over = (uid for uid, _ in rows)
    assert holding != over
    assert list(markdown_parts.relations(tmp_path / "pages").values()) == [holding]


@pytest.mark.parametrize("listed", [markdown_edits.WRITTEN, markdown_parts.PARTS])
def test_what_was_taken_over_is_noted_in_the_folder_alone(tmp_path: Path, listed: str) -> None:
    folder, outside = tmp_path / "pages", tmp_path / "outside"
    folder.mkdir()
    outside.write_text("mine", encoding="utf-8")
    (folder / markdown_edits.WRITTEN).write_text('{"a": "was"}', encoding="utf-8")
    (folder / markdown_parts.PARTS).write_text('{"a.md": {"summary": "was"}}', encoding="utf-8")
    (folder / f"{listed}.new").symlink_to(outside)
    markdown_edits.note_taken(folder, {"a": "now"}, ())
    markdown_parts.note_taken(folder, {markdown_parts.Part("a.md", "summary", "a", "now"): "a"})
    assert outside.read_text("utf-8") == "mine"
    assert markdown_edits.written(folder) == {"a": "now"}
    assert json.loads((folder / markdown_parts.PARTS).read_text("utf-8"))["a.md"]["summary"] != "was"
    left = {markdown_edits.WRITTEN, markdown_parts.PARTS, f"{listed}.new"}
    assert {one.name for one in folder.iterdir()} == left


@PIPES
@pytest.mark.parametrize(
    ("listed", "read"),
    [(markdown_parts.PARTS, markdown_parts.edited), (markdown_edits.WRITTEN, markdown_edits.written)],
)
def test_a_list_that_is_a_pipe_is_refused(tmp_path: Path, listed, read) -> None:
    os.mkfifo(tmp_path / listed)
    with pytest.raises(InvalidInputError, match="no file"):
        read(tmp_path)


@pytest.mark.parametrize(
    ("listed", "read"),
    [(markdown_parts.PARTS, markdown_parts.edited), (markdown_edits.WRITTEN, markdown_edits.written)],
)
def test_a_list_that_is_too_large_is_refused(tmp_path: Path, listed, read, monkeypatch) -> None:
    (tmp_path / listed).write_text("{" + " " * 98 + "}", encoding="utf-8")
    monkeypatch.setattr(markdown_edits, "MOST_BYTES", 100)
    assert not read(tmp_path)
    monkeypatch.setattr(markdown_edits, "MOST_BYTES", 99)
    with pytest.raises(InvalidInputError, match="larger than"):
        read(tmp_path)


@PIPES
def test_what_is_no_file_is_no_page(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "folder.md").mkdir()
    (tmp_path / markdown_edits.WRITTEN).write_text("{}", encoding="utf-8")
    (tmp_path / "learnings").mkdir()
    (tmp_path / "learnings/fact.md").write_text("- A lesson.\n", encoding="utf-8")
    markdown_parts.note(tmp_path, (), {})
    assert [one.text for one in markdown_edits.edits(tmp_path)] == ["A lesson."]
    assert markdown_parts.edited(tmp_path) == []


@pytest.mark.parametrize(
    "head",
    ["w: !!binary aGk=", "z: !!set {a, b, !!binary aGk=, ~}", "t: !!timestamp 2026-01-01", "m: {~: 1, a: 2}",
     "m: {!!binary aGk=: 1}", "o: !!omap [a: !!set {b}]", "p: [!!int 1, !!float .nan, !!bool yes]"],
)  # fmt: skip
def test_a_head_of_other_types_is_a_part_like_any(tmp_path: Path, head: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"---\n{head}\n---\n\nText.\n", encoding="utf-8")
    markdown_parts.note(tmp_path, (), {})
    assert markdown_parts.edited(tmp_path) == []
    page.write_text(f"---\n{head}\nmore: 1\n---\n\nText.\n", encoding="utf-8")
    assert [one.name for one in markdown_parts.edited(tmp_path)] == ["head"]


def test_a_set_in_a_head_is_the_same_in_any_order(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("---\nz: !!set {a, b, c}\n---\n", encoding="utf-8")
    markdown_parts.note(tmp_path, (), {})
    page.write_text("---\nz: !!set {c, a, b}\n---\n", encoding="utf-8")
    assert markdown_parts.edited(tmp_path) == []


def test_what_holds_since_the_beginning_of_1970_does_not_hold_since_now(here, stores):
    (pages := stores.path("notes")).mkdir()
    said = (
        "---\ntype: entity\ndate: 1970-01-01\n---\n# Unix\n\n## Facts\n- counts seconds\n\n## Relations\n- runs [[C]]\n"
    )
    (pages / "unix.md").write_text(said, encoding="utf-8")
    import_file(here, pages)
    with here.reading() as snapshot:
        rows = snapshot.rows("SELECT valid_from FROM item WHERE kind IN ('observation', 'relation')")
    assert [since for (since,) in rows] == [0, 0]


def test_a_folder_that_may_not_be_read_is_named_and_keeps_no_other_page_out(here, tmp_path, monkeypatch):
    for page in ("closed/in.md", "open/out.md"):
        (tmp_path / page).parent.mkdir()
        (tmp_path / page).write_text(f"# {page}\n", encoding="utf-8")
    iterdir = Path.iterdir

    def refusing(folder: Path):
        if folder.name == "closed":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))
        return iterdir(folder)

    monkeypatch.setattr(Path, "iterdir", refusing)
    report = import_file(here, tmp_path)
    assert report.added == 1
    assert report.problems == ["closed: the folder cannot be read: Permission denied"]


def test_lines_in_a_folder_that_may_not_be_read_are_not_taken_for_gone(tmp_path, monkeypatch):
    def run(*arguments: str) -> Result:
        return CliRunner().invoke(cli, ["--db", str(tmp_path / "memory.db"), "--no-embed", *arguments])

    folder, scandir = tmp_path / "pages", os.scandir
    run("learn", "The tide is low at noon.")
    run("call", "memory_decide", '{"title": "Latches", "decision": "Brass latches.", "reasoning": "They last."}')
    run("export", str(folder), "--format", "markdown")

    def refusing(path: str | Path):
        if Path(path).name == "learnings":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    told = run("import", str(folder), "--yes")
    assert isinstance(told.exception, RefusedError), told.output
    assert f"{folder / 'learnings'} cannot be read: Permission denied" in str(told.exception)
    assert "The tide is low" in run("log").output
