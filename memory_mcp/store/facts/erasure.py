"""Delete rows for good, with all that was made of them: this is the one physical delete.

A line without the content stays in ``erasure``, so that what was removed is not brought in again.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, NamedTuple

from memory_mcp.store.capture_state import transcript_cursors
from memory_mcp.store.facts.versions import Kind, require
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.file.ids import hash_of, is_derived
from memory_mcp.temporal import FOREVER, Instant

_CHILDREN: Final = """
    SELECT DISTINCT uid
    FROM item
    WHERE parent_uid = :uid OR target_uid = :uid
"""
_NOTE_ERASURE: Final = """
    INSERT INTO erasure (uid, kind, txn_id, reason, external_key_hash, session_uid, part_of, captured_key)
    VALUES (:uid, :kind, :txn_id, :reason, :external_key_hash, :session_uid, :part_of, :captured_key)
    -- Erased in two memories, it was erased when the first did so; for its own sake rather than with another row.
    ON CONFLICT (uid) DO UPDATE
    SET txn_id = :txn_id, part_of = NULL, captured_key = coalesce(:captured_key, captured_key),
        session_uid = coalesce(:session_uid, session_uid)
    WHERE :part_of IS NULL
      AND (
          part_of IS NOT NULL
          OR (SELECT at, origin FROM txn WHERE txn.id = :txn_id)
             < (SELECT at, origin FROM txn WHERE txn.id = erasure.txn_id)
      )
"""
# What only the later of two lines says.
_COMPLETE: Final = """
    UPDATE erasure
    SET external_key_hash = coalesce(external_key_hash, :external_key_hash),
        captured_key = coalesce(captured_key, :captured_key), session_uid = coalesce(session_uid, :session_uid)
    WHERE uid = :uid
      AND (
          (external_key_hash IS NULL AND :external_key_hash IS NOT NULL)
          OR (captured_key IS NULL AND :captured_key IS NOT NULL)
          OR (session_uid IS NULL AND :session_uid IS NOT NULL)
      )
"""
_TEXTS: Final = """
    SELECT id, title, body
    FROM item
    WHERE uid = :uid
"""
# A decision says more than its title and its choice.
_MORE_TEXTS: Final = """
    SELECT json_extract(attributes, '$.reasoning') FROM item WHERE uid = :uid
    UNION
    SELECT json_extract(attributes, '$.alternatives') FROM item WHERE uid = :uid
    UNION
    SELECT outcome FROM change WHERE uid = :uid
    UNION
    SELECT outcome FROM item_state WHERE uid = :uid
"""
_ERASE: Final = """
    -- What other rooms keep of the row goes with it, by the trigger item_erase.
    DELETE FROM item
    WHERE uid = :uid
"""
_ERASE_CHANGES: Final = """
    DELETE FROM change
    WHERE uid = :uid
"""
_ERASE_STATE: Final = """
    DELETE FROM item_state
    WHERE uid = :uid
"""
_DIGESTS: Final = """
    SELECT uid, min(recorded_at), max(:turn_uid IN (SELECT value FROM json_each(attributes, '$.without')))
    FROM item
    WHERE session_uid = :session_uid AND kind = 'digest'
    GROUP BY uid
"""
_IS_TURN_ERASED: Final = """
    SELECT 1
    FROM erasure
    JOIN txn ON txn.id = erasure.txn_id
    WHERE erasure.session_uid = :session_uid AND erasure.kind = 'turn' AND :recorded_at <= txn.at
"""
_TURNS_ERASED: Final = """
    SELECT uid
    FROM erasure
    WHERE session_uid = :session_uid AND kind = 'turn'
    ORDER BY uid
"""
_SESSIONS: Final = """
    SELECT uid, client, client_session
    FROM session
    WHERE client_session <> '' AND (:uids IS NULL OR uid IN (SELECT value FROM json_each(:uids)))
"""
_KEYS_OF_SESSION: Final = """
    SELECT DISTINCT uid, external_id
    FROM item
    WHERE session_uid = :session_uid AND kind = 'turn' AND external_id IS NOT NULL
"""
_ERASED_TURNS: Final = """
    SELECT captured_key
    FROM erasure
    WHERE captured_key IN (SELECT value FROM json_each(:keys))
"""
_IS_ERASED: Final = """
    SELECT 1
    FROM erasure
    WHERE uid = :uid
"""
_ERASED: Final = """
    SELECT uid, kind
    FROM erasure
    WHERE uid IN (SELECT value FROM json_each(:uids))
"""
_ERASURE: Final = """
    SELECT erasure.kind, txn.at, txn.actor, erasure.reason
    FROM erasure
    JOIN txn ON txn.id = erasure.txn_id
    WHERE erasure.uid = :uid
"""
_FORMER: Final = """
    SELECT id
    FROM project
    WHERE merged_into = :id
