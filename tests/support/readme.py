"""The parts of the README that are made from the program.

``python tests/support/readme.py`` rewrites them, a test compares.
Each part stands between ``<!-- name -->`` and ``<!-- /name -->``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from memory_mcp.cli.main import COMMANDS
from memory_mcp.tools import registry
from memory_mcp.tools.guide import guide_text

README: Final = Path(__file__).resolve().parents[2] / "README.md"


def parts() -> dict[str, str]:
    """Return what each marked part has to say."""
    return {"guide": guide(), "tools": tools(), "commands": commands()}


def guide() -> str:
    """The guide, as the tool memory_guide gives it."""
    return guide_text().strip()


def tools() -> str:
    """A row for each tool: its name, its parameters (required ones bold) and the first sentence for the model."""
    rows = ["| tool | parameters | does |", "|---|---|---|"]
    for spec in registry().values():
        required = spec.input_schema.get("required", [])
        names = [f"**{name}**" if name in required else name for name in spec.input_schema["properties"]]
        sentence = re.split(r"(?<=[.]) ", spec.description.replace("\n", " "), maxsplit=1)[0]
        rows.append(f"| `{spec.name}`{' *' if spec.core else ''} | {', '.join(names)} | {sentence} |")
    return "\n".join(rows)


def commands() -> str:
    """A row for each command."""
    rows = ["| command | does |", "|---|---|"]
    rows += [f"| `memory-mcp {name}` | {text} |" for name, (_module, _function, text) in COMMANDS.items()]
    return "\n".join(rows)


def with_parts(text: str, made: dict[str, str]) -> str:
    """Return the README with every marked part replaced."""
    for name, content in made.items():
        pattern = re.compile(rf"<!-- {name} -->\n.*?<!-- /{name} -->", re.DOTALL)
        assert pattern.search(text), f"README.md has no part {name}"
        replacement = f"<!-- {name} -->\n{content}\n<!-- /{name} -->"
        text = pattern.sub(lambda _match, replacement=replacement: replacement, text)  # type: ignore[misc]  # bound at once
    return text


if __name__ == "__main__":
    README.write_text(with_parts(README.read_text(encoding="utf-8"), parts()), encoding="utf-8")
