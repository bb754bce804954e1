"""The sections of the language data: each has a reader."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import memory_mcp
from memory_mcp.language.data_files import DATA, sections_of

PACKAGE = Path(memory_mcp.__file__).parent
READERS = {"parsing": "contradiction", "clock_times": "language", "memory_types": "store", "query_dates": "store"}


@pytest.mark.parametrize("name", READERS)
def test_each_section_is_named_by_the_room_that_reads_the_file(name):
    named = {
        node.value
        for path in (PACKAGE / READERS[name]).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
    }
    sections = {section for path in DATA.glob(f"*/{name}.txt") for section in sections_of(path.parent.name, name)}
    assert sections - named == set()
