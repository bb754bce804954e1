"""What is asked for by its id is found by its id: no statement reads all rows of a kind, or of an import, for it."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from typing import Final

import memory_mcp.store
from memory_mcp.store.file.database import Database

_STATEMENT: Final = re.compile(r"\s*(?:--[^\n]*\n\s*)*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b")
_BY_ID: Final = re.compile(
    r"WHERE \(?(?:\w+\.)?\w*uid (?:= :|IN \(SELECT value)|AND client_session (?:= :|IN)|\buid IN \(SELECT value"
)
_WHOLE: Final = re.compile(r"(?:SEARCH|SCAN) \w+ USING (?:COVERING )?INDEX item_by_kind \(kind=\?\)$|SCAN session$")


def statements() -> Iterator[tuple[str, str]]:
    """Yield the statements of the store, each with its name."""
    for module in pkgutil.walk_packages(memory_mcp.store.__path__, "memory_mcp.store."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, str) and _STATEMENT.match(value):
                yield f"{module.name}.{name}", value


def slow_steps(db: Database, chosen: Callable[[str], object], slow: re.Pattern[str]) -> dict[str, list[str]]:
    """Return the steps of the plans of chosen statements that are slow ones, by the statement's name."""
    found, asked = {}, 0
    with db.writing("test") as tx:
        for name, statement in statements():
            if not chosen(statement):
                continue
            parameters = dict.fromkeys(re.findall(r":(\w+)", statement), 1)
            plan = [row[3] for row in tx.rows(f"EXPLAIN QUERY PLAN {statement}", parameters)]
            asked += 1
            if steps := [step for step in plan if slow.search(step)]:
                found[name] = steps
    assert asked > 10
    return found


def test_what_is_asked_for_by_its_id_is_found_by_its_id(db: Database) -> None:
    # A person may give the beginning of an id.
    assert slow_steps(db, lambda one: _BY_ID.search(one) and "substr(uid" not in one, _WHOLE) == {}


def test_a_change_is_found_by_its_fact_where_an_import_made_thousands_at_once(db: Database) -> None:
    def names_a_fact(statement: str) -> bool:
        return "FROM change" in statement and "INDEXED BY change_by_txn" not in statement

    assert slow_steps(db, names_a_fact, re.compile(r"change_by_txn \(txn_id=\?\)")) == {}
