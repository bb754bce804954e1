"""A hub is told the vector of each row, whenever the row and its vector come."""

from __future__ import annotations

import pytest
from claude_session import Claude
from hashing import HashingEmbedder
from transfers import learn

from memory_mcp.hub import schema, searching
from memory_mcp.hub.synchronising import push, sync
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.search.request import Request
from memory_mcp.store.vectors import index
from memory_mcp.temporal import AsOf

pytestmark = pytest.mark.external

WITHOUT = """
    SELECT body FROM memory.item WHERE NOT EXISTS (SELECT 1 FROM memory.item_embedding WHERE item_id = item.id)
"""


def embed(db):
    while index.catch_up(db, HashingEmbedder("multilingual-e5 by hand", dim=64)).waiting:
        pass


def test_a_row_that_is_learned_while_others_are_pushed_is_told_with_its_vector(here, hub, server):
    learn(here, "we use tabs")
    embed(here)

    def meanwhile(_):
        if not told:
            told.append(learn(here, "and four of them"))
            embed(here)

    told = []
    push(here, hub, progress=meanwhile)
    push(here, hub)
    assert server.run(hub, "SELECT count(*) FROM memory.item") == [(2,)]
    assert server.run(hub, WITHOUT) == []


def test_a_hub_that_was_made_anew_is_told_the_vectors_again(here, hub, server):
    learn(here, "we use tabs")
    embed(here)
    sync(here, hub)
    server.run(hub, "DROP SCHEMA memory CASCADE")
    schema.init(hub)
    sync(here, hub)
    assert server.run(hub, WITHOUT) == []


def test_a_prompt_whose_words_waited_for_their_line_is_told_with_its_vector(here, hub, server, clock, tmp_path):
    (tmp_path / "work").mkdir()
    claude = Claude(here, clock, tmp_path / "work")
    claude.fire("UserPromptSubmit", prompt="Please always use tabs in this repository.")
    learn(here, "and four of them")
    embed(here)
    sync(here, hub)
    assert server.run(hub, "SELECT kind FROM memory.item") == [("learning",)]
    clock.advance(days=2)
    sync(here, hub)
    assert sorted(server.run(hub, "SELECT kind FROM memory.item")) == [("learning",), ("turn",)]
    assert server.run(hub, WITHOUT) == []


def test_the_extension_may_stand_in_a_schema_that_nobody_looks_into(here, server, clock):
    hub = server.new()
    server.run(hub, "CREATE SCHEMA extensions")
    server.run(hub, "CREATE EXTENSION vector SCHEMA extensions")
    schema.init(hub)
    (ann,) = server.let_in(hub, "ann")
    uid = learn(here, "the staging database listens on port 8080")
    learn(here, "we cooked rice with beans")
    embed(here)
    sync(here, ann)
    assert server.run(hub, WITHOUT) == []

    embedder = HashingEmbedder("multilingual-e5 by hand", dim=64)
    vector = embedder.embed_query("port of staging")
    asked = Request("port of staging", Filter(as_of=AsOf(clock.now(), clock.now()), project_id=-1), mode="vector")
    answer, _ = searching.search(ann, asked, None, vector, embedder.model_tag)
    assert (answer.hits[0].item.uid, answer.mode, answer.notice) == (uid, "vector", "")
