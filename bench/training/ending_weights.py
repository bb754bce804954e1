"""Learn how what the network reads and the words two texts share say together that one ends the other.

``PYTHONPATH=bench python bench/training/ending_weights.py`` reads the marked histories that the network did not learn
from and those of ``--planted`` folders, each sentence beside the statements near it. It prints the weights that stand
in ``memory_mcp.statements.ending``, first those for all pairs, then those for pairs that words alone take for an end.
And, each history by weights that the others teach, of how many statements that are over and that hold some later
sentence would be taken for the end, from several likelihoods on, and how many of the ends that words make would be
taken back. The package's were learned with ``--planted bench/eleventh_histories``, those for pairs that words
alone take for an end with an earlier network and all pairs, however far.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from statement_data import LabelledSentence, Pair, marked_histories, pairs_of, planted

from memory_mcp.embedding.choose import choose_embedder
from memory_mcp.reading.readers import readers_of
from memory_mcp.reading.statement_reader import StatementReader
from memory_mcp.statements import ending
from memory_mcp.statements.recognition import statements
from memory_mcp.statements.replacement import Earlier, Later, Rarity, weighed

HELD: Final = ("history_en24", "history_de7", "history_fr5", "history_nl4", "history_en62", "history_it11")
NEAREST: Final = 12
CUTS: Final = (0.05, 0.1, 0.2, 0.3, 0.5, 0.6, 0.7)
# Words end a statement from a likelihood of .6 on.
ENDED_FROM: Final = 0.405
BELOW: Final = (0.05, 0.1, 0.2, 0.3)
_PENALTY: Final = 1.0
_STEPS: Final = 60

Floats = npt.NDArray[np.floating]


class Row(NamedTuple):
    """A statement beside a later sentence: the signals, whether it is ended by it, and which statement it is."""

    signals: list[float]
    ends: bool
    statement: str


@cache
def earlier(text: str) -> Earlier:
    """Return a statement as later sentences are weighed against it."""
    ruled = next((one.told for one in statements(text) if not one.is_aside), None)
    return weighed(text) if ruled is None else Earlier(text, float(ruled == "open"), float(ruled == "standing"))


def rows_of(
    reader: StatementReader, said: list[LabelledSentence], pairs: list[tuple[Pair, LabelledSentence]]
) -> Iterator[Row]:
    """Yield what speaks for it that each sentence ends the statements near it."""
    rarity = Rarity(one.said.text for one in said)
    texts = list(dict.fromkeys(text for pair, _ in pairs for text in (pair.statement, pair.later.text)))
    vector = dict(zip(texts, (np.frombuffer(one, "<f4") for one in reader.vectors(texts)), strict=True))
    meets: dict[int, list[tuple[Pair, LabelledSentence]]] = {}
    for pair, one in pairs:
        meets.setdefault(id(one), []).append((pair, one))
    for of in meets.values():
        one = of[0][1].said
        if one.text.endswith("?"):
            continue
        near = sorted(of, key=lambda each: -float(vector[each[0].statement] @ vector[one.text]))[:NEAREST]
        says = 1 - reader.shares([one])[0]["none"]
        network = reader.endings([(pair.statement, one) for pair, _ in near])
        read = []
        for (pair, _), of_network in zip(near, network, strict=True):
            later = Later(one.text, one.by_assistant, pair.is_one_session)
            cosine = float(vector[pair.statement] @ vector[one.text])
            read.append(ending.read_beside(later, earlier(pair.statement), rarity, network=of_network, near=cosine))
        for (pair, _), signals in zip(near, ending.signals(says, read), strict=True):
            yield Row([signals[name] for name in ending.WEIGHTS], pair.ends, pair.statement)


def learned(rows: Floats, ends: Floats) -> Floats:
    """Return the weights of a logistic regression with a penalty on all but the last; steps that overshoot are cut."""
    is_last = np.arange(rows.shape[1]) == rows.shape[1] - 1
    penalty, weights = np.where(is_last, 1e-6, _PENALTY), np.where(is_last, -4.0, 0.0)

    def loss(at: Floats) -> float:
        sums = rows @ at
        return float((np.logaddexp(0, sums) - ends * sums).sum() + (penalty * at * at).sum() / 2)

    for _ in range(_STEPS):
        shares = 1 / (1 + np.exp(-(rows @ weights)))
        bend = (rows.T * (shares * (1 - shares))) @ rows + np.diag(penalty)
        step, length = np.linalg.solve(bend, rows.T @ (shares - ends) + penalty * weights), 1.0
        while length > 1e-4 and loss(weights - length * step) > loss(weights):
            length /= 2
        weights = weights - length * step
    return weights


def main() -> None:
    """Print the weights, and what they tell of histories they were not taught by."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--planted", type=Path, nargs="*", default=[Path("bench/eighth_histories")])
    chosen = parser.parse_args()
    readers = readers_of(choose_embedder(None, None, disabled=False, cache=Path()).load())
    assert readers is not None
    histories = [(one, list(pairs_of(one))) for name, one in marked_histories().items() if name in HELD]
    histories += [planted(path) for folder in chosen.planted for path in sorted(folder.glob("*.txt"))]
    found = [list(rows_of(readers.statements, *one)) for one in histories]
    rows = [np.array([row.signals for row in one]) for one in found]
    ends = [np.array([float(row.ends) for row in one]) for one in found]
    print_weights(ending.WEIGHTS, rows, ends)
    likely = held_out(rows, ends)
    every = {(held, row.statement) for held, one in enumerate(found) for row in one}
    over = {(held, row.statement) for held, one in enumerate(found) for row in one if row.ends}
    for cut in CUTS:
        told = {(held, row.statement) for held, one in enumerate(found)
                for row, likelihood in zip(one, likely[held], strict=True) if likelihood >= cut}  # fmt: skip
        print(f"from {cut}: {len(told & over)} of {len(over)} that are over, {len(told - over)} of {len(every - over)}")
    names, columns = list(ending.WEIGHTS), list(ending.AFTER_WORDS)
    by_words = [one[one[:, names.index("words")] >= ENDED_FROM] for one in rows]
    their_ends = [end[one[:, names.index("words")] >= ENDED_FROM] for one, end in zip(rows, ends, strict=True)]
    by_words = [one[:, [names.index(name) for name in columns]] for one in by_words]
    print_weights(ending.AFTER_WORDS, by_words, their_ends)
    sure, right = np.concatenate(held_out(by_words, their_ends)), np.concatenate(their_ends) > 0
    for cut in BELOW:
        back = sure < cut
        taken_back = f"{(back & ~right).sum()} of {(~right).sum()} wrong ends"
        print(f"below {cut}: {taken_back}, {(back & right).sum()} of {right.sum()} right ones")


def print_weights(names: dict[str, float], rows: list[Floats], ends: list[Floats]) -> None:
    """Print what all histories teach."""
    weights = learned(np.vstack(rows), np.concatenate(ends))
    print({name: round(float(value), 2) for name, value in zip(names, weights, strict=True)})


def held_out(rows: list[Floats], ends: list[Floats]) -> list[Floats]:
    """Return how likely each pair of a history is an end by weights that the other histories teach."""
    likely = []
    for held in range(len(rows)):
        others = [place for place in range(len(rows)) if place != held]
        taught = learned(
            np.vstack([rows[place] for place in others]), np.concatenate([ends[place] for place in others])
        )
        likely.append(1 / (1 + np.exp(-(rows[held] @ taught))))
    return likely


if __name__ == "__main__":
    main()
