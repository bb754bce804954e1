"""A fact is told of somebody by a whole name."""

from __future__ import annotations

import pytest
from compared_facts import observe

from memory_mcp.capture.context.framing import row_text
from memory_mcp.language.entity_names import first_of, joined
from memory_mcp.store.endings.notes import current_notes
from memory_mcp.store.facts import versions
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import search
from memory_mcp.temporal import AsOf


@pytest.mark.parametrize("name", ["Ann", "Smith, Ann", "Acme, Inc., Berlin", "A,B", "Co.,"])
def test_the_first_of_several_names_is_told_from_the_rest(name):
    assert first_of(joined([name, "Annie, the boss", "A."])) == name
    assert first_of(joined([name])) == name


def test_a_fact_names_somebody_whose_name_has_a_comma_and_is_found_by_that_name(db):
    _, uid = observe(db, "Smith, Ann", "likes tea")
    with db.reading() as snapshot:
        found = versions.require(snapshot, uid)
        [note] = current_notes(snapshot, found.project_id)
    assert row_text(found) == note.text == "Smith, Ann: likes tea"
    for query in ("smith ann tea", '"Smith, Ann"'):
        with db.reading() as snapshot:
            answer = search(snapshot, Request(query, Filter(AsOf(snapshot.now, snapshot.now), -1)))
        assert uid in [hit.item.uid for hit in answer.hits]
