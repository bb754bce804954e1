"""Tell which open ends are so old that most likely somebody has seen to them, though nobody said so in these words.

Of 395 things that 77 conversations of two weeks left to do 240 were done, half of them within four days
(``bench/*_histories``). Where the project was worked on for eight days since, those that are told are done as often as
not. A project that rests loses none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.sessions.sessions import SAYS_SOMETHING
from memory_mcp.store.sessions.statements import Statement
from memory_mcp.temporal import DAY_US, Instant

TOLD_FOR: Final = 8
"""Days of work after the one on which an open end was said, and before today, on which it is told."""

_WORKED: Final = f"""
    -- Each day is found by the index from the one after it.
    WITH RECURSIVE worked (day) AS (
        SELECT :now / :day_us
        UNION ALL
        SELECT (
            SELECT session.started_at / :day_us
            FROM session
            WHERE session.project_id = :project AND session.started_at < worked.day * :day_us
              AND {SAYS_SOMETHING}
            ORDER BY session.started_at DESC
            LIMIT 1
        )
        FROM worked
        WHERE worked.day IS NOT NULL
        LIMIT :days + 1
    )
    SELECT iif(count(day) > :days, min(day) * :day_us, NULL)
    FROM worked
"""


def likely_done(snapshot: Snapshot, said: Sequence[Statement]) -> frozenset[str]:
    """Return the ids of those statements that say what was left to do longer ago than that is told.

    What a person confirmed is none.
    """
    still = [one for one in said if one.role == "open" and not one.is_confirmed]
    since = {project: _worked_since(snapshot, project) for project in {one.project_id for one in still}}
    return frozenset(one.uid for one in still if (told := since[one.project_id]) is not None and one.said_at < told)


def _worked_since(snapshot: Snapshot, project: int) -> Instant | None:
    """Return the start of the first of the last days on which a project was worked on; None where there are fewer."""
    asked = {"project": project, "now": snapshot.now, "day_us": DAY_US, "days": TOLD_FOR}
    found = snapshot.value(_WORKED, asked)
    return None if found is None else int(found)
