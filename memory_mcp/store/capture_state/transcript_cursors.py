"""Keep between two processes how far each transcript was read, and which turns of hooks it does not hold yet."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from memory_mcp.language.digests import blake2b
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.temporal import DAY_US, Instant

# The line of a turn that stands for a picture in it.
_IMAGE: Final = "[image]"

# How long a turn is kept from other memories for the line that gives it the id it has on each of them: a turn of an
# agent may take hours, and what has no line by then has none.
_WAITS_US: Final = DAY_US

TOLD_TWICE_US: Final = 10_000_000
"""Within which time two processes begin that were told the same, by a hook that is installed twice."""

_CURSOR: Final = """
    SELECT inode, size, offset, lines, tail_hash, pending
    FROM capture_cursor
    WHERE path = :path
"""
_ADVANCE: Final = """
    INSERT INTO capture_cursor (path, inode, size, offset, lines, tail_hash, pending, changed_at)
    VALUES (:path, :inode, :size, :offset, :lines, :tail_hash, :pending, :now)
    ON CONFLICT (path) DO UPDATE
    SET inode = :inode, size = :size, offset = :offset, lines = :lines, tail_hash = :tail_hash, pending = :pending,
        changed_at = :now
"""
_PASSED_IN: Final = """
    SELECT path, inode, size, offset, lines, tail_hash, pending
    FROM capture_cursor
    WHERE path >= :folder AND path < :behind AND instr(pending, '"passed":[[') > 0
    ORDER BY changed_at DESC
"""
_IS_TOLD_TWICE: Final = """
    -- Once its line is read a turn is over: the same words are said again, unless they come late.
    SELECT 1
    FROM pending_turn
    WHERE session_uid = :session_uid AND words_hash = :words_hash
      AND said_at BETWEEN :said_at - :window AND :said_at + :window
      AND (line_key IS NULL OR :is_late)
"""
_IS_READ: Final = """
    SELECT 1
    FROM (
        SELECT uid, body, attributes, recorded_at, valid_from
        FROM item
        WHERE session_uid = :session_uid AND kind = 'turn'
        ORDER BY position DESC
        LIMIT 200
    ) AS latest
    WHERE latest.body = :words AND latest.attributes ->> 'role' = :role AND latest.recorded_at >= :since
      AND latest.valid_from >= :said_since
      AND (:with_pending OR NOT EXISTS (SELECT 1 FROM pending_turn WHERE pending_turn.turn_uid = latest.uid))
"""
_IS_PART_READ: Final = """
    -- Of what was said last; a turn that waits for its line is no part that was read.
    SELECT 1
    FROM (
        SELECT uid, body, attributes ->> 'role' AS role
        FROM item
        WHERE session_uid = :session_uid AND kind = 'turn' AND attributes ->> 'role' IN ('user', 'assistant')
        ORDER BY position DESC
        LIMIT 1
    ) AS latest
    WHERE latest.role = 'assistant' AND instr(:words, trim(latest.body)) > 0
      AND NOT EXISTS (
          SELECT 1
          FROM pending_turn
          WHERE pending_turn.turn_uid = latest.uid AND pending_turn.line_key IS NULL
      )
"""
_LAST_PROMPTED: Final = """
    SELECT recorded_at
    FROM item
    WHERE session_uid = :session_uid AND kind = 'turn' AND attributes ->> 'role' = 'user'
    ORDER BY position DESC
    LIMIT 1
"""
_NOTE: Final = """
    INSERT INTO pending_turn (turn_uid, session_uid, words_hash, said_at, waits_until)
    VALUES (:turn_uid, :session_uid, :words_hash, :said_at, :waits_until)
"""
_HAS_PENDING: Final = """
    SELECT 1
    FROM pending_turn
    WHERE session_uid = :session_uid
"""
_HAS_ANY_PENDING: Final = """
    SELECT 1
    FROM pending_turn
"""
_IS_SETTLED: Final = """
    -- In whichever session: one that goes on in another file begins with a copy of the lines it had.
    SELECT 1
    FROM pending_turn
    JOIN session ON session.uid = pending_turn.session_uid
    WHERE pending_turn.line_key = :line_key
      AND session.project_id = (SELECT project_id FROM session WHERE uid = :session_uid)
"""
_MATCH: Final = """
    SELECT turn_uid, coalesce(waits_until > :now, 0)
    FROM pending_turn
    WHERE session_uid = :session_uid AND words_hash = :words_hash AND line_key IS NULL
    ORDER BY said_at, turn_uid
    LIMIT 1
