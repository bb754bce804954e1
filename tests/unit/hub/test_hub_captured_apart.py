"""A conversation that several machines captured is on the hub once, and the same on all of them."""

from __future__ import annotations

import itertools

import psycopg
import pytest
from claude_session import Claude
from one_conversation import LEFT, SAID, change_apart, left_of, the_export_of_all, three_machines, uid_of
from transfers import bodies

from memory_mcp.capture.transcripts.history_import import import_transcripts
from memory_mcp.config import Settings
from memory_mcp.hub.synchronising import sync
from memory_mcp.store.facts import erasure, facts
from memory_mcp.store.file.mending import invariants

pytestmark = pytest.mark.external

ORDERS = list(itertools.permutations(range(3)))


@pytest.fixture
def three(stores, clock):
    return three_machines(stores, clock)


def meet(stores, hub, machines):
    """Synchronise all until nothing comes or goes, and return what each exports."""
    for _ in range(2):
        for db in machines:
            sync(db, hub)
    for db in machines:
        assert sync(db, hub)[1].records == 0
        with db.reading() as snapshot:
            assert invariants.check(snapshot) == []
    return the_export_of_all(stores, machines)


def held(hub):
    """Return how many rows of each kind the hub has, those that are believed no more included."""
    with psycopg.connect(hub) as connection:
        return dict(connection.execute("SELECT kind, count(*) FROM memory.item GROUP BY kind").fetchall())


@pytest.mark.parametrize("order", ORDERS)
def test_the_hub_has_each_row_once_whoever_comes_first(three, stores, hub, order):
    late = stores.new()
    with three[0].reading() as snapshot:
        rows = dict(snapshot.rows("SELECT kind, count(*) FROM item GROUP BY kind"))
    told = meet(stores, hub, [*(three[place] for place in order), late])
    assert held(hub) == rows
    assert {turn["origin"] for turn in told["turns"]} == {three[0].origin}


@pytest.mark.parametrize("order", ORDERS)
def test_what_one_took_back_another_corrected_and_a_third_erased(three, stores, hub, clock, order):
    """Each after all were captured, and before any of them met."""
    change_apart(*(three[place] for place in order), clock)
    meet(stores, hub, three)
    for db in three:
        assert left_of(db) == LEFT


def test_who_comes_after_the_others_met_finds_what_they_made_of_it(three, stores, hub, clock):
    early, later, last = three
    meet(stores, hub, [later, last])
    with last.writing("test") as tx:
        facts.retract(tx, uid_of(last, "statement", "tabs"))
        erasure.erase(tx, uid_of(last, "digest", "tabs"))
    clock.advance(hours=1)
    meet(stores, hub, [last, later])
    meet(stores, hub, [early, later, last])
    for db in three:
        assert not any("tabs" in text for kind in ("statement", "digest") for text in bodies(db, kind))
    assert held(hub)["turn"] == len(SAID)


@pytest.mark.parametrize("order", list(itertools.permutations(range(2))))
@pytest.mark.parametrize("early", [False, True])
def test_a_prompt_that_a_hook_told_is_there_once(stores, hub, clock, tmp_path, order, early):
    """One machine has hooks, the other a copy of the transcript."""
    hooked, copied = stores.new(), stores.new()
    machines = [(hooked, copied)[place] for place in order]
    claude = Claude(hooked, clock, tmp_path)
    claude.fire("UserPromptSubmit", prompt=SAID[0])
    if early:
        for db in machines:
            sync(db, hub)
    claude.write(claude.line("user", f"{SAID[0]}\n"), claude.line("assistant", "I will."))
    import_transcripts(copied, claude.path, Settings(db_path=copied.path))
    if early:
        sync(copied, hub)
        sync(hooked, hub)
    claude.fire("Stop")
    claude.fire("SessionEnd")
    meet(stores, hub, machines)
    assert [[text.strip() for text in bodies(db, "turn")] for db in machines] == [["I will.", SAID[0]]] * 2
    assert (held(hub)["turn"], held(hub)["statement"]) == (2, 1)
