"""The downloaded engine: ``fastembed`` runs any ONNX embedding model, by name or from a folder.

It embeds one text at a time. A batch pads its texts to the longest, and a model with dynamic quantisation takes its
scale from the whole batch, so a text's vector would depend on its neighbours. Padding costs what batching gains.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import fastembed
import numpy as np
from fastembed.common.model_description import ModelSource, PoolingType

from memory_mcp.embedding import embedding_order, passages
from memory_mcp.embedding.files import ModelFiles, hub_model
from memory_mcp.embedding.model_families import Family, family_of
from memory_mcp.errors import UnsupportedError

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Vectors

# Longer windows exist, but a passage of a page says too much at once to be found by one of its sentences.
_MOST_WINDOW_TOKENS: Final = 256
_OVERLAP_SHARE: Final = 5
_POOLING: Final = {"mean": "MEAN", "cls": "CLS", "last": "LAST_TOKEN"}

_native: Final = embedding_order.NativeCalls()


class DownloadedEmbedder:
    """Embed texts with a model from a folder, run by onnxruntime in this process."""

    def __init__(self, engine: fastembed.TextEmbedding, family: Family, model_tag: str) -> None:
        """Take a loaded model. Raises UnsupportedError when its output is no finite vector other than zero."""
        self.model_tag = model_tag
        self._engine = engine
        self._tokenizer: Any = getattr(engine.model, "tokenizer", None)
        self._family = family
        self._gate = embedding_order.QuestionsFirst()
        # A model that pads nothing and cuts off nothing (static embeddings) has no window of its own.
        truncation = getattr(self._tokenizer, "truncation", None) or {}
        self.window_tokens = min(_MOST_WINDOW_TOKENS, int(truncation.get("max_length", _MOST_WINDOW_TOKENS)))
        probe = self._raw("probe", is_query=False)
        if probe.ndim != 1 or not np.isfinite(probe).all() or not probe.any():
            raise UnsupportedError(
                f"the model {model_tag} gives no usable vectors", hint="set another MEMORY_EMBED_MODEL"
            )
        self.dim = int(probe.shape[0])

    def split(self, text: str) -> list[str]:
        """Return the overlapping passages of a text, each of at most ``window_tokens`` tokens."""
        window = self.window_tokens
        return passages.split(passages.clean(text), self._tokens, window=window, overlap=window // _OVERLAP_SHARE)

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question, float32 of shape ``(dim,)`` and length 1."""
        with self._gate.asking():
            return self._embedded(text, is_query=True)

    def embed_symmetric(self, texts: Sequence[str], *, is_awaited: bool = False) -> Vectors:
        """Return the vectors by which texts are compared with each other, shape ``(len(texts), dim)``."""
        is_query = self._family.is_symmetric_by_query
        if not is_awaited:
            self._gate.give_way()
            return self._all(texts, is_query=is_query)
        with self._gate.asking():
            return self._all(texts, is_query=is_query)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of stored texts, float32 of shape ``(len(texts), dim)``, each of length 1."""
        vectors = np.empty((len(texts), self.dim), dtype=np.float32)
        for index, text in enumerate(texts):
            self._gate.give_way()
            vectors[index] = self._embedded(text, is_query=False)
        return vectors

    def _all(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        vectors = np.empty((len(texts), self.dim), dtype=np.float32)
        for index, text in enumerate(texts):
            vectors[index] = self._embedded(text, is_query=is_query)
        return vectors

    def _embedded(self, text: str, *, is_query: bool) -> Vectors:
        total = np.zeros(self.dim, dtype=np.float32)
        split = self.split(text)
        for part in passages.of_question(split) if is_query else split:
            vector = self._raw(part, is_query=is_query)
            total += vector / (np.linalg.norm(vector) or 1.0)
        return cast("Vectors", total / (np.linalg.norm(total) or 1.0))

    def _raw(self, text: str, *, is_query: bool) -> Vectors:
        # fastembed knows the tasks of the models that take one; the prefixes it leaves to its caller.
        with _native.call():
            if is_query:
                found = self._engine.query_embed(self._family.query_prefix + text, batch_size=1)
            else:
                found = self._engine.passage_embed([self._family.passage_prefix + text], batch_size=1)
            return np.asarray(next(iter(found)), dtype=np.float32)

    def _tokens(self, text: str) -> int:
        longest_prefix = max(self._family.query_prefix, self._family.passage_prefix, key=len)
        encoding = self._tokenizer.encode(longest_prefix + text)
        return sum(sum(part.attention_mask) for part in (encoding, *encoding.overflowing))


def load(
    name: str,
    model_tag: str,
    *,
    cache: Path,
    files: ModelFiles | None = None,
    repository: str | None = None,
    model_file: str | None = None,
) -> DownloadedEmbedder:
    """Return the model of a name, from ``files`` or, without them, from the hub through ``cache``.

    fastembed's list says where the hub has a model. For one that is not listed, ``repository`` and ``model_file`` say
    it, and without those ``name`` itself is a repository with an ONNX file. Raises UnsupportedError when the model
    cannot be downloaded or does not load.
    """
    listed = _listed(name)
    if files is None and listed is not None:
        files = hub_model(listed["sources"]["hf"], cache, listed["model_file"], tuple(listed["additional_files"]))
    elif files is None:
        files = hub_model(repository or name, cache, model_file)
    try:
        engine = _opened(name, files, listed)
        return DownloadedEmbedder(engine, family_of(name), model_tag)
    except UnsupportedError:
        raise
    except Exception as error:
        # onnxruntime and tokenizers raise plain Exception for a file they cannot read.
        raise UnsupportedError(
            f"the embedding model in {files.folder} does not load: {' '.join(str(error).split())[:300]}",
            hint=f"if the file {files.model_file} is damaged, delete the folder and run `memory-mcp embed`",
        ) from error


def _opened(name: str, files: ModelFiles, listed: dict[str, Any] | None) -> fastembed.TextEmbedding:
    """Return fastembed's model, as it knows it, else as a custom one with the pooling the folder or family says."""
    known_as = name
    if listed is None or not (files.folder / listed["model_file"]).is_file():
        known_as = f"{name}@{files.folder / files.model_file}"
        if _listed(known_as) is None:
            fastembed.TextEmbedding.add_custom_model(
                model=known_as,
                pooling=_pooling(name, files.pooling() or family_of(name).pooling),
                normalization=True,
                sources=ModelSource(url=files.folder.as_uri()),
                dim=0,  # unknown before the first vector, and used for nothing
                model_file=files.model_file,
            )
    folder = str(files.folder)
    with _native.call():
        return fastembed.TextEmbedding(known_as, cache_dir=folder, specific_model_path=folder)


def _pooling(name: str, way: str) -> PoolingType:
    """Return fastembed's word for how the tokens become one vector; older releases do not know every way."""
    found: PoolingType | None = getattr(PoolingType, _POOLING[way], None)
    if found is None:
        raise UnsupportedError(
            f"{name} takes the vector of its {way} token, which fastembed {fastembed.__version__} cannot",
            hint="install a newer fastembed, or set another MEMORY_EMBED_MODEL",
        )
    return found


def _listed(name: str) -> dict[str, Any] | None:
    """Return what fastembed knows of a model."""
    models = fastembed.TextEmbedding.list_supported_models()
    return next((model for model in models if model["model"].lower() == name.lower()), None)
