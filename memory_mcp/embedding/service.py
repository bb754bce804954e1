"""The engine of a process. It loads in the background when it is first wanted, so that no call waits for it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

import platformdirs

from memory_mcp.embedding.choose import Choice, choose_embedder
from memory_mcp.embedding.embedding_order import Helper
from memory_mcp.errors import MemoryMcpError, UnsupportedError

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Embedder, Vectors

State = Literal["off", "idle", "loading", "ready", "failed"]

_log = logging.getLogger(__name__)


class EmbeddingSettings(Protocol):
    """The settings that choose an engine."""

    @property
    def embed_model(self) -> str | None:
        """A model's name; None for the default."""
        ...

    @property
    def embed_path(self) -> Path | None:
        """A model's folder, or the folder that keeps downloads; None for the default cache."""
        ...

    @property
    def embed_disabled(self) -> bool:
        """Whether embedding is switched off."""
        ...


class EmbeddingService:
    """One engine and the state of its loading. Any thread may call every method."""

    def __init__(self, choice: Choice) -> None:
        """Take a choice; nothing loads before ``start``."""
        self.choice = choice
        self._guard = threading.Lock()
        self._settled = threading.Event()
        self._state: State = "idle"
        self._embedder: Embedder | None = None
        self._failure: MemoryMcpError | None = None
        self._helper = Helper()
        if choice.engine == "off":
            self._state = "off"
            self._settled.set()

    @classmethod
    def of(cls, settings: EmbeddingSettings) -> EmbeddingService:
        """Return the service for these settings; this uses no network and makes no folder."""
        cache = platformdirs.user_cache_path("memory-mcp", appauthor=False) / "models"
        choice = choose_embedder(
            settings.embed_model, settings.embed_path, disabled=settings.embed_disabled, cache=cache
        )
        return cls(choice)

    @property
    def model_tag(self) -> str | None:
        """The tag of this process's vectors, known before the engine is loaded; None when there will be no vectors."""
        return self.choice.model_tag

    @property
    def state(self) -> State:
        """The state of loading: off, idle, loading, ready or failed."""
        return self._state

    @property
    def is_settled(self) -> bool:
        """Whether the state is final: ready, failed or off."""
        return self._settled.is_set()

    @property
    def failure(self) -> MemoryMcpError | None:
        """The failure of loading, whose hint is the next step; None when loading did not fail."""
        return self._failure

    @property
    def embedder(self) -> Embedder:
        """The loaded engine. Raises what loading raised, or UnsupportedError when it is off or not loaded yet."""
        if self._embedder is not None:
            return self._embedder
        if self._failure is not None:
            raise self._failure
        if self._state == "off":
            raise UnsupportedError("embedding is switched off", hint="unset MEMORY_EMBED_DISABLED")
        raise UnsupportedError("the embedding model is not loaded yet", hint="ask again in a moment")

    @property
    def slower_because(self) -> str:
        """Why the loaded engine is not the fastest one of its model; empty when it is."""
        # Only the bundled model has a slower engine.
        return str(getattr(self._embedder, "slower_because", ""))

    def start(self, *, for_one_question: bool = False) -> None:
        """Begin to load in the background, once; the end of the process does not wait for it.

        ``for_one_question``: the process is about to end, so an engine that loads at once is better than a fast one.
        """
        with self._guard:
            if self._state != "idle":
                return
            self._state = "loading"
            load = self.choice.load_for_one_question if for_one_question else None
            arguments = (load or self.choice.load,)
            threading.Thread(target=self._load, args=arguments, name="load-embedding", daemon=True).start()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Start loading if needed, wait at most ``timeout_s`` seconds (None: no limit), and say whether it is ready."""
        self.start()
        self._settled.wait(timeout_s)
        return self._embedder is not None

    def asking(self, question: str, use: Callable[[Vectors], object] | None = None) -> Callable[[], Vectors]:
        """Begin to embed a question beside the caller; return a function that waits for its vector, shape ``(dim,)``.

        ``use`` is what can be done with the vector beside the caller, too, before it is handed out. Raises as
        ``embedder`` does; the function raises what embedding, or ``use``, raises.
        """
        embedder = self.embedder

        def embedded() -> Vectors:
            vector = embedder.embed_query(question)
            if use is not None:
                use(vector)
            return vector

        return self._helper.begin(embedded)

    def _load(self, load: Callable[[], Embedder]) -> None:
        try:
            self._embedder = load()
            self._state = "ready"
        except MemoryMcpError as error:
            self._failure = error
            self._state = "failed"
        except Exception as error:  # noqa: BLE001 - a thread's edge: a defect must not leave it "loading"
            _log.exception("loading the embedding model %s", self.choice.model)
            self._failure = MemoryMcpError(
                f"loading the embedding model {self.choice.model} failed: {error!r}", hint="see the log"
            )
            self._state = "failed"
        finally:
            self._settled.set()
