"""Rank every kind of row by a weighted sum of what the words, the meaning and the cues say about it.

Each signal has a scale that does not depend on the store. ``words`` is the share of the query's information (its words
weighed by rarity) that a row holds, 0 to 1. So where the query is in another language than the rows, all shares are
small and the words count for little. ``meaning`` is the cosine after the store's mean vector is subtracted. A short
turn is known by its neighbourhood: both signals are blended with those of the turns around it, the less the longer the
turn is. A row that lacks a cue (a speaker, a session, a date) is neither raised nor lowered by it. Where one person
recorded things and nobody answers, the days around a record take the place of the turns beside it and of its session.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from memory_mcp.store.search.arrays import Bools, Floats, Integers
from memory_mcp.store.search.recorded_around import around
from memory_mcp.store.search.request import Fusion, Mode
from memory_mcp.store.search.session_signals import covered, session_signals
from memory_mcp.store.vectors.index import MEAN_TRUST

NEIGHBOURS: Final = 2
"""Turns on either side that are fetched with a candidate, and whose words count as its context."""
RRF_K: Final = 60

# How found: a softmax over each question's candidates, every gold row against all that are not, L2 0.01 on weights of
# signals scaled to unit variance, over the turns of four two-person conversations (weight 1), of five projects of a
# user and an assistant (0.3) and of a person's year of records (0.3), and 240 paragraphs asked in their own and in
# another language (0.4 and 0.2); then rounded. Without one of the conversations no weight but that of the window moves
# by more than a third. Which signals there are, and the constants below, were chosen on the same sets. What a session
# holds helps between two people, harms records that only share a day, and is asked of conversations alone.
# ``around`` was chosen by hand on the year of records alone; with 7, 9 and 12 its share@10 is .558, .560 and .559.
# ``noted`` and ``asks`` were chosen by hand, beside a memory of facts: with 0, 1.5 and 3 for what is noted its right
# note came first for .64, .71 and .75 of the queries beside a project's turns, and in another project a turn that
# answers for .64, .64 and .57 of the questions.
WEIGHTS: Final = {
    "words": 9.0,
    "meaning": 7.9,
    "context_meaning": 6.3,
    "speaker": 2.6,
    "date": 7.1,
    "question": -0.5,
    "brief": -3.5,
    "length": -2.9,
    "user": 0.5,
    "standing": 2.0,
    "window_cover": 0.9,
    "answer": 2.7,
    "session_words": 2.6,
    "session_cover": 2.1,
    "noted": 1.5,
    "asks": -2.0,
    "around": 9.5,
}
SCALE: Final = 47.0
"""The sum of all that can speak for what is no record, so that its scores lie between 0 and 1; a record's reach 1.3."""
# Keeps weak rows above 0.
_OFFSET: Final = 5.0
NOTHING: Final = _OFFSET / SCALE
"""The score of a fact that has nothing to do with the question."""
_K1: Final = 1.2
_B: Final = 0.75
# Characters at which a turn speaks half for itself, and at which a turn stops being brief.
_SELF_SUFFICIENT: Final = 500.0
_BRIEF: Final = 60.0
# The logarithm of the characters from which a turn is as long as it counts.
_LOG_LONG: Final = 8.0
# Deviations: with one, a row with the rarer word stood behind some of 200 that had their vectors.
_HOPE: Final = 1.5


