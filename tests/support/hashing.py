"""A small real embedder for tests: words hashed into dimensions, so that texts with the same words are near."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class HashingEmbedder:
    """Embeds without a model. ``asked`` and ``compared`` keep the texts it was asked for."""

    def __init__(self, model_tag: str = "hashing-16", dim: int = 16, window_words: int = 30) -> None:
        self.model_tag = model_tag
        self.dim = dim
        self.window_tokens = window_words
        self.asked: list[str] = []
        self.compared: list[str] = []

    def split(self, text: str) -> list[str]:
        words = text.split()
        return [
            " ".join(words[start : start + self.window_tokens])
            for start in range(0, max(1, len(words)), self.window_tokens)
        ]

    def embed_query(self, text: str) -> NDArray[np.float32]:
        return self._vector(text)

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return np.stack([self._vector(text) for text in texts])

    def embed_symmetric(self, texts: Sequence[str], *, is_awaited: bool = False) -> NDArray[np.float32]:
        self.compared += texts
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> NDArray[np.float32]:
        vector = np.full(self.dim, 0.1, np.float32)
        for word in text.lower().split():
            digest = hashlib.blake2b(word.strip(".,?!:").encode(), digest_size=4).digest()
            vector[digest[0] % self.dim] += 1 if digest[1] % 2 else -1
        return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)
