"""Make the ids of what is captured from what names it on every machine, and from nothing that only one machine has.

A session is named by its client's id of it. A turn is named by the transcript line that says it; in a file that
somebody made, by its key there and its words. A statement is named by the turn and its words, a digest by the session
and by which of its turns were erased before. So two machines that capture one conversation give its rows the same ids.
What has no such name gets an id of its own.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any, Final

from memory_mcp.language.folding import one_spaced
from memory_mcp.store.facts import erasure, versions
from memory_mcp.store.facts.versions import Kind
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.file.ids import derived_uid, is_derived

KINDS: Final[tuple[Kind, ...]] = ("turn", "statement", "digest")
"""What is read out of a conversation, wherever that is done."""

WITHOUT: Final = "without"
"""The attribute of a digest that names the turns which were erased before it was made, where there are any."""

_CLIENTS: Final = """
    SELECT uid, client
    FROM session
    WHERE uid IN (SELECT value FROM json_each(:uids))
"""


def is_captured(kind: str, uid: str) -> bool:
    """Whether every machine that captures what this row says gives it this id."""
    return kind in KINDS and is_derived(uid)


def of_session(snapshot: Snapshot, client: str, client_session: str) -> str | None:
    """Return the id of a client's session; None where the client has no name for it.

    One that was erased and goes on after that is another one.
    """
    if not client_session:
        return None
    names = (derived_uid("session", client, client_session, str(place)) for place in count())
    return next(uid for uid in names if not erasure.is_erased(snapshot, uid))


def clients_of_captured(snapshot: Snapshot, sessions: Iterable[str | None]) -> dict[str, str]:
    """Return the client of each of these sessions, by session; one whose turns have ids of their own is left out."""
    asked = json.dumps(sorted({uid for uid in sessions if uid is not None and is_derived(uid)}))
    return dict(snapshot.rows(_CLIENTS, {"uids": asked}))


def of_turn(clients: Mapping[str, str], session_uid: str | None, external_id: str | None, text: str) -> str | None:
    """Return the id of a turn of one of the sessions of ``clients_of_captured``; None where it has no such name.

    A key that begins with its client names one line, in whichever session: a conversation that goes on in another file
    begins with a copy of what was said. Any other was given by whoever made a file: "chat 1" and "1" may be another
    conversation's on another machine, so the words are part of what it names.
    """
    if session_uid is None or external_id is None or session_uid not in clients:
        return None
    if external_id.startswith(f"{clients[session_uid]}:"):
        return derived_uid("turn", "", external_id)
    return derived_uid("turn", session_uid, external_id, text)


def of_statement(turn_uid: str, text: str, said: Counter[str] | None = None) -> str | None:
    """Return the id of what a turn says about how to work; None where the turn has one of its own.

    ``said`` counts the statements of the turn so far by their words (``one_spaced``), which several may have.
    """
    if not is_derived(turn_uid):
        return None
    # Hooks tell a prompt with other white space than its transcript.
    words = one_spaced(text)
    place = 0 if said is None else said[words]
    if said is not None:
        said[words] += 1
    return derived_uid("statement", turn_uid, words, str(place))


def of_digest(snapshot: Snapshot, session_uid: str) -> str | None:
    """Return the id of the next digest of a session; None where the session has one of its own.

    One that was taken back or erased is not made again: the next is another one.
    """
    if not is_derived(session_uid):
        return None
    gone = erasure.turns_erased(snapshot, session_uid)
    names = (digest_name(session_uid, gone, place) for place in count())
    return next(uid for uid in names if not erasure.is_erased(snapshot, uid) and versions.newest(snapshot, uid) is None)


def digest_name(session_uid: str, gone: Iterable[str], place: int = 0) -> str:
    """Return the id of a session's digest that was made once these turns were erased."""
    return derived_uid("digest", session_uid, *sorted(gone), str(place))


def without(snapshot: Snapshot, session_uid: str) -> dict[str, Any]:
    """Return what a digest of a session says of the turns that were erased before it is made."""
    gone = erasure.turns_erased(snapshot, session_uid)
    return {WITHOUT: gone} if gone else {}
