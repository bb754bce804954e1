"""Handoffs against lists that are too simple to be wrong, step by step; and faults the lists must notice."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast

import pytest
from examples import examples
from fresh_files import fresh_file
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule
from moments import START

from memory_mcp.errors import ConflictError, RefusedError
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending.invariants import check
from memory_mcp.store.handoffs import handoff_rows, handoffs, offers
from memory_mcp.store.sessions import handover, sessions, turns
from memory_mcp.temporal import ManualClock

WEEK = 7 * 24 * 3_600 * 1_000_000
CLIENTS = ("codex", "claude-code")
PATHS = ("", "a", "a/b", "ab")
TO = ("", "codex", "claude")


@dataclass(eq=False)
class Left:
    """One handoff, as whoever kept a list on paper would write it down."""

    uid: str
    giver: Person | None
    to: str
    path: str
    at: int
    is_automatic: bool
    taker: Person | None = None
    end: Literal["", "cancelled", "expired"] = ""

    @property
    def state(self) -> str:
        return self.end or ("claimed" if self.taker else "open")


@dataclass(eq=False)
class Person:
    """One session."""

    uid: str
    client: str
    path: str
    joins: bool
    has_spoken: bool = False
    shown: list[Left] = field(default_factory=list)

    def may_have(self, left: Left) -> bool:
        return left.state == "open" and (not left.to or f"{self.client}-".startswith(f"{left.to}-"))

    def sees(self, left: Left) -> bool:
        here, there = (f"{path}/" if path else "" for path in (self.path, left.path))
        is_related = here.startswith(there) or there.startswith(here)
        return self.may_have(left) and left.giver is not self and is_related


class World:
    """A file and the list of what is in it; every step is done to both, and they are compared."""

    def __init__(self, folder: Path) -> None:
        self.clock = ManualClock(START)
        self.db = Database(fresh_file(folder / "memory.db"), self.clock)
        self.all: list[Left] = []
        # What is left twice in the same words is one thing; erased ones give no number back.
        self.numbers = itertools.count()
        self.people: list[Person] = []
        with self.db.writing("test") as tx:
            self.project = projects.ensure(tx, projects.named("shop"))

    @property
    def now(self) -> int:
        return self.clock.now()

    def arrive(self, client: str, path: str, *, joins: bool = True) -> Person:
        with self.step() as tx:
            uid = sessions.start(tx, project_id=self.project, client=client, client_session=f"{len(self.people)}")[
                0
            ].uid
            handover.settle(tx, uid, path, hands_over=joins)
        self.people.append(Person(uid, client, path, joins))
        return self.people[-1]

    def start(self, person: Person) -> None:
        with self.step() as tx:
            shown = offers.offer(tx, person.uid)
        expected = self.offered(person) if person.joins else []
        assert [one.uid for one in shown] == [one.uid for one in expected]
        if person.joins and not person.has_spoken:
            person.shown = expected

    def speak(self, person: Person) -> None:
        with self.step() as tx:
            turns.add(tx, turns.Utterance("go on", session_uid=person.uid, project_id=self.project))
            offers.take_up(tx, person.uid)
        person.has_spoken = True
        if not person.joins:
            return
        own = [left for left in self.all if left.giver is person]
        if own and own[-1].is_automatic and person.may_have(own[-1]):
            own[-1].taker = person
        there = [left for left in person.shown if person.may_have(left)]
        if there:
            there[0].taker = person
        person.shown = []

    def begin(self, giver: Person | None, to: str, path: str, *, is_automatic: bool) -> None:
        with self.step() as tx:
            begun, _ = handoffs.begin(
                tx,
                handoffs.HandoffDraft(f"work {next(self.numbers)}", to_client=to, path=path),
                project_id=self.project,
                from_session=giver.uid if giver else None,
                origin="automatic" if is_automatic else "tool",
            )
        self.all.append(Left(begun.uid, giver, to, path, self.now, is_automatic))
        self.tidy()

    def accept(self, person: Person, left: Left) -> None:
        expected: type[Exception] | None = None
        if person.may_have(left):
            left.taker = person
        elif left.state == "open":
            expected = RefusedError
        elif left.taker is not person:
            expected = ConflictError
        refused = nullcontext() if expected is None else pytest.raises(expected)
        with refused, self.step() as tx:
            handoffs.accept(tx, left.uid, session=person.uid, client=person.client)

    def cancel(self, left: Left) -> None:
        if left.state in {"open", "claimed"}:
            left.taker, left.end = None, "cancelled"
        if left.end == "expired":
            with pytest.raises(ConflictError), self.step() as tx:
                handoffs.cancel(tx, left.uid)
        else:
            with self.step() as tx:
                handoffs.cancel(tx, left.uid)

    def reopen(self, left: Left) -> None:
        writing = self.step()
        later = self.all[self.all.index(left) + 1 :]
        is_outdated = left.is_automatic and any(
            one.is_automatic and one.path == left.path and one.state in {"open", "claimed"} for one in later
        )
        is_back = left.state == "cancelled" and self.now < left.at + WEEK and not is_outdated
        with nullcontext() if is_back or left.state == "open" else pytest.raises(ConflictError), writing as tx:
            handoffs.reopen(tx, left.uid)
        if is_back:
            left.end = ""
            self.tidy()

    def give_back(self, person: Person) -> None:
        held = [left for left in self.all if left.taker is person]
        with self.step() as tx:
            offers.give_back(tx, person.uid)
        for left in held:
            left.taker = None
        self.tidy()
        if held:
            person.shown = self.in_order(held)

    def erase(self, left: Left) -> None:
        with self.step() as tx:
            handoffs.erase(tx, left.uid)
        self.all.remove(left)
        for person in self.people:
            person.shown = [one for one in person.shown if one is not left]

    def wait(self, days: int) -> None:
        self.clock.advance(days=days)
        self.tidy()

    def step(self) -> Any:
        self.clock.advance(seconds=1)
        self.tidy()
        return self.db.writing("test")

    def tidy(self) -> None:
        """Let the week pass, and strike out what is older than something left by an end in the same place."""
        for left in self.all:
            if left.state == "open" and self.now >= left.at + WEEK:
                left.end = "expired"
        newest: dict[str, Left] = {}
        for left in self.all:
            if left.is_automatic and left.state in {"open", "claimed"}:
                newest[left.path] = left
        for left in self.all:
            if left.is_automatic and left.state == "open" and newest[left.path] is not left:
                left.end = "cancelled"

    @staticmethod
    def in_order(some: list[Left]) -> list[Left]:
        return [*(one for one in some[::-1] if not one.is_automatic), *(one for one in some[::-1] if one.is_automatic)]

    def offered(self, person: Person) -> list[Left]:
        seen = self.in_order([left for left in self.all if person.sees(left)])[:5]
        return [
            one
            for number, one in enumerate(seen)
            if not (number and one.is_automatic and seen[number - 1].is_automatic)
        ]

    def compare(self) -> None:
        with self.db.reading() as snapshot:
            for left in self.all:
                found = handoff_rows.require(snapshot, left.uid)
                assert (found.state, found.claimed_by) == (left.state, left.taker.uid if left.taker else None)
            for person in self.people:
                seen = handoff_rows.offered(snapshot, self.project, person.client, person.path, person.uid)
                assert [one.uid for one in seen] == [one.uid for one in self.offered(person)]
                noted = snapshot.rows(_NOTED, {"session": person.uid})
                assert [uid for (uid,) in noted] == [one.uid for one in person.shown]
            assert handoff_rows.listed(snapshot, self.project)[1] == len(self.all)
            assert check(snapshot) == []


_NOTED = "SELECT handoff_uid FROM handoff_offer WHERE session_uid = :session ORDER BY position"


class Machine(RuleBasedStateMachine):
    """Any steps in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.world = World(Path(self.folder.name))

    def teardown(self) -> None:
        self.world.db.close()
        self.folder.cleanup()

    @rule(
        client=st.sampled_from(CLIENTS), path=st.sampled_from(PATHS), joins=st.sampled_from([True, True, True, False])
    )
    def arrive(self, client: str, path: str, joins: bool) -> None:
        self.world.start(self.world.arrive(client, path, joins=joins))
        self.world.compare()

    @rule(data=st.data(), to=st.sampled_from(TO), path=st.sampled_from(PATHS), is_automatic=st.booleans())
    def begin(self, data: st.DataObject, to: str, path: str, is_automatic: bool) -> None:
        giver = data.draw(st.sampled_from([None, *self.world.people]))
        self.world.begin(giver, "" if is_automatic else to, path, is_automatic=is_automatic)
        self.world.compare()

    @precondition(lambda self: self.world.people)
    @rule(data=st.data(), what=st.sampled_from(["start", "speak", "speak", "give_back"]))
    def act(self, data: st.DataObject, what: str) -> None:
        getattr(self.world, what)(data.draw(st.sampled_from(self.world.people)))
        self.world.compare()

    @precondition(lambda self: self.world.people and self.world.all)
    @rule(data=st.data())
    def accept(self, data: st.DataObject) -> None:
        self.world.accept(data.draw(st.sampled_from(self.world.people)), data.draw(st.sampled_from(self.world.all)))
        self.world.compare()

    @precondition(lambda self: self.world.all)
    @rule(data=st.data(), what=st.sampled_from(["cancel", "erase", "reopen"]))
    def end(self, data: st.DataObject, what: str) -> None:
        getattr(self.world, what)(data.draw(st.sampled_from(self.world.all)))
        self.world.compare()

    @rule(days=st.sampled_from([1, 6, 7]))
    def wait(self, days: int) -> None:
        self.world.wait(days)
        self.world.compare()


