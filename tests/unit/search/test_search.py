"""Search over a real file: any text as a query, every kind in one ranking, both times, and order that never wavers."""

from __future__ import annotations

import json
from datetime import date

import pytest
from examples import examples
from hashing import HashingEmbedder
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from two_ids import superseded_by_each

from memory_mcp.store.documents import documents
from memory_mcp.store.facts import erasure, facts, lifecycle, listing
from memory_mcp.store.facts.facts import assert_, successors
from memory_mcp.store.facts.versions import Draft, Item
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Database, Snapshot
from memory_mcp.store.file.tokenizer import tokenize
from memory_mcp.store.search import snippets
from memory_mcp.store.search.answer import Hit, SearchAnswer
from memory_mcp.store.search.boosts import Weights
from memory_mcp.store.search.candidate_rows import _CANDIDATES, _word_count
from memory_mcp.store.search.query_dates import instant_of
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import _LEXICAL, search
from memory_mcp.store.search.snippets import line_range, snippet
from memory_mcp.store.text_index import trigrams
from memory_mcp.store.text_index.fts_query import MOST_TERMS, LexicalQuery, content_words, lexical_query
from memory_mcp.store.vectors import index
from memory_mcp.store.vectors.knn import _KNN, _ROWS_AFTER
from memory_mcp.temporal import AsOf, Period

DAY = 86_400_000_000


def put(db: Database, body: str, kind: str = "learning", **fields: object) -> Item:
    with db.writing("test") as tx:
        valid = fields.pop("valid", None) or Period(tx.now)
        return assert_(tx, Draft(kind=kind, body=body, valid=valid, **fields))  # type: ignore[arg-type]  # fields of Draft


def asked(snapshot: Snapshot, query: str, **how: object) -> SearchAnswer:
    names = ("limit", "mode", "fusion", "weights")
    request = {name: how.pop(name) for name in names if name in how}
    vector = how.pop("vector", None)
    point = how.pop("as_of", None) or AsOf(snapshot.now, snapshot.now)
    filter_ = Filter(**({"as_of": point, "project_id": -1} | how))  # type: ignore[arg-type]  # fields of Filter
    return search(snapshot, Request(query, filter_, **request), vector)  # type: ignore[arg-type]  # fields of Request


def found(db: Database, query: str, **how: object) -> list[str]:
    with db.reading() as snapshot:
        return [hit.item.body or hit.item.title for hit in asked(snapshot, query, **how).hits]


def hits(db: Database, query: str, **how: object) -> tuple[Hit, ...]:
    with db.reading() as snapshot:
        return asked(snapshot, query, **how).hits


def test_one_word_of_a_question_is_enough(db):
    put(db, "The nightly backup runs at two")
    assert found(db, "when does our backup of everything happen?") == ["The nightly backup runs at two"]


def test_other_forms_of_a_word_are_found(db):
    put(db, "we migrated the databases")
    assert found(db, "database migration") == ["we migrated the databases"]


def test_accents_do_not_matter(db):
    put(db, "das Caf\u00e9 in K\u00f6ln")
    assert found(db, "cafe koln") == ["das Caf\u00e9 in K\u00f6ln"]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("the svc-auth service restarts", "svc-auth"),
        ("pinned to v2.1.3 for now", "v2.1.3"),
        ("look at src/app.ts:42 first", "src/app.ts:42"),
        ("MEMORY_DB_PATH names the file", "memory_db_path"),
        ("call parseHTTPResponse twice", "HTTPResponse"),
        ("the reauthentication loop", "authent"),
        ("\u6771\u4eac\u90fd\u306f\u65e5\u672c\u306e\u9996\u90fd\u3067\u3059", "\u9996\u90fd"),
        ("\u6771\u4eac\u90fd\u306f\u65e5\u672c\u306e\u9996\u90fd\u3067\u3059", "\u90fd"),
        ("\uc11c\uc6b8\uc740 \ud55c\uad6d\uc758 \uc218\ub3c4", "\uc218\ub3c4"),
        (
            "\u0e01\u0e23\u0e38\u0e07\u0e40\u0e17\u0e1e\u0e40\u0e1b\u0e47\u0e19\u0e40\u0e21\u0e37\u0e2d\u0e07",
            "\u0e01\u0e23\u0e38\u0e07\u0e40\u0e17\u0e1e",
        ),
        (
            "\u041c\u043e\u0441\u043a\u0432\u0430 \u0441\u0442\u043e\u043b\u0438\u0446\u0430",
            "\u041c\u041e\u0421\u041a\u0412\u0410",
        ),
        ("\u0939\u093f\u0928\u094d\u0926\u0940 \u092d\u093e\u0937\u093e", "\u0939\u093f\u0928\u094d\u0926\u0940"),
        ("stra\u00dfe gesperrt", "Stra\u00dfe"),
        ("we shipped \U0001f389 today", "\U0001f389"),
        ("paired by Ann\U0001f469\u200d\U0001f4bb", "\U0001f469\u200d\U0001f4bb"),
        ("from here \u2192 there", "\u2192"),
    ],
)
@pytest.mark.parametrize("is_indexed", [True, False], ids=["indexed", "fresh"])
def test_identifiers_parts_and_other_scripts_are_found(db, text, query, is_indexed):
    put(db, "something else entirely")
    put(db, text)
    while is_indexed and trigrams.catch_up(db):
        pass
    assert found(db, query)[:1] == [text]


