"""A data set in a real memory: brought in by the program, embedded, and asked as a client asks."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from retrieval_data import DataSet, Question, Row
from wire import Wire

from memory_mcp.config import Settings
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.store.vectors import index
from memory_mcp.tools import tool_named
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import RequestFacts
from memory_mcp.tools.framework.runtime import Runtime

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Embedder, Vectors

LIMIT: Final = 20
"""Hits asked for: the deepest measure."""
_BULK: Final = 500
_ENGINE_PATIENCE_S: Final = 60.0


@dataclass
class Remembering:
    """An engine that computes a text's vector once: the same texts are embedded for two stores and asked five ways."""

    engine: Embedder
    _queries: dict[str, Vectors] = field(default_factory=dict)
    _passages: dict[str, Vectors] = field(default_factory=dict)

    @property
    def model_tag(self) -> str:
        """The engine's."""
        return self.engine.model_tag

    @property
    def dim(self) -> int:
        """The engine's."""
        return self.engine.dim

    @property
    def window_tokens(self) -> int:
        """The engine's."""
        return self.engine.window_tokens

    def split(self, text: str) -> list[str]:
        """Return what the engine returns."""
        return self.engine.split(text)

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question."""
        if text not in self._queries:
            self._queries[text] = self.engine.embed_query(text)
        return self._queries[text]

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of stored texts."""
        import numpy as np  # noqa: PLC0415 - as in the product, only where there is an engine

        new = [text for text in dict.fromkeys(texts) if text not in self._passages]
        if new:
            self._passages.update(zip(new, self.engine.embed_passages(new), strict=True))
        return np.array([self._passages[text] for text in texts], dtype=np.float32)

    def embed_symmetric(self, texts: Sequence[str], *, is_awaited: bool = False) -> Vectors:
        """Return what the engine returns."""
        return self.engine.embed_symmetric(texts, is_awaited=is_awaited)


@dataclass(frozen=True, slots=True)
class Store:
    """A file that holds a data set; ``names`` maps the memory's ids to the data's where rows carry no key."""

    data: DataSet
    db: Path
    names: Mapping[str, str]

    def found(self, answer: Mapping[str, Any]) -> list[str]:
        """Return the ids of the data set's rows in an answer, best first; a digest of them has its own."""
        return [hit.get("externalId") or self.names.get(hit["id"], hit["id"]) for hit in answer["hits"]]


def remembering_service() -> EmbeddingService:
    """Return the default engine, loaded, with a memory of the texts it has seen."""
    choice = EmbeddingService.of(Settings.load({})).choice
    service = EmbeddingService(choice._replace(load=lambda: Remembering(choice.load())))
    service.wait()
    assert service.embedder.dim, "an engine"
    return service


def fill(data: DataSet, folder: Path, service: EmbeddingService) -> Store:
    """Make a file in ``folder`` that holds the data, one project per group, with every vector."""
    folder.mkdir(parents=True)
    db = folder / "memory.db"
    names: dict[str, str] = {}
    match data.kind:
        case "turns":
            _import_turns(data.rows, folder, db)
        case "documents":
            with _server(db) as server:
                for row in data.rows:
                    arguments = {"content": row.text, "title": row.title or None, "project": row.group}
                    given = {key: value for key, value in arguments.items() if value is not None}
                    names[server.structured("memory_save", given)["id"]] = row.id
        case "learnings":
            with _server(db) as server:
                for first in range(0, len(data.rows), _BULK):
                    names |= _learn(server, data.rows[first : first + _BULK])
    runtime = Runtime(Settings.load({}, db_path=db), service)
    while True:
        state = index.catch_up(runtime.db, service.embedder, limit=256)
        if isinstance(state, index.ModelMismatch):
            raise TypeError(str(state))
        if not state.waiting:
            break
    runtime.close()
    return Store(data, db, names)


def ask_over_stdio(store: Store) -> tuple[list[list[str]], float]:
    """Ask every question through ``memory_search`` of a real server; return the ids found, and the median in ms."""
    answers: list[list[str]] = []
    times: list[float] = []
    with _server(store.db) as server:
        _wait_for_engine(server, store.data.questions[0])
        for question in store.data.questions:
            started = time.perf_counter()
            answer = server.structured("memory_search", _arguments(question))
            times.append((time.perf_counter() - started) * 1_000)
            assert answer["mode"] == "hybrid", answer.get("notice")
            answers.append(store.found(answer))
    return answers, sorted(times)[len(times) // 2]


@contextmanager
def in_process(store: Store, service: EmbeddingService) -> Iterator[Runtime]:
    """Open the file in this process."""
    runtime = Runtime(Settings.load({}, db_path=store.db), service)
    try:
        yield runtime
    finally:
        runtime.close()


def ask(runtime: Runtime, store: Store, question: Question, **options: Any) -> list[str]:
    """Ask one question in this process through the same tool; return the ids found."""
    spec = tool_named("memory_search")
    call = Call(runtime, RequestFacts(client_name="bench"), actor="bench")
    answer = spec.invoke(call, _arguments(question) | options)
    assert answer["mode"] == options.get("mode", "hybrid"), answer.get("notice")
    return store.found(answer)


def _arguments(question: Question) -> dict[str, Any]:
    # With the parts of its score a hit has all its fields, the key it was brought in under among them.
    return {"query": question.text, "project": question.group, "limit": LIMIT, "explain": True}


def _import_turns(rows: Sequence[Row], folder: Path, db: Path) -> None:
    path = folder / "turns.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            line = {
                "id": row.id, "session": row.session, "ts": row.at, "role": row.role, "speaker": row.speaker,
                "text": row.text, "caption": row.caption, "project": row.group,
            }  # fmt: skip
            kept = {key: value for key, value in line.items() if value or key == "project"}
            file.write(json.dumps(kept, ensure_ascii=False) + "\n")
    command = [sys.executable, "-m", "memory_mcp", "--db", str(db), "import", str(path), "--format", "turns", "--json"]
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=folder).stdout)
    assert report["added"] == len(rows), report


def _learn(server: Wire, rows: Sequence[Row]) -> dict[str, str]:
    items = [{"category": "fact", "content": row.text, "tags": list(row.tags), "project": row.group} for row in rows]
    results = server.structured("memory_learn_bulk", {"items": items})["results"]
    return {result["id"]: rows[result["index"]].id for result in results}


@contextmanager
def _server(db: Path) -> Iterator[Wire]:
    environment = {"MEMORY_DB_PATH": str(db)}
    with Wire([sys.executable, "-m", "memory_mcp", "serve"], environment, cwd=db.parent) as server:
        server.initialize(client="bench")
        yield server


def _wait_for_engine(server: Wire, question: Question) -> None:
    """Ask until the engine has been loaded in the background; until then answers are lexical and say so."""
    deadline = time.monotonic() + _ENGINE_PATIENCE_S
    while server.structured("memory_search", _arguments(question))["mode"] != "hybrid":
        assert time.monotonic() < deadline, server.structured("memory_health")
        time.sleep(0.1)
