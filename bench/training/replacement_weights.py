"""Learn how likely a later sentence makes an earlier statement out of date, from histories with planted facts.

``PYTHONPATH=bench python bench/training/replacement_weights.py FOLDER ...`` reads histories in the form of
``bench/opening_facts.py`` and prints the weights that stand in ``memory_mcp.statements.replacement``. A statement that
a fact says is over has a later sentence on that day which ended it: the one that the weights take it for, so that they
are learned in rounds. Every other pair with a known statement is none. For each cut it prints how many statements that
are over were ended, and how many that hold, where each history is told by the weights that the others taught.
``--openings`` also tells the openings of each folder by weights that the other folders teach, as a stranger's are told.
``--meaning`` takes the cosine of both sentences' vectors as one more signal, which the product has not.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from opening_facts import Session, has, measured, sessions_in

from memory_mcp.embedding.choose import choose_embedder
from memory_mcp.statements import replacement
from memory_mcp.statements.recognition import statements
from memory_mcp.statements.replacement import WEIGHTS, Earlier, Later, Rarity, signals, weighed
from memory_mcp.statements.sentences import said_in, sentences

CUTS: Final = (0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6)
_PENALTY: Final = 0.5
_ROUNDS, _STEPS = 6, 30
_OVER_COUNTS: Final = 3.0
_UNKNOWN_COUNTS: Final = 0.1

Floats = npt.NDArray[np.floating]


class Known(NamedTuple):
    """A statement, whether it holds (None: nobody says), the day it is over, and its pairs as (day, signals)."""

    text: str
    holds: bool | None
    over: int
    pairs: list[tuple[int, Floats]]


def fate(text: str, facts: list[dict[str, Any]]) -> tuple[bool | None, int]:
    """Return whether a statement holds to the end by what was planted, and the day it is over."""
    over, holds = 99, None
    for fact in facts:
        is_it = has(text, fact["all"])
        holds = True if is_it and fact["to"] is None else holds
        over = min(over, fact["to"]) if is_it and fact["to"] else over
        if any(has(text, [word]) for word in fact.get("outdated", ())) and not any(
            has(text, [word]) for word in fact.get("unless", ())
        ):
            over = min(over, fact["to"] or fact["from"])
    return (False if over < 99 else holds), over


def pairs_of(history: list[Session], facts: list[dict[str, Any]]) -> Iterator[Known]:
    """Yield the statements of a history with what speaks for each later sentence to end them."""
    turns = [(place, one.name, one.day, what == "A", words) for place, (one, what, words) in enumerate(
        (one, what, words) for one in history for what, words in one.lines if what in "UA")]  # fmt: skip
    said = [
        (place, session, found)
        for place, session, _, by_assistant, words in turns
        for found in statements(words, by_assistant=by_assistant, asides=True)
        if found.told != "withdrawn"
    ]
    heard = [(day, sentence) for _, _, day, _, words in turns for sentence in sentences(said_in(words))]
    rarity = {until: Rarity(sentence for day, sentence in heard if day <= until) for until, _ in heard}
    for place, session, one in said:
        older = weighed(one.text) if one.is_aside else Earlier(one.text, one.told == "open", one.told == "standing")
        found = []
        for _, name, at, by_assistant, words in turns[place + 1 :]:
            for sentence in sentences(said_in(words)):
                newer = Later(sentence, by_assistant, name == session)
                given = replacement.signals(older, newer, rarity[at])
                if given:
                    found.append((at, np.array([given[name] for name in WEIGHTS])))
        yield Known(one.text, *fate(one.text, facts), found)


def learned(histories: list[list[Known]]) -> Floats:
    """Return the weights that histories teach."""
    every = [known for history in histories for known in history]
    ended = [[given for day, given in one.pairs if day == one.over] for one in every if one.holds is False]
    others = [(given, _UNKNOWN_COUNTS if one.holds is None else 1.0) for one in every for day, given in one.pairs
              if day < one.over]  # fmt: skip
    weights = np.array([{"always": -1.5, "telling": 1.0}.get(name, 0.0) for name in WEIGHTS])
    penalty = np.array([1e-3 if name == "always" else _PENALTY for name in WEIGHTS])
    for _ in range(_ROUNDS):
        told = [max(pairs, key=lambda given: float(given @ weights)) for pairs in ended if pairs]
        rows = np.vstack([*told, *(given for given, _ in others)])
        wanted = np.arange(len(rows)) < len(told)
        counts = np.concatenate([np.full(len(told), _OVER_COUNTS), [count for _, count in others]])
        for _ in range(_STEPS):
            shares = 1 / (1 + np.exp(-rows @ weights))
            slope = rows.T @ (counts * (shares - wanted)) + penalty * weights
            bend = (rows.T * (counts * shares * (1 - shares))) @ rows + np.diag(penalty)
            weights = weights - np.linalg.solve(bend, slope)
    return weights


def ends(known: Known, weights: Floats, cut: float) -> bool:
    """Whether a later sentence ends a statement."""
    return any(1 / (1 + math.exp(-float(given @ weights))) >= cut for _, given in known.pairs)


def read(folder: Path) -> list[list[Known]]:
    """Return the statements of each history of a folder."""
    return [
        list(pairs_of(sessions_in(path.read_text(encoding="utf-8")),
                      json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["facts"]))
        for path in sorted(folder.glob("*.txt"))
    ]  # fmt: skip


def add_meaning(folders: list[Path]) -> None:
    """Make the cosine of two sentences' vectors, less the mean of all, a signal of every pair that shares words."""
    texts = list(dict.fromkeys(
        sentence
        for folder in folders for path in sorted(folder.glob("*.txt"))
        for session in sessions_in(path.read_text(encoding="utf-8")) for what, words in session.lines if what in "UA"
        for sentence in sentences(said_in(words))
    ))  # fmt: skip
    embedder = choose_embedder(None, None, disabled=False, cache=Path()).load()
    vectors = embedder.embed_symmetric(texts)
    vectors = vectors - vectors.mean(axis=0)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    of = dict(zip(texts, vectors, strict=True))

    def with_meaning(older: Earlier, newer: Later, rarity: Rarity) -> dict[str, float]:
        given = signals(older, newer, rarity)
        return given | {"near": float(of[older.text] @ of[newer.text])} if given else given

    WEIGHTS["near"] = 0.0
    replacement.signals = with_meaning


