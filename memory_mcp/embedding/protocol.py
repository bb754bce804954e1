"""The protocol of an embedding engine: it takes text, returns vectors of length 1, and says how much text fits one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]


class Embedder(Protocol):
    """A loaded model. Any number of threads may call every method at once.

    The same text has the same vector, bit for bit, whatever is embedded with it and on however many threads. A model
    takes any text: an empty one, one with NUL or lone surrogates, one of any length.
    """

    @property
    def model_tag(self) -> str:
        """The name of vectors that can be compared: model, quantisation, length. It is stored with every vector."""
        ...

    @property
    def dim(self) -> int:
        """The number of components of a vector."""
        ...

    @property
    def window_tokens(self) -> int:
        """The largest number of tokens in one vector, the model's own marks and prefix included."""
        ...

    def split(self, text: str) -> list[str]:
        """Return overlapping passages of a text that each fit the window; a text that fits is its own only passage."""
        ...

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question, shape ``(dim,)``.

        A long question gets the mean of at most eight of its passages. Questions go before stored texts that another
        thread is embedding.
        """
        ...

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of stored texts, shape ``(len(texts), dim)``.

        A text over the window gets the mean of its passages' vectors. Split it first to have one vector a passage.
        """
        ...

    def embed_symmetric(self, texts: Sequence[str], *, is_awaited: bool = False) -> Vectors:
        """Return the vectors by which texts of one kind are compared with each other, shape ``(len(texts), dim)``.

        A text over the window gets the mean of at most eight of its passages' vectors. ``is_awaited``: goes before
        passages that are being embedded meanwhile, as a question does.
        """
        ...
