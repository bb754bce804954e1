"""Retention as a client meets it: a run bound to its preview, nothing left of what was purged, the daily slice."""

from __future__ import annotations

import pytest
from calling import Client, learn, server
from hashing import HashingEmbedder

from memory_mcp.errors import ConflictError, InvalidInputError, NotFoundError
from memory_mcp.store.text_index import trigrams
from memory_mcp.store.vectors import index
from memory_mcp.store.vectors.knn import vectors_of
from memory_mcp.tools.documents import memory_read
from memory_mcp.tools.forget import memory_forget
from memory_mcp.tools.learnings import memory_learn_update
from memory_mcp.tools.search import memory_search
from memory_mcp.tools.upkeep import memory_retention


@pytest.fixture
def client(tmp_path, clock):
    (tmp_path / "work").mkdir()
    with server(tmp_path, clock) as runtime:
        yield Client(runtime, tmp_path / "work")


def retain(client, action, **more) -> dict:
    return client.call(memory_retention, action=action, **more)


def ids(answer) -> list[str]:
    return [row["id"] for row in answer["rows"]]


def test_a_run_bound_to_its_preview_does_not_take_what_became_old_meanwhile(client, clock):
    old = learn(client, "an old lesson")
    clock.advance(days=29)
    younger = learn(client, "a younger lesson")
    clock.advance(days=2)
    preview = retain(client, "preview")
    clock.advance(days=29)
    assert ids(retain(client, "preview")) == [old, younger]
    assert ids(retain(client, "run", previewId=preview["previewId"])) == ids(preview) == [old]
    assert ids(retain(client, "preview")) == [younger]


@pytest.mark.parametrize("event", ["used", "pinned", "forgotten", "other ages", "other rows"])
def test_a_run_that_would_not_be_what_was_previewed_is_refused_whole(client, clock, event):
    first, second = learn(client, "first lesson"), learn(client, "second lesson")
    clock.advance(days=31)
    preview = retain(client, "preview")
    assert preview["archiveCount"] == 2
    more = {}
    if event == "used":
        client.call(memory_read, id=first)
    elif event == "pinned":
        client.call(memory_learn_update, learningId=first, pinned=True)
    elif event == "forgotten":
        client.call(memory_forget, ids=[first])
    elif event == "other ages":
        more = {"olderThanDays": 40}
    else:
        more = {"ids": [second]}
    with pytest.raises(ConflictError, match="not what was previewed"):
        retain(client, "run", previewId=preview["previewId"], **more)
    assert second in ids(retain(client, "preview"))


def test_a_preview_nobody_made_is_refused(client):
    with pytest.raises(InvalidInputError) as refused:
        retain(client, "run", previewId="nope")
    assert refused.value.field == "previewId"
    assert refused.value.message == "no preview has the id 'nope'"


def test_what_was_archived_is_found_when_asked_for_and_restored_as_it_was(client, clock):
    uid = learn(client, "the platypus lays eggs")
    clock.advance(days=31)
    retain(client, "run")
    assert client.call(memory_search, query="platypus")["hits"] == []
    assert [hit["id"] for hit in client.call(memory_search, query="platypus", includeArchived=True)["hits"]] == [uid]
    retain(client, "restore")
    assert [hit["id"] for hit in client.call(memory_search, query="platypus")["hits"]] == [uid]


def test_what_was_purged_is_named_with_when_and_why_and_without_a_word_of_it(client, clock):
    uid = learn(client, "the platypus lays eggs", tags=["monotreme"])
    clock.advance(days=31)
    retain(client, "run")
    clock.advance(days=181)
    retain(client, "run")
    with pytest.raises(NotFoundError) as gone:
        client.call(memory_read, id=uid)
    assert "learning" in gone.value.message
    assert "2026-09-29" in gone.value.message
    assert "retention" in gone.value.message
    assert "platypus" not in str(gone.value)


def test_text_index_and_vectors_of_what_was_purged_are_gone_from_file_and_log(client, clock, tmp_path):
    secret = "a very peculiar platypus said xyzzyx"
    uid = learn(client, secret)
    client.call(memory_learn_update, learningId=uid, content=secret + " twice")
    kept = [learn(client, f"lesson {number} of many words about {number * 7919}") for number in range(60)]
    db = client.runtime.db
    index.catch_up(db, HashingEmbedder(dim=64), 100)
    trigrams.catch_up(db, 1_000)
    with db.reading() as snapshot:
        (row_id,) = [row[0] for row in snapshot.rows("SELECT id FROM item WHERE body LIKE '%twice'")]
        (vector,) = vectors_of(snapshot, [row_id])[1]
    needles = [b"platypus", b"xyzzyx", vector.tobytes(), uid.encode()]
    db.checkpoint()
    stored = (tmp_path / "memory.db").read_bytes()
    assert [needle in stored for needle in needles] == [True] * 4
    retain(client, "run", olderThanDays=1, ids=[uid])
    clock.advance(days=2)
    retain(client, "run", olderThanDays=1, ids=[uid])
    clock.advance(days=181)
    assert retain(client, "run", ids=[uid])["purgeCount"] == 1
    # Before the file is closed: nothing is left to be swept up by a close.
    held = [path.read_bytes() for path in tmp_path.glob("memory.db*")]
    assert [any(needle in part for part in held) for needle in needles] == [False, False, False, True], (
        "of what was purged only the id is left"
    )
    assert len(client.call(memory_search, query="lesson words", limit=100)["hits"]) == len(kept)


def test_a_log_that_another_reader_holds_is_admitted(client, clock, tmp_path):
    uid = learn(client, "a very peculiar platypus")
    client.runtime.db.wait_at_most(0)
    with server(tmp_path, clock) as other, other.db.reading() as snapshot:
        snapshot.rows("SELECT count(*) FROM item")
        answer = client.call(memory_forget, ids=[uid], erase=True)
    assert "-wal file" in answer["notice"]
