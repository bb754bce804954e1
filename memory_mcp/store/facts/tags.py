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


def as_one(counted: Iterable[tuple[str, int]], limit: int) -> dict[str, int]:
    """Return the counts of tags, the highest first, each tag under the form that is counted most; ``limit`` at most."""
    forms_of, sums = defaultdict[str, Counter[str]](Counter), Counter[str]()
    for tag, count in counted:
        forms_of[tag_key(tag)][tag] += count
        sums[tag_key(tag)] += count
    best = sorted(((forms_of[key].most_common(1)[0][0], count) for key, count in sums.items()),
                  key=lambda one: (-one[1], one[0]))  # fmt: skip
    return dict(best[:limit])