@pytest.mark.parametrize(
    "query",
    ["AND", "OR NOT", "NEAR(", '"', "a:b", "col : x", "-x", "^x*", "x'y", "(", "{x}", "a/b", "*", "\x00", "\ud800",
     "\U0001f389", "x" * 20_000, "the of and", "'; DROP TABLE item; --"],
)  # fmt: skip
@pytest.mark.parametrize("mode", ["hybrid", "fts"])
def test_any_text_is_a_query(db, query, mode):
    put(db, "an ordinary row")
    assert isinstance(found(db, query, mode=mode), list)


@examples(150, HealthCheck.function_scoped_fixture)
@given(query=st.text(max_size=60))
def test_any_text_at_all_is_a_query(db, query):
    if not db.path.with_name("filled").exists():
        put(db, "an ordinary row")
        db.path.with_name("filled").touch()
    assert len(found(db, query)) <= 1


def test_a_query_of_stopwords_alone_looks_for_them(db):
    put(db, "to be or not to be")
    assert found(db, "to be or not to be") == ["to be or not to be"]


def test_a_query_without_any_word_says_so(db):
    put(db, "an ordinary row")
    with db.reading() as snapshot:
        answer = asked(snapshot, "?! ...", mode="fts")
    assert (answer.hits, answer.notice) == ((), "the query has no word to look for")


def test_a_long_text_is_cut_to_its_longest_words():
    short = [f"w{number:03}" for number in range(100)]
    long = [f"longer{number:03}" for number in range(MOST_TERMS)]
    assert content_words(" ".join(short + long)) == tuple(long)


def test_stopwords_are_left_out_of_a_question():
    assert lexical_query("Where did the parser go?").terms == ("parser", "go")


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("Which school is my son at?", ("school", "son")),
        ("Wer hat den Server", ("server",)),
        ("what did Will say", ("will", "say")),
        ("die cast", ("die", "cast")),
        ("dove va il treno", ("va", "treno")),
    ],
)
def test_only_the_small_words_of_its_own_language_are_left_out(question, kept):
    assert content_words(question) == kept


def test_a_named_day_brings_what_was_said_on_it_and_after(db, clock):
    clock.set(instant_of(date(2026, 3, 1)))
    for n in range(150):
        put(db, "The bike", valid=Period(instant_of(date(2026, 1, 1)) + n))
    put(db, "the bike", valid=Period(instant_of(date(2026, 2, 4))))
    assert "the bike" not in found(db, "the bike")
    assert found(db, "the bike on February 3")[0] == "the bike"


def test_without_a_vector_the_answer_says_that_it_is_lexical(db):
    put(db, "the parser is slow")
    with db.reading() as snapshot:
        point = AsOf(snapshot.now, snapshot.now)
        request = Request("parser", Filter(as_of=point, project_id=-1))
        answer = search(snapshot, request, why_lexical="no model")
    assert (answer.mode, answer.requested_mode, answer.notice) == ("fts", "hybrid", "no model")


@pytest.fixture
def embedder(db: Database) -> HashingEmbedder:
    put(db, "the parser is slow")
    put(db, "a slow tortoise won the race")
    put(db, "roses bloom in spring")
    embedder = HashingEmbedder(dim=64)
    index.catch_up(db, embedder)
    return embedder


@pytest.mark.parametrize("query", ["?", "-> $", "\N{COLLISION SYMBOL}"])
def test_a_query_without_a_letter_or_digit_is_near_to_no_row(db, embedder, query):
    assert hits(db, query, vector=embedder.embed_query("slow")) == ()