"""
_SETTLE: Final = """
    UPDATE pending_turn
    SET line_key = :line_key, turn_uid = :now_uid, waits_until = NULL,
        told_as = iif(:now_uid = turn_uid, NULL, turn_uid)
    WHERE turn_uid = :turn_uid
"""
_KNOWN_BY_NOW: Final = """
    SELECT turn_uid
    FROM pending_turn
    WHERE told_as = :told_as
"""
_LET_GO: Final = """
    UPDATE pending_turn
    SET waits_until = NULL
    WHERE waits_until IS NOT NULL AND (session_uid = :session_uid OR waits_until <= :now)
"""
_HAVE_WAITED_LONG: Final = """
    SELECT EXISTS (SELECT 1 FROM pending_turn WHERE waits_until <= :now)
"""
_FORGET_CALL: Final = """
    -- A call that was stored without its outcome is kept with its words, for an outcome that comes after all.
    UPDATE capture_cursor
    SET pending = json_set(pending, '$.calls', (
        SELECT json_group_object(call.key, json(call.value))
        FROM json_each(pending, '$.calls') AS call
        WHERE substr(:line_key, -length(call.key) - 6) <> ':tool:' || call.key
    ))
    WHERE instr(pending, '"is_stored"') > 0
      AND EXISTS (
          SELECT 1
          FROM json_each(pending, '$.calls') AS call
          WHERE substr(:line_key, -length(call.key) - 6) = ':tool:' || call.key
      )
