"""Say what to do next where there is nothing to show."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memory_mcp.tools.framework.runtime import Runtime


def nothing_found(runtime: Runtime, project: str) -> str:
    """Return what to do where a search found nothing: in a project that has its name, in all where it is empty."""
    if is_empty(runtime):
        return nothing_stored()
    where = f" in project {project}" if project else ""
    return f"Nothing found{where}. Try fewer or other words; `memory-mcp log` shows what was stored last."


def nothing_here(runtime: Runtime) -> str:
    """Return what to do where a project holds nothing: it may be that others do."""
    return nothing_stored() if is_empty(runtime) else "Nothing here yet; --all shows every project."


def nothing_stored() -> str:
    """Return how a memory gets its first rows."""
    return (
        "Nothing is stored yet.\n"
        "  memory-mcp setup        connects your clients; what you tell them is kept\n"
        "  memory-mcp learn TEXT   stores a fact\n"
        "  memory-mcp import PATH  brings in what you have"
    )


def is_empty(runtime: Runtime) -> bool:
    """Whether this memory holds no row at all."""
    from memory_mcp.store.facts import listing
    from memory_mcp.store.facts.projects.projects import ALL_PROJECTS
    from memory_mcp.store.facts.visibility import Filter
    from memory_mcp.temporal import AsOf

    with runtime.db.reading() as snapshot:
        point = AsOf(valid_at=snapshot.now, known_at=snapshot.now)
        return not listing.newest(snapshot, Filter(as_of=point, project_id=ALL_PROJECTS), 1).total
