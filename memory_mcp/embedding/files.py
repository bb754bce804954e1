"""The files of a downloaded model: from a folder, from the cache, or downloaded from the hub once."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final, NamedTuple

from memory_mcp.embedding.model_families import Pooling
from memory_mcp.errors import UnsupportedError

_MODEL_FILES: Final = (
    "model.onnx",
    "onnx/model.onnx",
    "model_optimized.onnx",
    "model_quantized.onnx",
    "onnx/model_quantized.onnx",
)
_PATIENCE_S: Final = 10.0
_FINGERPRINT_BYTES: Final = 65_536
_ELSEWHERE: Final = "put the model in a folder and set MEMORY_EMBED_PATH to it; until then search goes by words"


class ModelFiles(NamedTuple):
    """A folder that holds a tokenizer and a model, and the path of the model's file inside it."""

    folder: Path
    model_file: str

    @property
    def fingerprint(self) -> str:
        """Eight hexadecimal digits: a hash of the file's size and of its first and last 64 KiB. Raises OSError."""
        path = self.folder / self.model_file
        size = path.stat().st_size
        with path.open("rb") as file:
            digest = hashlib.sha256(f"{size}:".encode() + file.read(_FINGERPRINT_BYTES))
            file.seek(max(0, size - _FINGERPRINT_BYTES))
            digest.update(file.read())
        return digest.hexdigest()[:8]

    @property
    def name(self) -> str:
        """The model's name from its folder; the hub's cache spells it ``models--org--name/snapshots/...``."""
        for part in self.folder.parts[::-1]:
            if part.startswith("models--"):
                return part.removeprefix("models--").replace("--", "/")
        return self.folder.name

    def pooling(self) -> Pooling | None:
        """Return the pooling that ``1_Pooling/config.json`` (sentence-transformers) names; None without that file.

        Raises OSError or ValueError for a file that cannot be read as JSON.
        """
        path = self.folder / "1_Pooling" / "config.json"
        if not path.is_file():
            return None
        modes = json.loads(path.read_text(encoding="utf-8"))
        names: tuple[tuple[str, Pooling], ...] = (
            ("pooling_mode_cls_token", "cls"),
            ("pooling_mode_lasttoken", "last"),
            ("pooling_mode_mean_tokens", "mean"),
        )
        return next((pooling for key, pooling in names if modes.get(key)), None)


def local_model(path: Path) -> ModelFiles | None:
    """Return the model at ``path``, a folder or its ``.onnx`` file; None for a folder without a tokenizer.

    Raises UnsupportedError when nothing is at the path, when a file has no tokenizer beside it, or when a folder with a
    tokenizer has no model.
    """
    if path.is_file():
        folder = next((parent for parent in path.parents[:2] if (parent / "tokenizer.json").is_file()), None)
        if folder is None:
            raise UnsupportedError(
                f"no tokenizer.json beside {path}", hint="MEMORY_EMBED_PATH is a model's whole folder"
            )
        return ModelFiles(folder, path.relative_to(folder).as_posix())
    if not path.is_dir():
        raise UnsupportedError(f"no such folder: {path}", hint="make the folder, or correct MEMORY_EMBED_PATH")
    if not (path / "tokenizer.json").is_file():
        return None
    found = next((name for name in _MODEL_FILES if (path / name).is_file()), None)
    if found is None:
        raise UnsupportedError(f"no model in {path}", hint=f"it needs one of {', '.join(_MODEL_FILES)}")
    return ModelFiles(path, found)


def hub_model(repository: str, cache: Path, model_file: str | None = None, more: tuple[str, ...] = ()) -> ModelFiles:
    """Return a model of the Hugging Face hub from ``cache``, and download it into the cache when it is not there.

    ``more`` names further files that the model consists of. The hub's own variables, such as HF_ENDPOINT and
    HF_HUB_OFFLINE, apply. Raises UnsupportedError when the model cannot be downloaded; a silent hub takes 10 s to fail.
    """
    from huggingface_hub import model_info  # noqa: PLC0415 - 300 ms, needed by this function only

    names = (model_file,) if model_file else _MODEL_FILES
    try:
        files = _snapshot(repository, cache, names, more, is_offline=True)
    except Exception:  # noqa: BLE001 - what says "not in the cache" depends on the version of the hub's client
        files = None
    if files is not None:
        return files
    try:
        # The one request that can be given a time limit goes first: a silent hub is noticed by it.
        model_info(repository, timeout=_PATIENCE_S)
        files = _snapshot(repository, cache, names, more, is_offline=False)
    except Exception as error:
        # The client lets the errors of the HTTP library under it through, and that changes with its version.
        raise UnsupportedError(
            f"the embedding model {repository} is not in {cache} and cannot be downloaded: {_first_line(error)}",
            hint=f"run `memory-mcp embed` when the hub can be reached, or {_ELSEWHERE}",
        ) from error
    if files is None:
        raise UnsupportedError(
            f"{repository} on the hub has no tokenizer.json or none of {', '.join(names)}",
            hint=f"set MEMORY_EMBED_MODEL to a model with an ONNX file, or {_ELSEWHERE}",
        )
    return files


def _snapshot(
    repository: str, cache: Path, names: tuple[str, ...], more: tuple[str, ...], *, is_offline: bool
) -> ModelFiles | None:
    """Return the model under the first of ``names`` that the repository has, None where it is not whole."""
    from huggingface_hub import snapshot_download  # noqa: PLC0415 - as above
    from huggingface_hub.utils.tqdm import disable_progress_bars  # noqa: PLC0415 - the same

    disable_progress_bars()
    folder = Path(
        snapshot_download(
            repository,
            cache_dir=cache,
            allow_patterns=["*.json", *names, *more],
            local_files_only=is_offline,
            etag_timeout=_PATIENCE_S,
        )
    )
    found = next((name for name in names if (folder / name).is_file()), None)
    is_whole = (folder / "tokenizer.json").is_file() and all((folder / name).is_file() for name in more)
    return ModelFiles(folder, found) if found is not None and is_whole else None


def _first_line(error: Exception) -> str:
    return f"{type(error).__name__}: {next(iter(str(error).strip().splitlines()), '')}"
