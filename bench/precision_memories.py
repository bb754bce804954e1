"""Memories of facts with queries: ``*.json`` as ``precision_facts`` has them, or ``*.txt`` as ``small_memories`` has.

A text file holds many memories, each of a person of its own: a line ``#`` begins one (the language of its queries, and
who it is), ``n1 ...`` is a row, ``? query = n1 n3`` a question or some words and what answers it, nothing where no row
does, ``! task = n2`` a task and what one must know to do it, and ``~ n7`` below either names rows that one could argue
about. A memory is a project of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

_ROW: Final = re.compile(r"(n\d+) (.+)")
_NAMED: Final = re.compile(r"n\d+")
_KINDS: Final = {"?": "question", "!": "task"}


@dataclass(frozen=True, slots=True)
class Fact:
    """One row to be stored; ``project`` is where."""

    id: str
    text: str
    project: str


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked in a project, the facts that it needs, and those that it may be shown as well."""

    text: str
    kind: str
    project: str
    gold: frozenset[str]
    arguable: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Memory:
    """What is stored, and what is asked of it."""

    facts: list[Fact] = field(default_factory=list)
    queries: list[Query] = field(default_factory=list)

    def of(self, project: str) -> Memory:
        """Return the part that belongs to one project."""
        return Memory(
            [one for one in self.facts if one.project == project],
            [one for one in self.queries if one.project == project],
        )

    @property
    def largest(self) -> str:
        """The project with the most facts."""
        projects = [one.project for one in self.facts]
        return max(projects, key=projects.count)


def read(path: Path) -> Memory:
    """Read a file of either kind. Raises ValueError for a line of a text that is of no kind."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".txt":
        whole = Memory()
        for number, lines in enumerate(_memories(text)):
            _add(whole, f"{path.stem} {number}", lines)
        return whole
    found = json.loads(text)
    return Memory(
        [Fact(one["id"], one["text"], one["scope"]) for one in found["facts"]],
        [Query(one["text"], one["kind"], one["scope"], frozenset(one["gold"])) for one in found["queries"]],
    )


def _memories(text: str) -> Iterator[list[str]]:
    """Yield the lines of each memory, without the one that says who it is."""
    lines: list[str] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("#"):
            if lines:
                yield lines
            lines = []
        else:
            lines.append(line)
    yield lines


def _add(whole: Memory, project: str, lines: list[str]) -> None:
    for line in lines:
        if row := _ROW.fullmatch(line):
            whole.facts.append(Fact(f"{project} {row[1]}", row[2], project))
        elif kind := _KINDS.get(line[0]):
            query, _, named = line[1:].rpartition(" =")
            whole.queries.append(Query(query.strip(), kind, project, _ids(project, named)))
        elif line.startswith("~"):
            last = whole.queries.pop()
            whole.queries.append(Query(last.text, last.kind, project, last.gold, _ids(project, line) - last.gold))
        else:
            raise ValueError(f"what is this line? {line!r}")


def _ids(project: str, named: str) -> frozenset[str]:
    return frozenset(f"{project} {name}" for name in _NAMED.findall(named))
