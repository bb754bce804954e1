"""A folder between machines: what one wrote the other has, once, and only what is new is written."""

from __future__ import annotations

from shared_folder import log_of, synced
from transfers import bodies, exported, learn, name, observe

from memory_mcp.store.facts import erasure, facts
from memory_mcp.store.sync import touched
from memory_mcp.sync import folder as folders
from memory_mcp.sync import waits
from memory_mcp.temporal import format_instant


def test_what_one_wrote_the_other_has(here, there, shared, stores):
    ann = name(here, "Ann")
    observe(here, ann, "lives in Berlin")
    learn(there, "we use tabs")
    for db in (here, there, here):
        synced(db, shared)
    assert exported(here, stores.path("a.json")) == exported(there, stores.path("b.json"))


def test_a_second_time_nothing_comes_or_goes(here, there, shared):
    learn(here, "we use tabs")
    for db in (here, there, here):
        synced(db, shared)
    again = [synced(db, shared) for db in (there, here)]
    assert [(one.taken_in, one.written, one.written_segments) for one in again] == [(0, 0, 0), (0, 0, 0)]


def test_only_what_is_new_is_written(here, shared):
    learn(here, "we use tabs")
    synced(here, shared)
    learn(here, "prefer uv")
    assert synced(here, shared).written == 1


def test_nothing_is_kept_of_what_was_pushed(here, shared):
    learn(here, "we use tabs")
    synced(here, shared)
    with here.reading() as snapshot:
        assert touched.count(snapshot, 0, target=-1) == 0


def test_a_rehearsal_tells_the_same_and_writes_nothing(here, there, shared):
    learn(here, "we use tabs")
    synced(here, shared)
    learn(there, "prefer uv")
    files = sorted(shared.rglob("*"))
    dry = synced(there, shared, dry_run=True)
    assert (bodies(there, "learning"), sorted(shared.rglob("*"))) == (["prefer uv"], files)
    wet = synced(there, shared)
    assert (dry.taken_in, dry.written) == (wet.taken_in, wet.written) == (1, 1)


def test_what_is_erased_on_one_machine_goes_on_all_and_never_comes_back(here, there, shared):
    uid = learn(here, "the spare key lies under the pot")
    for db in (here, there):
        synced(db, shared)
    with here.writing("test") as tx:
        erasure.erase(tx, uid)
    with there.writing("test") as tx:
        facts.correct(tx, uid, body="the spare key lies under the stone")
    for db in (there, here, there):
        account = synced(db, shared)
    assert (bodies(here, "learning"), bodies(there, "learning"), account.notes) == ([], [], [])


def test_a_machine_that_joins_later_gets_all(here, there, stores, shared):
    ann = name(here, "Ann")
    synced(here, shared)
    synced(there, shared)
    observe(there, ann, "lives in Berlin")
    synced(there, shared)
    third = stores.new()
    folders.init(third, shared)
    synced(third, shared)
    assert bodies(third, "observation") == ["lives in Berlin"]


def test_a_log_waits_for_what_it_speaks_of(here, there, stores, shared, tmp_path):
    ann = name(here, "Ann")
    synced(here, shared)
    synced(there, shared)
    observe(there, ann, "lives in Berlin")
    synced(there, shared)
    late = log_of(shared, here)[0]
    late.path.rename(tmp_path / "late")

    third = stores.new()
    folders.init(third, shared)
    # There is nothing of that machine yet: its folder is still to come.
    account = synced(third, shared)
    assert (len(account.waiting), account.problems, bodies(third, "observation")) == (1, [], [])
    (tmp_path / "late").rename(late.path)
    account = synced(third, shared)
    assert (account.waiting, bodies(third, "observation")) == ([], ["lives in Berlin"])
    assert bodies(third, "entity") == ["Ann"]


def test_a_segment_that_waits_for_more_than_a_day_is_told_as_a_failure_with_since_when(
    here, there, stores, shared, clock
):
    ann = name(here, "Ann")
    synced(here, shared)
    synced(there, shared)
    observe(there, ann, "lives in Berlin")
    synced(there, shared)
    log_of(shared, here)[0].path.unlink()
    third = stores.new()
    folders.init(third, shared)
    met_at = format_instant(clock.now())
    first = synced(third, shared)
    clock.advance(days=2)
    later = synced(third, shared)

    assert ([met_at[:16] in one for one in first.waiting], first.problems) == ([True], [])
    (problem,) = later.problems
    assert (later.waiting, problem.exit_code, "--anew" in problem.hint) == ([], 3, True)
    assert f"waits since {met_at[:16]}" in problem.message


def test_since_when_a_segment_waits_is_forgotten_once_it_waits_no_more(here):
    assert list(waits.since(here, 1, ["a"])) == ["a"]
    assert waits.since(here, 2, ["a"], is_noted=False) == {}
    assert waits.since(here, 1, []) == {}
    assert waits.since(here, 1, ["a"], is_noted=False) == {}
