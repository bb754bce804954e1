"""Whether a note answers a question, or bears on a task, as the bundled network reads the two side by side.

Words in common and a vector each say what a question and a note are about. They do not say whether the note holds what
is asked: "which port does the gateway use" is as near to "Petra looks after the gateway" as to its port. Read together,
each word of the question sees those of the note. It was learned from small memories whose writers said which note a
careful person would hand over, and asked for what the memory only comes near
(``bench/training/answer_reader.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.embedding.e5_onnx import Tokens
from memory_mcp.embedding.e5_weights import WIDTH
from memory_mcp.embedding.passages import normalised
from memory_mcp.language.questions import QUESTION_MARKS
from memory_mcp.reading import pair_reader
from memory_mcp.reading.learned import LAYERS, LEFT_OUT, Learned
from memory_mcp.reading.network import Reader, own
from memory_mcp.reading.pair_reader import features, pair_ids

LEARNED: Final = Path(__file__).with_name("answers.bin")
PARTS: Final = {"head.w": 5 * WIDTH, "head.b": 1}
_AS_PAIRS: Final = 4
RANKS: Final = (LEFT_OUT,) * _AS_PAIRS + (54,) * (LAYERS - _AS_PAIRS)
"""The first layers are those that read pairs of notes; of the others whole weights were learned."""
MOST_TOKENS: Final = 112
MOST_OF_QUESTION: Final = 112
"""Pieces of a note and of a question that are read: some 80 words each."""


class AnswerReader(Reader):
    """Reads notes beside a question. Any thread may call it."""

    def __init__(self, embedder: BundledEmbedder, tokens: Tokens) -> None:
        """Load its network, in about 0.3 s, and read on the threads of an embedder.

        Raises UnsupportedError where that cannot be.
        """
        learned = learned_numbers()
        super().__init__(embedder, tokens, own(learned))
        self._head, self._bias = learned.floats("head.w"), float(learned.floats("head.b")[0])

    def odds(self, question: str, notes: Sequence[str]) -> list[float]:
        """Return of each note the logarithm of the odds that it answers; some 9 ms for a note of ten words, awaited.

        Nothing for a question too long to be read whole, of some 80 words and more: what it asks may stand at its end.
        """
        question = as_learned(question)
        if len(self._tokens.ids(normalised(question))) > MOST_OF_QUESTION:
            return []
        found = [0.0] * len(notes)

        def read(place: int) -> None:
            ids, second = pair_ids(
                self._tokens, question, notes[place], most_of_older=MOST_OF_QUESTION, most_of_newer=MOST_TOKENS
            )
            states = self._states(ids)
            found[place] = float(features(states, second) @ self._head) + self._bias

        self._embedder.run_all(range(len(notes)), read, is_awaited=True)
        return found


def learned_numbers(path: Path = LEARNED) -> Learned:
    """Return what a file of this reader's form has. Raises UnsupportedError as ``Learned`` does."""
    return Learned(path, PARTS, RANKS, Learned(pair_reader.LEARNED, pair_reader.PARTS))


def as_learned(question: str) -> str:
    """Return a question as nearly all it was learned from are typed: its first letter small, no mark at its end.

    With both, the logarithm of the odds of notes that answer is .6 less in the mean of 152 questions, and half as many
    are sure.
    """
    bare = question.strip().rstrip("".join(QUESTION_MARKS)).strip(" \N{INVERTED QUESTION MARK}")
    return bare[:1].lower() + bare[1:] if bare[1:2].islower() else bare