def main() -> None:
    """Print the weights, and what they tell of histories they were not taught by."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--openings", action="store_true")
    parser.add_argument("--meaning", action="store_true")
    asked = parser.parse_args()
    if asked.meaning:
        add_meaning(asked.folders)
    known = {folder: read(folder) for folder in asked.folders}
    histories = [history for found in known.values() for history in found]
    print({name: round(float(value), 2) for name, value in zip(WEIGHTS, learned(histories), strict=True)})
    others = [learned([one for one in histories if one is not history]) for history in histories]
    for cut in CUTS:
        found = Counter((one.holds, ends(one, weights, cut))
                        for history, weights in zip(histories, others, strict=True) for one in history)  # fmt: skip
        over, held = ((found[holds, True], found[holds, True] + found[holds, False]) for holds in (False, True))
        print(f"cut {cut}: ended {over[0]} of {over[1]} that are over, {held[0]} of {held[1]} that hold, "
              f"{found[None, True]} of {found[None, True] + found[None, False]} others")  # fmt: skip
    for folder in asked.folders if asked.openings else ():
        taught = learned([one for other in asked.folders if other != folder for one in known[other]])
        WEIGHTS.update(zip(WEIGHTS, map(float, taught), strict=True))
        print(folder, measured(folder)[0])


if __name__ == "__main__":
    main()
