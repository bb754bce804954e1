"""Recall lessons alone: those that a query finds, or all of them by page, newest first."""

from __future__ import annotations

from typing import Annotated, get_args

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.shortening import echoed
from memory_mcp.store.documents.documents import LONGEST_DOCUMENT
from memory_mcp.store.facts import listing
from memory_mcp.store.facts.memory_types import CATEGORIES, Category
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.tags import forms
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.search.request import Request
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import Bound, Unlisted, tool
from memory_mcp.tools.framework.given_times import as_of_given
from memory_mcp.tools.framework.paging import place_of
from memory_mcp.tools.framework.query_vector import answer, meaning_of
from memory_mcp.tools.framework.shared_parameters import (
    CATEGORY,
    Cursor,
    Hits,
    KnownAt,
    SeenProject,
    TrueAt,
    WantedTags,
)
from memory_mcp.tools.rows.lean import lean_hits
from memory_mcp.tools.search import (
    DEFAULT_ROWS,
    SearchResult,
    Wanted,
    looked_at,
    newest_rows,
    search_result,
)


@tool(core=True, title="Recall lessons", read_only=True, idempotent=True, lean=lean_hits)
def memory_recall(
    call: Call,
    query: Annotated[str | None, Bound(LONGEST_DOCUMENT), "What to look for, else the newest."] = None,
    limit: Hits = DEFAULT_ROWS,
    project: SeenProject = None,
    tags: WantedTags = None,
    category: Annotated[str | None, CATEGORY] = None,
    as_of: Annotated[TrueAt, Unlisted()] = None,
    known_at: Annotated[KnownAt, Unlisted()] = None,
    cursor: Cursor = None,
) -> SearchResult:
    """Find lessons; for decisions, facts and what was said prefer memory_search.

    Raises InvalidInputError for a cursor together with a query, for a cursor that is none, an unknown category or what
    is no time.
    """
    is_asked = query is not None and bool(query.strip())
    if is_asked and cursor is not None:
        raise InvalidInputError(
            "a search has no pages", hint="Raise limit, or leave query out to list lessons by page.", field="cursor"
        )
    after = None if cursor is None else _place(cursor)
    meaning = meaning_of(call, query or "") if is_asked else None
    with call.reading() as snapshot:
        scope = call.scope(snapshot, project)
        filter_ = Filter(
            as_of=as_of_given(snapshot, as_of, known_at),
            project_id=scope.id,
            kinds=("learning",),
            tags=forms(snapshot, tags or ()),
            category=_known_category(category),
        )
        names, wanted = projects.names(snapshot), Wanted(scope, limit, DEFAULT_ROWS)
        if meaning is None:
            return newest_rows(call, snapshot, filter_, names, wanted, after)
        answered = answer(call, snapshot, Request(looked_at(call, query or ""), filter_, limit, is_cut=True), meaning)
    return search_result(call, answered, names, wanted)


def _place(cursor: str) -> listing.Place:
    at, row_id = place_of(cursor, 2)
    return at, row_id


def _known_category(category: str | None) -> str | None:
    """Return the category; one that cannot be found because it cannot be stored is an error, not an empty answer."""
    if category is not None and category not in CATEGORIES:
        kinds = ", ".join(get_args(Category))
        raise InvalidInputError(f"no category {echoed(category)!r}", hint=f"One of {kinds}.", field="category")
    return category
