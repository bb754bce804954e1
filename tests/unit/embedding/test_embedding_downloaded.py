"""Models from a folder and from a hub, loaded by fastembed's own code; a hub made here stands in for the real one."""

from __future__ import annotations

import hashlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest
from toy_model import DIM, write_model

from memory_mcp.embedding.choose import choose_embedder
from memory_mcp.embedding.model_families import family_of
from memory_mcp.errors import UnsupportedError

REVISION = "0123456789abcdef0123456789abcdef01234567"
PROGRAM = """
import json, sys
from pathlib import Path
from memory_mcp.embedding.choose import choose_embedder
from memory_mcp.embedding import files
from memory_mcp.errors import UnsupportedError
files._PATIENCE_S = float(sys.argv[3])
try:
    embedder = choose_embedder(sys.argv[1], None, disabled=False, cache=Path(sys.argv[2])).load()
    print(json.dumps({"tag": embedder.model_tag, "dim": embedder.dim}))
except UnsupportedError as error:
    print(json.dumps({"message": error.message, "hint": error.hint}))
"""


def loaded(folder: Path, model: str | None = None):
    return choose_embedder(model, folder, disabled=False, cache=folder).load()


def from_hub(endpoint: str, cache: Path, *, patience_s: float = 10.0, **env: str) -> dict[str, object]:
    """Load ``somebody/e5-toy`` in a process of its own: the hub's client reads its address once."""
    process = subprocess.run(
        [sys.executable, "-c", PROGRAM, "somebody/e5-toy", str(cache), str(patience_s)],
        env={**os.environ, "HF_ENDPOINT": endpoint, "HF_HUB_DISABLE_TELEMETRY": "1", "HF_HUB_DISABLE_XET": "1", **env},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[str]:
    """Serve one repository as the hub does: its revision, its list of files, the files."""
    source = write_model(tmp_path / "hub", model_file="onnx/model.onnx")
    names = sorted(path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file())

    class Hub(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.do_GET()

        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path.startswith("/api/models/somebody/e5-toy/tree/"):
                tree = [
                    {"type": "file", "path": name, "size": (source / name).stat().st_size, "oid": digest(name)}
                    for name in names
                ]
                self.answer(json.dumps(tree).encode(), "tree")
            elif path.startswith("/api/models/somebody/e5-toy"):
                siblings = [{"rfilename": name} for name in names]
                # Older clients of the hub want to know of its popularity too.
                liked = {"private": False, "downloads": 0, "likes": 0, "tags": []}
                about = {"id": "somebody/e5-toy", "sha": REVISION, "siblings": siblings} | liked
                self.answer(json.dumps(about).encode(), "about")
            else:
                name = path.removeprefix(f"/somebody/e5-toy/resolve/{REVISION}/")
                self.answer((source / name).read_bytes(), digest(name))

        def answer(self, body: bytes, etag: str) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("ETag", f'"{etag}"')
            self.send_header("X-Repo-Commit", REVISION)
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    def digest(name: str) -> str:
        return hashlib.sha1((source / name).read_bytes()).hexdigest()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def silence() -> Iterator[str]:
    """Listen, and never answer."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def test_tokens_are_averaged_with_the_prefixes_of_the_family(tmp_path):
    embedder = loaded(write_model(tmp_path / "e5-toy"))

    # WORDS numbers: query: 2, passage: 3, north 4 (so 0), east 5 (so 1); each a unit vector.
    np.testing.assert_allclose(embedder.embed_query("north"), np.array([1, 0, 1, 0]) / 2**0.5, atol=1e-6)
    np.testing.assert_allclose(embedder.embed_passages(["east"])[0], np.array([0, 1, 0, 1]) / 2**0.5, atol=1e-6)


def test_pooling_is_what_the_folder_says(tmp_path):
    folder = write_model(tmp_path / "toy")
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}', encoding="utf-8")

    first_token_only = loaded(folder).embed_query("east north north")

    np.testing.assert_allclose(first_token_only, [0, 1, 0, 0], atol=1e-6)


def test_a_pooling_the_installed_fastembed_does_not_know_is_said(tmp_path, monkeypatch):
    # As of fastembed 0.6; named, as its import takes half a second of whoever collects these tests.
    monkeypatch.setattr("memory_mcp.embedding.downloaded.PoolingType", Enum("PoolingType", ["MEAN", "CLS"]))
    folder = write_model(tmp_path / "toy")
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_lasttoken": true}', encoding="utf-8")

    with pytest.raises(UnsupportedError, match="takes the vector of its last token") as caught:
        loaded(folder)
    assert "newer fastembed" in caught.value.hint


def test_a_model_is_found_by_its_file_too_and_has_the_same_tag(tmp_path):
    folder = write_model(tmp_path / "toy", model_file="onnx/model.onnx")

    embedder = choose_embedder(None, folder / "onnx" / "model.onnx", disabled=False, cache=tmp_path).load()

    assert (embedder.dim, embedder.model_tag) == (DIM, loaded(folder).model_tag)


def test_another_file_under_the_same_name_has_another_tag(tmp_path):
    folder = write_model(tmp_path / "toy")
    before = choose_embedder(None, folder, disabled=False, cache=tmp_path).model_tag
    model = folder / "model.onnx"
    model.write_bytes(model.read_bytes().replace(b"toy", b"toz"))

    assert choose_embedder(None, folder, disabled=False, cache=tmp_path).model_tag != before


@pytest.mark.parametrize("damage", ["model.onnx", "tokenizer.json", "tokenizer_config.json"])
def test_a_damaged_file_is_unsupported_and_the_hint_says_how_to_mend_it(tmp_path, damage):
    folder = write_model(tmp_path / "toy")
    (folder / damage).write_bytes(b"\x00 not this")

    with pytest.raises(UnsupportedError, match="does not load") as caught:
        loaded(folder)
    assert "delete the folder" in caught.value.hint


def test_without_fastembed_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "memory_mcp.embedding.downloaded", None)
    monkeypatch.delattr("memory_mcp.embedding.downloaded", raising=False)
    with pytest.raises(UnsupportedError, match=r"the extra \[models\] installs") as caught:
        choose_embedder("BAAI/bge-small-en-v1.5", None, disabled=False, cache=tmp_path).load()
    assert "uv tool install '.[models]'" in caught.value.hint


def test_a_folder_with_a_tokenizer_and_no_model_names_the_files_it_needs(tmp_path):
    folder = write_model(tmp_path / "toy")
    (folder / "model.onnx").unlink()

    with pytest.raises(UnsupportedError, match="no model in") as caught:
        loaded(folder)
    assert "onnx/model.onnx" in caught.value.hint


@pytest.mark.external
def test_a_model_is_downloaded_once_and_found_in_the_cache_ever_after(hub, tmp_path):
    cache = tmp_path / "cache"
    first = from_hub(hub, cache)
    without_network = from_hub("http://127.0.0.1:9", cache, HF_HUB_OFFLINE="1")

    assert first == {"tag": "somebody/e5-toy", "dim": DIM}
    assert without_network == first


@pytest.mark.external
@pytest.mark.parametrize("env", [{}, {"HF_HUB_OFFLINE": "1"}], ids=["refused", "offline"])
def test_a_hub_that_cannot_be_reached_is_unsupported_with_the_next_step(tmp_path, env):
    found = from_hub("http://127.0.0.1:9", tmp_path / "cache", **env)

    assert "cannot be downloaded" in found["message"]
    assert "memory-mcp embed" in found["hint"]


@pytest.mark.external
def test_a_hub_that_never_answers_is_given_up_on(silence, tmp_path):
    found = from_hub(silence, tmp_path / "cache", patience_s=0.5)

    assert "Timeout" in found["message"]


@pytest.mark.parametrize(
    ("model", "query", "passage", "pooling"),
    [
        ("intfloat/multilingual-e5-large", "query: ", "passage: ", "mean"),
        ("BAAI/bge-small-en-v1.5", "Represent this sentence for searching relevant passages: ", "", "cls"),
        ("nomic-ai/nomic-embed-text-v1.5", "search_query: ", "search_document: ", "mean"),
        ("snowflake/snowflake-arctic-embed-s", "Represent this sentence for searching relevant passages: ", "", "cls"),
        ("Snowflake/snowflake-arctic-embed-m-v2.0", "query: ", "", "cls"),
        ("sentence-transformers/all-MiniLM-L6-v2", "", "", "mean"),
        ("thenlper/gte-base", "", "", "mean"),
    ],
)
def test_each_family_gets_the_prefixes_and_pooling_of_its_card(model, query, passage, pooling):
    family = family_of(model)

    assert (family.query_prefix, family.passage_prefix, family.pooling) == (query, passage, pooling)