TestHandoffs = cast("Any", Machine).TestCase
TestHandoffs.settings = examples(15, steps=25)


def script(world: World) -> None:
    """Go once through everything that matters."""
    step = world.compare
    ada, bob, eve = world.arrive("codex", "a"), world.arrive("claude-code", "a/b"), world.arrive("codex", "ab")
    mute = world.arrive("codex", "a", joins=False)
    for to, path in (("", "a"), ("claude", ""), ("codex", "a/b"), ("", "ab")):
        world.begin(ada, to, path, is_automatic=False)
        step()
    for giver in (None, bob, bob):
        world.begin(giver, "", "a/b", is_automatic=True)
        step()
    for person in (bob, eve, mute, ada):
        world.start(person)
        step()
    for person in (eve, bob, ada, mute, eve):
        world.speak(person)
        step()
        world.start(person)
        step()
    for person in (bob, ada, eve):
        for left in world.all:
            world.accept(person, left)
            step()
    world.begin(eve, "", "a/b", is_automatic=True)
    step()
    world.give_back(bob)
    step()
    world.speak(bob)
    step()
    world.cancel(world.all[0])
    step()
    for left in world.all:
        world.reopen(left)
        step()
    world.wait(7)
    step()
    world.give_back(bob)
    step()
    for left in list(world.all):
        world.cancel(left)
        step()
    older, newer = (_left_and_taken(world, person) for person in (ada, bob))
    step()
    world.give_back(ada)
    assert (older.state, newer.state) == ("cancelled", "claimed")
    step()
    world.begin(None, "", "a", is_automatic=False)
    late = world.arrive("codex", "a")
    world.start(late)
    world.erase(world.all[-1])
    step()
    world.begin(None, "", "a", is_automatic=False)
    world.start(late)
    world.wait(7)
    world.accept(late, world.all[-1])
    step()


