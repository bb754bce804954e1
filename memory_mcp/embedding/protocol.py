"""What an embedding engine is to the rest: text in, vectors of length 1 out, and how much text one vector can hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]


class Embedder(Protocol):
    """A loaded model. Every method may be called from any thread, from several at once.

    The same text has the same vector, bit for bit, whatever is embedded with it and on however many threads.
    Any text is taken: empty, with NUL or lone surrogates, of any length.
    """

    @property
    def model_tag(self) -> str:
        """What names vectors that can be compared: model, quantisation, length. Stored with every vector."""
        ...

    @property
    def dim(self) -> int:
        """The number of components of a vector."""
        ...

    @property
    def window_tokens(self) -> int:
        """The most tokens one vector is made from, the model's own marks and prefix included."""
        ...

    def split(self, text: str) -> list[str]:
        """Return the overlapping passages of a text that each fit the window; a text that fits is its only one."""
        ...

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question, shape ``(dim,)``; of a long one, the mean of at most eight of its passages.

        Goes before passages that are being embedded meanwhile.
        """
        ...

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of stored texts, shape ``(len(texts), dim)``.

        A text over the window gets the mean of its passages' vectors; to have one for each, split it first.
        """
        ...