@pytest.mark.parametrize("mode", ["hybrid", "vector"])
@pytest.mark.parametrize("fusion", ["weighted", "rrf"])
def test_with_a_vector_both_ways_of_finding_are_ranked_and_shown(db, embedder, mode, fusion):
    first, *_ = hits(db, "parser slow", mode=mode, fusion=fusion, vector=embedder.embed_query("parser slow"))
    assert first.item.body == "the parser is slow"
    assert first.semantic_rank == 1
    assert first.lexical_rank == (1 if mode == "hybrid" else None)


def test_the_parts_sum_up_to_the_score(db, embedder):
    for hit in hits(db, "slow parser", vector=embedder.embed_query("slow parser")):
        assert sum(hit.parts.values()) == pytest.approx(hit.score, abs=1e-4)


def test_the_same_question_has_the_same_answer_whatever_was_shown_and_whenever(db, clock, embedder):
    def ask() -> list[tuple[str, float]]:
        return [(hit.item.uid, hit.score) for hit in hits(db, "slow", vector=embedder.embed_query("slow"))]

    before = ask()
    with db.writing("usage") as tx:
        lifecycle.note_shown(tx, [uid for uid, _ in before[1:]])
    clock.advance(days=40)
    assert ask() == before


def test_equals_are_ordered_by_id(db):
    uids = [put(db, "exactly the same words").uid for _ in range(5)]
    assert [hit.item.uid for hit in hits(db, "same words", weights=Weights(recency=0))] == sorted(uids)


@pytest.mark.parametrize("why", ["used", "important", "pinned", "recent"])
def test_a_preference_decides_between_equals(db, clock, why):
    plain = put(db, "exactly the same words", valid=Period(clock.now() - 900 * DAY))
    clock.advance(days=1)
    recent = clock.now() if why == "recent" else plain.valid.start
    preferred = put(db, "exactly the same words", valid=Period(recent), importance=0.9 if why == "important" else None)
    with db.writing("test") as tx:
        if why == "used":
            lifecycle.note_use(tx, preferred.uid)
        if why == "pinned":
            lifecycle.pin(tx, preferred.uid, pinned=True)
    assert [hit.item.uid for hit in hits(db, "same words")] == [preferred.uid, plain.uid]


def test_no_preference_lifts_a_row_over_one_that_answers(db, clock):
    answer = put(db, "the deploy key is rotated every month", valid=Period(clock.now() - 900 * DAY))
    loud = put(db, "the deploy was fine", importance=1.0, confidence=1.0)
    with db.writing("test") as tx:
        lifecycle.pin(tx, loud.uid, pinned=True)
        for _ in range(50):
            lifecycle.note_use(tx, loud.uid)
    assert hits(db, "how often is the deploy key rotated")[0].item.uid == answer.uid


def test_a_corrected_text_is_found_as_it_is_now_and_as_it_was_known(db, clock):
    item = put(db, "the port is 8080")
    then = clock.advance(days=1)
    clock.advance(days=1)
    with db.writing("test") as tx:
        facts.correct(tx, item.uid, body="the port is 9090")
    assert found(db, "port") == ["the port is 9090"]
    with db.reading() as snapshot:
        assert found(db, "port", as_of=AsOf(snapshot.now, then)) == ["the port is 8080"]


def test_a_superseded_fact_is_gone_now_there_before_and_names_its_successor(db, clock):
    old = put(db, "Ada lives in Paris")
    then = clock.advance(days=1)
    clock.advance(days=1)
    new = put(db, "Ada lives in Rome")
    with db.writing("test") as tx:
        facts.supersede(tx, old.uid, by=new.uid)
    assert found(db, "where does Ada live") == ["Ada lives in Rome"]
    with db.reading() as snapshot:
        (before,) = asked(snapshot, "where does Ada live", as_of=AsOf(then, snapshot.now)).hits
        assert successors(snapshot, [old.uid, new.uid]) == {old.uid: new.uid}
    assert (before.item.body, before.superseded_by) == ("Ada lives in Paris", new.uid)


@pytest.mark.parametrize("is_known_first", [True, False])
def test_a_hit_names_its_successor_by_the_id_that_something_has(db, is_known_first):
    old, new = put(db, "Ada lives in Paris"), put(db, "Ada lives in Rome")
    superseded_by_each(db, old.uid, *([new.uid, "gone"] if is_known_first else ["gone", new.uid]))
    with db.reading() as snapshot:
        assert successors(snapshot, [old.uid]) == {old.uid: new.uid}


