"""Three memories that part from a common start and do whatever a script says, each on its own.

Each has copies of the same transcripts, and captures of them what it comes to read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from fresh_files import fresh_file
from moments import START

from memory_mcp.errors import MemoryMcpError
from memory_mcp.store.capture_state import transcript_cursors
from memory_mcp.store.contradictions import concurrent, declarations, pairs
from memory_mcp.store.endings import by_words
from memory_mcp.store.facts import erasure, facts, lifecycle, profile, versions
from memory_mcp.store.facts.projects import project_upkeep, projects
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database, Transaction
from memory_mcp.store.graph import entities, observations, relations
from memory_mcp.store.handoffs import handoffs
from memory_mcp.store.sessions import digest_builder, digests, pending_turns, sessions, statements, turns
from memory_mcp.temporal import ManualClock, Period
from memory_mcp.transfer.formats import native_write
from memory_mcp.transfer.importing import take_in
from memory_mcp.transfer.merging.captured import WAITS

HOUR = 3_600_000_000
Choose = Callable[[int, int], int]
_PROJECTS = ("api", "web", "shop")
# What stands in transcripts, of which each memory has a copy: how to work, and some of it taken back later.
_TALKS = {
    "one": ("Please always use tabs here.", "Which port is it?", "From now on write in English.", "It is 5432."),
    "two": ("Never commit to main.", "Please always use spaces here.", "We no longer use tabs here."),
}
_TALKED_AT = START - 100 * HOUR
_ORIGIN = "UPDATE meta SET value = :origin WHERE key = 'origin'"
_KINDS = {
    "fact": "SELECT uid FROM item WHERE kind IN ('learning', 'decision', 'observation') GROUP BY uid ORDER BY min(id)",
    "any": "SELECT uid FROM item GROUP BY uid ORDER BY min(id)",
    "entity": "SELECT uid FROM item WHERE kind = 'entity' GROUP BY uid ORDER BY min(id)",
    "session": "SELECT uid FROM session ORDER BY id",
    "captured session": "SELECT uid FROM session WHERE client_session <> '' ORDER BY id",
    "captured": "SELECT uid FROM item WHERE kind IN ('turn', 'statement', 'digest') GROUP BY uid ORDER BY min(id)",
    "statement": "SELECT uid FROM item WHERE kind = 'statement' GROUP BY uid ORDER BY min(id)",
    "handoff": "SELECT uid FROM handoff ORDER BY created_at, uid",
}


# What a hook told comes in under the id of its line, and what is said of it then.
_MAY_BE_SKIPPED = {"erased here", "dismisses what is not here", WAITS}


class Memory:
    """A memory of its own, with a clock that a script moves."""

    def __init__(self, folder: Path, name: str, instant: int = START) -> None:
        self.clock = ManualClock(instant)
        path = fresh_file(folder / f"{name}.db")
        bare = Database(path, self.clock)
        with bare.writing("test") as tx:
            tx.execute(_ORIGIN, {"origin": name})
        bare.close()
        self.db = Database(path, self.clock)
        self.name = name
        with self.db.connection() as connection:
            # Nobody pulls the plug here.
            connection.execute("PRAGMA synchronous = OFF")

    def records(self) -> list[dict[str, Any]]:
        """Return all it holds, as it would go through a file."""
        with self.db.reading() as snapshot:
            return json.loads(json.dumps(list(native_write.records(snapshot))))

    def apart(self) -> list[tuple[Any, ...]]:
        """Return what is told of edits apart from each other, as every copy tells it."""
        with self.db.reading() as snapshot:
            found = concurrent.edited_apart(snapshot, project=-1)
        return [(one.older, one.newer, one.told.replace(" (this one)", ""), one.is_taken_back) for one in found]

    def take(self, records: list[dict[str, Any]]) -> Any:
        report = take_in(self.db, records)
        assert not report.problems or set(report.skipped) <= _MAY_BE_SKIPPED, report
        return report

    def close(self) -> None:
        self.db.close()


class Script:
    """What the memories do: each choice is a byte, and 0 where they end."""

    def __init__(self, choices: bytes) -> None:
        self._rest: Iterator[int] = iter(choices)
        self.count = 0

    def choose(self, low: int, high: int) -> int:
        return low + next(self._rest, 0) % (high - low + 1)

    def play(self, memories: list[Memory]) -> None:
        """Start with what all know, then do something in one or another; now and then one hears of another."""
        first, *others = memories
        for step in (self._learn, self._decide, self._name, self._observe, self._session, self._hand_over):
            with suppress(MemoryMcpError), first.db.writing(f"by {first.name}") as tx:
                step(tx)
        for memory in others:
            memory.take(first.records())
        for memory in memories:
            for step in (self._hook, self._capture, self._tell, self._withdraw, self._settle)[
                self.choose(0, 1) : self.choose(1, 5)
            ]:
                with suppress(MemoryMcpError), memory.db.writing(f"by {memory.name}") as tx:
                    step(tx)
        for _ in range(self.choose(6, 30)):
            memory = memories[self.choose(0, len(memories) - 1)]
            if self.choose(0, 11) == 0:
                other = memories[self.choose(0, len(memories) - 1)]
                memory.take(other.records())
                continue
            # At the same moment as something elsewhere, or later.
            memory.clock.advance(microseconds=self.choose(0, 2) * HOUR)
            with suppress(MemoryMcpError), memory.db.writing(f"by {memory.name}") as tx:
                self._step(tx)

    def _step(self, tx: Transaction) -> None:
        self.count += 1
        steps = (
            self._learn, self._correct, self._correct, self._supersede, self._retract, self._restore, self._name,
            self._rename, self._observe, self._relate, self._decide, self._archive, self._pin, self._use, self._erase,
            self._speak, self._session, self._hand_over, self._claim, self._dismiss, self._set, self._rename_project,
            self._capture, self._capture, self._capture, self._tell, self._tell, self._settle, self._say_otherwise,
            self._say_otherwise, self._withdraw, self._hook, self._hook, self._hook, self._let_go,
        )  # fmt: skip
        steps[self.choose(0, len(steps) - 1)](tx)

    def _one(self, tx: Transaction, of: str) -> str:
        known = [uid for (uid,) in tx.rows(_KINDS[of])]  # type: ignore[arg-type]  # a constant of this module
        if not known:
            raise MemoryMcpError("nothing is known yet")
        return str(known[self.choose(0, len(known) - 1)])

    def _text(self) -> str:
        return f"text {self.choose(0, 5)}"

    def _project(self, tx: Transaction) -> int:
        name = _PROJECTS[self.choose(0, 2)]
        return projects.ensure(tx, projects.named(name)) if self.choose(0, 1) else 0

    def _learn(self, tx: Transaction) -> None:
        start = tx.now - self.choose(0, 3) * HOUR
        valid = Period(start, start + 2 * HOUR) if self.choose(0, 3) == 0 else Period(start)
        facts.assert_(tx, Draft("learning", self._text(), valid, project_id=self._project(tx)))

    def _decide(self, tx: Transaction) -> None:
        draft = Draft("decision", self._text(), Period(tx.now), title="title", attributes={"reasoning": "why"})
        uid = facts.assert_(tx, draft).uid
        if self.choose(0, 1):
            facts.note_verdict(tx, uid, verified=True, outcome=self._text())
            lifecycle.verify(tx, uid, verified=True, outcome=self._text())

    def _correct(self, tx: Transaction) -> None:
        facts.correct(tx, self._one(tx, "fact"), body=self._text(), reason=self._text())

    def _supersede(self, tx: Transaction) -> None:
        by = self._one(tx, "fact") if self.choose(0, 1) else None
        at = tx.now - self.choose(0, 3) * HOUR if self.choose(0, 1) else None
        facts.supersede(tx, self._one(tx, "fact"), by=by, at=at)

    def _retract(self, tx: Transaction) -> None:
        facts.retract(tx, self._one(tx, "any"), reason=self._text())

    def _restore(self, tx: Transaction) -> None:
        uid = self._one(tx, "fact")
        facts.restore(tx, uid, versions.versions(tx, uid)[0].recorded_at)

    def _name(self, tx: Transaction) -> None:
        entities.create(tx, name=self._text(), entity_type="thing", project=self._project(tx))

    def _rename(self, tx: Transaction) -> None:
        entity = facts.correct(tx, self._one(tx, "entity"), title=self._text())[-1]
        entities.index_names(tx, entity)

    def _rename_project(self, tx: Transaction) -> None:
        old, new = (_PROJECTS[self.choose(0, 2)] for _ in range(2))
        (project_upkeep.rename, project_upkeep.merge)[self.choose(0, 1)](tx, old, new)

    def _observe(self, tx: Transaction) -> None:
        entity = entities.require(tx, self._one(tx, "entity"))
        observations.observe(tx, entity, self._text(), valid=Period(tx.now))

    def _relate(self, tx: Transaction) -> None:
        source, target = (entities.require(tx, self._one(tx, "entity")) for _ in range(2))
        relations.relate(tx, source, target, "knows", valid=Period(tx.now))

    def _archive(self, tx: Transaction) -> None:
        uid = self._one(tx, "any")
        if self.choose(0, 1):
            lifecycle.archive(tx, uid, reason=self._text())
        else:
            lifecycle.restore(tx, uid)

    def _pin(self, tx: Transaction) -> None:
        lifecycle.pin(tx, self._one(tx, "any"), pinned=bool(self.choose(0, 1)))

    def _use(self, tx: Transaction) -> None:
        uid = self._one(tx, "any")
        (lifecycle.note_use, lifecycle.note_cited)[self.choose(0, 1)](tx, uid)
        lifecycle.note_shown(tx, [uid])

    def _erase(self, tx: Transaction) -> None:
        if self.choose(0, 3) == 0:
            handoffs.erase(tx, self._one(tx, "handoff"))
        else:
            erasure.erase(tx, self._one(tx, "any"), reason=self._text())

    def _speak(self, tx: Transaction) -> None:
        uid = self._one(tx, "session")
        turns.add(tx, turns.Utterance(self._text(), session_uid=uid))

    def _capture(self, tx: Transaction) -> None:
        """Read a transcript up to some line, perhaps where its folder is not known, and what was said about work."""
        name = ("one", "two")[self.choose(0, 1)]
        session = self._conversation(tx, name)
        lines = [
            text
            for text in _TALKS[name][self.choose(0, 1) : self.choose(1, len(_TALKS[name]))]
            if not pending_turns.meet_line(tx, session.uid, "user", text, f"client:{text}")
        ]
        added = turns.add_many(tx, [
            turns.Utterance(
                text, project_id=session.project_id, session_uid=session.uid, external_id=f"client:{text}",
                at=_TALKED_AT + place,
            )
            for place, text in enumerate(lines)
        ])  # fmt: skip
        sessions.widen(tx, session.uid, _TALKED_AT, _TALKED_AT + len(added), is_over=True)
        statements.catch_up(tx)

    def _conversation(self, tx: Transaction, name: str) -> sessions.Session:
        project = projects.ensure(tx, projects.named(_PROJECTS[0])) if self.choose(0, 1) else 0
        return sessions.start(
            tx, project_id=project, client="client", client_session=name, started_at=_TALKED_AT
        )[0]  # fmt: skip

    def _hook(self, tx: Transaction) -> None:
        """Be told a prompt before the transcript has it, which it has later, or never; perhaps look what it says."""
        name = ("one", "two")[self.choose(0, 1)]
        session = self._conversation(tx, name)
        text = (*_TALKS[name], "Never in a transcript: always use tabs.")[self.choose(0, len(_TALKS[name]))]
        told = turns.Utterance(
            text, project_id=session.project_id, session_uid=session.uid, at=tx.now,
            external_id=f"client:{name}:prompt:{tx.origin} {tx.now} {text}",
        )  # fmt: skip
        added = turns.add(tx, told)
        if added.action == "added":
            waits = self.choose(0, 3) > 0
            transcript_cursors.note_pending(tx, added.uid, session.uid, "user", text, tx.now, waits=waits)
        if self.choose(0, 1):
            statements.catch_up(tx)

    def _let_go(self, tx: Transaction) -> None:
        transcript_cursors.let_go(tx, self._one(tx, "captured session"))

    def _tell(self, tx: Transaction) -> None:
        uid = self._one(tx, "captured session")
        sessions.end(tx, uid, at=_TALKED_AT + HOUR, summary=self._text())
        digests.publish(tx, digest_builder.refresh(tx, uid))

    def _settle(self, tx: Transaction) -> None:
        by_words.settle(tx)

    def _say_otherwise(self, tx: Transaction) -> None:
        facts.correct(tx, self._one(tx, "statement"), body=self._text(), reason=self._text())

    def _withdraw(self, tx: Transaction) -> None:
        uid = self._one(tx, "captured")
        if self.choose(0, 1):
            facts.retract(tx, uid, reason=self._text())
        else:
            erasure.erase(tx, uid, reason=self._text())

    def _session(self, tx: Transaction) -> None:
        if self.choose(0, 1):
            sessions.start(tx, project_id=self._project(tx), client="client")
        else:
            sessions.end(tx, self._one(tx, "session"), summary=self._text(), next_steps=[self._text()])

    def _hand_over(self, tx: Transaction) -> None:
        handoffs.begin(tx, handoffs.HandoffDraft(self._text()), project_id=self._project(tx))

    def _claim(self, tx: Transaction) -> None:
        uid = self._one(tx, "handoff")
        if self.choose(0, 2):
            handoffs.claim(tx, uid, session=self._text(), client="client")
        else:
            handoffs.cancel(tx, uid)

    def _dismiss(self, tx: Transaction) -> None:
        a, b = self._one(tx, "fact"), self._one(tx, "fact")
        if self.choose(0, 2):
            pairs.dismiss(tx, a, b, reason=self._text())
        else:
            pairs.take_back(tx, a, b)

    def _set(self, tx: Transaction) -> None:
        what = self.choose(0, 2)
        if what == 0:
            profile.set_field(tx, "language", self._text())
        elif what == 1:
            profile.set_goal(tx, self._project(tx), self._text())
        else:
            declarations.declare(tx, "knows", ("one", "many", "default")[self.choose(0, 2)])  # type: ignore[arg-type]
