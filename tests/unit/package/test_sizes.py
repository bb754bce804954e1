"""Functions fit on a screen, and a module holds one idea."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[3] / "memory_mcp"
MOST_LINES = 39
MOST_LINES_OF_A_MODULE = 399


def functions(path: Path) -> list[tuple[str, int]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [(node.name, (node.end_lineno or node.lineno) - node.lineno + 1) for node in nodes]


def test_no_function_is_longer_than_a_screen():
    found = {
        f"{path.relative_to(PACKAGE)}: {name}": lines
        for path in PACKAGE.rglob("*.py")
        for name, lines in functions(path)
    }
    assert len(found) > 1_000
    assert {name: lines for name, lines in found.items() if lines > MOST_LINES} == {}


def test_no_module_is_longer_than_four_hundred_lines():
    found = {
        str(path.relative_to(PACKAGE)): len(path.read_text(encoding="utf-8").splitlines())
        for path in PACKAGE.rglob("*.py")
    }
    assert len(found) > 100
    assert {name: lines for name, lines in found.items() if lines > MOST_LINES_OF_A_MODULE} == {}
