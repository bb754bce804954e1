"""What the ranking promises, on numbers made by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_mcp.language.questions import ends_as_question
from memory_mcp.store.search.query_cues import meant_side, named_speakers, only_asks
from memory_mcp.store.search.ranking import (
    WEIGHTS,
    Candidates,
    Ranking,
    centred_cosines,
    inverse_frequency,
    rank,
    word_shares,
)

RARITY = np.array([2.0, 1.0])


def rows(n: int, **signals: object) -> Candidates:
    """Give n rows of one kind without any cue, of 100 characters and 20 tokens, but for the given signals."""
    blank = Candidates(
        counts=np.zeros((n, 2)),
        tokens=np.full(n, 20.0),
        characters=np.full(n, 100.0),
        bm25=np.full(n, np.nan),
        cosines=np.full(n, 0.8),
        centred=np.zeros(n),
        session=np.full(n, -1),
        position=np.zeros(n, dtype=np.int64),
        is_turn=np.zeros(n, dtype=bool),
        is_question=np.zeros(n, dtype=bool),
        speaker=np.full(n, 0.5),
        date=np.zeros(n),
        is_dialogue=np.zeros(n, dtype=bool),
        is_by_user=np.zeros(n, dtype=bool),
        is_standing=np.zeros(n, dtype=bool),
        is_noted=np.zeros(n, dtype=bool),
        only_asks=np.zeros(n, dtype=bool),
        is_retold=np.zeros(n, dtype=bool),
        is_record=np.zeros(n, dtype=bool),
        day=np.zeros(n, dtype=np.int64),
        is_by_named=np.zeros(n, dtype=bool),
    )
    return replace(blank, **{name: np.asarray(value) for name, value in signals.items()})


def order(ranking: Ranking) -> list[int]:
    return [int(i) for i in np.argsort(-ranking.scores, kind="stable") if np.isfinite(ranking.scores[i])]


def test_a_row_with_more_of_the_words_comes_first() -> None:
    found = rank(rows(3, counts=[[0.0, 1.0], [1.0, 1.0], [1.0, 0.0]]), RARITY)
    assert order(found) == [1, 2, 0]


def test_a_row_closer_in_meaning_comes_first() -> None:
    assert order(rank(rows(3, centred=[0.1, 0.5, 0.3]), RARITY)) == [1, 2, 0]


def test_words_that_no_row_holds_leave_the_order_to_meaning() -> None:
    foreign = rows(4, centred=[0.1, 0.4, 0.2, 0.3], counts=[[0.0, 1.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]])
    assert order(rank(foreign, np.array([7.0, 0.2])))[:3] == [1, 3, 2]


def test_a_short_turn_is_found_by_what_was_said_before_it() -> None:
    session = {"session": [0, 0, 1, 1], "position": [0, 1, 0, 1], "is_turn": [True] * 4}
    found = rank(rows(4, counts=[[1.0, 1.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], **session), RARITY)
    assert order(found)[:2] == [0, 1]
    assert found.scores[1] > found.scores[2] == found.scores[3]


def test_a_brief_turn_that_says_the_words_comes_before_its_longer_neighbours_without_any_vector() -> None:
    session = {"session": [0] * 5, "position": [0, 1, 2, 3, 4], "is_turn": [True] * 5}
    sizes = {"tokens": [4.0, 5.0, 3.0, 4.0, 5.0], "characters": [25.0, 23.0, 13.0, 11.0, 22.0]}
    counts = [[0.0, 0.0], [0.0, 0.0], [1.0, 1.0], [0.0, 0.0], [0.0, 0.0]]
    blind = {"cosines": [np.nan] * 5, "centred": [np.nan] * 5}
    found = rank(rows(5, counts=counts, **session, **sizes, **blind), RARITY)
    assert order(found)[0] == 2


def test_neighbours_of_another_session_do_not_count() -> None:
    sessions = {"session": [0, 1], "position": [0, 1], "is_turn": [True, True]}
    found = rank(rows(2, counts=[[1.0, 1.0], [0.0, 0.0]], **sessions), RARITY)
    assert found.parts["words"][1] == 0.0


def test_a_long_turn_speaks_for_itself() -> None:
    session = {"session": [0, 0], "position": [0, 1], "is_turn": [True, True], "counts": [[1.0, 1.0], [0.0, 0.0]]}
    short = rank(rows(2, characters=[100.0, 100.0], **session), RARITY).parts["words"][1]
    long = rank(rows(2, characters=[100.0, 5000.0], **session), RARITY).parts["words"][1]
    assert long < short / 5


def test_a_long_neighbour_is_less_of_a_context_than_a_short_one() -> None:
    session = {"session": [0, 0], "position": [0, 1], "is_turn": [True, True], "counts": [[1.0, 1.0], [0.0, 0.0]]}
    beside_short = rank(rows(2, characters=[100.0, 100.0], **session), RARITY).parts["words"][1]
    beside_long = rank(rows(2, characters=[5000.0, 100.0], **session), RARITY).parts["words"][1]
    assert beside_long < beside_short / 2


def test_the_turn_of_the_speaker_who_is_named_comes_first() -> None:
    found = rank(rows(2, speaker=[0.0, 1.0], is_turn=[True, True]), RARITY)
    assert order(found) == [1, 0]


def test_the_day_that_is_named_outweighs_a_better_word() -> None:
    found = rank(rows(2, date=[0.0, 1.0], counts=[[0.0, 1.0], [0.0, 0.0]]), RARITY)
    assert order(found) == [1, 0]


def test_a_turn_that_asks_comes_after_one_that_tells() -> None:
    assert order(rank(rows(2, is_question=[True, False], is_turn=[True, True]), RARITY)) == [1, 0]


def test_neither_brevity_nor_a_question_mark_lowers_what_is_not_a_turn() -> None:
    found = rank(rows(2, is_question=[True, False], characters=[5.0, 400.0]), RARITY)
    assert found.scores[0] == found.scores[1]


def test_without_any_vector_the_words_decide() -> None:
    bare = rows(2, cosines=[np.nan] * 2, centred=[np.nan] * 2, counts=[[0.0, 0.0], [1.0, 1.0]])
    found = rank(bare, RARITY)
    assert order(found) == [1, 0]
    assert not found.semantic_ranks.any()


def test_a_row_that_waits_for_its_vector_is_not_buried_by_many_that_do_not() -> None:
    source = np.random.default_rng(1)
    centred = np.append(np.nan, source.normal(0.2, 0.06, 200))
    waiting = rows(201, counts=[[1.0, 0.0], *[[0.0, 1.0]] * 200], centred=centred, cosines=centred)
    assert order(rank(waiting, RARITY))[0] == 0


def test_a_row_that_waits_for_its_vector_is_not_buried() -> None:
    waiting = rows(
        4,
        counts=[[1.0, 1.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]],
        centred=[np.nan, 0.5, 0.3, 0.1],
        cosines=[np.nan, 0.9, 0.8, 0.7],
    )
    assert order(rank(waiting, RARITY))[0] == 0


def test_fts_alone_ranks_only_what_the_word_index_returned() -> None:
    found = rank(rows(3, bm25=[1.0, np.nan, 3.0], centred=[0.1, 0.9, 0.2]), RARITY, mode="fts")
    assert order(found) == [2, 0]


def test_vector_alone_ranks_by_the_cosine() -> None:
    found = rank(rows(3, cosines=[0.81, np.nan, 0.85], counts=[[1.0, 1.0]] * 3), RARITY, mode="vector")
    assert order(found) == [2, 0]


def test_reciprocal_rank_fusion_adds_one_over_sixty_plus_rank_of_each_leg() -> None:
    found = rank(rows(2, bm25=[5.0, np.nan], cosines=[0.7, 0.9]), RARITY, fusion="rrf")
    assert found.scores.tolist() == pytest.approx([1 / 61 + 1 / 62, 1 / 61])


def test_the_explanation_adds_up_to_the_score() -> None:
    found = rank(rows(2, counts=[[1.0, 0.0], [0.0, 0.0]], centred=[0.3, 0.2], date=[0.5, 0.0]), RARITY)
    assert sum(found.explain(0).values()) == pytest.approx(found.scores[0], abs=1e-5)


def test_no_candidates_give_no_scores() -> None:
    assert rank(rows(0), RARITY).scores.shape == (0,)
    assert rank(rows(0), RARITY, mode="fts").scores.shape == (0,)


def test_a_query_without_words_is_ranked_by_meaning() -> None:
    assert order(rank(rows(2, counts=np.zeros((2, 0)), centred=[0.1, 0.2]), np.zeros(0))) == [1, 0]


@given(st.lists(st.tuples(st.floats(0, 9), st.floats(0, 9), st.floats(-1, 1), st.integers(0, 3)), min_size=1))
def test_the_score_is_the_same_in_whatever_order_the_rows_come(drawn: list[tuple[float, float, float, int]]) -> None:
    n = len(drawn)
    made = rows(
        n,
        counts=[[a, b] for a, b, _, _ in drawn],
        centred=[c for _, _, c, _ in drawn],
        session=[s for *_, s in drawn],
        position=np.arange(n),
        is_turn=[True] * n,
    )
    turned = Candidates(*(getattr(made, name)[::-1] for name in made.__slots__))
    assert rank(made, RARITY).scores[::-1] == pytest.approx(rank(turned, RARITY).scores)


@given(st.floats(0, 1), st.floats(0, 50), st.floats(0, 50))
def test_more_of_a_word_never_lowers_a_row(share: float, fewer: float, more: float) -> None:
    low, high = sorted((fewer, more))
    shares = word_shares(np.array([[low, share], [high, share]]), np.full(2, 20.0), RARITY, 20.0)
    assert 0.0 <= shares[0] <= shares[1] <= 1.0


def test_a_score_lies_between_nought_and_one() -> None:
    answered = {"is_turn": [True] * 2, "is_dialogue": [True] * 2, "session": [0, 0], "is_question": [True, False]}
    alike = {"counts": [[1e9, 1e9]] * 2, "centred": [1.0] * 2, "speaker": [1.0] * 2, "date": [1.0] * 2}
    best = rows(2, position=[0, 1], characters=[30.0] * 2, is_by_user=[True] * 2, **answered, **alike)
    worst = rows(1, centred=[-1.0], speaker=[0.0], is_turn=[True], is_question=[True], characters=[0.0])
    assert rank(worst, RARITY).scores[0] == 0.0
    assert 0.9 < rank(best, RARITY).scores[1] <= 1.0


def test_a_rare_word_tells_more_than_a_common_one() -> None:
    rare, common, everywhere = inverse_frequency(np.array([1.0, 50.0, 100.0]), 100)
    assert rare > common > everywhere > 0


def test_the_mean_that_all_vectors_share_is_taken_off() -> None:
    vectors = np.array([[10.0, 1.0], [10.0, -1.0]], dtype=np.float32)
    asked = np.array([10.0, 1.0], dtype=np.float32)
    near, far = centred_cosines(asked, vectors, np.array([10.0, 0.0], dtype=np.float32), 100_000)
    assert near > 0.99
    assert far < -0.9


def test_a_store_of_one_row_still_has_a_cosine() -> None:
    only = np.array([[0.6, 0.8]], dtype=np.float32)
    assert centred_cosines(only[0], only, only[0], 1)[0] == pytest.approx(1.0)


def test_every_weight_has_its_signal() -> None:
    assert set(WEIGHTS) | {"offset"} == set(rank(rows(1), RARITY).parts)


def test_a_speaker_is_named_by_any_part_of_the_name() -> None:
    assert named_speakers("What did maria say?", ["Maria Lopez", "John"]) == {"Maria Lopez"}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("What did Carolin paint?", {"Caroline"}),
        ("What did Melany paint?", {"Melanie"}),
        ("What did Caroline and Melani paint?", {"Caroline"}),
        ("What did the melon taste of?", set()),
        ("What did Jon say?", set()),
        ("What did Carla paint?", set()),
    ],
)
def test_a_misspelt_name_is_the_speaker_it_is_nearest_to(query: str, expected: set[str]) -> None:
    assert named_speakers(query, ["Caroline", "Melanie", "Joe"]) == expected


def test_a_name_that_is_a_common_word_needs_its_capital() -> None:
    assert named_speakers("Where will it be?", ["Will"]) == frozenset()
    assert named_speakers("Where did Will go?", ["Will"]) == {"Will"}


@pytest.mark.parametrize("text", ["Really?", 'He said "why?"', "本当ですか\uff1f", "چرا؟ "])
def test_a_question_is_seen_in_any_script(text: str) -> None:
    assert ends_as_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "how do I reach the staging database?", "when is the ship date", "which payment provider do we use and why",
        "wann ist Abgabe", "où est le serveur de test", "dónde está el puerto", "qual é a porta do servidor",
        "waar staat de server", "quali porte sono aperte",
    ],
)  # fmt: skip
def test_a_brief_question_only_asks(text: str) -> None:
    assert only_asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "when you commit, run the tests", "wie besprochen nehmen wir Postgres", "The port is 8020. Is that right?",
        "We moved to db2, is that known? Then use it everywhere from now on, in scripts as well, ok?",
        "come dicevo, la porta è 8020", "que ce soit en français", "Where possible, use uv instead of pip",
        "Where needed, wrap calls in a retry", "wo möglich, nimm pnpm", "hoe dan ook, gebruik pnpm",
        "What we use for payments is Adyen", "which is why we use Postgres", "what matters is p95 under 200 ms",
        "chi rompe la build la ripara",
    ],
)  # fmt: skip
def test_what_tells_something_does_not_only_ask(text: str) -> None:
    assert not only_asks(text)


def test_a_turn_that_only_asks_comes_behind_one_that_is_as_near() -> None:
    assert order(rank(rows(2, counts=[[1.0, 1.0]] * 2, only_asks=[True, False]), RARITY)) == [1, 0]


def test_beside_a_conversation_a_note_stands_for_its_own_session() -> None:
    counts = [[1.0, 1.0], [1.0, 1.0], [0.0, 0.0]]
    talk = {"session": [-1, 0, 0], "position": [0, 0, 1], "is_turn": [False, True, True]}
    alike = {"counts": counts, "is_dialogue": [False, True, True], **talk}
    assert order(rank(rows(3, is_noted=[True, False, False], **alike), RARITY))[0] == 0
    assert order(rank(rows(3, **alike), RARITY))[0] == 1


def test_a_statement_is_no_question() -> None:
    assert not ends_as_question("Why? Because.")


@pytest.mark.parametrize(
    ("query", "side"),
    [
        ("What is my commute?", "user"),
        ("Can you tell me where I parked?", "user"),
        ("Wo habe ich geparkt?", "user"),
        ("What did you recommend?", "assistant"),
        ("qual è il mio volo", "user"),
        ("wat is mijn vlucht", "user"),
        ("kun je mijn vlucht vinden", "user"),
        ("qual é o meu voo", "user"),
        ("o que você sugeriu", "assistant"),
        ("wat heb jij aangeraden", "assistant"),
        ("cosa mi hai suggerito", None),
        ("the assistant's advice on sleep", "assistant"),
        ("What did you tell me about sleep?", None),
        ("Remind me of the recipe", None),
        ("commute length", None),
        ("Could you look up the port?", None),
        ("Can you summarize how my project went?", None),
        ("What did we say about my commute?", None),
        ("Fasse zusammen, was wir zu meinem Umzug wissen: eine Zusammenfassung", None),
    ],
)
def test_a_query_may_mean_one_side_of_a_conversation(query: str, side: str | None) -> None:
    assert meant_side(query) == side


def test_a_turn_of_a_session_that_holds_the_words_comes_before_its_like() -> None:
    counts = [[0.0, 0.0], [1.0, 1.0], [0.0, 0.0]]
    alike = {"counts": counts, "session": [0, 0, 1], "position": [0, 40, 0], "is_turn": [True] * 3}
    assert order(rank(rows(3, is_dialogue=[True] * 3, **alike), RARITY)) == [1, 0, 2]
    apart = rank(rows(3, **alike), RARITY).scores
    assert apart[0] == apart[2]


def test_what_follows_a_question_with_the_words_answers_it() -> None:
    turns = rows(
        4,
        counts=[[1.0, 1.0], [0.0, 0.0], [1.0, 1.0], [0.0, 0.0]],
        session=[0, 0, 1, 1],
        position=[0, 1, 0, 1],
        is_turn=[True] * 4,
        is_dialogue=[True] * 4,
        is_question=[True, False, False, False],
    )
    scores = rank(turns, RARITY).scores
    assert scores[1] > scores[3]


def test_what_much_was_recorded_around_comes_before_what_stands_alone() -> None:
    records = {"session": [0, 0, 1], "position": [0, 5, 0], "is_turn": [True] * 3, "is_dialogue": [True] * 3}
    days = {"is_record": [True] * 3, "day": [10, 11, 300]}
    found = rank(rows(3, counts=[[1.0, 0.0], [1.0, 1.0], [1.0, 0.0]], **records, **days), RARITY)
    assert order(found) == [1, 0, 2]
    assert found.parts["around"][0] > found.parts["around"][2]


def test_records_take_nothing_from_what_stands_beside_them_in_their_session() -> None:
    beside = {"session": [0, 0], "position": [0, 1], "is_turn": [True] * 2, "is_dialogue": [True] * 2}
    beside |= {"counts": [[1.0, 1.0], [0.0, 0.0]], "centred": [0.4, 0.0]}
    said = rank(rows(2, **beside), RARITY)
    recorded = rank(rows(2, **beside, is_record=[True] * 2, day=[10, 400]), RARITY)
    for name in ("context_meaning", "window_cover", "session_words", "session_cover"):
        assert said.parts[name][1] > 0.0, name
        assert recorded.parts[name][1] == 0.0, name
    assert recorded.parts["around"][0] > recorded.parts["around"][1]


def test_conversations_and_notes_have_nothing_recorded_around_them() -> None:
    found = rank(rows(3, counts=[[1.0, 0.0], [1.0, 1.0], [1.0, 0.0]], day=[10, 11, 300]), RARITY)
    assert not found.parts["around"].any()
