"""Whether what was found answers the question: a calibrated chance for the answer, and one for each row.

A ranking always has a best row, also where nothing answers. What tells is how far the best stands above the rest of the
same ranking (nothing to do with the question, they all lie close together), how much of the question's words it holds,
how near it is in meaning, whether the person the question names said it, or somebody else did, and whether anything is
of a day that it names. Where no row has a word of the question, meaning alone has to tell, and is asked for more the
fewer words there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from memory_mcp.store.search.arrays import Bools, Floats, Integers
from memory_mcp.store.search.ranking import NOTHING, Candidates, Ranking
from memory_mcp.store.search.request import Verdict

ANSWERS_FROM: Final = 0.7
PERHAPS_FROM: Final = 0.25
"""The confidence from which an answer counts as one, and from which it may be one."""
FACT_FROM: Final = 0.1
TEXT_FROM: Final = 0.006
"""The chance from which a row is shown. Turns and passages each hold a part of what was told, and come in numbers."""
LONG: Final = 160.0
"""Characters from which a note says several things, so that what it says of the question stands out less.

Of 422 notes of one statement in three collections the longest has 129.
"""
NEAR_BEST: Final = 0.7
"""The share of a long best note's score from which a long note with a word of the question is shown.

Its chance may be small. Beside a short best note it says nothing that was asked for: it stands near all that is asked.

Of conversations, records and paragraphs none loses more than .011 of its share@10 by it; by .75 two lose over .03.
"""
LEAST_BEST: Final = 1e-3
"""What the best score counts at least where others are shares of it."""
NEAREST: Final = 3
"""Hits that are shown where nothing answers."""
CALIBRATED_MODEL: Final = "multilingual-e5"
# What a question tells at most, in nats: a longer one asks for no more.
_MOST_TELLING: Final = 40.0
_DEEP: Final = 20
_FIRST: Final = 10
_VOICES: Final = 3
_SPREAD: Final = 1e-3
# e5's cosine of texts that have nothing to do with each other.
_UNRELATED: Final = 0.82

# How found: logistic regression (L2 2 on signals scaled to unit variance) on whether one of the first ten hits answers,
# and whether a row of the first twenty does: python bench/verdict.py. The second of each pair is for answers by words
# alone, found with L2 1 and without the day: what is learned of answers by words has never fewer than twenty rows, and
# these weights bear fewer, as models that nothing is calibrated for bring. "always" is added to every sum.
_ANSWER: Final = {
    "above_20th": (6.9, 5.11),
    "above_10th": (-4.21, -0.99),
    "words": (0.88, 2.05),
    "cosine": (34.85, 0.0),
    "speaker": (47.46, 46.47),
    "log_of_hits": (-0.26, 0.38),
    "one_of_hits": (-3.23, 12.96),
    "is_turn": (0.01, 0.2),
    "cosine_of_turn": (-26.15, -0.25),
    "deviations": (0.15, 0.17),
    "telling": (0.01, 0.0),
    "date": (1.21, 0.0),
    "always": (-29.03, -4.04),
}
_ROW: Final = {
    "of_best": (18.52, 24.65),
    "above_middle": (16.53, 16.6),
    "is_turn": (9.47, 13.0),
    "turn_of_best": (-10.98, -14.55),
    "always": (-20.46, -25.88),
}
# The same for answers none of whose rows has a word of the question: what stands out then is mostly chance.
_UNKNOWN: Final = {
    "cosine": 31.33,
    "above_middle": 50.79,
    "log_of_words": 1.56,
    "log_of_hits": 0.6,
    "always": -32.15,
}
ANSWER_WEIGHTS: Final = {has_meaning: np.array([pair[not has_meaning] for pair in _ANSWER.values()])
                         for has_meaning in (True, False)}  # fmt: skip
ROW_WEIGHTS: Final = {has_meaning: np.array([pair[not has_meaning] for pair in _ROW.values()])
                      for has_meaning in (True, False)}  # fmt: skip
UNKNOWN_WEIGHTS: Final = np.array(list(_UNKNOWN.values()))


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on an answer, and its ``confidence``: the chance that one of the first ten hits answers, 0 to 1.

    Of each row (n,) ``chances`` says how likely it answers, and ``shows`` whether that is enough to show it; ``most``
    is how many hits are worth to be shown.
    """

    verdict: Verdict
    confidence: float
    chances: Floats
    shows: Bools

    @property
    def most(self) -> int:
        """The hits to show at most: where nothing answers the nearest alone."""
        return NEAREST if self.verdict == "nothing" else len(self.chances)


