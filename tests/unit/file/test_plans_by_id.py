"""What is asked for by its id is found by its id: no statement reads all rows of a kind for it."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from typing import Final

import memory_mcp.store
from memory_mcp.store.file.database import Database

_STATEMENT: Final = re.compile(r"\s*(?:--[^\n]*\n\s*)*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b")
_BY_ID: Final = re.compile(
    r"WHERE \(?(?:\w+\.)?\w*uid (?:= :|IN \(SELECT value)|AND client_session (?:= :|IN)|\buid IN \(SELECT value"
)
_WHOLE: Final = re.compile(r"(?:SEARCH|SCAN) \w+ USING (?:COVERING )?INDEX item_by_kind \(kind=\?\)$|SCAN session$")


def statements() -> Iterator[tuple[str, str]]:
    """Yield the statements of the store that ask by an id, each with its name."""
    for module in pkgutil.walk_packages(memory_mcp.store.__path__, "memory_mcp.store."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if not isinstance(value, str) or not _STATEMENT.match(value) or "substr(uid" in value:
                # A person may give the beginning of an id.
                continue
            if _BY_ID.search(value):
                yield f"{module.name}.{name}", value


def test_what_is_asked_for_by_its_id_is_found_by_its_id(db: Database) -> None:
    found, slow = 0, {}
    with db.writing("test") as tx:
        for name, statement in statements():
            parameters = dict.fromkeys(re.findall(r":(\w+)", statement), 1)
            plan = [row[3] for row in tx.rows(f"EXPLAIN QUERY PLAN {statement}", parameters)]
            found += 1
            if steps := [step for step in plan if _WHOLE.search(step)]:
                slow[name] = steps
    assert found > 60
    assert slow == {}
