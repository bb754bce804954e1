"""The readers of a process: there once they were wanted and the embedding engine is loaded.

A search waits for what it reads by, and a write for what reads it for secrets, once the engine is there; what a prompt
is told does without until then. What only one of them needs (29 MB) is not loaded for the other.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from memory_mcp.errors import UnsupportedError

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Embedder
    from memory_mcp.embedding.service import EmbeddingService
    from memory_mcp.reading.answer_reader import AnswerReader
    from memory_mcp.reading.pair_reader import PairReader
    from memory_mcp.reading.readers import Readers

_log: Final = logging.getLogger(__name__)
_T = TypeVar("_T")


class _Once(Generic[_T]):
    """Something that is loaded once, by the first that waits for it; any thread may."""

    def __init__(self, load: Callable[[], _T | None]) -> None:
        self._load, self._guard = load, threading.Lock()
        self.is_settled = False
        self.there: _T | None = None

    def wait(self) -> _T | None:
        """Return it, loaded if it was not; None where it cannot be had."""
        with self._guard:
            if not self.is_settled:
                self.is_settled = True
                try:
                    self.there = self._load()
                except UnsupportedError:
                    # Search goes on, and rules find what they find.
                    _log.exception("loading what reads")
            return self.there


class ReadingService:
    """The readers beside one embedding service. Any thread may call every method."""

    def __init__(self, embedding: EmbeddingService) -> None:
        """Take a service; nothing loads before ``load`` and ``load_answers``."""
        self._embedding = embedding
        self._is_wanted = False
        self._readers: _Once[Readers] = _Once(lambda: _readers(embedding.embedder))
        self._answers: _Once[AnswerReader] = _Once(lambda: _answers(embedding.embedder))

    @property
    def pairs(self) -> PairReader | None:
        """What reads pairs of notes, if it is loaded."""
        return self._readers.there and self._readers.there.pairs

    def want_answers(self) -> AnswerReader | None:
        """Return what reads notes beside a question, if it is loaded; else have ``load_wanted`` load it."""
        self._is_wanted = True
        return self._answers.there

    @property
    def may_read(self) -> bool:
        """Whether the readers of pairs and texts are there, or may still come."""
        if self._readers.there is not None:
            return True
        return self._embedding.choice.engine == "bundled" and not self._readers.is_settled

    def load_wanted(self) -> None:
        """Load what reads notes beside a question once it was asked for."""
        if self._is_wanted:
            self.load_answers()

    def load(self) -> Readers | None:
        """Return what reads pairs and texts, in about 0.2 s the first time; None without an engine that has them."""
        return self._readers.wait() if self._embedding.state == "ready" else None

    def load_answers(self) -> AnswerReader | None:
        """Return what reads notes beside a question, in about 0.3 s the first time; None as ``load``."""
        return self._answers.wait() if self._embedding.state == "ready" else None


def _readers(embedder: Embedder) -> Readers | None:
    from memory_mcp.reading.readers import readers_of  # noqa: PLC0415 - numpy, and what runs the network

    return readers_of(embedder)


def _answers(embedder: Embedder) -> AnswerReader | None:
    from memory_mcp.reading.readers import answers_of  # noqa: PLC0415 - numpy, and what runs the network

    return answers_of(embedder)
