"""Group statements and notes that are likely about one matter: what was said first with what was said of it later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from memory_mcp.store.sessions.statements import Statement
from memory_mcp.temporal import Instant

# A line of more would not be read.
_MOST: Final = 3


def threads(said_at: Mapping[str, Instant], later: Mapping[str, Iterable[Statement]]) -> dict[str, str]:
    """Return for each text that shares a line the id of the first text of the line.

    ``said_at`` is when each was said that is told, by id, and ``later`` what was said of each afterwards. The likeliest
    come together first, up to three: what is said of what was said later stands in the line too.
    """
    ties = [
        (-each.about_earlier, said_at[uid], each.said_at, uid, each.uid)
        for uid, every in later.items() for each in every if uid in said_at and each.uid in said_at
    ]  # fmt: skip
    lines = {uid: [uid] for uid in said_at}
    for *_, uid, later_uid in sorted(ties):
        one, other = lines[uid], lines[later_uid]
        if one is not other and len(one) + len(other) <= _MOST:
            one += other
            lines |= dict.fromkeys(other, one)
    return {uid: min(line, key=lambda each: (said_at[each], each)) for uid, line in lines.items() if len(line) > 1}
