"""A damaged index makes what is read through it short: whoever copies the memory hears of it and keeps nothing."""

from __future__ import annotations

import contextlib
import json
import shutil
from pathlib import Path

import pytest
from damaging import leaves_of, shortened_leaf
from moments import START
from shared_folder import synced

from memory_mcp.errors import CorruptError
from memory_mcp.store.documents import documents
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.selection import Selection
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.copies import backup
from memory_mcp.store.file.database import Database
from memory_mcp.sync.folder import init, open_folder
from memory_mcp.temporal import ManualClock, Period
from memory_mcp.transfer.exporting import export_file, export_text
from memory_mcp.transfer.importing import import_file
from memory_mcp.transfer.joining import join

INDEXES = ["item_by_kind", "sqlite_autoindex_item_1", "change_by_uid"]


@pytest.fixture(scope="module")
def lessons(tmp_path_factory) -> Path:
    """A memory of 600 lessons, every second of which was taken back."""
    clock = ManualClock(START)
    database = Database(tmp_path_factory.mktemp("lessons") / "memory.db", clock)
    with database.writing("test") as tx:
        uids = [facts.assert_(tx, Draft("learning", f"lesson {n}", Period(tx.now))).uid for n in range(600)]
    clock.advance(seconds=1)
    with database.writing("test") as tx:
        for uid in uids[::2]:
            facts.retract(tx, uid)
    database.close()
    return database.path


@pytest.fixture(params=INDEXES)
def damaged(request, lessons, tmp_path, clock):
    """That memory, of whose index one page has lost its entries but one."""
    shutil.copy(lessons, tmp_path / "memory.db")
    clock.advance(hours=1)
    shortened_leaf(tmp_path / "memory.db", leaves_of(tmp_path / "memory.db", request.param)[1])
    database = Database(tmp_path / "memory.db", clock)
    yield database
    database.close()


@pytest.mark.parametrize(("format_", "name"), [("native", "out.jsonl"), ("native", "out.json.gz"), ("markdown", "out")])
def test_an_export_that_would_be_short_is_refused_and_leaves_nothing(damaged, tmp_path, format_, name):
    (tmp_path / "out").mkdir()
    with pytest.raises(CorruptError, match=r"item|change") as failure:
        export_file(damaged, tmp_path / "out" / name, format=format_)

    assert "memory-mcp repair" in failure.value.hint
    assert list((tmp_path / "out").iterdir()) == []


def test_a_backup_of_a_damaged_memory_is_refused_and_leaves_nothing(damaged, tmp_path):
    with pytest.raises(CorruptError) as failure:
        backup.backup(damaged, tmp_path / "copies" / "copy.db")

    assert "memory-mcp repair" in failure.value.hint
    assert list((tmp_path / "copies").iterdir()) == []


def test_nothing_is_imported_into_a_damaged_memory(damaged, there, tmp_path):
    with there.writing("test") as tx:
        facts.assert_(tx, Draft("learning", "from elsewhere", Period(tx.now)))
    export_file(there, tmp_path / "in.jsonl")
    with pytest.raises(CorruptError, match=r"item|change"):
        import_file(damaged, tmp_path / "in.jsonl")
    with damaged.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM item NOT INDEXED WHERE body = 'from elsewhere'") == 0


def test_an_export_within_an_answer_that_would_be_short_is_refused(damaged):
    with pytest.raises(CorruptError, match=r"item|change"):
        export_text(damaged, chosen=Selection(include_history=False))


def test_nothing_is_merged_from_a_damaged_memory(damaged, there):
    with pytest.raises(CorruptError, match=r"item|change") as failure:
        join(there, damaged.path)

    assert "memory-mcp --db FILE repair" in failure.value.hint
    with there.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM item") == 0


def test_no_other_machine_is_told_a_part_of_a_damaged_memory(damaged, tmp_path):
    machine = init(damaged, tmp_path / "shared")
    with pytest.raises(CorruptError, match=r"item|change"):
        open_folder(damaged, tmp_path / "shared")

    assert list((tmp_path / "shared" / machine).iterdir()) == []


@pytest.mark.parametrize(("name", "lessons"), [
    ("sqlite_autoindex_item_1", 600), ("sqlite_autoindex_item_1", 1_200), ("change_by_uid", 600),
])  # fmt: skip
def test_no_other_machine_is_told_a_part_of_what_a_memory_that_was_damaged_since_has_more(
    here, there, tmp_path, clock, name, lessons
):
    (tmp_path / "shared").mkdir()
    for one in (here, there):
        init(one, tmp_path / "shared")
    synced(here, tmp_path / "shared")
    with here.writing("test") as tx:
        uids = [facts.assert_(tx, Draft("learning", f"lesson {n}", Period(tx.now))).uid for n in range(lessons)]
    clock.advance(seconds=1)
    with here.writing("test") as tx:
        for uid in uids:
            facts.retract(tx, uid)
    here.close()
    shortened_leaf(here.path, leaves_of(here.path, name)[1])
    with contextlib.closing(Database(here.path, clock)) as again, pytest.raises(CorruptError, match=r"item|change"):
        synced(again, tmp_path / "shared")
    synced(there, tmp_path / "shared")
    with there.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM item") == 0


def test_no_other_machine_is_told_a_part_of_a_document(here, there, tmp_path, clock):
    (tmp_path / "shared").mkdir()
    for one in (here, there):
        init(one, tmp_path / "shared")
    synced(here, tmp_path / "shared")
    with here.writing("test") as tx:
        documents.save(tx, documents.Document("\n".join(f"line {number} of a long report" for number in range(40_000))))
    here.close()
    shortened_leaf(here.path, leaves_of(here.path, "item_by_parent")[1])
    with contextlib.closing(Database(here.path, clock)) as again, pytest.raises(CorruptError, match="passages"):
        synced(again, tmp_path / "shared")
    synced(there, tmp_path / "shared")
    with there.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM item") == 0


@pytest.mark.parametrize("suffix", [".json", ".jsonl"])
def test_an_export_that_lost_records_says_first_of_all_how_many(here, there, tmp_path, suffix):
    with here.writing("test") as tx:
        for number in range(20):
            facts.assert_(tx, Draft("learning", f"lesson {number}", Period(tx.now)))
    path = export_file(here, tmp_path / f"out{suffix}").path
    if suffix == ".jsonl":
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:-4]))
    else:
        whole = json.loads(path.read_text())
        path.write_text(json.dumps(whole | {"learnings": whole["learnings"][:-4]}))
    report = import_file(there, path)

    assert (report.added, report.missing) == (16, 4)
    assert report.problems[0] == ("the file is cut short or damaged: 4 of the 20 records it promises are missing")
