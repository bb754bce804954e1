"""The search of the hub, asked by a tool: what all machines told it that this role may read."""

from __future__ import annotations

from collections.abc import Mapping

from memory_mcp.errors import InvalidInputError, UnsupportedError
from memory_mcp.store.search.search import Request, SearchAnswer
from memory_mcp.tools.framework.call import EVERYWHERE, Call, Scope
from memory_mcp.tools.framework.query_vector import Meaning


def of_hub(
    call: Call, request: Request, scope: Scope, meaning: Meaning, narrowed: Mapping[str, object]
) -> tuple[SearchAnswer, dict[int, str]]:
    """Return the hub's answer and the names of its projects by number.

    ``narrowed`` are arguments that only the file can answer. Raises InvalidInputError for one of them and for a query
    without a word, UnsupportedError where no hub is set, and what the hub raises.
    """
    for name, given in narrowed.items():
        if given is not None:
            raise InvalidInputError(f"the hub cannot be asked by {name}", hint="Leave one of the two out.", field=name)
    if not request.query.strip():
        raise InvalidInputError("the hub has to be asked for something", hint="Give a query.", field="query")
    hub = call.runtime.settings.hub
    if hub is None:
        raise UnsupportedError("there is no hub to ask", hint="A person may set MEMORY_HUB.", field="scope")
    # Nobody without a hub waits for it.
    from memory_mcp.hub import searching  # noqa: PLC0415

    if meaning.why_not:
        call.notices.append(meaning.why_not)
    project = None if scope.name == EVERYWHERE else scope.name or ""
    return searching.search(hub, request, project, meaning.vector, meaning.model_tag)
