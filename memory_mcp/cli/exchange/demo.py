"""The demonstration: a real server over standard input and output, a realistic history, and the answers it gives."""

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

from memory_mcp.cli.exchange.demo_history import PROJECT, envelope
from memory_mcp.cli.options import json_option
from memory_mcp.cli.output import print_json
from memory_mcp.temporal import SystemClock
from memory_mcp.tools.framework.render import in_a_line

Ask = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]
_PATIENCE_S: Final = 120.0


@click.command()
@json_option
def demo(*, as_json: bool) -> int:
    """Show what this memory does: a real server in a temporary folder.

    It needs no network and no setup, and leaves nothing behind. The exit code is 1 if an answer is wrong.
    """
    stage = _Stage(Console(highlight=False, quiet=as_json))
    with tempfile.TemporaryDirectory(prefix="memory-mcp-demo-") as folder:
        failures = asyncio.run(_show(stage, Path(folder)))
    if as_json:
        print_json(stage.told | {"failures": failures})
    return 1 if failures else 0


class _Stage:
    """Where the demonstration is shown: a console, and what a program reads of it."""

    def __init__(self, out: Console) -> None:
        self.out = out
        self.told: dict[str, Any] = {"steps": [], "answers": []}

    def step(self, what: str, detail: str, started: float) -> None:
        milliseconds = (time.perf_counter() - started) * 1_000
        self.told["steps"].append({"what": what, "detail": detail, "ms": round(milliseconds, 1)})
        self.out.print(f"[green]✓[/green] {what}: {detail} [dim]{milliseconds:.0f} ms[/dim]")

    def remark(self, text: str, style: str) -> None:
        self.told["steps"].append({"what": text})
        self.out.print(text, style=style)

    def answer(self, heading: str, asked: str, lines: list[str], expected: str, started: float) -> bool:
        milliseconds = (time.perf_counter() - started) * 1_000
        is_right = any(expected in line for line in lines[:2])
        self.told["answers"].append({"heading": heading, "asked": asked, "lines": lines, "expected": expected,
                                     "right": is_right, "ms": round(milliseconds, 1)})  # fmt: skip
        body = Text(f"? {asked}", style="bold")
        for number, line in enumerate(lines):
            body.append(f"\n{line}", style="" if number == 0 else "dim")
        if not is_right:
            body.append(f"\nthis should have said: {expected}", style="red")
        title = f"{heading} ({milliseconds:.0f} ms)"
        self.out.print(Panel(body, title=title, title_align="left", border_style="cyan", padding=(0, 1)))
        return is_right


async def _show(stage: _Stage, folder: Path) -> int:
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
        stage.step("server started", f"{len(tools)} tools over standard input and output", started)

        async def ask(tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
            result = await client.call_tool(tool, arguments)
            if result.is_error or result.structured_content is None:
                raise click.ClickException(f"{tool}: {result.content}")
            answer: dict[str, Any] = result.structured_content
            return answer

        await _bring_in(stage, ask, folder)
        is_semantic = await _embedded(stage, ask)
        story = _Story(stage, ask)
        await story.tell(is_semantic=is_semantic)
    stage.remark(
        f"One file, {_size(folder) / 1024:.0f} KB, and it is gone now. `memory-mcp path` says where yours will be.",
        style="dim",
    )
    return story.failures


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.glob("memory.db*"))


async def _bring_in(stage: _Stage, ask: Ask, folder: Path) -> None:
    """Import three weeks of history, as a person who moves house would."""
    file = folder / "history.json"
    file.write_text(json.dumps(envelope(SystemClock().now())), encoding="utf-8")
    started = time.perf_counter()
    report = await ask("memory_import", {"path": str(file)})
    stage.step(
        "history imported",
        f"{report['added']} of {report['read']}: two clients, three weeks, one project",
        started,
    )


async def _embedded(stage: _Stage, ask: Ask) -> bool:
    """Wait until every row has its vector; False where this machine has no model."""
    started = time.perf_counter()
    deadline = started + _PATIENCE_S
    while time.perf_counter() < deadline:
        health = await ask("memory_health", {})
        if health["embedded"] and not health["backlog"]:
            stage.step("embedded", f"{health['embedded']} rows with {health['model']}, in the background", started)
            return True
        if health["engine"] in {"failed", "off"}:
            break
        await asyncio.sleep(0.1)
    stage.remark("No embedding model on this machine: the answers below are by words alone.", style="yellow")
    return False


class _Story:
    """The questions, each with its answer, its time, and what the answer has to contain."""

    def __init__(self, stage: _Stage, ask: Ask) -> None:
        self._stage = stage
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
        row = await self._ask("memory_read", {"id": found[0]["id"], "project": PROJECT})
        lines = [f"{row['title']}: {row['body']}", f"because {row['reasoning']}"]
        self._panel("A decision and its reason", query, lines, "200 events a second", started)

    async def _contradiction(self) -> None:
        started = time.perf_counter()
        found = (await self._ask("memory_contradictions", {"project": PROJECT}))["contradictions"]
        lines = [f"{pair['older']['snippet']}  /  {pair['newer']['snippet']}" for pair in found]
        self._panel("Two facts that cannot both hold", "memory_contradictions", lines, "does not retry", started)

    def _panel(self, heading: str, asked: str, lines: list[str], expected: str, started: float) -> None:
        self.failures += not self._stage.answer(heading, asked, lines, expected, started)