def judge(ranking: Ranking, shown_as: Sequence[str], is_text: Sequence[bool], *, model_tag: str | None) -> Judgement:
    """Return what a ranking of n rows (at least one) is worth.

    ``shown_as`` (n,) says which rows are one hit, ``is_text`` (n,) which are parts of a longer text, not facts. Only
    the cosines of ``CALIBRATED_MODEL`` are believed. A turn that only asks answers nothing, however near it is: the
    nearest of all may be the prompt that this search is for. Nor does what its own turns tell better.
    """
    silent = ranking.candidates.is_silent
    if silent.all():
        return Judgement("nothing", 0.0, np.zeros(len(silent)), np.zeros(len(silent), np.bool_))
    ranking = replace(ranking, relevance=np.where(silent, NOTHING, ranking.relevance))
    places = hits_of(ranking.relevance, shown_as)
    is_calibrated = model_tag is not None and CALIBRATED_MODEL in model_tag
    has_meaning = is_calibrated and bool((~np.isnan(ranking.candidates.cosines)).any())
    if has_meaning and has_no_word(ranking):
        confidence = float(_chance(unknown_signals(ranking, places), UNKNOWN_WEIGHTS))
    else:
        confidence = float(_chance(answer_signals(ranking, places), ANSWER_WEIGHTS[has_meaning]))
    alone = _chance(row_signals(ranking, places, np.arange(len(shown_as))), ROW_WEIGHTS[has_meaning])
    chances = np.minimum(alone, confidence)
    texts = np.array(is_text, bool)
    shows = chances >= np.where(texts, TEXT_FROM, FACT_FROM)
    shows |= ~texts & _is_long_beside_long(ranking, int(places[0]))
    # Of a file so small none needs to be left out.
    shows |= has_meaning & (len(places) <= NEAREST)
    shows &= ~silent
    return Judgement(verdict_of(confidence), confidence, chances, shows)


def with_all_that_say(judged: Judgement, ranking: Ranking, is_text: Sequence[bool]) -> Judgement:
    """Return a judgement by which every fact (n,) that says the query is shown, and no less than a fact has to be sure.

    Who gives a name and nothing else wants what there is about it: where a row says it, that may be an answer. A path
    or a sentence without spaces has several terms, and a fact that has some of them does not say it.
    """
    counts = ranking.candidates.counts
    says = (counts > 0).all(axis=1) & (counts.shape[1] > 0) & ~ranking.candidates.is_silent
    confidence = max(judged.confidence, PERHAPS_FROM if says.any() else 0.0)
    facts = says & ~np.array(is_text, bool)
    chances = np.where(facts, np.maximum(judged.chances, min(FACT_FROM, confidence)), judged.chances)
    shows = judged.shows | facts
    return replace(judged, verdict=verdict_of(confidence), confidence=confidence, chances=chances, shows=shows)


def _is_long_beside_long(ranking: Ranking, best: int) -> Bools:
    """Return which rows are long, have a word of the question and are near the ``best`` row, if that is long too."""
    rows = ranking.candidates
    is_long = rows.characters >= LONG
    is_near = ranking.relevance >= NEAR_BEST * max(float(ranking.relevance[best]), LEAST_BEST)
    return np.asarray(is_long & is_long[best] & is_near & (rows.counts > 0).any(axis=1), dtype=np.bool_)


def verdict_of(confidence: float) -> Verdict:
    """Return what a confidence means."""
    if confidence < PERHAPS_FROM:
        return "nothing"
    return "answers" if confidence >= ANSWERS_FROM else "perhaps"


