"""The search of the hub, asked by a tool: what all machines told it that this role may read."""

from __future__ import annotations

from typing import Final

from memory_mcp.errors import InvalidInputError, UnsupportedError
from memory_mcp.store.search.search import Request, SearchAnswer
from memory_mcp.tools.framework.call import EVERYWHERE, Call, Scope
from memory_mcp.tools.framework.query_vector import Meaning

# Only the file can be asked by these.
_OF_THE_FILE: Final = ("tags", "entity", "sessionId", "asOf", "knownAt", "includeArchived")


def check_asked(call: Call, scope: str | None, query: str, narrowed: tuple[object, ...]) -> None:
    """Check that a hub can be asked this, where it is to be asked.

    ``narrowed`` are what was given for the arguments ``_OF_THE_FILE``, None for what was not. Raises InvalidInputError
    for one of them and for a query without a word, UnsupportedError where no hub is set.
    """
    if scope is None:
        return
    for name, given in zip(_OF_THE_FILE, narrowed, strict=True):
        if given is not None:
            raise InvalidInputError(f"the hub cannot be asked by {name}", hint="Leave one of the two out.", field=name)
    if not query.strip():
        raise InvalidInputError("the hub has to be asked for something", hint="Give a query.", field="query")
    if call.runtime.settings.hub is None:
        raise UnsupportedError("there is no hub to ask", hint="A person may set MEMORY_HUB.", field="scope")


def of_hub(call: Call, request: Request, scope: Scope, meaning: Meaning) -> tuple[SearchAnswer, dict[int, str]]:
    """Return the hub's answer and the names of its projects by number, once ``check_asked``. Raises as the hub does."""
    # Nobody without a hub waits for it.
    from memory_mcp.hub import searching  # noqa: PLC0415

    hub = call.runtime.settings.hub
    assert hub is not None
    if meaning.why_not:
        call.notices.append(meaning.why_not)
    project = None if scope.name == EVERYWHERE else scope.name or ""
    return searching.search(hub, request, project, meaning.vector, meaning.model_tag)