def _left_and_taken(world: World, taker: Person) -> Left:
    world.begin(None, "", "a/b", is_automatic=True)
    world.accept(taker, world.all[-1])
    return world.all[-1]


def test_the_script_is_played_alike(tmp_path: Path) -> None:
    world = World(tmp_path)
    script(world)
    world.db.close()


FAULTS: list[tuple[Any, str, str, str]] = [
    (handoffs, "_CLAIM", "AND state = 'open'", ""),
    (handoffs, "_CLAIM", "AND expires_at > :now", ""),
    (handoffs, "_CLAIM", "AND (to_client = ''", "AND (1 OR to_client = ''"),
    (handoff_rows, "_OFFERED", "from_session IS NOT :session", "1"),
    (
        handoff_rows,
        "_OFFERED",
        "substr(:path, 1, length(path) + 1) = path || '/'",
        "substr(:path, 1, length(path)) = path",
    ),
    (handoff_rows, "_OFFERED", "substr(path, 1, length(:path) + 1) = :path || '/'", "0"),
    (handoff_rows, "_OFFERED", "ORDER BY origin = 'automatic', created_at DESC", "ORDER BY created_at DESC"),
    (
        handoff_rows,
        "_OFFERED",
        "length(to_client) + 1) = to_client || '-'",
        "length(to_client) + 2) = to_client || '-'",
    ),
    (handoffs, "_OUTDATED", "AND origin = 'automatic'", ""),
    (handoffs, "_OUTDATED", "AND newer.state IN ('open', 'claimed')", "AND newer.state = 'open'"),
    (handoffs, "_OUTDATED", "> (handoff.created_at, handoff.uid)", "< (handoff.created_at, handoff.uid)"),
    (handoffs, "_RELEASE", "claimed_by = :session", "1"),
    (handoffs, "_CANCEL", "state IN ('open', 'claimed')", "state = 'open'"),
    (handoffs, "_FORGET_OFFERS", "handoff_uid = :uid", "0"),
    (offers, "_WITHDRAW", "session_uid = :session", "1"),
    (offers, "_HAS_BEGUN", "session_uid = :session", "0"),
    (offers, "_OFFERED", "ORDER BY position", "ORDER BY position DESC"),
    (offers, "_OF_SESSION", "hands_over\n", "1 AS hands_over\n"),
]


@pytest.mark.parametrize(("module", "name", "old", "new"), FAULTS)
def test_the_list_notices_a_seeded_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, old: str, new: str
) -> None:
    statement = getattr(module, name)
    assert old in statement
    monkeypatch.setattr(module, name, statement.replace(old, new))
    world = World(tmp_path)
    noticed = _fails(lambda: script(world))
    world.db.close()
    assert noticed


def _fails(play: Callable[[], None]) -> bool:
    try:
        play()
    except (AssertionError, ConflictError, RefusedError, pytest.fail.Exception):
        return True
    except Exception as exc:  # noqa: BLE001 - a statement that breaks a constraint is noticed too
        return "constraint" in str(exc).casefold()
    return False
