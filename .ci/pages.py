"""The parts of the documentation that are made from the program, and the list of the tools as a server gives it.

``python .ci/pages.py`` rewrites them, a test compares.
Each part stands between ``<!-- name -->`` and ``<!-- /name -->`` on one of the pages.
"""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Final

import click

import memory_mcp
from memory_mcp.application.resources import MemoryLibrary
from memory_mcp.cli.main import COMMANDS, cli
from memory_mcp.serving.tool_listing import PREPARED, prepared_text
from memory_mcp.setup.clients import CLIENTS
from memory_mcp.setup.places import Places
from memory_mcp.setup.program import Program
from memory_mcp.tools import registry

ROOT: Final = Path(memory_mcp.__file__).parents[1]
DOCS: Final = ROOT / "memory_mcp" / "docs"
MIGRATIONS: Final = ROOT / "memory_mcp" / "store" / "file" / "migrations"

_TABLE: Final = r"((?:^-- .*\n)+)CREATE (?:VIRTUAL )?TABLE (\w+)"


def pages() -> dict[Path, str]:
    """Return every page that has parts made from the program, and the list of the tools, as they should be."""
    made = {
        "tools.md": {"tools": tools(), "resources": resources(), "prompts": prompts()},
        "command-line.md": {"commands": commands(), "options": options()},
        "clients.md": {"setup": setup()},
        "file-format.md": {"tables": tables()},
    }
    documents = {DOCS / name: with_parts(name, parts) for name, parts in made.items()}
    return documents | {PREPARED: prepared_text(list(registry().values()))}


def tools() -> str:
    """Return a row for each tool: its name, its parameters (required ones bold) and the first sentence."""
    rows = ["| tool | parameters | does |", "|---|---|---|"]
    for spec in registry().values():
        required = spec.input_schema.get("required", [])
        names = [f"**{name}**" if name in required else name for name in spec.input_schema["properties"]]
        sentence = re.split(r"(?<=[.]) ", spec.description.replace("\n", " "), maxsplit=1)[0]
        rows.append(f"| `{spec.name}`{' *' if spec.core else ''} | {', '.join(names)} | {sentence} |")
    return "\n".join(rows)


def resources() -> str:
    """Return a row for each resource and each template of one."""
    rows = ["| address | what it holds |", "|---|---|"]
    rows += [f"| `{one.uri}` | {one.description} |" for one in (*MemoryLibrary.resources, *MemoryLibrary.templates)]
    return "\n".join(rows)


def prompts() -> str:
    """Return a row for each prompt."""
    rows = ["| prompt | takes | does |", "|---|---|---|"]
    rows += [
        f"| `{one.name}` | {', '.join(argument.name for argument in one.arguments)} | {one.description} |"
        for one in MemoryLibrary.prompts
    ]
    return "\n".join(rows)


def commands() -> str:
    """Return a row for each command."""
    rows = ["| command | does |", "|---|---|"]
    rows += [f"| `memory-mcp {name}` | {text} |" for name, (_module, _function, text) in COMMANDS.items()]
    return "\n".join(rows)


def options() -> str:
    """Return a section for each command: how it is called, and a line for each of its options."""
    blocks = [_options_of("memory-mcp", cli, "[OPTIONS] COMMAND ...")]
    for name, (module, function, _text) in COMMANDS.items():
        command: click.Command = getattr(importlib.import_module(f"memory_mcp.cli.{module}"), function)
        blocks += _blocks_of(f"memory-mcp {name}", command)
    return "\n\n".join(blocks)


def _blocks_of(title: str, command: click.Command) -> list[str]:
    """Return the section of a command, and of the commands it has."""
    if isinstance(command, click.Group):
        below = [_blocks_of(f"{title} {name}", one) for name, one in command.commands.items()]
        return [_options_of(title, command, "COMMAND ..."), *(block for blocks in below for block in blocks)]
    arguments = [_argument(one) for one in command.params if isinstance(one, click.Argument)]
    return [_options_of(title, command, " ".join(["[OPTIONS]", *arguments]))]


def _argument(parameter: click.Parameter) -> str:
    name = (parameter.name or "").upper()
    if isinstance(parameter.type, click.Choice):
        name = "|".join(parameter.type.choices)
    return f"{name if parameter.required else f'[{name}]'}{'...' if parameter.nargs == -1 else ''}"


def _options_of(title: str, command: click.Command, takes: str) -> str:
    shown = (command.help or "").partition("\f")[0].replace("\b", "").strip()
    paragraphs = [" ".join(block.split()) for block in shown.split("\n\n")]
    lines = [f"### {title}", "", f"`{title} {takes}`", "", "\n\n".join(paragraphs), ""]
    for one in command.params:
        if isinstance(one, click.Option):
            choices = f" ({', '.join(one.type.choices)})" if isinstance(one.type, click.Choice) else ""
            default = f" Default: {one.default}." if one.show_default else ""
            lines.append(f"- `{', '.join(one.opts)}`{choices}: {one.help}{default}")
    return "\n".join(lines).rstrip()


def setup() -> str:
    """Return a row for each file that ``memory-mcp setup`` has entries for."""
    rows = ["| client | file | what goes in |", "|---|---|---|"]
    places, program = Places(Path("/home"), {}, "linux"), Program(("memory-mcp",), Path("memory.db"))
    rows += [
        f"| `{client.name}` | `{places.shown(target.path)}` | {target.what} |"
        for client in CLIENTS.values()
        for target in client.targets(places, program, None)
    ]
    return "\n".join(rows)


def tables() -> str:
    """Return a row for each table of the file, with the first sentence of the comment that specifies it."""
    rows = ["| table | what it holds |", "|---|---|"]
    for path in sorted(MIGRATIONS.glob("*.sql")):
        for match in re.finditer(_TABLE, path.read_text("utf-8"), re.MULTILINE):
            comment = " ".join(line.removeprefix("-- ") for line in match[1].splitlines())
            rows.append(f"| `{match[2]}` | {re.split(r'(?<=[.]) ', comment, maxsplit=1)[0]} |")
    return "\n".join(rows)


def with_parts(name: str, made: dict[str, str]) -> str:
    """Return a page with every marked part replaced."""
    text = (DOCS / name).read_text(encoding="utf-8")
    for part, content in made.items():
        pattern = re.compile(rf"<!-- {part} -->\n.*?<!-- /{part} -->", re.DOTALL)
        assert pattern.search(text), f"{name} has no part {part}"
        replacement = f"<!-- {part} -->\n{content}\n<!-- /{part} -->"
        text = pattern.sub(lambda _match, replacement=replacement: replacement, text)  # type: ignore[misc]  # bound at once
    return text


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8", newline="\n")
