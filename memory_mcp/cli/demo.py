"""The demonstration: a real server over standard input and output, a realistic history, and what a person gets."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import click
from mcp import Client, StdioServerParameters
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from memory_mcp.cli.demo_history import PROJECT, envelope
from memory_mcp.temporal import SystemClock
from memory_mcp.tools.render import in_a_line

Ask = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]
_PATIENCE_S: Final = 120.0


@click.command()
def demo() -> int:
    """Show what this memory does: a real server in a temporary folder.

    No network, no setup, nothing left behind. Exit code 1 if an answer is not what it should be.
    """
    out = Console(highlight=False)
    with tempfile.TemporaryDirectory(prefix="memory-mcp-demo-") as folder:
        return asyncio.run(_show(out, Path(folder)))


async def _show(out: Console, folder: Path) -> int:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MEMORY_")}
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "memory_mcp", "serve"],
        env=environment | {"MEMORY_DB_PATH": str(folder / "memory.db")},
        cwd=str(folder),
    )
    started = time.perf_counter()
    async with Client(server) as client:
        tools = (await client.list_tools()).tools
        _line(out, "server started", f"{len(tools)} tools over standard input and output", started)

        async def ask(tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
            result = await client.call_tool(tool, arguments)
            if result.is_error or result.structured_content is None:
                raise click.ClickException(f"{tool}: {result.content}")
            answer: dict[str, Any] = result.structured_content
            return answer

        await _bring_in(out, ask, folder)
        is_semantic = await _embedded(out, ask)
        story = _Story(out, ask)
        await story.tell(is_semantic=is_semantic)
    out.print(
        f"\nOne file, {_size(folder) / 1024:.0f} KB, and it is gone now. Yours will be at: memory-mcp path", style="dim"
    )
    return 1 if story.failures else 0


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.glob("memory.db*"))


async def _bring_in(out: Console, ask: Ask, folder: Path) -> None:
    """Import three weeks of history, as a person who moves house would."""
    file = folder / "history.json"
    file.write_text(json.dumps(envelope(SystemClock().now())), encoding="utf-8")
    started = time.perf_counter()
    report = await ask("memory_import", {"path": str(file)})
    _line(
        out,
        "history imported",
        f"{report['added']} of {report['read']}: two clients, three weeks, one project",
        started,
    )


async def _embedded(out: Console, ask: Ask) -> bool:
    """Wait until every row has its vector; False where this machine has no model."""
    started = time.perf_counter()
    deadline = started + _PATIENCE_S
    while time.perf_counter() < deadline:
        health = await ask("memory_health", {})
        if health["embedded"] and not health["backlog"]:
            _line(out, "embedded", f"{health['embedded']} rows with {health['model']}, in the background", started)
            return True
        if health["engine"] in {"failed", "off"}:
            break
        await asyncio.sleep(0.1)
    out.print("No embedding model on this machine: the answers below are by words alone.", style="yellow")
    return False


def _line(out: Console, what: str, detail: str, started: float) -> None:
    out.print(f"[green]✓[/green] {what}: {detail} [dim]{(time.perf_counter() - started) * 1_000:.0f} ms[/dim]")


class _Story:
    """The questions, each with its answer, its time, and what the answer has to contain."""

    def __init__(self, out: Console, ask: Ask) -> None:
        self._out = out
        self._ask = ask
        self.failures = 0

    async def tell(self, *, is_semantic: bool) -> None:
        if is_semantic:
            await self._search("By meaning, in other words", "why was our site down", "connection pool")
        await self._search("A fact that changed, as it is now", "staging database port", "6543")
        await self._search("The same question as of last week", "staging database port", "5432", asOf="last week")
        if is_semantic:
            await self._search("A German question, an English fact", "Wer kümmert sich um die Rechnungen?", "billing")
        await self._decision()
        await self._contradiction()

    async def _search(self, heading: str, query: str, expected: str, **more: Any) -> None:
        started = time.perf_counter()
        answer = await self._ask("memory_search", {"query": query, "project": PROJECT, "limit": 3, **more})
        hits = [f"{(hit['validFrom'] or '')[:10]}  {in_a_line(hit)}" for hit in answer["hits"]]
        asked = query + "".join(f"   {name}={value}" for name, value in more.items())
        self._panel(heading, asked, hits[:2], expected, started)

    async def _decision(self) -> None:
        started = time.perf_counter()
        query = "Kafka or Postgres for events"
        arguments = {"query": query, "project": PROJECT, "types": ["decision"], "limit": 1}
        found = (await self._ask("memory_search", arguments))["hits"]
        row = await self._ask("memory_read", {"id": found[0]["id"]})
        lines = [f"{row['title']}: {row['body']}", f"because {row['reasoning']}"]
        self._panel("A decision and its reason", query, lines, "200 events a second", started)

    async def _contradiction(self) -> None:
        started = time.perf_counter()
        found = (await self._ask("memory_contradictions", {"project": PROJECT}))["contradictions"]
        lines = [f"{pair['older']['snippet']}  /  {pair['newer']['snippet']}" for pair in found]
        self._panel("Two facts that cannot both hold", "memory_contradictions", lines, "does not retry", started)

    def _panel(self, heading: str, asked: str, lines: list[str], expected: str, started: float) -> None:
        milliseconds = (time.perf_counter() - started) * 1_000
        body = Text(f"? {asked}\n", style="bold")
        for number, line in enumerate(lines):
            body.append(f"{line}\n", style="" if number == 0 else "dim")
        if not any(expected in line for line in lines[:2]):
            self.failures += 1
            body.append(f"this should have said: {expected}", style="red")
        title = f"{heading} ({milliseconds:.0f} ms)"
        self._out.print(Panel(body, title=title, title_align="left", border_style="cyan", padding=(0, 1)))