@dataclass(frozen=True, slots=True)
class Candidates:
    """Signals of n rows for a query of t terms, context rows included; row i of every array is the same row."""

    counts: Floats
    """(n, t): how often each term occurs."""
    tokens: Floats
    """(n,): length in tokens of the word index."""
    characters: Floats
    bm25: Floats
    """(n,): the word index's own score, higher is better; NaN where it did not return the row."""
    cosines: Floats
    """(n,): of the query with the row's best passage; NaN where the row has no vector."""
    centred: Floats
    """(n,): the same as ``centred_cosines`` gives it."""
    session: Integers
    """(n,): a number per session, -1 without one."""
    position: Integers
    """(n,): consecutive within the session."""
    is_turn: Bools
    is_question: Bools
    speaker: Floats
    """(n,): 1 for a row by (or, without a speaker, about) somebody the query names or the side it means, 0 for somebody
    else's, 0.5 for neither."""
    date: Floats
    """(n,): agreement with a day the query names."""
    is_dialogue: Bools
    """(n,): a turn of a person or an assistant."""
    is_by_user: Bools
    """(n,): a turn of the user's."""
    is_standing: Bools
    """(n,): a turn that says how things are always to be done."""
    is_noted: Bools
    """(n,): what was noted on purpose, or brought in as a document."""
    only_asks: Bools
    """(n,): a user's turn that is one brief question."""
    is_retold: Bools
    """(n,): a digest of a session whose turns are candidates themselves, where nobody asks for a summary."""
    is_record: Bools
    """(n,): what one person recorded where nobody answers."""
    day: Integers
    """(n,): the day each row is of, in days since 1970."""
    is_by_named: Bools
    """(n,): a turn of somebody whom the query names, however the name is spelled."""

    @property
    def is_silent(self) -> Bools:
        """Of each row (n,), whether it answers nothing, however near it is to the query."""
        return np.asarray(self.only_asks | self.is_retold, dtype=np.bool_)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Of n rows: ``scores`` (n,), -inf where the mode does not rank the row; ``parts`` sum up to the scores;
    ``lexical_ranks`` and ``semantic_ranks`` (n,) count from 1, 0 where that leg did not find the row. Whatever the
    mode, ``relevance`` (n,) is the weighted sum, and ``speaker`` (n,) its part for who speaks.
    """  # noqa: D205 - one sentence, too long for a line

    scores: Floats
    parts: dict[str, Floats]
    lexical_ranks: Integers
    semantic_ranks: Integers
    relevance: Floats
    speaker: Floats
    candidates: Candidates
    rarity: Floats

    def explain(self, row: int) -> dict[str, float]:
        """Return what each signal added to the score of one row, those that added nothing left out."""
        return {name: round(float(part[row]), 6) for name, part in self.parts.items() if part[row] != 0.0}


def rank(candidates: Candidates, rarity: Floats, *, mode: Mode = "hybrid", fusion: Fusion = "weighted") -> Ranking:
    """Score ``candidates`` for a query whose terms have the ``rarity`` (t,) that ``inverse_frequency`` gives.

    ``fts`` is the word index's score alone, ``vector`` the cosine alone. ``rrf`` is reciprocal rank fusion, k = 60,
    both legs equal (Cormack, Clarke and Buettcher, 2009). ``weighted`` is the module's idea.
    """
    lexical, semantic = _ranks(candidates.bm25), _ranks(candidates.cosines)
    weighted = _weighted(candidates, rarity)
    relevance = np.maximum(np.sum(list(weighted.values()), axis=0), 0.0)
    if mode == "fts":
        parts = {"lexical": _or_absent(candidates.bm25)}
    elif mode == "vector":
        parts = {"semantic": _or_absent(candidates.cosines)}
    elif fusion == "rrf":
        parts = {"lexical": _reciprocal(lexical), "semantic": _reciprocal(semantic)}
    else:
        parts = weighted
    total = np.sum(list(parts.values()), axis=0)
    if mode == "hybrid":
        total = np.maximum(total, 0.0)
    return Ranking(total, parts, lexical, semantic, relevance, weighted["speaker"], candidates, rarity)


def inverse_frequency(document_counts: Floats, row_count: int) -> Floats:
    """Return how telling each term is: ln(1 + (N - n + 0.5) / (n + 0.5)), positive however common the term."""
    known = np.minimum(document_counts, row_count)
    return np.asarray(np.log1p((row_count - known + 0.5) / (known + 0.5)), dtype=np.float64)


def centred_cosines(
    query: npt.NDArray[np.float32], vectors: npt.NDArray[np.float32], mean: npt.NDArray[np.float32], row_count: int
) -> Floats:
    """Return the cosines (n,) of ``query`` (d,) and ``vectors`` (n, d) less the store's ``mean`` (d,).

    e5 vectors all point one way; what they share tells nothing. In a store of few rows the mean is mostly their
    subject, so it is taken off by halves until there are more than eight.
    """
    shared = mean * (row_count / (row_count + MEAN_TRUST))
    rows, asked = vectors - shared, query - shared
    lengths = np.linalg.norm(rows, axis=1) * np.linalg.norm(asked)
    return np.asarray((rows @ asked) / np.maximum(lengths, 1e-9), dtype=np.float64)


def word_shares(counts: Floats, tokens: Floats, rarity: Floats, average: float) -> Floats:
    """Return the share (n,) of the query's information that each text holds: BM25 over its own maximum, 0 to 1."""
    total = float(rarity.sum())
    if total <= 0.0 or not len(tokens):
        return np.zeros(len(tokens))
    damping = _K1 * (1 - _B + _B * tokens / max(average, 1.0))
    return np.asarray((counts / (counts + damping[:, None])) @ rarity / total, dtype=np.float64)


def _weighted(rows: Candidates, rarity: Floats) -> dict[str, Floats]:
    near = _neighbours(rows)
    openness = np.where(rows.is_turn, 1 / (1 + rows.characters / _SELF_SUFFICIENT), 0.0)
    own, around_it = _words(rows, rarity, near, openness)
    meaning = _expected_where_absent(rows.centred, own)
    beside = np.stack([np.where(near[step] >= 0, meaning[near[step]], np.nan) for step in (-1, 1)])
    present = ~np.isnan(beside)
    neighbours = np.where(present, beside, 0.0).sum(axis=0) / np.maximum(present.sum(axis=0), 1)
    words = own + openness * (around_it - own)
    context = meaning + np.where(present.any(axis=0), openness * (neighbours - meaning), 0.0)
    signals = {
        "words": words,
        "meaning": meaning,
        "context_meaning": np.where(rows.is_record, 0.0, context),
        "speaker": rows.speaker,
        "date": rows.date,
        "question": (rows.is_turn & rows.is_question).astype(np.float64),
        # A brief turn says little, unless it says what was asked for.
        "brief": np.where(rows.is_turn, np.exp(-rows.characters / _BRIEF) * (1 - own), 0.0),
        "length": np.where(rows.is_turn, np.minimum(np.log1p(rows.characters) / _LOG_LONG, 1.0), 0.0),
        "user": rows.is_by_user.astype(np.float64),
        "standing": rows.is_standing.astype(np.float64),
        "asks": rows.only_asks.astype(np.float64),
        "around": around(words + meaning + rows.date, rows.day, rows.is_record),
    }
    signals |= _of_dialogue(rows, rarity, near, own)
    parts = {name: WEIGHTS[name] / SCALE * signal for name, signal in signals.items()}
    return parts | {"offset": np.full(len(own), _OFFSET / SCALE)}