def test_retracted_and_archived_rows_are_not_found_unless_asked_for(db):
    gone, archived = put(db, "the parser was here"), put(db, "the parser is archived")
    with db.writing("test") as tx:
        facts.retract(tx, gone.uid)
        lifecycle.archive(tx, archived.uid)
    assert found(db, "parser") == []
    (hit,) = hits(db, "parser", include_archived=True)
    assert (hit.item.uid, hit.is_archived) == (archived.uid, True)


def test_filters_hold_for_what_words_find_and_for_its_neighbours(db):
    said = ["some talk", "more talk", "the parser", "some talk", "more talk"]
    turns = [put(db, text, "turn", session_uid="s", position=place) for place, text in enumerate(said)]
    with db.writing("test") as tx:
        lifecycle.archive(tx, turns[1].uid)
    assert len(found(db, "parser", kinds=("turn",))) == 4
    assert found(db, "parser", kinds=("learning",)) == []
    assert found(db, "parser", session_uid="another") == []


def test_a_filter_is_not_behind_the_number_of_candidates(db):
    wanted = put(db, "parser", tags=("rare",))
    for number in range(200):
        put(db, f"parser parser parser {number}")
    assert [hit.item.uid for hit in hits(db, "parser", tags=("rare",), limit=1)] == [wanted.uid]


def test_every_wanted_tag_has_to_be_there(db):
    put(db, "parser one", tags=("a",))
    put(db, "parser two", tags=("a", "b"))
    assert found(db, "parser", tags=("a", "b")) == ["parser two"]


def test_a_project_sees_itself_and_what_belongs_to_none(db):
    with db.writing("test") as tx:
        tx.execute("INSERT INTO project (id, name) VALUES (1, 'one'), (2, 'two')")
    for project in (0, 1, 2):
        put(db, f"parser of {project}", project_id=project)
    assert sorted(found(db, "parser", project_id=1)) == ["parser of 0", "parser of 1"]
    assert found(db, "parser", project_id=0) == ["parser of 0"]
    assert len(found(db, "parser", project_id=-1)) == 3


def test_every_kind_competes_in_one_ranking(db):
    put(db, "the gateway drops packets", "observation", context="router", parent_uid="e")
    put(db, "chosen for its price", "decision", title="Buy the gateway")
    put(db, "is the gateway up?", "turn", title="Ada", session_uid="s", position=0)
    put(db, "", "entity", title="gateway")
    assert {hit.item.kind for hit in hits(db, "gateway")} == {"observation", "decision", "turn", "entity"}


def test_a_turn_is_found_by_what_was_said_around_it(db):
    for place, text in enumerate(["Did you try the parser?", "Yes, yesterday.", "And now something else."]):
        put(db, text, "turn", title="Ada", session_uid="s", position=place)
    put(db, "Yes, yesterday.", "turn", title="Ada", session_uid="other", position=0)
    assert hits(db, "parser", kinds=("turn",))[1].item.session_uid == "s"


def test_who_is_named_is_preferred_to_who_is_not(db):
    put(db, "the holiday was lovely", "turn", title="Bob", session_uid="s", position=0)
    put(db, "the holiday was so lovely", "turn", title="Ada", session_uid="t", position=0)
    assert hits(db, "What did Ada say about the holiday?")[0].item.title == "Ada"


def test_a_document_is_one_hit_with_the_lines_of_its_best_passage(db):
    text = "\n\n".join(f"Paragraph {n}. " + "filler words here " * 45 for n in range(6)) + "\n\nThe gateway is blue.\n"
    with db.writing("test") as tx:
        saved = documents.save(tx, documents.Document(text=text, title="Notes"))
    (hit,) = hits(db, "which gateway is blue")
    assert (hit.item.uid, hit.item.kind, hit.item.title) == (saved.uid, "document", "Notes")
    assert hit.lines == (13, 13)
    assert "The gateway is blue." in hit.snippet


def test_a_retracted_document_takes_its_passages_out_of_the_answers(db):
    with db.writing("test") as tx:
        saved = documents.save(tx, documents.Document(text="The gateway is blue.", title="Notes"))
    assert len(found(db, "gateway")) == 1
    with db.writing("test") as tx:
        facts.retract(tx, saved.uid)
    assert found(db, "gateway") == []


