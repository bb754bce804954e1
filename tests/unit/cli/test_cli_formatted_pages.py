"""Pages that went through a formatter, or in which somebody wrote around the marks of their lines."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from memory_mcp.cli.main import cli

IRON, TWO = "We use iron.", "Hinges squeak.\n- in the rain\n- at night"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


def run(db: Path, *arguments: str):
    return CliRunner().invoke(cli, ["--db", str(db), "--no-embed", *arguments])


@pytest.fixture
def folder(db: Path, tmp_path: Path) -> Path:
    """The pages of a memory with lessons, one of them over, a person with facts, and a decision."""
    for text in (IRON, TWO):
        run(db, "learn", text)
    ended = json.loads(run(db, "learn", "We use wood.", "--json").stdout)["id"]
    run(db, "call", "memory_observation_supersede", json.dumps({"observationId": ended}))
    for text in ("keeps gate four", "has a dog"):
        run(db, "call", "memory_entity_observe", json.dumps(
            {"entityName": "Ada", "entityType": "person", "content": text}
        ))  # fmt: skip
    said = {"title": "Latches", "decision": "Steel.", "reasoning": "- It lasts.\n- It is here."}
    run(db, "call", "memory_decide", json.dumps(said))
    folder = tmp_path / "pages"
    assert run(db, "export", str(folder), "--format", "markdown").exit_code == 0
    return folder


def edits(db: Path, folder: Path) -> tuple[list[tuple[str, str]], list[str]]:
    """Return what is taken over and what is left alone."""
    told = json.loads(run(db, "import", str(folder), "--dry-run", "--json").stdout)
    return [(one["change"], one["text"]) for one in told["edits"]], told.get("leftAlone", [])


def rewrite(folder: Path, old: str, new: str) -> None:
    """Replace what a pattern finds at the beginning of lines, in every page."""
    for page in folder.rglob("*.md"):
        page.write_text(re.sub(old, new, page.read_text("utf-8"), flags=re.MULTILINE), "utf-8")


@pytest.mark.parametrize("sign", ["* ", "+ ", "*   ", "-  "])
def test_another_sign_in_front_of_an_entry_is_no_edit(db, folder, sign):
    rewrite(folder, "^- ", sign)
    assert edits(db, folder) == ([], [])


def test_a_line_that_was_wrapped_within_its_note_is_no_edit(db, folder):
    rewrite(folder, r" \^(\w{8})$", r"\n  ^\1")
    rewrite(folder, r"\*\(since (\d)", r"*(since\n  \1")
    assert edits(db, folder) == ([], ["learnings/fact.md: no longer"])


def test_entries_of_another_memory_with_another_sign_come_in_as_they_are(db, folder, tmp_path):
    rewrite(folder, "^- ", "* ")
    other = tmp_path / "other.db"
    assert json.loads(run(other, "import", str(folder), "--json").stdout)["added"] == 6
    assert IRON in run(other, "search", "iron").output


def test_a_line_without_its_note_is_the_same_line_and_its_note_is_named(db, folder):
    rewrite(folder, rf"^- {IRON} \*\(.*\)\*", "- We use steel.")
    found, left = edits(db, folder)
    assert found == [("correct", "We use steel.")]
    assert [re.sub(r"\^\w{8}", "^", one) for one in left] == ["learnings/fact.md: line ^"]


@pytest.mark.parametrize("added", ["* We use brass.", "- We use brass."])
def test_an_entry_right_below_a_line_is_new(db, folder, added):
    rewrite(folder, rf"^(- {IRON}.*)$", rf"\1\n{added}")
    assert edits(db, folder) == ([("add", "We use brass.")], [])


@pytest.mark.parametrize("added", ["1. We use brass.", "Ask Ada about brass."])
def test_what_is_no_entry_right_below_a_line_is_named_and_takes_nothing_back(db, folder, added):
    rewrite(folder, rf"^(- {IRON}.*)$", rf"\1\n{added}")
    assert edits(db, folder) == ([], ["learnings/fact.md: fact"])


@pytest.mark.parametrize("now", [r"1. \1", r"- \1 (ask Ada)", r"### \1"])
def test_a_row_whose_mark_stands_in_a_line_that_cannot_be_read_is_not_taken_back(db, folder, now):
    rewrite(folder, rf"^- ({IRON}.*)$", now)
    found, left = edits(db, folder)
    assert found == []
    assert any(one.startswith("learnings/fact.md: line ^") for one in left)


def test_a_page_of_ones_own_in_the_folder_is_named(db, folder):
    rewrite(folder, rf"^- {IRON}", "- We use steel.")
    (folder / ".obsidian").mkdir()
    for page in ("entities/bo.md", "notes.md", ".obsidian/kept.md"):
        (folder / page).write_text("---\ntype: entity\nname: Bo\n---\n# Bo\n", "utf-8")
    assert edits(db, folder) == ([("correct", "We use steel.")], ["entities/bo.md: the page", "notes.md: the page"])
