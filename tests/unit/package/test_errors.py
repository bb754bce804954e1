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


def unsaid(source):
    """Return the public functions whose docstring leaves out an error of ours that their own statements raise."""
    found = []
    module = ast.parse(source)
    bodies = [module.body, *(node.body for node in module.body if isinstance(node, ast.ClassDef))]
    for function in (node for body in bodies for node in body):
        if not isinstance(function, ast.FunctionDef) or function.name.startswith("_"):
            continue
        raised = {ast.unparse(node.exc.func) for node in ast.walk(function) if is_raised_anew(node)}
        said = ast.get_docstring(function) or ""
        found += [f"{function.name}: {error}" for error in sorted(raised & FAMILY) if error not in said]
    return found


def is_raised_anew(node):
    return isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)


def test_every_public_function_names_the_failures_it_raises():
    # The docstrings of commands are their help; a command's failure is what it prints.
    sources = [path for path in PACKAGE.rglob("*.py") if PACKAGE / "cli" not in path.parents]
    assert len(sources) > 100
    found = {str(path.relative_to(PACKAGE)): unsaid(path.read_text(encoding="utf-8")) for path in sources}
    assert {name: left for name, left in found.items() if left} == {}


def test_a_failure_that_a_docstring_leaves_out_would_be_noticed():
    source = 'def taken():\n    """Take it; {}."""\n    raise BusyError("held", hint="Wait.")'
    assert unsaid(source.format("slowly")) == ["taken: BusyError"]
    assert unsaid(source.format("BusyError where it is held")) == []
