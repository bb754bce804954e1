"""Every failure says what is wrong and, on a second line, what to do next."""

from __future__ import annotations

import ast
from pathlib import Path

import memory_mcp
from memory_mcp import errors

PACKAGE = Path(memory_mcp.__file__).parent
# What cannot be read of an imported file is a line of the import's report, beside the record it is of.
REPORTED = PACKAGE / "transfer"
FAMILY = {error.__name__ for error in errors.MemoryMcpError.__subclasses__()}


def without_hint(source):
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [
        node.lineno
        for node in calls
        if isinstance(node.func, ast.Name) and node.func.id in FAMILY
        if not any(keyword.arg == "hint" and ast.unparse(keyword.value) != "''" for keyword in node.keywords)
    ]


def test_every_failure_raised_has_a_hint():
    sources = [path for path in PACKAGE.rglob("*.py") if REPORTED not in path.parents]
    assert len(sources) > 100
    found = {str(path.relative_to(PACKAGE)): without_hint(path.read_text(encoding="utf-8")) for path in sources}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_a_failure_without_a_hint_would_be_noticed():
    assert without_hint("raise NotFoundError('gone')\nraise BusyError('held', hint='Wait.')") == [1]
    assert without_hint("raise NotFoundError('gone', hint='')") == [1]
