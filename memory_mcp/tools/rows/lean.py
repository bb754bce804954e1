"""Shorten answers for a model: text first, a row with its day and the end of its id; ``explain`` gives the rest."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from memory_mcp.store.facts import short_ids

_KEPT: Final = (
    "id",
    "type",
    "validFrom",
    "validTo",
    "supersededById",
    "contradictedBy",
    "archived",
    "alike",
    "lines",
    "similarity",
)
_TEXTS: Final = ("snippet", "body", "line")
_ID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_INSTANT: Final = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")
_DAY: Final = len("2026-01-31")


def lean_hits(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return a list of hits without what tells nothing of them: of a title only what the text does not say."""
    shown = {key: value for key, value in result.items() if value is not None and key != "count"}
    # Where another mode ran than was asked for, the notice says why.
    shown.pop("requestedMode", None)
    if shown.get("mode") == "hybrid":
        del shown["mode"]
    return shown | {"hits": [_hit(row, result.get("project")) for row in result["hits"]]}


def lean_rows(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return a result whose rows, at any depth, have short ids and days; its own id stays whole."""
    return {key: value if key == "sessionId" else _lean(value) for key, value in result.items()}


def _hit(row: Mapping[str, Any], project: Any) -> dict[str, Any]:
    kept = {key: _lean(row[key]) for key in _KEPT if row.get(key) is not None}
    text = {key: row[key] for key in _TEXTS if row.get(key)}
    said = " ".join(" ".join(map(str, text.values())).split()).casefold()
    title = row.get("title", "")
    # A lesson is called by how it opens.
    if row.get("type") != "learning" and title and title.removesuffix("\N{HORIZONTAL ELLIPSIS}").casefold() not in said:
        kept["title"] = title
    if row.get("project") not in (None, project):
        kept["project"] = row["project"]
    return kept | text


def _lean(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _lean(one) for key, one in value.items() if one is not None and not _repeats(key, value)}
    if isinstance(value, list):
        return [_lean(one) for one in value]
    if isinstance(value, str) and _ID.fullmatch(value):
        return short_ids.short(value)
    return value[:_DAY] if isinstance(value, str) and _INSTANT.fullmatch(value) else value


def _repeats(key: str, row: Mapping[str, Any]) -> bool:
    """Whether another value of a row says the same, or more."""
    return key == "startedAt" and "lastActiveAt" in row
