"""Each room shows some of its modules in ``__all__``; other rooms import nothing else of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[3] / "memory_mcp"
ROOMS = {face.parent for face in PACKAGE.rglob("__init__.py")} - {PACKAGE}
# A hook pays for each module it loads, so it imports what it needs from where it stands.
DIRECT = {PACKAGE / "hooks.py"}


def shown_by(face: ast.Module) -> set[str]:
    lists = [
        node.value
        for node in face.body
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == "__all__" for target in node.targets)
    ]
    return {name for names in lists for name in ast.literal_eval(names)}


def path_of(dotted: str) -> Path:
    return PACKAGE.parent.joinpath(*dotted.split("."))


def modules_named(imported: ast.ImportFrom) -> Iterator[Path]:
    """Yield the module each name of an import comes from: the name itself where it is a module."""
    for alias in imported.names:
        whole = path_of(f"{imported.module}.{alias.name}")
        yield whole if whole.with_suffix(".py").exists() or whole in ROOMS else path_of(str(imported.module))


def trespasses(source: str, room: Path) -> list[str]:
    """Return the modules this source imports from rooms whose face does not show them."""
    imports = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("memory_mcp")
    ]
    found = {module for imported in imports for module in modules_named(imported)} - ROOMS
    return [
        str(module.relative_to(PACKAGE))
        for module in sorted(found)
        if module.parent in ROOMS - {room} and module.name not in shown_by(face_of(module.parent))
    ]


def face_of(room: Path) -> ast.Module:
    return ast.parse((room / "__init__.py").read_text(encoding="utf-8"))


@pytest.mark.external
def test_no_room_reaches_behind_the_face_of_another():
    found = {
        str(path.relative_to(PACKAGE)): trespasses(path.read_text(encoding="utf-8"), path.parent)
        for path in sorted(PACKAGE.rglob("*.py"))
        if path not in DIRECT
    }

    assert {path: modules for path, modules in found.items() if modules} == {}


def bound_in(face: ast.Module) -> set[str]:
    """Return the names a face defines or imports."""
    imports = [node for node in face.body if isinstance(node, ast.ImportFrom)]
    assigned = {ast.unparse(node.target) for node in face.body if isinstance(node, ast.AnnAssign)}
    defined = {node.name for node in face.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return assigned | defined | {alias.asname or alias.name for node in imports for alias in node.names}


@pytest.mark.external
def test_a_face_shows_only_what_is_there():
    faces = {room: face_of(room) for room in ROOMS}
    missing = {
        str(room.relative_to(PACKAGE)): name
        for room, face in faces.items()
        for name in shown_by(face) - bound_in(face)
        if not (room / f"{name}.py").exists()
    }

    assert missing == {}


def test_an_import_from_behind_a_face_would_be_noticed():
    source = "from memory_mcp.store.file.cut_short import Cut\nfrom memory_mcp.store.file import database"

    assert trespasses(source, PACKAGE / "tools") == ["store/file/cut_short"]
