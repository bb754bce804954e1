"""How to use this memory, from the same text as the README."""

from __future__ import annotations

from importlib import resources
from typing import Annotated, TypedDict

from memory_mcp.errors import NotFoundError
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
    topic: Annotated[str | None, "remember, find, time, correct, forget, projects, sessions, privacy."] = None,
) -> GuideResult:
    """Explain how to use this memory."""
    parts = sections()
    if topic is None:
        return GuideResult(topics=list(parts), text="\n\n".join(parts.values()))
    text = parts.get(topic.strip().casefold())
    if text is None:
        raise NotFoundError(f"no topic {topic!r}", hint=f"Topics: {', '.join(parts)}.", field="topic")
    return GuideResult(topic=topic.strip().casefold(), text=text, topics=list(parts))


def guide_text() -> str:
    """Return the whole guide as Markdown."""
    return (resources.files("memory_mcp.docs") / "guide.md").read_text(encoding="utf-8")


def sections() -> dict[str, str]:
    """Return the parts of the guide by their heading in lower case."""
    parts: dict[str, str] = {}
    for block in guide_text().split("### ")[1:]:
        heading, _, text = block.partition("\n")
        parts[heading.strip().casefold()] = text.strip()
    return parts
