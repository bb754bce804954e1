"""Edits of an exported folder: what its lines say now against what they said when they were written.

A line that says something else is a correction; one that reads ``~~old~~ new`` says that it has changed; one that is
gone, with its mark, takes its row back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from memory_mcp.errors import InvalidInputError
from memory_mcp.transfer.formats import front_matter
from memory_mcp.transfer.formats.markdown_write import WRITTEN

Change: TypeAlias = Literal["correct", "supersede", "retract"]

_LINE: Final = re.compile(r"^- (?P<text>.*?)\s+\*\([^()\n]*\)\* \^(?P<end>[0-9a-z-]{8})$", re.MULTILINE | re.DOTALL)
_CHANGED: Final = re.compile(r"^~~.*?~~\s*(?P<new>\S.*)$", re.DOTALL)
_DECISION: Final = re.compile(r"^## Decision\n\n(?P<text>.*?)(?=\n\n## |\Z)", re.MULTILINE | re.DOTALL)


class Edit(NamedTuple):
    """What somebody did to a row in the folder: ``text`` is what it says now, empty where it was taken out."""

    change: Change
    uid: str
    before: str
    text: str


def is_exported(folder: Path) -> bool:
    """Whether a folder is an export whose edits can be taken over."""
    return (folder / WRITTEN).is_file()


def edits(folder: Path) -> list[Edit]:
    """Return the edits of an exported folder, in the order in which its rows were written.

    Raises InvalidInputError where the list of what was written cannot be read, or no page is left.
    """
    try:
        written = json.loads((folder / WRITTEN).read_text("utf-8"))
    except (OSError, ValueError) as exc:
        raise InvalidInputError(f"{folder / WRITTEN} cannot be read: {exc}", hint="Export again.") from exc
    said = _said(folder, {uid[-8:]: uid for uid in written})
    if written and not said:
        raise InvalidInputError(
            f"no line of the export is left in {folder}", hint="`memory-mcp forget` takes out many rows at once."
        )
    found = []
    for uid, before in written.items():
        text = said.get(uid)
        if text is None:
            found.append(Edit("retract", uid, before, ""))
        elif changed := _CHANGED.match(text):
            found.append(Edit("supersede", uid, before, changed["new"].strip()))
        elif text != "\n".join(line.strip() for line in before.splitlines()).strip():
            found.append(Edit("correct", uid, before, text))
    return found


def _said(folder: Path, ids: Mapping[str, str]) -> dict[str, str]:
    """Return what each row says in the pages now."""
    said: dict[str, str] = {}
    for page in sorted(folder.rglob("*.md")):
        read = front_matter.read(page.read_text("utf-8", "replace"))
        for block in re.split(r"\n(?=- |\n|#)", read.body):
            if (line := _LINE.match(block.strip())) and line["end"] in ids:
                said[ids[line["end"]]] = _unfolded(line["text"])
        if read.fields.get("type") == "decision" and (decision := _DECISION.search(read.body)):
            said[str(read.fields.get("id"))] = _unfolded(decision["text"])
    return said


def _unfolded(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines()).strip()