def _of_dialogue(rows: Candidates, rarity: Floats, near: dict[int, Integers], own: Floats) -> dict[str, Floats]:
    """Return what a conversation around a turn tells of it: its window, the turn before it, and its session."""
    holds = rows.counts > 0
    window = holds.copy()
    for place in near.values():
        window |= np.where((place >= 0)[:, None], holds[place], False)
    before = near[-1]
    asked = (before >= 0) & rows.is_question[before]
    # Beside a conversation a note stands for itself: it is its own window and session.
    alone = rows.is_noted & rows.is_dialogue.any()
    is_said = rows.is_dialogue & ~rows.is_record
    session = np.where(is_said, rows.session, -1)
    session = np.where(alone, session.max(initial=0) + 1 + np.arange(len(session)), session)
    return {
        "window_cover": np.where(is_said | alone, covered(window, rarity), 0.0),
        "noted": alone.astype(np.float64),
        # What follows a question with the words of the query answers it.
        "answer": np.where(rows.is_dialogue & asked, own[before], 0.0),
    } | session_signals(session, own, holds, rarity)


def _words(rows: Candidates, rarity: Floats, near: dict[int, Integers], openness: Floats) -> tuple[Floats, Floats]:
    """Return the share each row holds by itself, and together with its neighbours read as one text.

    What a long neighbour says counts less: it is a text of its own, and holds some word of every question.
    """
    average = float(rows.tokens.mean()) if len(rows.tokens) else 1.0
    own = word_shares(rows.counts, rows.tokens, rarity, average)
    counts, tokens = rows.counts.copy(), rows.tokens.copy()
    for place in near.values():
        part = np.where(place >= 0, openness[place], 0.0)
        counts += part[:, None] * rows.counts[place]
        tokens += part * rows.tokens[place]
    # Always a full window: a turn at the edge of its session, or of what was fetched, is not shorter for that.
    around = word_shares(counts, tokens, rarity, average * (2 * NEIGHBOURS + 1))
    has_neighbour = np.any([place >= 0 for place in near.values()], axis=0)
    return own, np.where(has_neighbour, around, own)


def _neighbours(rows: Candidates) -> dict[int, Integers]:
    """Return where in the arrays the turn so many places on in the same session is, -1 where it is not among them."""
    # Wider than any step, so that no key falls into another session's.
    span = int(rows.position.max(initial=0)) + 2 * NEIGHBOURS + 2
    keys = rows.session * span + rows.position
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    near = {}
    for step in (step for step in range(-NEIGHBOURS, NEIGHBOURS + 1) if step):
        place = np.searchsorted(ordered, keys + step).clip(max=max(len(keys) - 1, 0))
        fits = (rows.session >= 0) & (ordered[place] == keys + step) if len(keys) else np.zeros(0, np.bool_)
        near[step] = np.where(fits, order[place], -1) if len(keys) else order
    return near


def _expected_where_absent(cosines: Floats, words: Floats) -> Floats:
    """Give rows without a vector the cosine they may well have: what goes with such words, and a little more.

    The mere expectation would bury them: among many rows whose cosines are known, some always lie above theirs.
    """
    known = ~np.isnan(cosines)
    if not known.any():
        return np.zeros(len(cosines))
    mean, words_mean = cosines[known].mean(), words[known].mean()
    spread = float(((words[known] - words_mean) ** 2).sum())
    slope = float(((words[known] - words_mean) * (cosines[known] - mean)).sum()) / spread if spread > 0 else 0.0
    expected = mean + max(slope, 0.0) * (words - words_mean)
    hopeful = expected + _HOPE * np.std((cosines - expected)[known])
    return np.where(known, cosines, np.clip(hopeful, cosines[known].min(), cosines[known].max()))


def _ranks(scores: Floats) -> Integers:
    """Return ranks from 1, best first, equals in the order given; 0 where the score is NaN."""
    known = ~np.isnan(scores)
    order = np.argsort(-np.where(known, scores, -np.inf), kind="stable")
    ranks = np.zeros(len(scores), dtype=np.int64)
    ranks[order] = np.arange(1, len(scores) + 1)
    return np.where(known, ranks, 0)


def _reciprocal(ranks: Integers) -> Floats:
    return np.where(ranks > 0, 1.0 / (RRF_K + ranks), 0.0)


def _or_absent(scores: Floats) -> Floats:
    return np.where(np.isnan(scores), -np.inf, scores)
