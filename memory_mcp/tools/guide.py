"""Show how to use this memory: the page ``guide`` of the documentation, whole or by topic."""

from __future__ import annotations

from typing import Annotated, TypedDict

from memory_mcp.docs.pages import read_page
from memory_mcp.errors import NotFoundError
from memory_mcp.language.shortening import echoed
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import tool


class GuideResult(TypedDict, total=False):
    """A part of the guide, and the names of all parts."""

    topic: str
    text: str
    topics: list[str]


@tool(title="How to use this memory", read_only=True, idempotent=True)
def memory_guide(
    call: Call,  # noqa: ARG001 - every tool takes it
    topic: Annotated[str | None, "One of remember, find, time, correct, forget, projects, sessions, privacy."] = None,
) -> GuideResult:
    """Explain how to use this memory.

    Raises NotFoundError for a topic that the guide does not have.
    """
    parts = sections()
    if topic is None:
        return GuideResult(topics=list(parts), text="\n\n".join(parts.values()))
    text = parts.get(topic.strip().casefold())
    if text is None:
        raise NotFoundError(f"no topic {echoed(topic)!r}", hint=f"Topics: {', '.join(parts)}.", field="topic")
    return GuideResult(topic=topic.strip().casefold(), text=text, topics=list(parts))


def sections() -> dict[str, str]:
    """Return the parts of the guide as Markdown, by their heading in lower case."""
    parts: dict[str, str] = {}
    for block in read_page("guide").text.split("\n## ")[1:]:
        heading, _, text = block.partition("\n")
        parts[heading.strip().casefold()] = text.strip()
    return parts
