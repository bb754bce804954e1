"""Tools called as the server calls them: through their declarations, on a real file, without an embedding model."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
from fresh_files import fresh_file

from memory_mcp.config import Settings
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import RequestFacts, spec_of
from memory_mcp.tools.framework.runtime import Runtime
from memory_mcp.tools.learnings import memory_learn


class Client:
    """A client at one server process; ``call`` answers with the structured result."""

    def __init__(self, runtime: Runtime, folder: Path, **facts: Any) -> None:
        self.runtime = runtime
        self.folder = folder
        self.facts = RequestFacts(**({"project_dir": str(folder)} | facts))

    def call(self, tool: Any, **arguments: Any) -> dict[str, Any]:
        spec = spec_of(tool)
        answer = spec.invoke(Call(self.runtime, self.facts, actor="test"), arguments)
        validator_of(tool).validate(answer)
        assert_known_keys(answer, spec.output_schema)
        for step in self.runtime.take_deferred():
            with self.runtime.db.writing("usage") as tx:
                step(tx)
        return answer

    def text(self, tool: Any, **arguments: Any) -> str:
        return spec_of(tool).text(self.call(tool, **arguments))


@cache
def validator_of(tool: Any) -> jsonschema.Draft202012Validator:
    """Return what validates a tool's answers; the schema itself is checked once, which takes longer than any answer."""
    schema = spec_of(tool).output_schema
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def learn(client: Client, content: str, **more: Any) -> str:
    """Return the id of a fact the client learned."""
    return client.call(memory_learn, **({"category": "fact", "content": content} | more))["id"]


def assert_known_keys(value: Any, schema: dict[str, Any]) -> None:
    """Nothing is in an answer that its schema does not name."""
    if isinstance(value, dict) and "properties" in schema:
        assert set(value) <= set(schema["properties"])
        for key, member in value.items():
            assert_known_keys(member, schema["properties"][key])
    if isinstance(value, list) and "items" in schema:
        for member in value:
            assert_known_keys(member, schema["items"])


@contextmanager
def server(path: Path, clock: ManualClock, **settings: Any) -> Iterator[Runtime]:
    """Open a server process on the file; several may be open at once."""
    # A key, for one, is given to a file when it is made.
    file = path / "memory.db" if settings else fresh_file(path / "memory.db")
    given = Settings(db_path=file, embed_disabled=True, **settings)
    runtime = Runtime(given, EmbeddingService.of(given), clock)
    yield runtime
    runtime.close()
