"""Labelled pairs as lessons of one project in one file: what a client is told of them."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from labelled import Labelled
from retrieval_store import remembering_service

from memory_mcp.config import Settings
from memory_mcp.store.contradictions import pairs as contradictions
from memory_mcp.store.vectors import index
from memory_mcp.tools import tool_named
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import RequestFacts
from memory_mcp.tools.framework.runtime import Runtime

_ALL: Final = 100_000


@dataclass
class _Told:
    """What the memory said of the pairs: places of pairs, and how often two texts that nobody wrote as a pair."""

    pairs: set[int] = field(default_factory=set)
    others: int = 0


def found_in_file(data: list[Labelled]) -> dict[str, Any]:
    """Learn all first texts, then all second ones; return recall and precision when learned, and when compared.

    A text that is stored already, word for word, is no second fact. Learning it again says nothing of others, so such
    a pair does not count when learned.
    """
    with tempfile.TemporaryDirectory() as name:
        service = remembering_service()
        runtime = Runtime(Settings.load({}, db_path=Path(name) / "memory.db"), service)
        first = [_learn(runtime, pair.a, pair.a_confidence)["id"] for pair in data]
        answers = [_learn(runtime, pair.b, pair.b_confidence) for pair in data]
        places = {
            frozenset((a, answer["id"])): place for place, (a, answer) in enumerate(zip(first, answers, strict=True))
        }
        learned = _Told()
        added = {place for place, answer in enumerate(answers) if answer["action"] == "added"}
        for place in added:
            for row in answers[place]["possibleContradictions"]:
                _note(learned, places.get(frozenset((row["id"], answers[place]["id"]))))
        while index.catch_up(runtime.db, service.embedder, limit=256).waiting:
            pass
        contradictions.catch_up(runtime.db)
        compared = _Told()
        with runtime.db.reading() as snapshot:
            for pair in contradictions.kept(snapshot, project=-1, limit=_ALL).pairs:
                _note(compared, places.get(frozenset((pair.older.uid, pair.newer.uid))))
        runtime.close()
    two = set(places.values()) & {place for place, answer in enumerate(answers) if answer["id"] != first[place]}
    clashing = {place for place in two if data[place].is_contradiction}
    return {
        "facts": len({*first, *(answer["id"] for answer in answers)}),
        "in the answer to learning": _scores(learned, clashing & added),
        "listed by memory_contradictions": _scores(compared, clashing),
    }


def _learn(runtime: Runtime, text: str, confidence: float) -> dict[str, Any]:
    call = Call(runtime, RequestFacts(client_name="bench"), actor="bench")
    given = {"category": "fact", "content": text, "project": "notes", "confidence": confidence}
    return tool_named("memory_learn").invoke(call, given)


def _note(told: _Told, place: int | None) -> None:
    if place is None:
        told.others += 1
    else:
        told.pairs.add(place)


def _scores(told: _Told, clashing: set[int]) -> dict[str, Any]:
    hits = len(told.pairs & clashing)
    return {
        "recall": hits / len(clashing),
        "precision": hits / len(told.pairs),
        "pairs nobody wrote as one": told.others,
    }
