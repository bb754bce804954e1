"""What is counted in a pattern is not taken for a value of its f-string."""

from __future__ import annotations

import ast
from pathlib import Path

import memory_mcp


def test_no_f_string_has_a_number_or_a_pair_of_them_for_a_value():
    wrong = [
        f"{path.name}:{node.lineno} {{{ast.unparse(node.value)}}}"
        for path in sorted(Path(memory_mcp.__file__).parent.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FormattedValue) and isinstance(node.value, ast.Constant | ast.Tuple)
    ]
    assert wrong == []
