"""Statements that are likely about one matter: what was said first, and what was said of it later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from memory_mcp.store.sessions.statements import Statement

# A line of more would not be read.
_MOST: Final = 3


def threads(told: Sequence[Statement], later: Mapping[str, Iterable[Statement]]) -> dict[str, str]:
    """Return of each statement that shares a line the id of the first in it; ``later`` is what was said of each.

    What is said of what was said later stands in the line too, up to three.
    """
    uids = {one.uid for one in told}
    firsts: dict[str, str] = {}
    for first in sorted(told, key=lambda one: one.said_at):
        if first.uid in firsts:
            continue
        line = [first.uid]
        for uid in line:
            new = [each.uid for each in later.get(uid, ()) if each.uid in uids and each.uid not in firsts]
            line += new[: _MOST - len(line)]
        if len(line) > 1:
            firsts |= dict.fromkeys(line, first.uid)
    return firsts
