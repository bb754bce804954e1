"""The plans of statements that look over a whole memory: what they read row by row, and what they find by key."""

from __future__ import annotations

import re
from types import ModuleType
from typing import Final

from memory_mcp.store.file.database import Database

_PASS: Final = re.compile(r"SCAN (item|entity|before|earlier)(?! USING COVERING INDEX)\b")
_BY_KEY: Final = ("PRIMARY KEY (uid=?)", "INDEX item_state_used (last_used_at>?)")


def statements_in(module: ModuleType) -> dict[str, str]:
    """Return the statements of a module that read facts, by name."""
    return {name: value for name, value in vars(module).items() if isinstance(value, str) and "FROM item" in value}


def plan_of(db: Database, statement: str) -> list[str]:
    """Return the steps of SQLite's plan for a statement."""
    parameters = dict.fromkeys(re.findall(r":(\w+)", statement), 1) | {"fresh": "[]"}
    with db.reading() as snapshot:
        return [row[3] for row in snapshot.rows("EXPLAIN QUERY PLAN " + statement, parameters)]


def passes(plan: list[str]) -> list[str]:
    """Return the steps that read a whole table of facts."""
    return [step for step in plan if _PASS.match(step)]


def detours(plan: list[str]) -> list[str]:
    """Return the steps that make an index of their own, or find the state of a fact by another way than its key."""
    own = [step for step in plan if "AUTOMATIC" in step and "recent" not in step]
    states = [step for step in plan if step.startswith("SEARCH item_state")]
    return own + [step for step in states if not any(key in step for key in _BY_KEY)]