def answer_signals(ranking: Ranking, places: Integers) -> Floats:
    """Return the signals (12,) of an answer whose hits, best first, are the rows at ``places``."""
    rows, scores = ranking.candidates, _scores(ranking, places)
    best, top = int(places[0]), max(float(scores[0]), LEAST_BEST)
    cosine = _cosine_of_the_best(rows.cosines, places)
    is_turn = float(rows.is_turn[best])
    holds = (rows.counts[best] > 0).astype(np.float64)
    found = {
        "above_20th": 1 - scores[min(_DEEP, len(scores)) - 1] / top,
        "above_10th": 1 - scores[min(_FIRST, len(scores)) - 1] / top,
        "words": holds @ ranking.rarity / max(float(ranking.rarity.sum()), 1e-9),
        "cosine": cosine,
        "speaker": _who_said_it(ranking, rows),
        "log_of_hits": np.log(len(scores)),
        "one_of_hits": 1 / len(scores),
        "is_turn": is_turn,
        "cosine_of_turn": is_turn * (cosine - _UNRELATED),
        "deviations": (scores[0] - scores.mean()) / (scores.std() + _SPREAD),
        "telling": min(float(ranking.rarity.sum()), _MOST_TELLING),
        "date": float(rows.date.any()),
    }
    return _in_order(_ANSWER, found)


def _cosine_of_the_best(cosines: Floats, places: Integers) -> float:
    """Return the cosine of the best hit that has a vector; 0 where none has.

    What was stored a moment ago may have none yet, and is no worse an answer for it.
    """
    known = cosines[places][~np.isnan(cosines[places])]
    return float(known[0]) if len(known) else 0.0


def has_no_word(ranking: Ranking) -> bool:
    """Return whether no row has a word of the question, nor is of a day or by somebody that it names."""
    rows = ranking.candidates
    return not bool(rows.counts.any() or rows.date.any() or rows.is_by_named.any())


def unknown_signals(ranking: Ranking, places: Integers) -> Floats:
    """Return the signals (4,) of an answer that has no word of the question, some row of it a vector."""
    cosines = ranking.candidates.cosines
    known = np.sort(cosines[~np.isnan(cosines)])
    found = {
        "cosine": known[-1],
        "above_middle": known[-1] - _middle(known),
        "log_of_words": np.log1p(len(ranking.rarity)),
        "log_of_hits": np.log(len(places)),
    }
    return _in_order(_UNKNOWN, found)


def row_signals(ranking: Ranking, places: Integers, of: Integers) -> Floats:
    """Return the signals (m, 4) of the m rows ``of`` a ranking whose hits are the rows at ``places``."""
    scores = _scores(ranking, places)
    relative = ranking.relevance[of] / max(float(scores[0]), LEAST_BEST)
    is_turn = ranking.candidates.is_turn[of].astype(np.float64)
    above = ranking.relevance[of] - _middle(np.sort(scores))
    found = {"of_best": relative, "above_middle": above, "is_turn": is_turn, "turn_of_best": is_turn * relative}
    return _in_order(_ROW, found)


def _in_order(weights: Mapping[str, object], found: Mapping[str, Any]) -> Floats:
    """Return the signals (s,), or of m rows (m, s), in the order of their weights; "always" is no signal."""
    return np.stack([np.asarray(found[name], np.float64) for name in weights if name != "always"], axis=-1)


def _middle(ordered: Floats) -> float:
    """Return the median of numbers in order; numpy's own first loads what knows of masked arrays."""
    return float(ordered[[(len(ordered) - 1) // 2, len(ordered) // 2]].mean())


def _scores(ranking: Ranking, places: Integers) -> Floats:
    """Return the scores of the hits, best first; by words alone also those of rows that have none of the words."""
    scores = ranking.relevance[places]
    if not np.isnan(ranking.candidates.cosines).all():
        return scores
    return np.append(scores, np.full(max(0, _DEEP - len(scores)), NOTHING))


def _who_said_it(ranking: Ranking, rows: Candidates) -> float:
    """Return how far the best of whom the question names stand above the best of the others, but for who they are."""
    scores = ranking.relevance - ranking.speaker
    named, others = scores[rows.speaker == 1.0], scores[rows.speaker == 0.0]
    if not len(named) or not len(others):
        return 0.0
    return float(np.sort(named)[-_VOICES:].mean() - np.sort(others)[-_VOICES:].mean())


def hits_of(relevance: Floats, shown_as: Sequence[str]) -> Integers:
    """Return the place of the best row of each hit, best first."""
    best: dict[str, int] = {}
    order: list[int] = np.argsort(-relevance, kind="stable").tolist()
    for place in order:
        best.setdefault(shown_as[place], place)
    return np.fromiter(best.values(), np.int64)


def _chance(signals: Floats, weights: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-(signals @ weights[:-1] + weights[-1]))), dtype=np.float64)
