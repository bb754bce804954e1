"""The readers of a process: there once they were wanted and the embedding engine is loaded.

A search waits for them; what a prompt is told, and what is said of a note when it is written, do without until then.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final

from memory_mcp.errors import UnsupportedError

if TYPE_CHECKING:
    from memory_mcp.embedding.service import EmbeddingService
    from memory_mcp.reading.answer_reader import AnswerReader
    from memory_mcp.reading.pair_reader import PairReader
    from memory_mcp.reading.readers import Readers
    from memory_mcp.reading.secret_reader import SecretReader

_log: Final = logging.getLogger(__name__)


class ReadingService:
    """The readers beside one embedding service. Any thread may call every method."""

    def __init__(self, embedding: EmbeddingService) -> None:
        """Take a service; nothing loads before ``load``."""
        self._embedding = embedding
        self._guard = threading.Lock()
        self._is_settled = self._is_wanted = False
        self._readers: Readers | None = None

    @property
    def pairs(self) -> PairReader | None:
        """What reads pairs of notes, if it is loaded."""
        return self._readers and self._readers.pairs

    @property
    def secrets(self) -> SecretReader | None:
        """What reads texts for secrets, if it is loaded."""
        return self._readers and self._readers.secrets

    def want_answers(self) -> AnswerReader | None:
        """Return what reads notes beside a question, if it is loaded; else have ``load_wanted`` load it."""
        self._is_wanted = True
        return self._readers and self._readers.answers

    @property
    def may_read(self) -> bool:
        """Whether the readers are there, or may still come."""
        return self._readers is not None or (self._embedding.choice.engine == "bundled" and not self._is_settled)

    def load_wanted(self) -> None:
        """Load the readers if ``want_answers`` was asked for one."""
        if self._is_wanted:
            self.load()

    def load(self) -> Readers | None:
        """Return them, which takes about 0.2 s the first time; None without an engine, or one that has none."""
        if self._embedding.state != "ready":
            return None
        with self._guard:
            if not self._is_settled:
                self._is_settled = True
                from memory_mcp.reading.readers import readers_of  # noqa: PLC0415 - numpy, and what runs the network

                try:
                    self._readers = readers_of(self._embedding.embedder)
                except UnsupportedError:
                    # Search goes on, and rules find what they find.
                    _log.exception("loading the readers")
            return self._readers