def test_an_archived_document_is_out_with_its_passages(db):
    with db.writing("test") as tx:
        saved = documents.save(tx, documents.Document(text="The gateway is blue.", title="Notes"))
        lifecycle.archive(tx, saved.uid)
    assert found(db, "gateway", kinds=("document",)) == []


def test_rows_without_a_query_come_newest_first_and_by_page(db, clock):
    for number in range(3):
        clock.advance(days=1)
        put(db, f"row {number}")
    with db.reading() as snapshot:
        filter_ = Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=-1, kinds=("learning",))
        first = listing.newest(snapshot, filter_, 2)
        second = listing.newest(snapshot, filter_, 2, after=first.next)
    assert [[item.body for item in page.rows] for page in (first, second)] == [["row 2", "row 1"], ["row 0"]]
    assert (first.total, second.next) == (3, None)


def test_the_substring_index_is_caught_up_in_steps(db):
    for number in range(5):
        put(db, f"row {number}")
    assert [trigrams.catch_up(db, 2) for _ in range(4)] == [2, 2, 1, 0]


@pytest.mark.parametrize(
    "needle",
    [
        "schiff\u00fcberwach", "SCHIFF\u00dcBERWACH", "\u00dfen\u00e4nd", "\u043f\u0440\u0438\u0432\u0435\u0442",
        "\u043f\u043e\u043b\u0443\u0447\u0438\u0442\u044c\u0434\u0430\u043d\u043d\u044b\u0435",
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_indexed", [True, False], ids=["indexed", "fresh"])
def test_a_part_of_a_word_is_found_in_whatever_case_it_stands(db, needle, is_indexed):
    put(db, "Schiff\u00dcberwachung, Gr\u00f6\u00dfen\u00c4nderung, \u041f\u0420\u0418\u0412\u0415\u0422")
    put(db, "\u041f\u043e\u043b\u0443\u0447\u0438\u0442\u044c\u0414\u0430\u043d\u043d\u044b\u0435()")
    while is_indexed and trigrams.catch_up(db):
        pass
    with db.reading() as snapshot:
        filter_ = Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=-1)
        assert len(trigrams.holding(snapshot, [needle], filter_, 10)) == 1


@pytest.mark.parametrize("needle", ["row\0", "\ud800row", '"row', "\ufeff\ufeff\ufeff"])
def test_no_needle_is_a_syntax_error_of_the_substring_index(db, needle):
    put(db, "a row")
    trigrams.catch_up(db)
    with db.reading() as snapshot:
        filter_ = Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=-1)
        assert trigrams.holding(snapshot, [needle], filter_, 10) == []


def test_an_erased_row_leaves_the_substring_index_indexed_or_not(db):
    indexed = put(db, "reauthentication")
    trigrams.catch_up(db)
    fresh = put(db, "preauthentication")
    with db.writing("test") as tx:
        erasure.erase(tx, indexed.uid)
        erasure.erase(tx, fresh.uid)
    trigrams.catch_up(db)
    assert found(db, "authentic") == []


def test_a_snippet_is_where_the_words_are():
    text = "filler " * 200 + "the gateway is blue " + "filler " * 200
    cut = snippet(text, ["gateway", "blue"])
    assert "the gateway is blue" in cut
    assert len(cut) <= 202


def test_a_short_text_is_its_own_snippet_on_one_line():
    assert snippet("one\n  two\tthree", ["two"]) == "one two three"


def test_lines_are_those_with_the_words_else_all():
    assert line_range("a\nthe gateway\nb\n", 10, ["gateway"]) == (11, 11)
    assert line_range("a\nb\n", 10, ["gateway"]) == (10, 11)


def plan(db: Database, sql: str, **parameters: object) -> list[str]:
    with db.reading() as snapshot:
        filter_ = Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=1, kinds=("turn",), tags=("a",))
        rows = snapshot.rows("EXPLAIN QUERY PLAN " + sql, filter_.parameters | parameters)  # type: ignore[arg-type]  # a constant of the store
        return [str(row[3]) for row in rows]


@pytest.mark.parametrize(
    ("sql", "parameters"),
    [
        (_LEXICAL, {"match": '"a"', "k": 10, "reach": 80}),
        (_CANDIDATES, {"seeds": "[1]", "known": "[2]", "neighbours": 2}),
        (_KNN, {"vector": b"\0" * 256, "k": 10}),
        (_ROWS_AFTER, {"after": 5}),
        (trigrams._INDEXED, {"match": '"abc"', "k": 10}),
        (listing._PAGE, {"wanted": json.dumps(["turn"]), "k": 10, "at": 1, "id": 1}),
        (listing._COUNT, {"wanted": json.dumps(["turn"])}),
    ],
    ids=["lexical", "candidates", "knn", "rows after", "substrings", "newest", "how many"],
)
def test_no_hot_statement_reads_all_rows(db, embedder, sql, parameters):
    steps = plan(db, sql, **parameters)
    assert any("item" in step for step in steps)
    assert [step for step in steps if step.startswith(("SCAN item ", "SCAN document", "SCAN turn"))] == []
    assert not any(step == "SCAN item" for step in steps)


