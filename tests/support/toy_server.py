# ruff: noqa: T201 - printing is what one of these tools is for
"""A server with toy tools, for the tests of the server itself: run it as a program."""

from __future__ import annotations

import ctypes
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypedDict

from memory_mcp.application.application import Application, PromptArgument, PromptEntry, PromptMessage, ResourceEntry
from memory_mcp.errors import BusyError, InvalidInputError, NotFoundError, RefusedError
from memory_mcp.tools.framework.declare import Alias, Clamp, Length, Range, RequestFacts, collect, tool


@dataclass
class ToyCall:
    facts: RequestFacts
    notices: list[str] = field(default_factory=list)

    def look_through(self, values: object) -> None:
        """Find no secret in what is stored."""

    def before_reading(self) -> None:
        """Put nothing off."""


STORED: list[str] = []
EVENTS: list[str] = []


class Item(TypedDict, total=False):
    content: Annotated[str, Length(1, 10), "The text."]
    as_of: Annotated[str, "A time."]


class LearnResult(TypedDict, total=False):
    id: str
    content: str
    action: Literal["added", "skipped_duplicate"]
    tags: list[str]
    confidence: float
    limit: int
    validTo: str | None


class Facts(TypedDict, total=False):
    client: str
    session: str
    workspaces: list[str]
    folder: str
    events: list[str]
    stored: list[str]


class Empty(TypedDict, total=False):
    done: bool


@tool(core=True, title="Learn")
def toy_learn(
    call: ToyCall,
    content: Annotated[str, Length(1, 10_000), "What to keep; 1 to 10000 characters."],
    category: Annotated[Literal["pattern", "fact"], "Kind."] = "fact",
    tags: Annotated[list[str] | None, Length(0, 3), "Words to find it by, up to 3."] = None,
    confidence: Annotated[float, Range(0, 1), "How sure, 0 to 1."] = 0.7,
    limit: Annotated[int, Clamp(1, 100), Alias("maxRows"), "How many, 1 to 100."] = 20,
    as_of: Annotated[str | None, "A time."] = None,
) -> LearnResult:
    """Keep a text.

    Returns its id.
    """
    STORED.append(content)
    print(f"noise for {category} {as_of}")
    return {
        "id": "1",
        "content": content,
        "tags": tags or [],
        "confidence": confidence,
        "limit": limit,
        "validTo": None,
    }


@tool(title="Bulk")
def toy_bulk(
    call: ToyCall,
    items: Annotated[list[Item], Length(1, 500), "The texts, 1 to 500."],
    ranking: Annotated[Item | None, "An object."] = None,
    data: Annotated[str | dict[str, Any] | None, "Text or an object."] = None,
) -> LearnResult:
    """Keep several texts, with progress."""
    for done, item in enumerate(items, 1):
        STORED.append(item["content"])
        call.facts.progress(done, len(items))
    return {"id": str(len(items)), "content": repr((items, ranking, data))}


@tool(title="Facts", read_only=True, idempotent=True)
def toy_facts(call: ToyCall) -> Facts:
    """Say who asks."""
    facts = call.facts
    return {
        "client": facts.client_name,
        "session": facts.session_hint,
        "workspaces": list(facts.workspaces),
        "folder": facts.project_dir,
        "events": EVENTS,
        "stored": STORED,
    }


@tool(title="Fail", read_only=True)
def toy_fail(call: ToyCall, how: Annotated[str, "Which failure."]) -> Empty:
    """Fail."""
    if how == "busy":
        raise BusyError("the file is in use", hint="try again")
    if how == "field":
        raise InvalidInputError("asOf: not a time: 'x'", hint="for example yesterday", field="asOf")
    raise RuntimeError(how)


@tool(title="Noise", read_only=True)
def toy_noise(call: ToyCall) -> Empty:
    """Print, in every way there is."""
    print("print 日本語 🙂", flush=True)
    os.write(1, b"descriptor\n")
    libc = ctypes.CDLL(None)
    libc.puts(b"from C")
    libc.fflush(None)
    sys.stdout.write("x" * 100)
    os.system("echo child; cat")
    return {"done": True}


@tool(title="Held", read_only=True)
def toy_held(call: ToyCall, port: Annotated[int, Range(1, 65_535), "Who lets it go."]) -> Empty:
    """Take as long as the other end of a connection wants, then say so."""
    EVENTS.append("begin")
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.recv(1)
    EVENTS.append("end")
    return {"done": True}


@tool(title="Large", read_only=True)
def toy_large(call: ToyCall, size: Annotated[int, Range(0, 1_000_000), "How much."]) -> LearnResult:
    """Return a lot."""
    return {"content": "x" * size}


class ToyLibrary:
    resources = (ResourceEntry("memory://context/current", "context", "Context", "What is known here."),)
    templates = (ResourceEntry("memory://item/{id}", "item", "Item", "One row."),)
    prompts = (PromptEntry("catch_up", "Catch up", "What happened.", (PromptArgument("project", "Which."),)),)

    def read(self, call: Any, uri: str) -> str:
        if uri == "memory://context/current":
            return f"for {call.facts.client_name}"
        if uri == "memory://broken":
            raise RuntimeError("secret")
        if uri == "memory://elsewhere":
            raise RefusedError("of another project", hint="ask for it there")
        raise NotFoundError(f"nothing at {uri}", hint="list the resources")

    def prompt(self, call: Any, name: str, arguments: Mapping[str, str]) -> Sequence[PromptMessage]:
        return [PromptMessage(f"{name} {dict(arguments)}")]


def after_reply() -> bool:
    """Note that an answer has left; there is nothing more to do."""
    EVENTS.append("after")
    print("an answer has left", file=sys.stderr, flush=True)
    return False


def application() -> Application:
    tools = collect([toy_learn, toy_bulk, toy_facts, toy_fail, toy_noise, toy_held, toy_large])
    return Application(tools, ToyCall, ToyLibrary(), (after_reply,))


if __name__ == "__main__":
    from memory_mcp.server import serve_application

    serve_application(application)
