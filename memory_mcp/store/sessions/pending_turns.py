"""Keep turns that a hook told before the transcript had them; each takes the id of its line once the line is read.

Such a turn begins with an id of its own, since nobody knows its line yet. Until the line is read, the session ends, or
a day has passed, no other memory takes the turn in: the feed leaves it out, and an export says until when it waits. So
the turn can still take the id that follows from its line. The row stays where it is, with all that was read in it and
done to it, and it is the same row as on another machine that read a copy of the transcript. A turn whose line never
comes keeps its own id.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Final

from memory_mcp.language.folding import one_spaced
from memory_mcp.store.capture_state import transcript_cursors
from memory_mcp.store.facts import erasure, versions
from memory_mcp.store.facts.erasure import By, KnownBy
from memory_mcp.store.file.database import Transaction
from memory_mcp.store.sessions import captured_ids

# A turn does not say the same about how to work more often.
_MOST_ALIKE: Final = 20

_STATEMENTS: Final = """
    SELECT uid, body
    FROM item
    WHERE parent_uid = :uid AND kind = 'statement'
    ORDER BY recorded_at, id
"""


def meet_line(tx: Transaction, session_uid: str, role: str, words: str, line_key: str) -> bool:
    """Say whether a line of a transcript is stored already, as a turn that was told before it; which then takes its id.

    What was erased under either of the two ids is erased under both.
    """
    if transcript_cursors.is_settled(tx, session_uid, line_key):
        return True
    found = transcript_cursors.match(tx, session_uid, role, words)
    if found is None:
        return False
    told, waits = found
    clients = captured_ids.clients_of_captured(tx, [session_uid])
    line = captured_ids.of_turn(clients, session_uid, line_key, words)
    now = told
    if line is not None and erasure.is_erased(tx, told):
        _erase_line(tx, session_uid, told, line, line_key)
    elif line is not None and erasure.is_erased(tx, line):
        erasure.erase(tx, told)
    elif line is not None and waits:
        _take_id(tx, session_uid, told, line, line_key)
        now = line
    transcript_cursors.settle(tx, told, line_key, now)
    return True


def has_its_line(tx: Transaction, session_uid: str, told_key: str) -> bool:
    """Whether what is told under this key was told before, and has the id of its line by now."""
    told = captured_ids.of_turn(captured_ids.clients_of_captured(tx, [session_uid]), session_uid, told_key, "")
    return told is not None and transcript_cursors.known_by_now(tx, told) is not None


def _erase_line(tx: Transaction, session_uid: str, told: str, line: str, line_key: str) -> None:
    if versions.newest(tx, line) is not None:
        erasure.erase(tx, line)
        return
    captured_key = erasure.captured_keys(tx, [(session_uid, line_key)])[0]
    erasure.note_erasure(tx, line, "turn", known_by=KnownBy(session_uid=session_uid, captured_key=captured_key))
    erasure.erase_told(tx, session_uid, By(tx.id, tx.now, told), line)


def _take_id(tx: Transaction, session_uid: str, told: str, line: str, line_key: str) -> None:
    """Give a turn the id of its line, and what was read in it those that follow from it."""
    from memory_mcp.store.facts import taking_ids  # noqa: PLC0415 - a prompt, which waits, has no line to meet
    from memory_mcp.store.sessions import digest_builder  # noqa: PLC0415 - as above

    bodies: dict[str, list[str]] = {}
    for uid, body in tx.rows(_STATEMENTS, {"uid": told}):
        bodies.setdefault(uid, []).append(body)
    for uid, said in bodies.items():
        new = _statement_of(line, told, uid, said)
        if erasure.is_erased(tx, new):
            erasure.erase(tx, uid)
        else:
            taking_ids.take(tx, uid, new, parent=line)
    if taking_ids.take(tx, told, line, key=line_key):
        # It was read twice, and now one of the two is gone.
        digest_builder.go_on(tx, session_uid, from_start=True)


def _statement_of(line: str, told: str, uid: str, said: list[str]) -> str:
    """Return the id of a statement where the line is what says it; ``said`` are its versions, the first first."""
    for body, place in product(said, range(_MOST_ALIKE)):
        if captured_ids.of_statement(told, body, Counter({one_spaced(body): place})) == uid:
            return captured_ids.of_statement(line, body, Counter({one_spaced(body): place})) or uid
    return captured_ids.of_statement(line, uid) or uid