def test_the_filter_of_a_knn_stands_inside_it(db, embedder):
    steps = plan(db, _KNN, vector=b"\0" * 256, k=10)
    # sqlite-vec writes what it was given into the index name: 3 is KNN, "[" the rowids it may look at.
    (knn,) = [step for step in steps if "item_vector" in step or "VIRTUAL TABLE INDEX 0:3" in step]
    assert "[" in knn


@pytest.mark.parametrize("text", ["one two three", "word " * 200, "word " * 20_000])
def test_the_words_of_a_row_are_counted_by_the_index(db, text):
    put(db, text, title="a title")
    with db.reading() as snapshot:
        sizes = snapshot.value("SELECT sz FROM item_fts_docsize")
    assert _word_count(sizes) == len(tokenize(f"a title {text}"))


@pytest.mark.parametrize("weight", [0.0, 0.01, 1.0])
def test_the_rows_whose_preferences_are_looked_at_are_all_that_can_be_shown(db, clock, weight):
    """Against looking at those of every row."""
    for number in range(30):
        clock.advance(days=number % 7)
        item = put(db, "the parser " + "is slow today " * (number % 9), importance=(number * 7 % 11) / 11)
        if number % 5 == 0:
            with db.writing("test") as tx:
                lifecycle.note_use(tx, item.uid)
    weights = Weights(recency=weight, usage=weight, importance=weight)
    every = [(hit.item.uid, hit.score) for hit in hits(db, "slow parser", weights=weights, limit=30)]
    assert [(hit.item.uid, hit.score) for hit in hits(db, "slow parser", weights=weights, limit=7)] == every[:7]


def test_a_text_full_of_one_word_costs_a_snippet_no_more_than_its_length(monkeypatch):
    class Counted(list):
        handed = 0

        def __getitem__(self, key):
            found = super().__getitem__(key)
            Counted.handed += len(found) if isinstance(key, slice) else 1
            return found

    monkeypatch.setattr(snippets, "_found", lambda _text, _stems: Counted((4 * at, "cat") for at in range(2_000)))
    assert len(snippet("cat " * 2_000, ["cat"])) <= 201
    assert Counted.handed < 100 * 2_000


@pytest.mark.parametrize(
    ("enough", "expected"), [(0, ""), (1, '"c"'), (2, '"c"'), (3, '"c" OR "b"'), (100, '"a" OR "b" OR "c"')]
)
def test_of_the_words_of_a_query_the_rarest_are_looked_for_until_enough_rows_hold_them(enough, expected):
    rows = {"a": 50, "b": 10, "c": 2}
    query = LexicalQuery('"a" OR "b" OR "c"', ("a", "b", "c"))
    assert query.of_the_rarest(rows.__getitem__, enough) == expected


def test_what_is_no_word_of_a_query_is_always_looked_for():
    query = lexical_query("the cat of svc-auth 東京")
    assert query.of_the_rarest(lambda _: 1, 0) == '"svc-auth" OR bigrams : ("東京")'


def test_a_word_that_most_rows_hold_is_looked_for_where_the_rarer_ones_find_too_little(db, monkeypatch):
    monkeypatch.setattr("memory_mcp.store.search.search._ENOUGH", 1)
    common = [put(db, f"the parser of kind {number}").uid for number in range(3)]
    rare = put(db, "a fjord").uid
    assert {hit.item.uid for hit in hits(db, "parser fjord")} == {rare, *common}


def test_of_many_rows_with_the_rarest_word_the_one_with_the_other_words_too_is_found(db, monkeypatch):
    monkeypatch.setattr("memory_mcp.store.search.search._ENOUGH", 1)
    for number in range(80):
        for text in ("a fjord of kind", "the parser of kind", "a harbour of kind", "the lease of kind"):
            put(db, f"{text} {number}")
    both = put(db, "our fjord has a parser of its own")
    assert hits(db, "parser fjord")[0].item.uid == both.uid
