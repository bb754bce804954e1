"""Short ids: the last eight characters of an id, which a person can type and a list has room for.

An id begins with its time, so neighbours begin alike; its end is random.
"""

from __future__ import annotations

from typing import Final

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.capture_state import transcript_cursors
from memory_mcp.store.file.database import Snapshot

LENGTH: Final = 8
"""How many characters of its end an id is shown by, and the fewest it is known by."""
_WHOLE: Final = 36
_MOST_NAMED: Final = 6

_IS_KNOWN: Final = """
    SELECT 1 FROM item WHERE uid = :given
    UNION ALL
    SELECT 1 FROM session WHERE uid = :given
    UNION ALL
    SELECT 1 FROM handoff WHERE uid = :given
    UNION ALL
    SELECT 1 FROM erasure WHERE uid = :given
    LIMIT 1
"""
_ENDING: Final = """
    -- An index on the ends would cost every write; a scan of the index of ids takes 0.2 us a row.
    SELECT uid FROM item WHERE substr(uid, -length(:given)) = :given
    UNION
    SELECT uid FROM session WHERE substr(uid, -length(:given)) = :given
    UNION
    SELECT uid FROM handoff WHERE substr(uid, -length(:given)) = :given
    UNION
    SELECT uid FROM erasure WHERE substr(uid, -length(:given)) = :given
    UNION
    SELECT turn_uid FROM pending_turn WHERE substr(told_as, -length(:given)) = :given
    ORDER BY uid DESC
    LIMIT :limit
"""
_KIND: Final = """
    SELECT kind FROM item WHERE uid = :uid
    UNION ALL
    SELECT 'session' FROM session WHERE uid = :uid
    UNION ALL
    SELECT 'handoff' FROM handoff WHERE uid = :uid
    LIMIT 1
"""
_ERASED_KIND: Final = """
    SELECT kind
    FROM erasure
    WHERE uid = :uid
"""


def kind_of(snapshot: Snapshot, uid: str) -> str | None:
    """Return what a whole id is of: a row's kind, "session" or "handoff"; None where nothing here has it."""
    found: str | None = snapshot.value(_KIND, {"uid": uid})
    return found


def erased_kind(snapshot: Snapshot, uid: str) -> str | None:
    """Return the kind of what had a whole id until it was erased; None where nothing with that id was."""
    found: str | None = snapshot.value(_ERASED_KIND, {"uid": uid})
    return found


def short(uid: str) -> str:
    """Return the end of an id, by which ``whole`` knows it again."""
    return uid[-LENGTH:]


def too_short(*given: str) -> str:
    """Return how long a short id has to be, where one of these ids that nobody knows is shorter; else nothing."""
    shorter = next((one for one in map(str.strip, given) if len(one) < LENGTH), None)
    if shorter is None:
        return ""
    return f"Give the last {LENGTH} characters of an id, or more of it: {shorter!r} has {len(shorter)}."


def whole(snapshot: Snapshot, given: str, *, field: str = "id") -> str:
    """Return the id of the row, session or handoff that ``given`` is, or is the end of; else ``given`` as it is.

    Raises InvalidInputError naming the candidates where several end so.
    """
    given = given.strip()
    if len(given) == _WHOLE:
        return transcript_cursors.known_by_now(snapshot, given) or given
    if not LENGTH <= len(given) < _WHOLE or snapshot.value(_IS_KNOWN, {"given": given}):
        return given
    ends = dict.fromkeys([given, given.lower()])
    asked = {"limit": _MOST_NAMED}
    meant = next((found for end in ends if (found := snapshot.rows(_ENDING, asked | {"given": end}))), [])
    if len(meant) > 1:
        named = [f"{uid} ({kind_of(snapshot, uid) or f'erased {erased_kind(snapshot, uid)}'})" for (uid,) in meant]
        more = ", ..." if len(meant) == _MOST_NAMED else ""
        raise InvalidInputError(
            f"several ids end with {given!r}", hint=f"Give more of the end: {', '.join(named)}{more}", field=field
        )
    return str(meant[0][0]) if meant else given
