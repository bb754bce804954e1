"""Write, change and erase facts, and synchronise through a folder now and then: a machine to kill.

A line is printed for each thing that is done: "fact UID" for one that was stored, "erased UID", "took" and "wrote"
while it synchronises, and "synced" after it did.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from memory_mcp.errors import BusyError, NotFoundError
from memory_mcp.store.contradictions import pairs
from memory_mcp.store.facts import erasure, facts, lifecycle, profile, versions
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database, Transaction
from memory_mcp.store.graph import entities, observations, relations
from memory_mcp.store.handoffs import handoffs
from memory_mcp.store.sessions import sessions
from memory_mcp.sync import folder as folders
from memory_mcp.sync.pulling import pull
from memory_mcp.sync.pushing import push
from memory_mcp.temporal import Period, SystemClock

_KNOWN = """
    SELECT uid FROM item WHERE kind IN ('learning', 'observation') GROUP BY uid ORDER BY max(id) DESC LIMIT 30
"""


def said(line: str) -> None:
    """Acknowledge: what was said was committed before."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _change(tx: Transaction, draws: random.Random, text: str, uid: str) -> list[str]:
    """Change a row of any machine in one way, where that can be."""
    is_believed = bool(versions.believed(tx, uid))
    match draws.randrange(6):
        case 0 if is_believed:
            facts.correct(tx, uid, body=f"{text} corrected")
        case 1 if is_believed and versions.require(tx, uid).kind == "learning":
            new = facts.assert_(tx, Draft("learning", text, Period(tx.now)))
            facts.supersede(tx, uid, by=new.uid)
            return [f"fact {new.uid}"]
        case 2 if is_believed:
            facts.retract(tx, uid)
        case 3:
            lifecycle.archive(tx, uid) or lifecycle.restore(tx, uid)
        case 4:
            lifecycle.pin(tx, uid, pinned=bool(draws.randrange(2)))
        case _ if draws.randrange(3) == 0:
            erasure.erase(tx, uid)
            return [f"erased {gone}" for gone in tx.erased_uids]
    return ["changed"]


def _add(tx: Transaction, draws: random.Random, text: str) -> list[str]:
    """Store something new of one kind."""
    match draws.randrange(6):
        case 0:
            entity = entities.create(tx, name=f"thing {text}", entity_type="thing").entity
            other = entities.create(tx, name=f"part of {text}", entity_type="thing").entity
            fact = observations.observe(tx, entity, f"is {text}", valid=Period(tx.now)).observation
            relations.relate(tx, other, entity, "belongs_to", valid=Period(tx.now))
            return [f"fact {one.uid}" for one in (entity, other, fact)]
        case 1:
            session, _ = sessions.start(tx, client="writer", project_id=0)
            sessions.end(tx, session.uid, summary=text)
            handoffs.begin(tx, handoffs.HandoffDraft(text, next_steps=[text]), project_id=0, from_session=session.uid)
        case 2:
            profile.set_field(tx, "focus", text)
            profile.set_goal(tx, 0, text)
        case _:
            return [f"fact {facts.assert_(tx, Draft('learning', text, Period(tx.now))).uid}"]
    return ["changed"]


def write(tx: Transaction, draws: random.Random, text: str) -> list[str]:
    """Do one thing to the memory and return the lines that tell of it."""
    known = [uid for (uid,) in tx.rows(_KNOWN)]
    if len(known) > 1 and draws.randrange(8) == 0:
        a, b = sorted(draws.sample(known, 2))
        if draws.randrange(4) or not pairs.take_back(tx, a, b):
            pairs.dismiss(tx, a, b, reason=text)
        return ["changed"]
    return _change(tx, draws, text, draws.choice(known)) if known and draws.randrange(2) else _add(tx, draws, text)


def synchronise(db: Database, path: Path, *, most: int) -> folders.SyncReport:
    """Synchronise once, and say each step."""
    folder = folders.open_folder(db, path)
    report = folders.SyncReport()
    pull(folder, report, lambda _done, _total: said("took"))
    push(folder, report, lambda _done, _total: said("wrote"), most=most)
    # Files arrive in any order: what is missing is still to come.
    assert all(isinstance(one, NotFoundError) for one in report.problems), report.problems
    said("synced")
    return report


def main(path: str, shared: str, seed: str) -> None:
    """Write and synchronise without an end."""
    draws = random.Random(seed)
    db = Database(Path(path), SystemClock())
    number = 0
    while True:
        number += 1
        try:
            with db.writing("writer") as tx:
                lines = write(tx, draws, f"{seed} {number}")
            for line in lines:
                said(line)
            if number % 10 == 0:
                synchronise(db, Path(shared), most=5)
        except BusyError:
            continue


if __name__ == "__main__":
    main(*sys.argv[1:])
