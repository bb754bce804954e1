"""Make the page as one file: put the data into the built HTML."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from memory_mcp.store.file.atomic_files import new_file, refuse_existing

_PLACE: Final = '<script type="application/json" id="memory-data"></script>'
_HEAD: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="memory-mcp view">"""


def empty_page() -> str:
    """Return the page without data: inside a client it asks for them."""
    return files("memory_mcp.view").joinpath("explorer.html").read_text("utf-8")


def page_with(data: Mapping[str, Any]) -> str:
    """Return the page with data, which works from a file.

    ``<`` is escaped in the JSON, so no text ends the element it stands in, and what Javascript takes for the end of a
    line is escaped too.
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    head, found, tail = empty_page().partition(_PLACE)
    if not found:
        raise AssertionError("the built page has no place for data")
    return f"{head}{_PLACE.removesuffix('</script>')}{text}</script>{tail}"


def write_page(path: Path, page: str) -> None:
    """Write a page for its owner alone, in the place of an earlier one.

    Raises ConflictError where something else stands there, RefusedError where the folder cannot be written.
    """
    if not is_page(path):
        refuse_existing(path)
    draft = path.with_name(f".{path.name}.new")
    draft.unlink(missing_ok=True)
    with new_file(draft) as file:
        file.write_text(page, "utf-8")
    draft.replace(path)


def is_page(path: Path) -> bool:
    """Return whether a regular file is a page of this kind, of whatever version."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(len(_HEAD)) == _HEAD
