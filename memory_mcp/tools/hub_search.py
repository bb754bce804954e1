"""Search the hub for a tool: what all machines told it and this role may read."""

from __future__ import annotations

from memory_mcp.errors import InvalidInputError, UnsupportedError
from memory_mcp.store.facts.projects import project_identity
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.search.answer import SearchAnswer
from memory_mcp.store.search.request import Request
from memory_mcp.tools.framework.call import EVERYWHERE, Call, Scope
from memory_mcp.tools.framework.query_vector import Meaning


def check_asked(call: Call, scope: str | None, query: str) -> None:
    """Check that a hub can be asked, where it is to be asked.

    Raises InvalidInputError for a query without a word, UnsupportedError where no hub is set.
    """
    if scope is None:
        return
    if not query.strip():
        raise InvalidInputError("the hub has to be asked for something", hint="Give a query.", field="query")
    if call.runtime.settings.hub is None:
        raise UnsupportedError(
            "there is no hub to ask: MEMORY_HUB is not set",
            hint="`memory-mcp docs several-machines` says how to set one up. Without it this memory is searched.",
            field="scope",
        )


def of_hub(
    call: Call, request: Request, scope: Scope, meaning: Meaning, snapshot: Snapshot
) -> tuple[SearchAnswer, dict[int, str]]:
    """Return the hub's answer and the names of its projects by number, once ``check_asked``.

    ``snapshot`` is the one that ``request`` was made of, over by now. Raises as the hub does.
    """
    # Nobody without a hub waits for it.
    from memory_mcp.hub import searching  # noqa: PLC0415

    hub = call.runtime.settings.hub
    assert hub is not None
    if meaning.why_not:
        call.notices.append(meaning.why_not)
    with call.reading() as here:
        known_as = project_identity.names_of(here, scope.id)
    called = None if scope.name == EVERYWHERE else [scope.name, *known_as] if scope.name else []
    vector = None if meaning.vector is None else meaning.vector()
    answered, names = searching.search(hub, request, called, vector, meaning.model_tag, now=snapshot.now)
    # The hub has each row under the name that its project had then.
    return answered, {number: str(scope.name) if name in known_as else name for number, name in names.items()}
