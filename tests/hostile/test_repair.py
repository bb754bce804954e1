"""A damaged file is repaired: what a scan still reads is there afterwards, and all else is said."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from damaging import PAGE, leaves_of, overwrite, shortened_leaf
from hashing import HashingEmbedder
from releases import START, dumps, load

from memory_mcp.errors import BusyError, NotFoundError, RefusedError
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft, require
from memory_mcp.store.file.copies.backup import backup
from memory_mcp.store.file.copies.key_change import change_key
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import integrity, invariants
from memory_mcp.store.graph import entities, observations
from memory_mcp.store.upkeep import repair as repairing
from memory_mcp.store.upkeep.repair import repair
from memory_mcp.store.vectors import index
from memory_mcp.temporal import ManualClock, Period

# Made from the rows; `mend` may take away what belonged to a lost row.
TABLES = {
    "item": "id", "txn": "id", "project": "id", "session": "id", "meta": "key", "handoff": "uid", "profile": "field",
    "erasure": "uid", "relation_cardinality": "relation", "capture_cursor": "path", "goal": "project_id",
}  # fmt: skip
DERIVED_META = {"vector_sum", "vector_count", "trigram_through"}
KEY = "tea at five"
LATER = START + 90 * 86_400_000_000


@pytest.fixture
def clock() -> ManualClock:
    """A clock that is right: ahead of every row."""
    return ManualClock(LATER + 3_600_000_000)


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """A memory with rows of every kind, some hundred facts and their vectors."""
    path = load(dumps()[-1], tmp_path_factory.mktemp("whole") / "memory.db")
    db = Database(path, ManualClock(LATER))
    with db.writing("test") as tx:
        for number in range(300):
            facts.assert_(tx, Draft("learning", f"lesson {number} " + "about ropes " * (number % 60), Period(tx.now)))
        things = [entities.create(tx, name=f"crane {number}", entity_type="machine").entity for number in range(30)]
        for thing in things:
            for tons in range(4):
                observations.observe(tx, require(tx, thing.uid), f"lifts {tons} tons", valid=Period(tx.now))
    while index.catch_up(db, HashingEmbedder(), 200).waiting:
        pass
    db.close()
    return path


def rows_by_scan(path: Path, table: str, key: str) -> set[tuple[object, ...]]:
    """Return the rows a scan reads from both ends, and those behind damage that their number leads to."""
    found = set()
    with closing(apsw.Connection(str(path))) as connection:
        asked = [f"SELECT * FROM {table} NOT INDEXED ORDER BY {key} {direction}" for direction in ("ASC", "DESC")]
        if key == "id":
            asked += [f"SELECT * FROM {table} NOT INDEXED WHERE id = {number}" for number in range(1_200)]
        for statement in asked:
            try:
                for row in connection.execute(statement):
                    found.add(row)
            except (apsw.Error, UnicodeDecodeError):
                continue
    return found


def damage(path: Path, chance: random.Random) -> None:
    """Overwrite 1 to 5 pages at random: with noise, with nothing, or in some place of them."""
    pages = range(1, path.stat().st_size // PAGE + 1)
    for page in chance.sample(pages, chance.randint(1, 5)):
        noise = [chance.randbytes(PAGE), bytes(PAGE), chance.randbytes(64), chance.randbytes(8)]
        overwrite(path, page, content := chance.choice(noise), at=chance.randrange(PAGE - len(content) + 1))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize("seed", range(200 if metafunc.config.getoption("--slow") else 8))


def test_every_row_that_a_scan_can_still_read_is_in_the_repaired_file(whole, tmp_path, clock, seed):
    path = Path(shutil.copy(whole, tmp_path / "memory.db"))
    damage(path, random.Random(seed))
    damaged = Path(shutil.copy(path, tmp_path / "as-damaged.db"))
    repaired = repair(path, clock)
    db = Database(path, clock)
    with db.reading() as snapshot:
        broken = invariants.check(snapshot)
    wrong = integrity.integrity(db, deep=True)
    db.close()

    for table, key in TABLES.items():
        readable = rows_by_scan(whole, table, key) & rows_by_scan(damaged, table, key)
        expected = {row for row in readable if row[0] not in DERIVED_META}
        assert expected - rows_by_scan(path, table, key) == set(), table
    # A number that damage made another one is a row like any other; it is told where it cannot be.
    assert ([str(claim) for claim in broken], wrong) == (repaired.problems, [])
    assert (repaired.kept or path).read_bytes() == damaged.read_bytes()


def test_a_short_index_is_made_anew_and_nothing_is_lost(whole, tmp_path, clock):
    path = Path(shutil.copy(whole, tmp_path / "memory.db"))
    shortened_leaf(path, leaves_of(path, "item_by_kind")[0])
    repaired = repair(path, clock)

    assert (repaired.how, repaired.lost, repaired.problems) == ("indexes", {}, [])
    assert rows_by_scan(path, "item", "id") == rows_by_scan(whole, "item", "id")
    assert repaired.waiting == 0


def test_a_file_of_zeros_is_not_replaced_by_an_empty_memory(whole, tmp_path, clock):
    path = Path(shutil.copy(whole, tmp_path / "memory.db"))
    path.write_bytes(bytes(path.stat().st_size))
    before = path.read_bytes()
    with pytest.raises(RefusedError):
        repair(path, clock)

    assert path.read_bytes() == before


def test_rows_of_which_neither_table_nor_index_is_left_are_counted(whole, tmp_path, clock):
    path = Path(shutil.copy(whole, tmp_path / "memory.db"))
    numbered = max(int(str(row[0])) for row in rows_by_scan(path, "item", "id"))
    for name in ("item", "item_by_kind", "sqlite_autoindex_item_1", "item_fts_docsize"):
        for page in leaves_of(path, name):
            overwrite(path, page, bytes(PAGE))
    repaired = repair(path, clock)

    assert (repaired.versions, repaired.lost) == ({}, {})
    assert repaired.unaccounted == numbered


def test_stand_ins_are_not_counted_for_rows_that_were_lost(whole, tmp_path, clock):
    path = Path(shutil.copy(whole, tmp_path / "memory.db"))
    numbered = max(int(str(row[0])) for row in rows_by_scan(path, "item", "id"))
    for name in ("item_by_kind", "sqlite_autoindex_item_1", "item_fts_docsize"):
        for page in leaves_of(path, name):
            overwrite(path, page, bytes(PAGE))
    content = path.read_bytes()
    for page in leaves_of(path, "item"):
        if b"crane 7" in content[(page - 1) * PAGE : page * PAGE]:
            overwrite(path, page, bytes(PAGE))
    repaired = repair(path, clock)

    with Database(path, clock).reading() as snapshot:
        stand_ins = snapshot.value("SELECT count(*) FROM item WHERE title LIKE 'recovered %'")
    assert stand_ins > 0
    assert repaired.unaccounted == numbered - (sum(repaired.versions.values()) - stand_ins)


def test_rows_between_damaged_pages_are_kept(whole, tmp_path, clock):
    path = Path(shutil.copy(whole, tmp_path / "memory.db"))
    for page in leaves_of(path, "item")[3:40:9]:
        overwrite(path, page, bytes(PAGE))
    readable = rows_by_scan(path, "item", "id")
    repair(path, clock)

    assert len(readable) < len(rows_by_scan(whole, "item", "id"))
    assert readable - rows_by_scan(path, "item", "id") == set()


def test_what_is_lost_is_named_by_kind_and_id(whole, tmp_path, clock):
    path = Path(shutil.copy(whole, tmp_path / "memory.db"))
    overwrite(path, leaves_of(path, "item")[5], bytes(PAGE))
    gone = {row[1]: row[2] for row in rows_by_scan(whole, "item", "id") - rows_by_scan(path, "item", "id")}
    repaired = repair(path, clock)

    assert len(gone) > 5
    assert {uid: kind for kind, uids in repaired.lost.items() for uid in uids} == gone


def test_facts_whose_entity_is_lost_are_kept_under_a_stand_in(whole, tmp_path, clock):
    path = Path(shutil.copy(whole, tmp_path / "memory.db"))
    for page in reversed(leaves_of(path, "item")):
        lost = Path(shutil.copy(path, tmp_path / "tried.db"))
        overwrite(lost, page, bytes(PAGE))
        kinds = [row[2] for row in rows_by_scan(whole, "item", "id") - rows_by_scan(lost, "item", "id")]
        if "entity" in kinds:
            break
    repaired = repair(lost, clock)

    assert repaired.mended["entities and documents made again"] > 0
    assert repaired.problems == []


def test_an_encrypted_file_is_repaired_under_its_key(tmp_path, clock):
    path = tmp_path / "memory.db"
    db = Database(path, clock, key=KEY)
    with db.writing("test") as tx:
        for number in range(300):
            facts.assert_(tx, Draft("learning", f"lesson {number} " + "about ropes " * 9, Period(tx.now)))
    db.close()
    with closing(apsw.Connection(str(path))) as connection:
        connection.pragma("key", KEY)
        page = connection.execute("SELECT max(pageno) FROM dbstat WHERE name = 'item' AND pagetype = 'leaf'").get
    overwrite(path, page, b"\xff" * PAGE)
    repaired = repair(path, clock, key=KEY)

    assert 200 < repaired.versions["learning"] == 300 - len(repaired.lost["learning"]) < 300
    assert repaired.problems == []
    assert b"lesson" not in path.read_bytes()
    assert b"SQLite format" not in path.read_bytes()


@pytest.mark.skipif(os.name != "posix", reason="the key of a file cannot be changed there")
def test_a_repair_leaves_no_journal_with_pages_of_before(whole, tmp_path, clock):
    path = Path(shutil.copy(whole, tmp_path / "memory.db"))
    change_key(path, clock, old=None, new=KEY)
    for page in (6, 7):
        overwrite(path, page, b"\xff" * PAGE)

    assert repair(path, clock, key=KEY).kept
    assert not path.with_name("memory.db-journal").exists()


def test_a_whole_file_stays_as_it_is(whole, tmp_path, clock):
    path = Path(shutil.copy(whole, tmp_path / "memory.db"))
    repaired = repair(path, clock)

    assert (repaired.how, repaired.kept) == ("whole", None)
    assert path.read_bytes() == whole.read_bytes()
    assert [entry.name for entry in tmp_path.iterdir()] == ["memory.db"]


@pytest.fixture
def another_user(whole, tmp_path, clock) -> Iterator[Path]:
    path = Path(shutil.copy(whole, tmp_path / "memory.db"))
    shortened_leaf(path, leaves_of(path, "item_by_kind")[0])
    db = Database(path, clock)
    yield path
    db.close()


def test_nothing_is_repaired_while_somebody_has_the_file_open(another_user, tmp_path, clock):
    with pytest.raises(BusyError, match="open in another process"):
        repair(another_user, clock)
    assert not list(tmp_path.glob("*damaged*"))


def test_who_comes_second_leaves_the_damaged_file_that_the_first_kept(another_user, tmp_path, clock, monkeypatch):
    kept = tmp_path / "memory-damaged-now.db"
    # Both gave it the same name before either had the file for itself.
    monkeypatch.setattr(repairing, "_dated", lambda *_: kept)
    kept.write_bytes(b"kept by the first")
    with pytest.raises(BusyError, match="open in another process"):
        repair(another_user, clock)
    assert kept.read_bytes() == b"kept by the first"


def test_a_file_of_which_nothing_can_be_read_is_left_as_it_is(tmp_path, clock):
    (tmp_path / "memory.db").write_bytes(b"\xff" * 10 * PAGE)
    with pytest.raises(RefusedError, match="not an SQLite file"):
        repair(tmp_path / "memory.db", clock)

    assert [entry.name for entry in tmp_path.iterdir()] == ["memory.db"]
    with pytest.raises(NotFoundError):
        repair(tmp_path / "nothing.db", clock)


def test_a_wrong_key_repairs_nothing(tmp_path, clock):
    db = Database(tmp_path / "memory.db", clock, key=KEY)
    backup(db, tmp_path / "before.db", key=KEY)
    db.close()
    before = (tmp_path / "memory.db").read_bytes()
    with pytest.raises(RefusedError, match="another key"):
        repair(tmp_path / "memory.db", clock, key="coffee")

    assert (tmp_path / "memory.db").read_bytes() == before
