"""Vectors in the file: the queue behind the rows, the one model of a file, and what erasing leaves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hashing import HashingEmbedder
from numpy.typing import NDArray

from memory_mcp.store.facts import erasure, facts
from memory_mcp.store.facts.facts import assert_
from memory_mcp.store.facts.versions import Draft, Item
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Database
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import search
from memory_mcp.store.upkeep import reindexing
from memory_mcp.store.vectors import fact_vectors, index
from memory_mcp.store.vectors.file_model import model_tag
from memory_mcp.store.vectors.knn import nearest, vectors_of
from memory_mcp.temporal import AsOf, ManualClock, Period


def learn(db: Database, text: str, **fields: object) -> Item:
    with db.writing("test") as tx:
        return assert_(tx, Draft(kind="learning", body=text, valid=Period(tx.now), **fields))  # type: ignore[arg-type]  # fields of Draft


def everything(now: int) -> Filter:
    return Filter(as_of=AsOf(now, now), project_id=-1)


def stored_vectors(db: Database, item: Item) -> NDArray[np.float32]:
    with db.reading() as snapshot:
        return vectors_of(snapshot, [item.id])[1]


def test_a_stored_row_waits_until_somebody_catches_up(db):
    learn(db, "the parser is slow")
    with db.reading() as snapshot:
        assert index.coverage(snapshot) == index.Coverage(vectors=0, waiting=1, model_tag=None)
    assert index.catch_up(db, HashingEmbedder()) == index.CaughtUp(done=1, waiting=0)
    with db.reading() as snapshot:
        assert index.coverage(snapshot) == index.Coverage(vectors=1, waiting=0, model_tag="hashing-16")


def test_catching_up_takes_the_newest_and_no_more_than_asked(db):
    learn(db, "old one")
    learn(db, "new one")
    embedder = HashingEmbedder()
    assert index.catch_up(db, embedder, limit=1) == index.CaughtUp(done=1, waiting=1)
    assert embedder.asked == ["new one"]


def test_a_text_without_a_word_is_embedded_like_any_other(db):
    learn(db, "   ")
    assert index.catch_up(db, HashingEmbedder()) == index.CaughtUp(done=1, waiting=0)
    with db.reading() as snapshot:
        assert index.coverage(snapshot).vectors == 1


def test_documents_have_no_vector_of_their_own(db):
    with db.writing("test") as tx:
        assert_(tx, Draft(kind="document", body="", title="a text", valid=Period(tx.now)))
    assert index.catch_up(db, HashingEmbedder()) == index.CaughtUp(done=0, waiting=0)


def test_a_version_that_says_the_same_takes_over_the_vectors_without_the_model(db):
    item = learn(db, "the parser is slow")
    embedder = HashingEmbedder()
    index.catch_up(db, embedder)
    with db.writing("test") as tx:
        corrected = facts.correct(tx, item.uid, tags=("speed",))[0]
    index.catch_up(db, embedder)
    assert embedder.asked == ["the parser is slow"]
    assert stored_vectors(db, corrected).tolist() == stored_vectors(db, item).tolist()


def test_a_corrected_text_is_embedded_anew(db):
    item = learn(db, "the parser is slow")
    embedder = HashingEmbedder()
    index.catch_up(db, embedder)
    with db.writing("test") as tx:
        facts.correct(tx, item.uid, body="the parser is fast")
    index.catch_up(db, embedder)
    assert embedder.asked == ["the parser is slow", "the parser is fast"]


class Overtaken(HashingEmbedder):
    """While this one embeds, another process does the same work."""

    def __init__(self, other: Database) -> None:
        super().__init__()
        self.other = other

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        index.catch_up(self.other, HashingEmbedder())
        return super().embed_passages(texts)


def test_two_processes_that_catch_up_at_once_write_each_vector_once(db, clock):
    item = learn(db, "the parser is slow")
    other = Database(db.path, clock)
    assert index.catch_up(db, Overtaken(other)) == index.CaughtUp(done=0, waiting=0)
    other.close()
    assert len(stored_vectors(db, item)) == 1


class Erased(HashingEmbedder):
    """While this one embeds, the row is erased."""

    def __init__(self, db: Database, uid: str) -> None:
        super().__init__()
        self.db, self.uid = db, uid

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        with self.db.writing("test") as tx:
            erasure.erase(tx, self.uid)
        return super().embed_passages(texts)


def test_a_row_erased_while_it_is_embedded_gets_no_vector(db):
    item = learn(db, "the parser is slow")
    assert index.catch_up(db, Erased(db, item.uid)) == index.CaughtUp(done=0, waiting=0)
    assert len(stored_vectors(db, item)) == 0


def test_another_model_than_the_files_writes_nothing_and_says_so(db):
    learn(db, "the parser is slow")
    index.catch_up(db, HashingEmbedder())
    learn(db, "the lexer is fast")
    outcome = index.catch_up(db, HashingEmbedder("other-8", dim=8))
    assert outcome == index.ModelMismatch(file_model="hashing-16", own_model="other-8")
    assert "reindex" in str(outcome)
    with db.reading() as snapshot:
        assert index.waiting(snapshot) == 1


def test_a_reindex_makes_the_other_model_the_files(db):
    item = learn(db, "the parser is slow")
    index.catch_up(db, HashingEmbedder())
    seen: list[tuple[int, int]] = []
    outcome = reindexing.reindex(db, HashingEmbedder("other-8", dim=8), lambda done, total: seen.append((done, total)))
    assert outcome == index.CaughtUp(done=1, waiting=0)
    assert seen == [(1, 1)]
    assert stored_vectors(db, item).shape == (1, 8)
    with db.reading() as snapshot:
        assert model_tag(snapshot) == "other-8"


class Stopping(HashingEmbedder):
    """Is interrupted at the second batch."""

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self.asked:
            raise KeyboardInterrupt
        return super().embed_passages(texts)


def test_an_interrupted_reindex_goes_on_where_it_was_and_never_mixes_models(db):
    for text in ("one", "two", "three"):
        learn(db, text)
    index.catch_up(db, HashingEmbedder())
    with pytest.raises(KeyboardInterrupt):
        reindexing.reindex(db, Stopping("other-8", dim=8), batch=1)
    with db.reading() as snapshot:
        assert index.coverage(snapshot).model_tag == "other-8"
        assert snapshot.rows("SELECT DISTINCT model_tag FROM item_embedding") == [("other-8",)]
    rest = HashingEmbedder("other-8", dim=8)
    assert reindexing.reindex(db, rest).waiting == 0
    assert len(rest.asked) == 2


def test_a_second_reindex_starts_over(db):
    learn(db, "one")
    embedder = HashingEmbedder()
    reindexing.reindex(db, embedder)
    reindexing.reindex(db, embedder)
    assert embedder.asked == ["one", "one"]


def test_a_reindex_rebuilds_the_words_from_the_rows(db):
    item = learn(db, "the parser is slow")
    with db.writing("test") as tx:
        tx.execute("INSERT INTO item_fts (item_fts) VALUES ('delete-all')")
    reindexing.reindex(db, HashingEmbedder())
    with db.reading() as snapshot:
        hits = search(snapshot, Request("parser", everything(snapshot.now), mode="fts")).hits
    assert [hit.item.uid for hit in hits] == [item.uid]


def test_an_erased_row_takes_its_vector_out_of_the_file(db):
    item = learn(db, "the parser is slow")
    index.catch_up(db, HashingEmbedder())
    written = stored_vectors(db, item)[0].tobytes()
    assert written in db.path.read_bytes() + db.path.with_name(db.path.name + "-wal").read_bytes()
    with db.writing("test") as tx:
        assert index.remove(tx, erasure.erase(tx, item.uid))
    db.checkpoint()
    assert written not in db.path.read_bytes()


def test_what_was_erased_without_the_extension_is_swept_by_a_process_that_has_it(db, clock):
    item = learn(db, "the parser is slow")
    index.catch_up(db, HashingEmbedder())
    bare = Database(db.path, clock)
    with bare.writing("test") as tx:
        assert not index.remove(tx, erasure.erase(tx, item.uid))
    bare.close()
    assert index.catch_up(db, HashingEmbedder()) == index.CaughtUp(done=0, waiting=0)
    with db.reading() as snapshot:
        assert snapshot.rows("SELECT rowid FROM item_vector") == []
        assert snapshot.rows("SELECT id FROM orphan_vector") == []


def test_with_nothing_to_do_catching_up_takes_no_lock(db, clock):
    learn(db, "the parser is slow")
    index.catch_up(db, HashingEmbedder())
    other = Database(db.path, clock, busy_timeout_ms=1)
    with db.writing("test"):
        assert index.catch_up(other, HashingEmbedder()) == index.CaughtUp(done=0, waiting=0)
    other.close()


def test_a_row_without_vectors_is_removed_without_the_extension(db):
    item = learn(db, "the parser is slow")
    with db.writing("test") as tx:
        assert index.remove(tx, erasure.erase(tx, item.uid))


def test_the_mean_is_that_of_the_vectors_in_the_file_whatever_came_and_went(db):
    gone = learn(db, "the parser is slow")
    kept = [learn(db, text) for text in ("the lexer is fast", "cats sleep all day")]
    index.catch_up(db, HashingEmbedder())
    with db.writing("test") as tx:
        index.remove(tx, erasure.erase(tx, gone.uid))
    with db.reading() as snapshot:
        mean, count = index.mean_of(snapshot)
        expected = vectors_of(snapshot, [item.id for item in kept])[1].mean(axis=0)
    assert count == 2
    assert np.allclose(mean, expected, atol=1e-6)


def test_a_long_text_has_a_vector_for_each_stretch_and_is_as_near_as_its_best(db):
    filler = " ".join(f"word{n}" for n in range(60))
    long = learn(db, f"{filler} the parser is slow")
    learn(db, "an unrelated note about gardens and roses in spring")
    embedder = HashingEmbedder(window_words=30)
    index.catch_up(db, embedder)
    assert len(stored_vectors(db, long)) == 3
    with db.reading() as snapshot:
        near = nearest(snapshot, embedder.embed_query("the parser is slow"), everything(snapshot.now), 2)
    assert near[0] == (long.id, pytest.approx(1.0, abs=1e-5))


def test_a_vector_is_kept_at_length_one():
    assert np.linalg.norm(np.frombuffer(fact_vectors.as_bytes([3.0, 4.0]), "<f4")) == pytest.approx(1.0)


def test_what_is_embedded_is_what_the_words_are_taken_from(db: Database, clock: ManualClock):
    now = Period(clock.now())
    turn = Item(kind="turn", title="Ada", body="hello there\n[image: a cat]", valid=now)
    fact = Item(kind="observation", body="likes tea", context="Ada Lovelace", valid=now)
    assert index.text_to_embed(turn) == "Ada: hello there\n[image: a cat]"
    assert index.text_to_embed(fact) == "likes tea\nAda Lovelace"
