"""What goes wrong in a folder between machines: it is told with its mend, and harms nothing."""

from __future__ import annotations

import dataclasses
import gzip
import os
import shutil
import threading

import pytest
from shared_folder import log_of, rewritten, synced
from transfers import bodies, exported, learn, name, observe

from memory_mcp.errors import ConflictError, CorruptError, NotFoundError, RefusedError, UnsupportedError
from memory_mcp.store.file.copies.backup import backup
from memory_mcp.store.file.database import Database
from memory_mcp.store.sync import targets
from memory_mcp.sync import folder as folders
from memory_mcp.sync import machine, segments
from memory_mcp.sync.pulling import take_own
from memory_mcp.sync.pushing import begin_anew, push


def cut(segment):
    whole = segment.path.read_bytes()
    segment.path.write_bytes(whole[: len(whole) // 2])


def changed(segment):
    whole = bytearray(segment.path.read_bytes())
    whole[len(whole) // 2] ^= 1
    segment.path.write_bytes(whole)


def of_a_newer_format(segment):
    rewritten(segment, lambda head: head.update(version=2))


def of_a_newer_schema(segment):
    rewritten(segment, lambda head: head.update(schemaVersion=9_999))


def of_another_number(segment):
    rewritten(segment, lambda head: head["segment"].update(number=7))


def with_less_than_it_says(segment):
    rewritten(segment, lambda head: head["segment"].update(records=7))


def without_a_head(segment):
    rewritten(segment, lambda head: head.pop("segment"))


def after_no_machine(segment):
    rewritten(segment, lambda head: head["segment"]["after"].update({"a\nb": [1, 1]}))


def after_no_number(segment):
    rewritten(
        segment,
        lambda head: head["segment"]["after"].update({"d54968fe-40b1-4ef2-b5f7-9f1d70bc9e77": [float("inf"), 1]}),
    )


@pytest.mark.parametrize(
    ("harm", "failure"),
    [
        (cut, CorruptError), (changed, CorruptError), (of_a_newer_format, UnsupportedError),
        (of_a_newer_schema, UnsupportedError), (of_another_number, CorruptError),
        (with_less_than_it_says, CorruptError), (without_a_head, CorruptError), (after_no_number, CorruptError),
        (after_no_machine, CorruptError),
    ],
)  # fmt: skip
def test_a_segment_that_cannot_be_right_is_told_and_others_are_taken_in(here, there, stores, shared, harm, failure):
    third = stores.new()
    folders.init(third, shared)
    learn(third, "prefer uv")
    synced(third, shared)
    learn(here, "we use tabs")
    synced(here, shared)
    harm(log_of(shared, here)[0])

    report = synced(there, shared)
    assert [type(problem) for problem in report.problems] == [failure]
    assert report.problems[0].hint
    assert bodies(there, "learning") == ["prefer uv"]


def test_a_small_segment_that_unpacks_to_very_many_blank_lines_is_refused(here, there, shared, monkeypatch):
    monkeypatch.setattr("memory_mcp.transfer.model.input._LARGE_MEMBER", 1_000_000)
    learn(here, "we use tabs")
    synced(here, shared)
    segment = log_of(shared, here)[0]
    segment.path.write_bytes(gzip.compress(gzip.decompress(segment.path.read_bytes()) + b"\n" * 2_000_000))
    segments.published(segment.path, segment.generation, segment.number, is_sealed=False)

    report = synced(there, shared)

    assert [type(problem) for problem in report.problems] == [RefusedError]
    assert "would unpack to" in str(report.problems[0])


def test_the_name_of_a_machine_is_one_line(here, there, shared):
    learn(there, "we use tabs")
    synced(there, shared)
    rewritten(log_of(shared, there)[0], lambda head: head["segment"].update(name="desk\nlap: 9 segments"))

    with here.reading() as snapshot:
        target = targets.find(snapshot, str(shared)) or targets.Target(0, str(shared), 0, None, None)

    assert "desk lap: 9 segments" in {peer.name for peer in folders.peers(here, target)}


def test_a_missing_segment_is_told_and_what_came_before_is_taken_in(here, there, shared):
    for text in ("one", "two", "three"):
        learn(here, text)
        synced(here, shared)
    log_of(shared, here)[1].path.unlink()

    report = synced(there, shared)
    assert (bodies(there, "learning"), [str(problem.message) for problem in report.problems]) == (
        ["one"], [f"segment 2 of the machine {here.origin} is missing; 1 later ones wait for it"],
    )  # fmt: skip


def test_written_anew_a_log_mends_what_is_missing(here, there, shared):
    for text in ("one", "two", "three"):
        learn(here, text)
        synced(here, shared)
    log_of(shared, here)[1].path.unlink()
    synced(there, shared)
    with pytest.raises(NotFoundError, match="--anew"):
        synced(here, shared)

    synced(here, shared, anew=True)
    assert [one.generation for one in log_of(shared, here)] == [2]
    assert synced(there, shared).problems == []
    assert bodies(there, "learning") == ["one", "three", "two"]


def test_writing_anew_goes_on_after_it_was_killed(here, there, shared):
    for text in ("one", "two", "three"):
        learn(here, text)
        synced(here, shared)
    folder = folders.open_folder(here, shared)
    begin_anew(folder, folders.SyncReport())
    assert {one.generation for one in log_of(shared, here)} == {1}

    synced(here, shared)
    assert {one.generation for one in log_of(shared, here)} == {2}
    assert synced(there, shared).problems == []
    assert bodies(there, "learning") == ["one", "three", "two"]


def test_the_log_of_a_machine_that_is_gone_is_told_by_another_anew(here, there, stores, shared):
    ann = name(there, "Ann")
    for db in (there, here):
        synced(db, shared)
    observe(here, ann, "lives in Berlin")
    synced(here, shared)
    shutil.rmtree(shared / there.origin)
    third = stores.new()
    folders.init(third, shared)
    assert ["--anew" in one for one in synced(third, shared).waiting] == [True]

    synced(here, shared, anew=True)
    assert synced(third, shared).waiting == []
    assert (bodies(third, "entity"), bodies(third, "observation")) == (["Ann"], ["lives in Berlin"])


def test_a_sealed_folder_shows_nothing_and_opens_with_its_key_alone(here, there, stores, shared):
    learn(here, "the spare key lies under the pot")
    synced(here, shared, secrets=("raw:" + "ab" * 32,))
    assert b"the pot" not in log_of(shared, here)[0].path.read_bytes()

    report = synced(there, shared, secrets=("raw:" + "cd" * 32,))
    assert ([type(one) for one in report.problems], bodies(there, "learning")) == ([RefusedError], [])
    assert synced(there, shared, secrets=("raw:" + "cd" * 32, "raw:" + "ab" * 32)).problems == []
    assert bodies(there, "learning") == ["the spare key lies under the pot"]


def test_nothing_is_written_in_the_clear_beside_what_is_sealed(here, there, shared):
    learn(here, "we use tabs")
    synced(here, shared, secrets=("raw:" + "ab" * 32,))
    learn(there, "prefer uv")
    report = synced(there, shared)
    assert [type(one) for one in report.problems] == [RefusedError, RefusedError]
    assert log_of(shared, there) == []

    synced(there, shared, secrets=("raw:" + "ab" * 32,))
    assert [one.path.suffix for one in log_of(shared, there)] == [".sealed"]


def test_what_is_no_segment_is_passed_over(here, there, shared):
    learn(here, "we use tabs")
    synced(here, shared)
    segment = log_of(shared, here)[0].path
    (shared / "notes.txt").write_text("mine")
    (shared / "not-a-machine").mkdir()
    (segment.parent / f"{segment.name}.sync-conflict").write_bytes(b"")
    (segment.parent / segment.name.replace("00000001", "00000002")).symlink_to("/etc/passwd")
    assert synced(there, shared).problems == []


def test_a_folder_that_nobody_uses_is_refused(here, tmp_path):
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "empty", tmp_path / "nowhere"):
        with pytest.raises(NotFoundError, match="sync init"):
            folders.open_folder(here, path)


def copied(db, path, clock):
    backup(db, path)
    return Database(path, clock)


def test_a_copied_file_is_refused_until_it_is_a_machine_of_its_own(here, there, shared, stores, clock, tmp_path):
    learn(here, "we use tabs")
    synced(here, shared)
    copy = copied(here, tmp_path / "copy" / "memory.db", clock)
    stores.made.append(copy)
    learn(copy, "said on the copy")
    with pytest.raises(ConflictError, match="--new-machine"):
        folders.open_folder(copy, shared)

    assert machine.renew(copy) != here.origin
    learn(here, "said on the first")
    for db in (copy, here, there, copy):
        assert synced(db, shared).problems == []
    texts = ["said on the copy", "said on the first", "we use tabs"]
    assert [bodies(db, "learning") for db in (here, there, copy)] == [texts] * 3


def test_two_machines_with_one_id_are_told_and_mended(here, there, shared, stores, clock, tmp_path, monkeypatch):
    learn(here, "we use tabs")
    synced(here, shared)
    twin = copied(here, tmp_path / "twin" / "memory.db", clock)
    stores.made.append(twin)
    # A machine that was copied whole: everything about it is as it was.
    place_of = machine.place_of
    monkeypatch.setattr(machine, "place_of", lambda path: place_of(here.path if path == twin.path else path))
    apart = tmp_path / "apart"
    shutil.copytree(shared, apart)
    learn(here, "said on the first")
    synced(here, shared)
    learn(twin, "said on the twin")
    synced(twin, apart)
    shutil.copytree(apart, shared, dirs_exist_ok=True)

    with pytest.raises(ConflictError, match="two machines write"):
        synced(here, shared)
    report = synced(there, shared)
    assert [type(one) for one in report.problems] == [ConflictError]
    assert bodies(there, "learning") == ["we use tabs"]

    machine.renew(twin)
    synced(here, shared, anew=True)
    for db in (twin, there, here):
        assert synced(db, shared).problems == []
    texts = ["said on the first", "said on the twin", "we use tabs"]
    assert [bodies(db, "learning") for db in (here, there, twin)] == [texts] * 3


def test_a_restored_file_gets_back_what_its_log_holds(here, there, shared, stores, clock, tmp_path):
    learn(here, "before the backup")
    synced(here, shared)
    backup(here, tmp_path / "kept.db")
    learn(here, "after the backup")
    synced(here, shared)
    here.close()
    for beside in here.path.parent.glob("memory.db*"):
        beside.unlink() if beside.is_file() else shutil.rmtree(beside)
    shutil.copy(tmp_path / "kept.db", here.path)
    restored = Database(here.path, clock)
    stores.made[stores.made.index(here)] = restored

    learn(restored, "after the restore")
    for db in (restored, there):
        assert synced(db, shared).problems == []
    texts = ["after the backup", "after the restore", "before the backup"]
    assert [bodies(db, "learning") for db in (restored, there)] == [texts] * 2


def test_a_segment_whose_writer_was_killed_before_it_noted_it_is_no_harm(here, there, shared, stores):
    learn(here, "we use tabs")
    synced(here, shared)
    learn(here, "prefer uv")
    folder = folders.open_folder(here, shared)
    with here.reading() as snapshot:
        at = targets.positions(snapshot, folder.target.id)
        before = targets.targets(snapshot)[0]
    push(folder, folders.SyncReport())
    with here.writing("test") as tx:
        targets.remove(tx, folder.target.id)
        again = targets.ensure(tx, folder.target.address)
        targets.reach(tx, again.id, here.origin, at[here.origin])
        targets.pushed(tx, again.id, before.pushed_through)
    for db in (here, there):
        assert synced(db, shared).problems == []
    assert exported(here, stores.path("a.json")) == exported(there, stores.path("b.json"))


def test_a_number_that_a_killed_process_took_is_not_given_twice(here, there, shared):
    learn(here, "we use tabs")
    folder = folders.open_folder(here, shared)
    with here.reading() as snapshot:
        before = targets.targets(snapshot)[0]
    push(folder, folders.SyncReport())
    with here.writing("test") as tx:
        targets.remove(tx, before.id)
        folder = dataclasses.replace(folder, target=targets.ensure(tx, before.address))
    learn(here, "prefer uv")
    # Nobody pulled since.
    push(folder, folders.SyncReport())
    assert [one.number for one in log_of(shared, here)] == [1, 2]
    assert synced(there, shared).problems == []
    assert bodies(there, "learning") == ["prefer uv", "we use tabs"]


def test_two_processes_of_one_machine_write_one_log(here, there, shared, stores, clock):
    for number in range(30):
        learn(here, f"fact {number}")
    second = Database(here.path, clock)
    stores.made.append(second)
    opened = [folders.open_folder(db, shared) for db in (here, second)]
    threads = [threading.Thread(target=push, args=(one, folders.SyncReport()), kwargs={"most": 2}) for one in opened]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log = log_of(shared, here)
    assert [one.number for one in log] == list(range(1, len(log) + 1))
    assert synced(there, shared).problems == []
    assert len(bodies(there, "learning")) == 30


def test_what_another_process_writes_while_the_folder_is_listed_is_not_missing(
    here, shared, stores, clock, monkeypatch
):
    learn(here, "the first")
    synced(here, shared)
    other = Database(here.path, clock)
    stores.made.append(other)
    listed, folder = segments.listed, folders.open_folder(here, shared)

    def listed_before_a_push(path, *unreadable):
        found = listed(path, *unreadable)
        monkeypatch.setattr(segments, "listed", listed)
        learn(other, "the second")
        push(folders.open_folder(other, shared), folders.SyncReport())
        return found

    monkeypatch.setattr(segments, "listed", listed_before_a_push)
    take_own(folder, folders.SyncReport())
    assert len(log_of(shared, here)) == 2


def test_very_long_rows_come_in_segments_that_can_be_read(here, there, shared, monkeypatch):
    monkeypatch.setattr(segments, "MOST_TEXT", 20_000)
    for number in range(12):
        learn(here, f"{number} " + "word " * 500)
    synced(here, shared)
    assert len(log_of(shared, here)) > 1
    assert synced(there, shared).problems == []
    assert len(bodies(there, "learning")) == 12


def test_a_segment_with_more_text_than_a_writer_makes_is_refused(here, there, shared, monkeypatch):
    learn(here, "word " * 500)
    synced(here, shared)
    monkeypatch.setattr(segments, "MOST_TEXT", 2_000)
    assert [type(one) for one in synced(there, shared).problems] == [CorruptError]
    assert bodies(there, "learning") == []


def test_what_a_killed_process_left_half_written_goes(here, shared):
    half = shared / here.origin / ".0123.draft"
    young = shared / here.origin / ".4567.draft"
    for path in (half, young):
        path.write_bytes(b"half")
    os.utime(half, (0, 0))
    synced(here, shared)
    assert (half.exists(), young.exists()) == (False, True)