"""


class Cursor(NamedTuple):
    """How far a file was read: bytes and lines, what the file was then, and what its lines left open."""

    pending: dict[str, Any]
    inode: int = 0
    size: int = 0
    offset: int = 0
    lines: int = 0
    tail_hash: bytes = b""


def cursor(snapshot: Snapshot, path: str) -> Cursor | None:
    """Return how far a transcript was read; None for one that never was."""
    row = snapshot.row(_CURSOR, {"path": path})
    return None if row is None else _cursor(*row)


def _cursor(inode: int, size: int, offset: int, lines: int, tail_hash: bytes, pending: str) -> Cursor:
    return Cursor(json.loads(pending), inode, size, offset, lines, tail_hash)


def advance(tx: Transaction, path: str, to: Cursor) -> None:
    """Record how far a transcript was read."""
    tx.execute(
        _ADVANCE,
        {
            "path": path, "inode": to.inode, "size": to.size, "offset": to.offset, "lines": to.lines,
            "tail_hash": to.tail_hash, "pending": json.dumps(to.pending, ensure_ascii=False, separators=(",", ":")),
            "now": tx.now,
        },
    )  # fmt: skip


def passed_in(snapshot: Snapshot, folder: str) -> dict[str, Cursor]:
    """Return how far the transcripts of a folder were read of which lines were passed over.

    The name of the folder ends as what is in it begins.
    """
    behind = folder[:-1] + chr(ord(folder[-1]) + 1)
    return {path: _cursor(*row) for path, *row in snapshot.rows(_PASSED_IN, {"folder": folder, "behind": behind})}


def passed_over(snapshot: Snapshot, client: str, session: str) -> frozenset[str]:
    """Return the keys of what was said in a session and is not to be stored, where no transcript says it."""
    known = cursor(snapshot, f"{client}:{session}")
    return frozenset() if known is None else frozenset(known.pending.get("keys", ()))


def pass_over(tx: Transaction, client: str, session: str, keys: frozenset[str]) -> None:
    """Record the keys of what was said in a session and is not to be stored."""
    advance(tx, f"{client}:{session}", Cursor({"keys": sorted(keys)}))


def forget_call(tx: Transaction, line_key: str) -> None:
    """Delete the words of an erased tool call that are kept while its outcome is awaited.

    ``line_key`` is the external id of the call's turn.
    """
    tx.execute(_FORGET_CALL, {"line_key": line_key})


def is_prompt_told(
    tx: Transaction, session_uid: str, words: str, said_at: Instant, *, is_late: bool, has_id: bool
) -> bool:
    """Say whether a prompt that a hook reports is stored already.

    The same hook may be installed twice, or the prompt's transcript was read: another session that starts may be
    faster than the hook. ``is_late`` means that it waited in the spool, so its line may have any time. ``has_id`` means
    that the client names its turns, so the same words told twice are two turns.
    """
    values = {"session_uid": session_uid, "words_hash": words_hash("user", words), "said_at": said_at}
    if not has_id and tx.value(_IS_TOLD_TWICE, {**values, "window": TOLD_TWICE_US, "is_late": is_late}):
        return True
    since = said_at - TOLD_TWICE_US
    values = {"session_uid": session_uid, "words": words, "role": "user", "since": since, "with_pending": False}
    return bool(tx.value(_IS_READ, {**values, "said_since": 0 if is_late else since}))


def is_answer_told(tx: Transaction, session_uid: str, words: str, *, has_transcript: bool) -> bool:
    """Say whether an answer that a hook reports is stored already: the same words were said in this session lately.

    If they were really said again, the transcript tells it, and so it does the rest of an answer of which a part was
    read by another session's start. Without a transcript the same words are another answer once something was asked for
    since.
    """
    if has_transcript and tx.value(_IS_PART_READ, {"session_uid": session_uid, "words": words}):
        return True
    since = 0 if has_transcript else tx.value(_LAST_PROMPTED, {"session_uid": session_uid}) or 0
    values = {"session_uid": session_uid, "words": words, "role": "assistant", "since": since}
    return bool(tx.value(_IS_READ, {**values, "said_since": 0, "with_pending": True}))


def note_pending(
    tx: Transaction, turn_uid: str, session_uid: str, role: str, words: str, said_at: Instant, *, waits: bool
) -> None:
    """Record that a turn was stored before its transcript told it; ``waits``: there is a transcript that may."""
    values = {"session_uid": session_uid, "words_hash": words_hash(role, words), "said_at": said_at}
    tx.execute(_NOTE, {**values, "turn_uid": turn_uid, "waits_until": tx.now + _WAITS_US if waits else None})


def has_pending(snapshot: Snapshot, session_uid: str) -> bool:
    """Say whether a turn of a session was stored before its transcript told it."""
    return bool(snapshot.value(_HAS_PENDING, {"session_uid": session_uid}))


def has_any_pending(snapshot: Snapshot) -> bool:
    """Say whether a turn of any session was stored before its transcript told it."""
    return bool(snapshot.value(_HAS_ANY_PENDING))


def is_settled(snapshot: Snapshot, session_uid: str, line_key: str) -> bool:
    """Say whether a line was stored before, in this session or in one of its project that this one goes on from."""
    return bool(snapshot.value(_IS_SETTLED, {"session_uid": session_uid, "line_key": line_key}))


def match(tx: Transaction, session_uid: str, role: str, words: str) -> tuple[str, bool] | None:
    """Return the oldest pending turn of these words, and whether it waits for its line still; None where there is none.

    Each pending turn stands for one line.
    """
    return tx.row(_MATCH, {"session_uid": session_uid, "words_hash": words_hash(role, words), "now": tx.now})


def settle(tx: Transaction, turn_uid: str, line_key: str, now_uid: str | None = None) -> None:
    """Note which line says a pending turn, and the id that the turn has by now."""
    tx.execute(_SETTLE, {"turn_uid": turn_uid, "line_key": line_key, "now_uid": now_uid or turn_uid})


def known_by_now(snapshot: Snapshot, told_as: str) -> str | None:
    """Return the id of a turn that had another one while it waited for its line; None for any other."""
    found: str | None = snapshot.value(_KNOWN_BY_NOW, {"told_as": told_as})
    return found


def let_go(tx: Transaction, session_uid: str | None = None) -> None:
    """Let the turns of a session, and those that have waited too long, wait for their lines no more.

    They are rows with ids of their own from now on, and other memories hear of them.
    """
    tx.execute(_LET_GO, {"session_uid": session_uid, "now": tx.now})


def have_waited_long(snapshot: Snapshot) -> bool:
    """Whether turns have waited for their lines too long, so that ``let_go`` has something to do."""
    return bool(snapshot.value(_HAVE_WAITED_LONG, {"now": snapshot.now}))


def words_hash(role: str, words: str) -> bytes:
    """Return what a turn is recognised by: its words, however they are set, without pictures a hook is not shown."""
    lines = words.splitlines()
    said = " ".join(" ".join(line for line in lines if line != _IMAGE).split()) or words.strip()
    return blake2b(f"{role}\x00{said}".encode(), digest_size=16).digest()
