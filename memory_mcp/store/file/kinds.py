"""Predicates on kinds of rows, and how they are called, which statements use by name.

The fragments speak of ``item``, as those of ``as_of`` do.
"""

from __future__ import annotations

from typing import Final, LiteralString

IS_TOLD: Final[LiteralString] = "item.kind NOT IN ('passage', 'digest')"
"""Somebody wrote or said it; the others are made of what was."""

HAS_VECTOR: Final[LiteralString] = "item.kind NOT IN ('document', 'statement')"
"""It has a vector; a document has those of its passages, a statement that of its turn."""

HAS_HASH: Final[LiteralString] = "item.kind IN ('learning', 'observation', 'relation')"
"""The same text is found by its hash when it comes again."""

IS_PART: Final[LiteralString] = "item.kind IN ('observation', 'relation')"
"""It is known of an entity, and goes with it."""

IS_SAID: Final[LiteralString] = "item.kind IN ('turn', 'statement')"
"""It was said in a session."""

IS_COMPARED: Final[LiteralString] = "item.kind IN ('learning', 'decision', 'observation', 'relation')"
"""It may contradict another."""

IS_COMPARED_BY_VECTOR: Final[LiteralString] = "item.kind IN ('learning', 'decision', 'observation')"
"""It may contradict another in other words; a relation has no sentence."""

CALLED: Final[LiteralString] = "iif(item.kind = 'relation', coalesce(nullif(item.context, ''), item.title), item.title)"
"""What it is called where it stands alone: a relation is called by all its words, which say whose it is."""
