"""Tell whether a part of a row was changed here since its page was written, by the digest of what the part said then.

The parts are the reasons of a decision, which are attributes of its row, and the summary of a person or thing.
"""

from __future__ import annotations

from typing import Final

from memory_mcp.language.digests import blake2b
from memory_mcp.store.facts import versions
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.file.database import Snapshot

SUMMARY: Final = "summary"
REASONS: Final = ("reasoning", "alternatives")


def digest(text: str) -> str:
    """Return by what the text of a part is known again, wherever its lines begin and end."""
    said = "\n".join(line.strip() for line in text.splitlines()).strip()
    return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def part_of(item: Item, part: str) -> str:
    """Return what a row has in the place of a part of its page."""
    return item.body if part == SUMMARY else str(item.attributes.get(part, ""))


def changed_since(snapshot: Snapshot, item: Item, part: str, was: str, said: str) -> bool:
    """Whether a part of a row says something else since its page was written, and not what the page says now.

    ``was`` is the digest of what it said then. A row that never said so here was written by another memory: which text
    is the later one is not known.
    """
    if digest(part_of(item, part)) in (was, digest(said)):
        return False
    return any(digest(part_of(one, part)) == was for one in versions.versions(snapshot, item.uid))
