"""Files in another encoding than UTF-8: what comes in as U+FFFD is named in the report, and no edit is made of it."""

from __future__ import annotations

import gzip
import json
import zipfile

import pytest
from click.testing import CliRunner
from transfers import bodies

from memory_mcp.cli.main import cli
from memory_mcp.errors import InvalidInputError
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.temporal import Period
from memory_mcp.transfer.exporting import export_file
from memory_mcp.transfer.importing import import_file
from memory_mcp.transfer.model.report import MOST_PROBLEMS

TURNS = '{"text": "Guten Tag."}\n{"text": "Die Tür ist grün."}\n'


def test_a_page_in_latin_1_is_named_with_the_line_where_it_begins(here, stores):
    pages = stores.path("notes")
    pages.mkdir()
    (pages / "tuer.md").write_bytes("# Maße\n\nDie Tür ist grün.\n".encode("latin-1"))
    (pages / "wand.md").write_text("# Maße\n\nDie Wand ist grün.\n", encoding="utf-8")
    report = import_file(here, pages)
    assert (report.added, report.problem_count) == (2, 1)
    assert report.problems == [
        "tuer.md: 3 bytes are not UTF-8, from line 1 on; each is stored as U+FFFD: save the file as UTF-8 first"
    ]


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_file_of_lines_in_latin_1_is_named_packed_or_not(here, stores, pack):
    path = stores.path("turns.jsonl")
    path.write_bytes(pack(TURNS.encode("latin-1")))
    report = import_file(here, path)
    assert report.added == 2
    [problem] = report.problems
    assert problem.startswith(f"{path.name}: 2 bytes are not UTF-8, from line 2 on;")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_of_a_file_that_is_text_nothing_is_said(here, stores, encoding):
    path = stores.path("turns.jsonl")
    # A mark that the file itself holds is not one of ours.
    path.write_bytes((TURNS + '{"text": "Ein \ufffd stand da."}\n').encode(encoding))
    report = import_file(here, path)
    assert (report.added, report.problems) == (3, [])


def test_of_an_archive_the_file_in_it_is_named(here, stores):
    path = stores.path("export.zip")
    message = {"sender": "human", "uuid": "m", "text": "Die Tür ist grün.", "created_at": "2026-01-01T00:00:00Z"}
    said = json.dumps([{"uuid": "c", "name": "", "chat_messages": [message]}], ensure_ascii=False)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", said.encode("latin-1"))
    report = import_file(here, path)
    assert report.added == 1
    assert report.problems[0].startswith("conversations.json: 2 bytes are not UTF-8, from line 1 on;")


def test_a_folder_of_such_pages_names_the_first_and_counts_all(here, stores):
    pages = stores.path("notes")
    pages.mkdir()
    for number in range(MOST_PROBLEMS + 5):
        (pages / f"{number}.md").write_bytes(f"Tür {number}".encode("latin-1"))
    report = import_file(here, pages)
    assert (len(report.problems), report.problem_count) == (MOST_PROBLEMS, MOST_PROBLEMS + 5)


def test_an_exported_page_that_an_editor_saved_in_latin_1_corrects_nothing(here, stores):
    with here.writing("test") as tx:
        facts.assert_(tx, Draft("learning", "Die Tür ist grün.", Period(tx.now), attributes={"category": "fact"}))
    export_file(here, pages := stores.path("pages"), format="markdown")
    page = pages / "learnings" / "fact.md"
    page.write_bytes(page.read_text(encoding="utf-8").encode("latin-1"))
    arguments = ["--db", str(here.path), "--no-embed", "import", str(pages), "--yes"]
    refused = CliRunner().invoke(cli, arguments).exception
    assert isinstance(refused, InvalidInputError)
    assert refused.message == f"{page} is not UTF-8"
    assert bodies(here, "learning") == ["Die Tür ist grün."]
