"""A search of the hub that is narrowed finds what the same search of the file finds on the same rows."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hashing import HashingEmbedder
from moments import START
from transfers import learn, name, observe

from memory_mcp.hub import searching
from memory_mcp.hub.synchronising import push
from memory_mcp.store.documents import documents
from memory_mcp.store.documents.documents import Document
from memory_mcp.store.facts import erasure, facts, lifecycle
from memory_mcp.store.facts.tags import forms
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Database
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import search
from memory_mcp.store.sessions import sessions, turns
from memory_mcp.store.vectors import index
from memory_mcp.temporal import AsOf, ManualClock

pytestmark = pytest.mark.external

MODEL = HashingEmbedder("multilingual-e5 by hand", dim=64)
HANDBOOK = "\n\n".join(
    [f"Chapter {number} of the handbook tells at length of the harbour. " * 12 for number in range(4)]
    + ["The safe stands in the cellar of the staging house, and its port is on the left."]
)  # fmt: skip
TALK = ("Where is the staging safe?", "At the port.", "Which port?", "The left one.")
QUERY = "which port has the staging safe"


@pytest.fixture(scope="module")
def known(tmp_path_factory, server):
    """A memory with something of every kind, on a hub too, and the ids of what the searches are narrowed to."""
    clock = ManualClock(START)
    db = Database(tmp_path_factory.mktemp("narrowed") / "m.db", clock)
    learn(db, "the staging safe listens on port 8080", tags=("infra", "safe"))
    learn(db, "the staging gate listens on port 8022", tags=("INFRA", "Straße  Süd", "\u0391\u03a3"))
    learn(db, "the staging door listens on port 22", tags=("infra",))
    changed, archived = learn(db, "the staging port of the safe is 1"), learn(db, "an archived staging port")
    anna = name(db, "Anna Berg", aliases=("Annie",), summary="keeper of the staging safe")
    observe(db, anna, "knows the port of the staging safe")
    with db.writing("test") as tx:
        lifecycle.archive(tx, archived)
        first, second = (sessions.start(tx, project_id=0, client="codex", client_session=one)[0] for one in "ab")
        for session, texts in (first, TALK), (second, TALK[:2]):
            for number, text in enumerate(texts):
                said = text if session is first else f"{text} Tell me once more."
                turns.add(tx, turns.Utterance(said, session_uid=session.uid, role="user", at=tx.now + number))
        documents.save(tx, Document(HANDBOOK, title="Handbook", tags=("infra",), session_uid=first.uid))
        gone = documents.save(tx, Document(f"old\n\n{HANDBOOK}", title="Old handbook", summary="of the safe")).uid
        erased = documents.save(tx, Document(f"secret\n\n{HANDBOOK}", title="Erased handbook")).uid
    before = clock.now()
    clock.advance(days=3)
    with db.writing("test") as tx:
        facts.correct(tx, changed, body="the staging port of the safe is 2")
        documents.retract(tx, gone)
    while index.catch_up(db, MODEL).waiting:
        pass
    push(db, hub := server.new_hub())
    with db.writing("test") as tx:
        erasure.erase(tx, erased)
        index.sweep(tx)
    push(db, hub)
    clock.advance(days=1)
    yield SimpleNamespace(db=db, hub=hub, before=before, session=second.uid, anna=anna)
    db.close()


NARROWED = {
    "nothing": {},
    "one tag": {"tags": ("infra",)},
    "two tags": {"tags": ("infra", "safe")},
    "an unknown tag": {"tags": ("nobody's",)},
    "a tag in capital letters": {"tags": ("Infra",)},
    "a tag of two words, composed otherwise": {"tags": ("STRASSE Su\u0308d",)},
    "a tag that ends in another letter": {"tags": ("\u03b1\u03c2",)},
    "a session": {"session": True},
    "an entity": {"entity": True},
    "documents": {"kinds": ("document",)},
    "documents under a tag": {"kinds": ("document",), "tags": ("infra",)},
    "what was true then": {"valid": True},
    "what was known then": {"known": True},
    "what both were then": {"valid": True, "known": True},
    "archived rows too": {"include_archived": True},
    "since a day": {"kinds": ("learning", "turn"), "since": True},
}


@pytest.mark.parametrize("by", ["words", "meaning"])
@pytest.mark.parametrize("case", NARROWED)
def test_the_hub_finds_under_a_filter_what_the_file_finds(known, case, by):
    chosen = dict(NARROWED[case])
    vector = MODEL.embed_query(QUERY) if by == "meaning" else None
    with known.db.reading() as snapshot:
        at = AsOf(*(known.before if chosen.pop(one, False) else snapshot.now for one in ("valid", "known")))
        chosen["tags"] = forms(snapshot, chosen.get("tags", ()))
        filter_ = Filter(
            at, -1, session_uid=known.session if chosen.pop("session", False) else None,
            entity_uid=known.anna if chosen.pop("entity", False) else None,
            since=known.before if chosen.pop("since", False) else None, **chosen,
        )  # fmt: skip
        asked = Request(QUERY, filter_, limit=20)
        expected = search(snapshot, asked, vector)
    answer, _ = searching.search(known.hub, asked, None, vector, MODEL.model_tag)

    def told(found):
        hits = [(hit.item.uid, hit.item.title, hit.snippet, hit.lines, hit.is_archived) for hit in found.hits]
        return hits, found.verdict, round(found.confidence, 3), found.mode

    assert told(answer) == told(expected)
    # How new a row is counts from the newest one found: a file knows when it was written last.
    assert [hit.score for hit in answer.hits] == pytest.approx([hit.score for hit in expected.hits], abs=0.002)
    assert bool(expected.hits) == (case != "an unknown tag")


@pytest.mark.parametrize("called", ["Anna Berg", "anna berg", "ANNIE"])
def test_an_entity_is_asked_for_by_its_name(known, called):
    with known.db.reading() as snapshot:
        at = AsOf(snapshot.now, snapshot.now)
    asked = Request(QUERY, Filter(at, -1, entity_uid=called))
    answer, _ = searching.search(known.hub, asked, None, None, "")
    assert {hit.item.parent_uid or hit.item.uid for hit in answer.hits} == {known.anna}


def test_no_passage_of_an_erased_document_stays(known, server):
    assert server.run(known.hub, "SELECT count(*) FROM memory.item WHERE body LIKE 'secret%%'") == [(0,)]
    assert server.run(known.hub, "SELECT count(*) FROM memory.item WHERE kind = 'passage'")[0][0] > 0
