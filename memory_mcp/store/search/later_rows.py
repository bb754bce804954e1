"""Find what came later than rows and is known to contradict or to end them."""

from __future__ import annotations

from memory_mcp.store.facts.contradicted import contradicted
from memory_mcp.store.facts.overtaken import overtaken
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.search.outdated_turns import outdated_turns


def later_than(snapshot: Snapshot, row_ids: list[int], filter_: Filter) -> dict[str, str]:
    """Return those of the rows that something newer is known to contradict or to end, each with the id of that."""
    return outdated_turns(snapshot, row_ids, at=filter_.as_of.valid_at) | newer_facts(snapshot, row_ids, filter_)


def newer_facts(snapshot: Snapshot, row_ids: list[int], filter_: Filter) -> dict[str, str]:
    """Return those of the rows that a newer fact is known to contradict or to end, each with the id of that."""
    at, project = filter_.as_of.valid_at, filter_.project_id
    return overtaken(snapshot, row_ids, at=at) | contradicted(snapshot, row_ids, project=project, at=at)
