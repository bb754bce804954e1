"""Show a hit in an answer, in the same way for search, recall and grep."""

from __future__ import annotations

from typing import Any, Final, TypedDict

from memory_mcp.language.shortening import one_line
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.search.answer import Hit
from memory_mcp.temporal import format_instant

_TITLE_WIDTH: Final = 120
# Of a row that has none: enough to tell it from others in a list.
_OPENING_WIDTH: Final = 60
_DIGITS: Final = 4


class Ranks(TypedDict, total=False):
    """Place among the hits by words and by meaning, from 1; null where that did not find it."""

    lexical: int | None
    semantic: int | None


class HitRow(TypedDict, total=False):
    """One hit. `score`: chance that it answers, 0-1; `alike`: more rows that say the same; `lines`: of a document."""

    id: str
    externalId: str
    type: str
    title: str
    snippet: str
    body: str
    score: float
    project: str | None
    sessionId: str | None
    validFrom: str | None
    validTo: str | None
    recordedAt: str | None
    supersededById: str
    contradictedBy: str
    archived: bool
    alike: int
    lines: str
    tags: list[str]
    category: str
    ranks: Ranks
    relevance: float
    parts: dict[str, Any]


def row_of(item: Item, names: dict[int, str], text: str, *, full: bool = False) -> HitRow:
    """Return a row as every list shows it; ``text`` is its snippet, or with ``full`` all of it."""
    row = HitRow(id=item.uid, type=item.kind)
    if item.external_id is not None:
        row["externalId"] = item.external_id
    if title := _title(item):
        row["title"] = title
    if full:
        row["body"] = text
    else:
        row["snippet"] = text
    row["project"] = names.get(item.project_id)
    row["sessionId"] = item.session_uid
    row["validFrom"] = format_instant(item.valid.start)
    row["validTo"] = format_instant(item.valid.end)
    row["recordedAt"] = format_instant(item.recorded_at)
    if item.tags:
        row["tags"] = list(item.tags)
    if "category" in item.attributes:
        row["category"] = item.attributes["category"]
    return row


def _title(item: Item) -> str:
    """Return what a row is called: its own title, the names of whom it is about, or how a lesson opens."""
    match item.kind:
        case "learning":
            return one_line(item.title or item.body, _OPENING_WIDTH)
        case "observation" | "relation":
            return one_line(item.context or item.title, _TITLE_WIDTH)
        case _:
            return one_line(item.title, _TITLE_WIDTH)


def hit_row(hit: Hit, names: dict[int, str], *, full: bool = False, explain: bool = False) -> HitRow:
    """Return a search hit with its score and ranks; with ``explain`` also its relevance and what that is the sum of."""
    row = row_of(hit.item, names, hit.text if full else hit.snippet, full=full)
    row["score"] = round(hit.chance, _DIGITS)
    stands_behind(row, hit.superseded_by, hit.contradicted_by)
    if hit.alike:
        row["alike"] = hit.alike
    if hit.is_archived:
        row["archived"] = True
    if hit.lines is not None:
        row["lines"] = f"{hit.lines[0]}-{hit.lines[1]}"
    row["ranks"] = Ranks(lexical=hit.lexical_rank, semantic=hit.semantic_rank)
    if explain:
        row["parts"] = {name: round(part, _DIGITS) for name, part in hit.parts.items()}
        row["relevance"] = round(hit.score, _DIGITS)
    return row


def stands_behind(row: HitRow, superseded_by: str | None, contradicted_by: str | None) -> None:
    """Add to a row what came instead of it, and the newer one that contradicts it."""
    if superseded_by is not None:
        row["supersededById"] = superseded_by
    if contradicted_by is not None:
        row["contradictedBy"] = contradicted_by