"""
_EXPORTED: Final = """
    SELECT erasure.uid AS id, erasure.kind, txn.at, txn.actor, txn.origin, erasure.session_uid AS sessionId,
           erasure.captured_key AS capturedKey
    FROM erasure
    JOIN txn ON txn.id = erasure.txn_id
    WHERE (:uids IS NULL OR erasure.uid IN (SELECT value FROM json_each(:uids)))
      AND erasure.part_of IS NULL AND txn.at <= :known_at
    ORDER BY erasure.uid
"""
_IS_KEY_ERASED: Final = """
    SELECT 1
    FROM erasure
    WHERE external_key_hash = :external_key_hash
"""

KEY_OF_SESSION: Final = 32
"""How many characters of a turn's key are its session's."""


class Erasure(NamedTuple):
    """What is left of an erased row: of which kind it was, when, by whom and why it was removed."""

    kind: Kind
    at: Instant
    actor: str
    reason: str


class By(NamedTuple):
    """Who erased something, where that was another memory: the transaction and its time; and what it goes with."""

    txn_id: int
    at: Instant
    part_of: str | None = None


class KnownBy(NamedTuple):
    """By what an erased row is known when it comes again: its key in its project, its session, its key everywhere."""

    external_key_hash: bytes | None = None
    session_uid: str | None = None
    captured_key: str | None = None


_BY_ITS_ID: Final = KnownBy()


def erase(tx: Transaction, uid: str, *, reason: str = "", by: By | None = None) -> list[int]:
    """Delete every version of a row for good, with what belongs to it; a line without the content stays in ``erasure``.

    An entity takes its observations and relations along, a document its passages, a turn its statements and the
    digest of its session. Returns the integer keys that are gone, for the vector table. Raises NotFoundError for an
    unknown id.
    """
    by = by or By(tx.id, tx.now)
    with_it = by._replace(part_of=uid)
    item = require(tx, uid)
    kind, gone = item.kind, list[int]()
    session_uid = item.session_uid if kind == "turn" else None
    if session_uid is not None:
        gone += erase_digest(tx, session_uid, reason=reason, by=with_it, turn_uid=uid)
    captured_key = None
    if kind == "turn" and item.external_id:
        transcript_cursors.forget_call(tx, item.external_id)
        captured_key = captured_keys(tx, [(session_uid, item.external_id)])[0]
    if kind in {"entity", "document", "turn"}:
        for (child,) in tx.rows(_CHILDREN, {"uid": uid}):
            gone += erase(tx, child, reason=reason, by=with_it)
    for row_id, *texts in tx.rows(_TEXTS, {"uid": uid}):
        gone.append(row_id)
        tx.erased_texts.extend(filter(None, texts))
    more = [text for (text,) in tx.rows(_MORE_TEXTS, {"uid": uid}) if text and isinstance(text, str)]
    tx.erased_texts.extend(more)
    tx.erased_beside.extend(more)
    key_hash = external_key_hash(item.project_id, item.external_id) if item.external_id else None
    note_erasure(tx, uid, kind, reason, KnownBy(key_hash, session_uid, captured_key), by=by)
    for statement in (_ERASE_CHANGES, _ERASE_STATE, _ERASE):
        tx.execute(statement, {"uid": uid})
    return gone


def erase_digest(
    tx: Transaction, session_uid: str, *, reason: str = "", by: By | None = None, turn_uid: str = ""
) -> list[int]:
    """Delete for good the digests that were stored of a session, and return the integer keys that are gone.

    With ``turn_uid`` they go with that turn; what was made once it was erased stays.
    """
    gone: list[int] = []
    for uid, recorded_at, is_without in tx.rows(_DIGESTS, {"session_uid": session_uid, "turn_uid": turn_uid}):
        if is_without:
            continue
        # Of one made after a turn was erased elsewhere the turn's line says nothing: it has its own. What has one id on
        # every machine says itself that it goes.
        is_told = by is None or recorded_at <= by.at or is_derived(uid)
        gone += erase(tx, uid, reason=reason, by=by if is_told or by is None else by._replace(part_of=None))
    return gone


def digest_texts(snapshot: Snapshot, session_uid: str) -> list[str]:
    """Return the texts of the digests of a session, which are made of words of its turns."""
    digests = snapshot.rows(_DIGESTS, {"session_uid": session_uid, "turn_uid": ""})
    rows = [row for uid, *_ in digests for row in snapshot.rows(_TEXTS, {"uid": uid})]
    return [text for _, *texts in rows for text in texts if text]


def erase_told(tx: Transaction, session_uid: str, by: By, turn_uid: str) -> None:
    """Delete the digests of a session that were made before a turn of it, which never came here, was erased."""
    for uid, recorded_at, is_without in tx.rows(_DIGESTS, {"session_uid": session_uid, "turn_uid": turn_uid}):
        if is_derived(uid) and not is_without:
            erase(tx, uid, by=by._replace(part_of=turn_uid))
        elif not is_derived(uid) and recorded_at <= by.at:
            erase(tx, uid, by=by)


def turns_erased(snapshot: Snapshot, session_uid: str) -> list[str]:
    """Return the ids of the turns of a session that were erased, on whichever machine."""
    return [uid for (uid,) in snapshot.rows(_TURNS_ERASED, {"session_uid": session_uid})]


def note_erasure(
    tx: Transaction, uid: str, kind: str, reason: str = "", known_by: KnownBy = _BY_ITS_ID, *, by: By | None = None
) -> None:
    """Note that something was erased, when, by whom and why, so that it is not brought in again."""
    tx.erased_uids.append(uid)
    noted = {"uid": uid, "kind": kind, "reason": reason} | known_by._asdict()
    by = by or By(tx.id, tx.now)
    tx.execute(_NOTE_ERASURE, noted | {"txn_id": by.txn_id, "part_of": by.part_of})
    tx.execute(_COMPLETE, noted)


def tells_of_erased(snapshot: Snapshot, session_uid: str, recorded_at: Instant) -> bool:
    """Whether a turn of a session was erased when a digest of it that was recorded then was there already."""
    asked = {"session_uid": session_uid, "recorded_at": recorded_at}
    return bool(snapshot.value(_IS_TURN_ERASED, asked))


def external_key_hash(project_id: int, external_id: str) -> bytes:
    """Return the 16 bytes by which an erased row is recognised when it is brought in again."""
    return bytes.fromhex(hash_of(str(project_id), external_id))


def captured_keys(snapshot: Snapshot, turns: Sequence[tuple[str | None, str | None]]) -> list[str | None]:
    """Return the key under which each turn (its session, its key there) is known on every machine; None: no key."""
    asked = json.dumps(list({session for session, _ in turns if session is not None}))
    sessions = session_keys(snapshot, asked)
    return [
        sessions[session] + hash_of(key) if session in sessions and key is not None else None for session, key in turns
    ]


def session_keys(snapshot: Snapshot, uids: str | None = None) -> dict[str, str]:
    """Return the key under which each session of a client is known on every machine; ``uids`` is a list as JSON."""
    return {uid: hash_of(client, name) for uid, client, name in snapshot.rows(_SESSIONS, {"uids": uids})}


def erased_turns(snapshot: Snapshot, keys: Collection[str | None]) -> set[str]:
    """Return those of ``captured_keys`` under which a turn was erased, on whichever machine."""
    return {key for (key,) in snapshot.rows(_ERASED_TURNS, {"keys": json.dumps(list(keys))})}


def turns_under(snapshot: Snapshot, session_uid: str, captured_key: str) -> list[str]:
    """Return the turns of a session here, captured by this memory too, that another one erased under this key."""
    keys = snapshot.rows(_KEYS_OF_SESSION, {"session_uid": session_uid})
    return [uid for uid, key in keys if captured_key.endswith(hash_of(key))]


def is_erased(snapshot: Snapshot, uid: str) -> bool:
    """Whether a row of this id was erased here."""
    return bool(snapshot.value(_IS_ERASED, {"uid": uid}))


def erased(snapshot: Snapshot, uids: Iterable[str]) -> dict[str, str]:
    """Return which ids were erased here, and of which kind they were."""
    return dict(snapshot.rows(_ERASED, {"uids": json.dumps(list(uids))}))


def erasure(snapshot: Snapshot, uid: str) -> Erasure | None:
    """Return what is left of a row that was erased here, or None."""
    row = snapshot.row(_ERASURE, {"uid": uid})
    return None if row is None else Erasure(*row)


def exported(
    snapshot: Snapshot, uids: Collection[str] | None = None, known_at: Instant = FOREVER
) -> list[dict[str, Any]]:
    """Return what is left of those rows (None: of all) that were erased by ``known_at``: columns of a file, no text.

    What went with another row is left out: that one's line says enough.
    """
    asked = None if uids is None else json.dumps(list(uids))
    found = snapshot.dicts(_EXPORTED, {"uids": asked, "known_at": known_at})
    return [{key: value for key, value in one.items() if key != "capturedKey" or value is not None} for one in found]


def is_key_erased(snapshot: Snapshot, project_id: int, external_id: str) -> bool:
    """Whether a row that was brought in under this key was erased here."""
    hashes = [external_key_hash(one, external_id) for one in former_ids(snapshot, project_id)]
    return any(snapshot.value(_IS_KEY_ERASED, {"external_key_hash": one}) for one in hashes)


def former_ids(snapshot: Snapshot, project_id: int) -> list[int]:
    """Return the id of a project and those of the projects that were merged into it: keys were erased under each."""
    return [project_id, *(former for (former,) in snapshot.rows(_FORMER, {"id": project_id}))]
