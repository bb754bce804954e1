"""Bytes changed within a text leave every page and index whole; whoever copies or checks the memory notices."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from moments import START

from memory_mcp.cli.main import cli
from memory_mcp.errors import CorruptError
from memory_mcp.language.folding import content_hash
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.copies import backup
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending.integrity import integrity
from memory_mcp.store.upkeep.repair import repair
from memory_mcp.temporal import ManualClock, Period
from memory_mcp.transfer.exporting import export_file


@pytest.fixture
def clock() -> ManualClock:
    """A clock an hour after the rows."""
    return ManualClock(START + 3_600_000_000)


@pytest.fixture
def uid(tmp_path) -> str:
    """The id of the fourth of eight lessons: within its text stand bytes that are no UTF-8."""
    database = Database(tmp_path / "memory.db", ManualClock(START))
    with database.writing("test") as tx:
        made = [facts.assert_(tx, Draft("learning", f"the crane marked{n} lifts", Period(tx.now))) for n in range(8)]
    database.close()
    spoil(database.path, b"marked3", b"mar\xb2\xff\x803")
    return made[3].uid


@pytest.fixture
def damaged(uid, tmp_path, clock):
    database = Database(tmp_path / "memory.db", clock)
    yield database
    database.close()


def test_what_somebody_else_decodes_in_a_transaction_is_no_damage(tmp_path, clock):
    database = Database(tmp_path / "whole.db", clock)
    with pytest.raises(UnicodeDecodeError), database.writing("test"):
        b"\xff".decode()
    database.close()


def spoil(path: Path, old: bytes, new: bytes) -> None:
    """Overwrite every copy of some bytes with as many others."""
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new))


def test_a_deep_check_names_the_row_whose_text_does_not_decode(damaged, uid):
    assert [line for line in integrity(damaged, deep=True) if "learning" in line and uid in line and "body" in line]


@pytest.mark.parametrize("name", ["out.jsonl", "out.json"])
def test_an_export_is_refused_with_the_row_and_the_mend(damaged, uid, tmp_path, name):
    with pytest.raises(CorruptError, match=uid) as failure:
        export_file(damaged, tmp_path / name)

    assert "memory-mcp repair" in failure.value.hint
    assert not (tmp_path / name).exists()


def test_a_backup_is_refused_with_the_row_and_the_mend(damaged, uid, tmp_path):
    with pytest.raises(CorruptError, match=uid) as failure:
        backup.backup(damaged, tmp_path / "copy.db")

    assert "memory-mcp repair" in failure.value.hint
    assert not (tmp_path / "copy.db").exists()


def test_whoever_reads_such_a_text_hears_that_the_file_is_damaged(damaged, uid):
    with pytest.raises(CorruptError), damaged.reading() as snapshot:
        snapshot.rows("SELECT body FROM item")


def test_repair_keeps_the_row_with_the_bytes_replaced_and_names_it(uid, tmp_path, clock):
    path = tmp_path / "memory.db"
    repaired = repair(path, clock)
    database = Database(path, clock)
    with database.reading() as snapshot:
        bodies = [body for (body,) in snapshot.rows("SELECT body FROM item ORDER BY id")]
    exported = export_file(database, tmp_path / "out.jsonl").counts["learnings"]
    wrong = integrity(database, deep=True)
    database.close()

    assert (repaired.how, repaired.changed, repaired.lost) == ("rows", {"learning": [uid]}, {})
    assert bodies == [f"the crane {'mar���3' if n == 3 else f'marked{n}'} lifts" for n in range(8)]
    assert (exported, wrong, repaired.problems) == (8, [], [])


def test_repair_keeps_a_row_whose_tags_are_no_json_any_more_without_them(tmp_path, clock):
    database = Database(tmp_path / "memory.db", clock)
    with database.writing("test") as tx:
        made = facts.assert_(tx, Draft("learning", "the crane lifts", Period(tx.now), tags=("harbour",)))
    database.close()
    spoil(database.path, b'["harbour"]', b'["harbour"9')
    repaired = repair(database.path, clock)
    after = Database(database.path, clock)
    with after.reading() as snapshot:
        kept = snapshot.row("SELECT body, tags FROM item WHERE uid = :uid", {"uid": made.uid})
    after.close()
    assert (kept, repaired.changed, repaired.lost) == (("the crane lifts", "[]"), {"learning": [made.uid]}, {})


def test_a_row_that_repair_changed_is_found_by_what_it_says_now(uid, tmp_path, clock):
    path = tmp_path / "memory.db"
    repair(path, clock)
    database = Database(path, clock)
    with database.reading() as snapshot:
        found = snapshot.rows(
            "SELECT body, hash FROM item JOIN content_hash ON item_id = id WHERE uid = :uid", {"uid": uid}
        )
    database.close()

    assert [content_hash(body) for body, _ in found] == [hashed for _, hashed in found]


def test_the_command_says_which_rows_it_changed_and_exits_with_6(uid, tmp_path):
    done = CliRunner().invoke(cli, ["--db", str(tmp_path / "memory.db"), "repair"], standalone_mode=False)
    said = done.stdout

    assert done.return_value == 6
    assert [line for line in said.splitlines() if line.startswith("Changed") and uid in line]
    assert "Nothing that the file knew of is lost" not in said


@pytest.mark.parametrize(("old", "new"), [(b"learning", b"lear\xffing"), (b"test", b"t\xffst")])
def test_a_name_that_does_not_decode_ends_no_repair(uid, tmp_path, clock, old, new):
    path = tmp_path / "memory.db"
    spoil(path, old, new)
    repaired = repair(path, clock)
    database = Database(path, clock)
    wrong = integrity(database, deep=True)
    database.close()

    assert (repaired.changed != {}, wrong) == (True, [])


def test_a_row_whose_kind_does_not_decode_is_named(uid, tmp_path, clock):
    path = tmp_path / "memory.db"
    spoil(path, uid.encode() + b"learning", uid.encode() + b"lear\xffing")
    repaired = repair(path, clock)

    assert uid in str(repaired.changed) + str(repaired.lost)
    assert repaired.problems == []
