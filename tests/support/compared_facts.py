"""Facts learned without a tool, and the pairs that comparing them finds."""

from __future__ import annotations

from memory_mcp.store.contradictions import pairs as contradictions
from memory_mcp.store.contradictions import scan as comparing
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.graph import entities, observations
from memory_mcp.temporal import Period


def learn(db: Database, text: str, *, project: int = 0, confidence: float = 0.7, kind: str = "learning", **more) -> str:
    with db.writing("test") as tx:
        valid = more.pop("valid", None) or Period(tx.now)
        draft = Draft(kind=kind, body=text, valid=valid, project_id=project, confidence=confidence, **more)
        return facts.assert_(tx, draft).uid


def scan(db: Database, project: int = 0, **more) -> list[tuple[str, str, str]]:
    comparing.catch_up(db)
    with db.reading() as snapshot:
        found = contradictions.kept(snapshot, project=project, **more)
    return [(pair.contradiction.kind, pair.older.uid, pair.newer.uid) for pair in found.pairs if pair.contradiction]


def observe(db: Database, name: str, text: str) -> tuple[str, str]:
    with db.writing("test") as tx:
        entity = entities.create(tx, name=name, entity_type="person").entity
        return entity.uid, observations.observe(tx, entity, text, valid=Period(tx.now)).observation.uid
