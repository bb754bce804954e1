"""Prove that clients can use this memory: start each one's entry, as its file has it, on a temporary file."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mcp import Client, StdioServerParameters
from mcp.client.stdio import get_default_environment

from memory_mcp.setup.signature import command_of

FACT: Final = "The staging database listens on port 6543 since the March outage"
_QUESTION: Final = "which port does the staging database listen on"
_LIMIT_S: Final = 60.0
# Codex gives a server little of its own environment.
_SPARSE: Final = frozenset({"codex"})


@dataclass(frozen=True, slots=True)
class Proved:
    """How a client's entry did: the handshake in milliseconds, whether it found the fact, or what went wrong."""

    client: str
    handshake_ms: float = 0.0
    tools: int = 0
    has_found: bool = False
    problem: str = ""


def prove(entries: dict[str, dict[str, Any]], folder: Path) -> Iterator[Proved]:
    """Start the server's entry of each client in an empty folder; the first stores a fact, each must find it."""
    # The library tells each line that is no message with a traceback; what went wrong is in the answer.
    logging.getLogger("mcp.client.stdio").addHandler(logging.NullHandler())
    for number, (client, entry) in enumerate(entries.items()):
        yield _proved(client, entry, folder, is_first=not number)


def _proved(client: str, entry: dict[str, Any], folder: Path, *, is_first: bool) -> Proved:
    try:
        return asyncio.run(asyncio.wait_for(_asked(client, entry, folder, is_first=is_first), _LIMIT_S))
    except TimeoutError:
        return Proved(client, problem=f"no answer within {_LIMIT_S:.0f} s")
    except Exception as exc:  # noqa: BLE001 - the edge: whatever a foreign program does is what is to be told
        return Proved(client, problem=_cause(exc))


async def _asked(client: str, entry: dict[str, Any], folder: Path, *, is_first: bool) -> Proved:
    command, *arguments = elsewhere(command_of(entry), folder / "memory.db")
    given = entry.get("env") or entry.get("environment") or {}
    inherited = get_default_environment() if client in _SPARSE else dict(os.environ)
    server = StdioServerParameters(
        command=command,
        args=arguments,
        cwd=str(folder),
        env=inherited | given | {"MEMORY_DB_PATH": str(folder / "memory.db")},
    )
    started = time.perf_counter()
    async with Client(server) as session:
        tools = (await session.list_tools()).tools
        handshake_ms = (time.perf_counter() - started) * 1_000
        if is_first:
            await session.call_tool("memory_learn", {"category": "fact", "content": FACT})
        answer = await session.call_tool("memory_search", {"query": _QUESTION})
    text = str(answer.structured_content) + str(answer.content)
    return Proved(client, handshake_ms, len(tools), has_found=FACT in text)


def elsewhere(words: list[str], db: Path) -> list[str]:
    """Return a command line with another memory file in the place of its own."""
    return [str(db) if before == "--db" else word for before, word in zip(["", *words], words, strict=False)]


def _cause(exc: BaseException) -> str:
    while isinstance(exc, BaseExceptionGroup):
        exc = exc.exceptions[0]
    return str(exc).splitlines()[0] if str(exc) else type(exc).__name__
