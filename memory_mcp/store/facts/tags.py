"""Find tags however they are written: in small or capital letters, composed or decomposed. Rows keep them as given."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final

from memory_mcp.language.folding import one_spaced
from memory_mcp.store.file.database import Snapshot

_WRITTEN: Final = """
    -- From each to the next: a memory has few of them, on many rows.
    WITH RECURSIVE known(tag) AS (
        SELECT min(tag) FROM item_tag
        UNION ALL
        SELECT (SELECT min(tag) FROM item_tag WHERE tag > known.tag)
        FROM known
        WHERE known.tag IS NOT NULL
    )
    SELECT tag
    FROM known
    WHERE tag IS NOT NULL
"""


def tag_key(tag: str) -> str:
    """Return what is equal of tags that are the same: Unicode NFKC, case and white space are folded, accents stay."""
    return one_spaced(unicodedata.normalize("NFKC", tag).casefold())


def forms(snapshot: Snapshot, wanted: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Return for each tag how it is written on the rows of this memory, and as it was given."""
    given = list(wanted)
    known = defaultdict[str, list[str]](list)
    for (tag,) in snapshot.rows(_WRITTEN) if given else []:
        known[tag_key(tag)].append(tag)
    return tuple(tuple(dict.fromkeys([tag, *known[tag_key(tag)]])) for tag in given)


def added(known: Iterable[str], more: Iterable[str]) -> tuple[str, ...]:
    """Return the tags of ``more`` that are none of ``known``, each once."""
    keys = {tag_key(tag) for tag in known}
    return tuple({key: tag for tag in more if (key := tag_key(tag)) not in keys}.values())


def as_one(tagged: Iterable[tuple[int, str]], limit: int) -> dict[str, int]:
    """Return how many rows have each tag, the highest first, under the form that most of them have; ``limit`` at most.

    ``tagged`` are (number of a row, tag).
    """
    forms_of, rows_of = defaultdict[str, Counter[str]](Counter), defaultdict[str, set[int]](set)
    keys: dict[str, str] = {}
    for row, tag in tagged:
        key = keys[tag] if tag in keys else keys.setdefault(tag, tag_key(tag))
        forms_of[key][tag] += 1
        rows_of[key].add(row)
    best = sorted(((forms_of[key].most_common(1)[0][0], len(rows)) for key, rows in rows_of.items()),
                  key=lambda one: (-one[1], one[0]))  # fmt: skip
    return dict(best[:limit])
