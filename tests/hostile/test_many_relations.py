"""Very many facts and relations of one entity come in at a cost that grows with their number, not with its square."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from memory_mcp.store.facts.admission import evidence_on
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.graph import entities, observations, relations
from memory_mcp.temporal import Period
from memory_mcp.transfer.importing import import_file


def reference_file(path, lines):
    """Write JSON lines as the reference server would."""
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


@pytest.mark.parametrize("kind", ["observation", "relation"])
def test_a_fact_is_compared_with_what_says_the_same_and_not_with_all_of_its_entity(db, kind):
    with db.writing("test") as tx:
        hub, *spokes = (entities.create(tx, name=f"n{n}", entity_type="x").entity for n in range(30))
        for number, spoke in enumerate(spokes):
            observations.observe(tx, hub, f"fact {number:02}", valid=Period(tx.now))
            relations.relate(tx, hub, spoke, "uses", valid=Period(tx.now))
        says: dict[str, Any] = (
            {"body": "fact 07"} if kind == "observation" else {"body": "", "title": "uses", "target_uid": spokes[7].uid}
        )
        draft = Draft(kind=kind, valid=Period(tx.now), parent_uid=hub.uid, **says)
        assert len(evidence_on(tx, draft).known) == 1


@pytest.mark.slow
def test_a_hundred_thousand_relations_of_one_entity_come_in_within_a_minute(db, tmp_path):
    names = ["hub", *(f"spoke {number}" for number in range(100_000))]
    entities_ = [{"type": "entity", "name": name, "entityType": "x", "observations": []} for name in names]
    import_file(db, reference_file(tmp_path / "entities.jsonl", entities_))
    told = [{"type": "relation", "from": "hub", "to": name, "relationType": "uses"} for name in names[1:]]
    path = reference_file(tmp_path / "relations.jsonl", told)
    begun = time.process_time()
    report = import_file(db, path)
    assert report.added == 100_000
    assert time.process_time() - begun < 60
