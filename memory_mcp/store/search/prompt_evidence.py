"""What speaks for telling a prompt a row: how far it stands out in meaning, and what the words it shares tell.

Cosines alone say little (e5's lie close together, whatever is asked); how far the nearest rows lie above the first that
would not be told says whether any has to do with it. Only what was noted, or said about how to work, is looked at, so
that the cost does not grow with the conversations. SQLite computes the cosines: a hook has no time for numpy.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from memory_mcp.store.facts.versions import Item, items_at
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.text_index.prompt_matches import LEAST_ROWS, says_more, telling_words

Odds = Callable[[str, Sequence[str]], Sequence[float]]
"""Gives of notes the logarithm of the odds that each answers a text; nothing where they cannot be read beside it."""
LONGEST_READ: Final = 480
"""Characters of a note that is read to its end, as a rule: of a longer one only the beginning would be."""
_LOOKED_AT: Final = 12

_COSINES: Final = """
    SELECT item_embedding.item_id, 1 - min(vec_distance_cosine(item_vector.embedding, :vector))
    FROM json_each(:ids) AS wanted
    CROSS JOIN item_embedding ON item_embedding.item_id = wanted.value
    CROSS JOIN item_vector ON item_vector.rowid = item_embedding.id
    GROUP BY item_embedding.item_id
"""


class Evidence(NamedTuple):
    """A row, how far its cosine lies above that of the first row that could not be told any more, and its words.

    ``words`` is as ``telling_words`` gives it.
    """

    item: Item
    lead: float
    words: float


def evidence(
    snapshot: Snapshot, text: str, vector: bytes, ids: list[int], *, most: int, looked_at: int = 0
) -> list[Evidence]:
    """Return the rows of ``ids`` nearest to a prompt, nearest first, with what speaks for each.

    ``most`` is how many are told, and how many are returned unless more are ``looked_at``. ``vector`` is as
    ``question_vector`` gives it. Empty where too few rows have a vector for one to stand out.
    """
    cosines: dict[int, float] = dict(snapshot.rows(_COSINES, {"ids": json.dumps(ids), "vector": vector}))
    if len(cosines) < LEAST_ROWS:
        return []
    first = sorted(cosines, key=lambda item_id: (-cosines[item_id], -item_id))[:_LOOKED_AT]
    rows = {item.id: item for item in items_at(snapshot, first)}
    nearest = [item_id for item_id in first if says_more(rows[item_id], text)]
    if len(nearest) <= most:
        return []
    words, rest = telling_words(snapshot, text), cosines[nearest[most]]
    return [Evidence(rows[id_], cosines[id_] - rest, words.get(id_, 0.0)) for id_ in nearest[: max(most, looked_at)]]
