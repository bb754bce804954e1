"""Long texts: whole again to the character, and by line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.documents import documents
from memory_mcp.store.documents.documents import Document
from memory_mcp.store.facts import erasure, versions
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import invariants

LINES = "".join(f"line {number} of the long text\n" for number in range(1, 501))


def saved(db: Database, text: str, **kept: str) -> documents.Saved:
    with db.writing("test") as tx:
        return documents.save(tx, Document(text, **kept))


@given(
    st.lists(st.text(alphabet=st.sampled_from("a \n\r\u2028\x0bé"), max_size=3_000) | st.just("x" * 1_500)).map("".join)
)
def test_passages_joined_are_the_text(text):
    assert "".join(passage.text for passage in documents.split(text)) == text


@given(st.lists(st.text(alphabet="ab", max_size=1_000).map(lambda line: line + "\n"), max_size=30))
def test_passages_of_ordinary_lines_are_whole_lines_and_say_which(lines):
    for passage in documents.split("".join(lines)):
        assert passage.text == "".join(lines[passage.first_line - 1 : passage.last_line])


def test_no_passage_is_longer_than_one_vector_can_stand_for():
    assert max(len(passage.text) for passage in documents.split(LINES + "y" * 5_000 + "\n" + LINES)) <= 1_400


def test_a_document_comes_back_as_it_was_saved(db):
    text = "\ufeffhead\r\n\r\n" + LINES + "no line end"
    uid = saved(db, text).uid

    with db.reading() as snapshot:
        assert documents.whole_text(snapshot, uid) == text


def test_a_range_of_lines_is_cut_out_of_the_right_passages(db):
    uid = saved(db, LINES).uid

    with db.reading() as snapshot:
        assert documents.lines_of(snapshot, uid, 99, 101) == "".join(
            f"line {number} of the long text\n" for number in (99, 100, 101)
        )


def test_lines_are_counted_right_around_a_line_too_long_for_one_passage(db):
    uid = saved(db, "one\n" + "x" * 4_000 + "\nthree\n").uid

    with db.reading() as snapshot:
        assert documents.lines_of(snapshot, uid, 2, 2) == "x" * 4_000 + "\n"
        assert documents.lines_of(snapshot, uid, 3, 3) == "three\n"


def test_lines_behind_the_end_are_none(db):
    uid = saved(db, LINES).uid

    with db.reading() as snapshot:
        assert documents.lines_of(snapshot, uid, 501, 600) == ""


def test_two_megabytes_are_kept_whole(db):
    text = (LINES * 200)[:2_000_000]
    uid = saved(db, text).uid

    with db.reading() as snapshot:
        assert documents.whole_text(snapshot, uid) == text


def test_more_than_that_is_refused(db):
    with pytest.raises(InvalidInputError, match="2000001 characters"):
        saved(db, "x" * 2_000_001)


def test_the_same_text_is_kept_once(db):
    first = saved(db, LINES)
    again = saved(db, LINES, title="another title")

    assert (again.action, again.uid) == ("unchanged", first.uid)


def test_a_text_without_a_title_is_called_by_its_first_words(db):
    uid = saved(db, "\n\n# How we deploy\n\nOn Fridays never.").uid

    with db.reading() as snapshot:
        assert versions.require(snapshot, uid).title == "How we deploy"


def test_a_retracted_document_takes_its_passages_out_of_sight(db):
    uid = saved(db, LINES).uid
    with db.writing("test") as tx:
        documents.retract(tx, uid)

    with db.reading() as snapshot:
        shown = "SELECT count(*) FROM item WHERE superseded_at = 9223372036854775807"
        assert snapshot.value(shown) == 0
        assert invariants.check(snapshot) == []


def test_an_erased_document_leaves_no_passage(db):
    uid = saved(db, LINES).uid
    with db.writing("test") as tx:
        erasure.erase(tx, uid)

    with db.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM item") == 0
        assert invariants.check(snapshot) == []


def test_a_title_made_of_the_first_words_is_not_counted_twice(db):
    text = "# Harbour rules\nBoats wait outside.\n\n" + "Nobody sails at night. " * 60
    kept = saved(db, text)
    with db.reading() as snapshot:
        titles = snapshot.rows(
            "SELECT title FROM item WHERE parent_uid = :uid ORDER BY position, id", {"uid": kept.uid}
        )
    assert kept.title == "Harbour rules"
    assert [title for (title,) in titles] == ["", *["Harbour rules"] * (kept.passages - 1)]
