"""The readers of a process: there once they were wanted and the embedding engine is loaded, never waited for."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final

from memory_mcp.errors import UnsupportedError

if TYPE_CHECKING:
    from memory_mcp.embedding.service import EmbeddingService
    from memory_mcp.reading.pair_reader import PairReader
    from memory_mcp.reading.secret_reader import SecretReader

_log: Final = logging.getLogger(__name__)


class ReadingService:
    """The readers beside one embedding service. Any thread may call every method."""

    def __init__(self, embedding: EmbeddingService) -> None:
        """Take a service; nothing loads before ``load``."""
        self._embedding = embedding
        self._guard = threading.Lock()
        self._is_settled = False
        self._pairs: PairReader | None = None
        self._secrets: SecretReader | None = None

    @property
    def pairs(self) -> PairReader | None:
        """What reads pairs of notes, if it is loaded."""
        return self._pairs

    @property
    def secrets(self) -> SecretReader | None:
        """What reads texts for secrets, if it is loaded."""
        return self._secrets

    def load(self) -> PairReader | None:
        """Load both, which takes about 0.4 s the first time, and return what reads pairs; None without an engine."""
        if self._embedding.state != "ready":
            return None
        with self._guard:
            if not self._is_settled:
                self._is_settled = True
                from memory_mcp.reading import pair_reader, secret_reader  # noqa: PLC0415 - numpy, and the network

                try:
                    self._pairs = pair_reader.reader_of(self._embedding.embedder)
                    self._secrets = secret_reader.reader_of(self._embedding.embedder)
                except UnsupportedError:
                    # Search goes on, and rules find what they find.
                    _log.exception("loading the readers")
            return self._pairs
