"""What a server serves: the tools, the texts beside them, and what happens after a reply.

The server knows the protocol and nothing about memory; the tools know memory and nothing about the protocol. They
meet here, in values and functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from memory_mcp.tools.framework.declare import RequestFacts, ToolSpec
from memory_mcp.tools.framework.scheduler import Lane


class ResourceEntry(NamedTuple):
    """A resource, or a family of them when ``uri`` has ``{placeholders}``."""

    uri: str
    name: str
    title: str
    description: str
    mime_type: str = "text/markdown"


class PromptArgument(NamedTuple):
    """One value a person may give to a prompt."""

    name: str
    description: str
    required: bool = False


class PromptEntry(NamedTuple):
    """A prompt a person can pick in the client."""

    name: str
    title: str
    description: str
    arguments: tuple[PromptArgument, ...] = ()


class PromptMessage(NamedTuple):
    """One message a prompt puts into the conversation."""

    text: str
    role: Literal["user", "assistant"] = "user"


class Library(Protocol):
    """The resources and prompts. Listing them must not open the database: clients list at start."""

    resources: Sequence[ResourceEntry]
    templates: Sequence[ResourceEntry]
    prompts: Sequence[PromptEntry]

    def read(self, call: Any, uri: str) -> str:
        """Return the text of a resource; raise NotFoundError or InvalidInputError."""
        ...

    def prompt(self, call: Any, name: str, arguments: Mapping[str, str]) -> Sequence[PromptMessage]:
        """Return the messages of a prompt; raise NotFoundError or InvalidInputError."""
        ...


@dataclass(frozen=True)
class Application:
    """Everything a server needs.

    ``hear`` takes an event that a client's hook tells the server and returns what the client reads.
    ``make_call`` runs in the worker thread while the lane is held, so the first one may open the database.
    Each of ``after_reply`` runs in a background thread after a reply has left, without the lane: it takes
    ``lane.deferred()`` for each short step that needs the connection and returns when there is nothing left to do or
    ``lane.is_wanted``; True means that it wants to go on later. ``close`` runs when the client has gone, within
    a second; a signal does not wait for it.
    """

    tools: Mapping[str, ToolSpec]
    make_call: Callable[[RequestFacts], Any]
    library: Library
    after_reply: Sequence[Callable[[], bool]] = ()
    close: Callable[[], None] = lambda: None
    lane: Lane = field(default_factory=Lane)
    hear: Callable[[Mapping[str, Any]], str] | None = None
