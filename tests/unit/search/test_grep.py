"""Grep: what it finds, that no pattern can hold it up, and that it says when it did not see everything."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from examples import examples
from hypothesis import HealthCheck, assume, example, given
from hypothesis import strategies as st

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.documents import documents
from memory_mcp.store.facts.facts import assert_
from memory_mcp.store.facts.versions import Draft, Item
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Database
from memory_mcp.store.search.grep import GrepAnswer, Pattern, grep, literal_part
from memory_mcp.store.text_index import trigrams
from memory_mcp.temporal import AsOf, Period


def put(db: Database, body: str, kind: str = "turn", **fields: object) -> Item:
    with db.writing("test") as tx:
        return assert_(tx, Draft(kind=kind, body=body, valid=Period(tx.now), **fields))  # type: ignore[arg-type]  # fields of Draft


def look(db: Database, pattern: str, *, fuzzy: bool = False, threshold: float = 80.0, **how: object) -> GrepAnswer:
    kinds = how.pop("kinds", ())
    with db.reading() as snapshot:
        filter_ = Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=-1, kinds=kinds)  # type: ignore[arg-type]  # kinds
        how |= {"pattern": Pattern(pattern, threshold if fuzzy else None, bool(how.pop("ignore_case", True)))}
        return grep(snapshot, filter_=filter_, **how)  # type: ignore[arg-type]  # parameters of grep


def lines(db: Database, pattern: str, **how: object) -> list[str]:
    return [match.line for match in look(db, pattern, **how).matches]


@pytest.fixture(params=["indexed", "fresh"])
def filled(request: pytest.FixtureRequest, db: Database) -> Database:
    put(db, "first line\nthe port is 8443\nlast line")
    put(db, "Port 80 is closed")
    put(db, "nothing here")
    while request.param == "indexed" and trigrams.catch_up(db):
        pass
    return db


def test_a_regular_expression_finds_lines_newest_row_first(filled):
    assert lines(filled, r"port.*\d+") == ["Port 80 is closed", "the port is 8443"]


def test_case_counts_when_asked_for(filled):
    assert lines(filled, "port", ignore_case=False) == ["the port is 8443"]


def test_anchors_are_those_of_lines(filled):
    assert lines(filled, r"^the port is \d+$") == ["the port is 8443"]


def test_a_match_says_on_which_line_it_is(filled):
    assert [match.line_number for match in look(filled, "8443").matches] == [2]


def test_a_passage_says_the_line_of_its_document(db):
    text = "\n\n".join("filler words " * 100 for _ in range(4)) + "\n\nthe gateway\n"
    with db.writing("test") as tx:
        documents.save(tx, documents.Document(text=text, title="Notes"))
    assert [match.line_number for match in look(db, "the gateway").matches] == [9]


def test_a_title_is_looked_at_too(db):
    put(db, "because it is cheap", "decision", title="Buy the gateway")
    assert lines(db, "gateway") == ["Buy the gateway"]


def test_text_that_is_nearly_the_same_is_found_most_alike_first(filled):
    put(filled, "the prot is 8443")
    assert lines(filled, "the port is 8443", fuzzy=True) == ["the port is 8443", "the prot is 8443"]


def test_a_higher_threshold_wants_more_alike(filled):
    put(filled, "the prot is 8443")
    assert lines(filled, "the port is 8443", fuzzy=True, threshold=99) == ["the port is 8443"]


def test_a_text_shorter_than_the_pattern_is_compared_whole(db):
    put(db, "parsr")
    put(db, "x")
    assert lines(db, "parser", fuzzy=True) == ["parsr"]


def test_only_the_wanted_kinds_are_looked_at(filled):
    put(filled, "port 443", "learning")
    assert lines(filled, "port", kinds=("learning",)) == ["port 443"]


def test_no_more_than_the_limit_are_given(filled):
    assert len(look(filled, "e", limit=2).matches) == 2


def test_a_long_line_is_cut_around_the_match(db):
    put(db, "x" * 5_000 + " needle " + "y" * 5_000)
    (line,) = lines(db, "needle")
    assert "needle" in line
    assert len(line) < 600


def test_an_expression_too_deep_to_be_read_is_refused(db):
    with pytest.raises(InvalidInputError, match="too many groups in one another"):
        look(db, "(" * 1_000)


@pytest.mark.parametrize(
    "pattern", ["(?R)", "a(?0)?b", "(?1)(a)", "(?+1)(a)", "(?&n)(?P<n>a)", "(?P>n)(?P<n>a)", "(?x)(?R )?a", r"\\(?R)"]
)
def test_an_expression_that_calls_itself_or_a_group_is_refused_before_it_is_read(db, pattern):
    with pytest.raises(InvalidInputError, match="calls itself or a group"):
        look(db, pattern)


@pytest.mark.parametrize("pattern", [r"f\(?R", "(?P<n>a)(?P=n)", "(?>a)a", "(?<=a)a", "(?i:A)a", "(a)(?(1)a|b)"])
def test_what_only_looks_like_such_a_call_is_matched(db, pattern):
    put(db, "aa fR")
    assert len(lines(db, pattern)) == 1


def test_an_expression_that_takes_all_memory_it_may_have_is_refused(db, monkeypatch):
    class Endless:
        """What needs more than there is."""

        def search(self, *_, **_how):
            raise MemoryError

    put(db, "A needle.")
    monkeypatch.setattr("memory_mcp.store.search.grep.regex.compile", lambda *_: Endless())
    with pytest.raises(InvalidInputError, match="it takes all memory"):
        look(db, "needle")


def test_what_is_no_regular_expression_is_refused_with_advice(db):
    with pytest.raises(InvalidInputError, match="not a regular expression") as raised:
        look(db, "a(b")
    assert (raised.value.field, "fuzzy" in raised.value.hint) == ("pattern", True)


def test_a_pattern_that_would_run_for_ever_is_stopped_and_said_to_be_partial(db):
    put(db, "a" * 5_000 + "!")
    answer = look(db, "(a|a|aa)+$", time_limit_s=0.05)
    assert (answer.matches, answer.is_partial) == ((), True)


def test_without_time_nothing_is_looked_at_and_that_is_said(filled):
    assert look(filled, "port", time_limit_s=0.0) == GrepAnswer((), is_partial=True)


@pytest.mark.parametrize("pattern", ["port\0", "\0port", "por\0t"])
def test_a_pattern_with_nul_finds_nothing_and_is_no_error(filled, pattern):
    assert look(filled, pattern) == GrepAnswer(())


def test_nul_is_found_where_a_text_holds_it_whether_the_row_is_indexed_or_not(filled):
    put(filled, "a port\0with NUL")
    before = lines(filled, "port\0with")
    trigrams.catch_up(filled)
    assert before == lines(filled, "port\0with") == ["a port\0with NUL"]


@pytest.mark.parametrize(
    ("pattern", "literal"),
    [
        ("svc-auth", "svc-auth"),
        ("a.*bcd+ef", "bcd"),
        (r"foo\.bar", "foo.bar"),
        ("x?yz", "yz"),
        ("ab*c", "a"),
        (r"\d+abc", "abc"),
        ("(abc)", ""),
        ("ab|cd", ""),
        ("ab{0}", ""),
        ("[abc]d", ""),
        (r"\x41bcd", ""),
        ("(?x) a b c", ""),
        ("ab\0cde", "cde"),
    ],
)
def test_the_literal_part_is_what_every_match_contains(pattern, literal):
    assert literal_part(pattern) == literal


@given(pattern=st.text(alphabet="abc.*+?\\[]()|{}^$1,", max_size=10), text=st.text(alphabet="abc.1", max_size=12))
def test_whatever_matches_contains_the_literal_part(pattern, text):
    try:
        matches = re.search(pattern, text)
    except (re.error, FutureWarning):
        assume(False)
    if matches:
        assert literal_part(pattern) in matches.group()


@examples(100, HealthCheck.function_scoped_fixture)
@given(pattern=st.text(min_size=1, max_size=20), fuzzy=st.booleans())
@example(pattern="00\x00", fuzzy=False)
def test_any_pattern_has_an_answer_or_is_refused(filled, pattern, fuzzy):
    with suppress(InvalidInputError):
        assert len(look(filled, pattern, fuzzy=fuzzy, time_limit_s=0.2).matches) <= 3
