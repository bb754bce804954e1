"""Store verbatim utterances; each comes in once, under the key it had where it was said."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, get_args

from memory_mcp.language.unspaced_scripts import indexed_apart
from memory_mcp.store.capture_state.transcript_cursors import words_hash
from memory_mcp.store.facts.erasure import captured_keys, erased, erased_turns, external_key_hash, former_ids
from memory_mcp.store.facts.versions import NO_ATTRIBUTES, Item, insert_turns, item_of
from memory_mcp.store.file.as_of import KNOWN
from memory_mcp.store.file.database import Parameters, Snapshot, Transaction
from memory_mcp.store.file.ids import new_uid
from memory_mcp.store.sessions import captured_ids
from memory_mcp.temporal import Instant

Role = Literal["user", "assistant", "tool"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)

_KNOWN_KEYS: Final = """
    SELECT wanted.value ->> 0, wanted.value ->> 1, item.uid, item.kind, item.body
    FROM json_each(:keys) AS wanted
    JOIN item ON item.project_id = wanted.value ->> 0 AND item.external_id = wanted.value ->> 1
    ORDER BY item.superseded_at, item.valid_from
"""
_KNOWN_UIDS: Final = """
    SELECT uid, body
    FROM item
    WHERE uid IN (SELECT value FROM json_each(:uids)) AND +kind = 'turn'
    ORDER BY superseded_at, valid_from
"""
_ANY_ERASED_KEY: Final = """
    SELECT 1
    FROM erasure
    WHERE external_key_hash IS NOT NULL
"""
_ANY_ERASED_TURN: Final = """
    SELECT 1
    FROM erasure
    WHERE kind = 'turn'
"""
_ERASED_KEYS: Final = """
    SELECT wanted.value
    FROM json_each(:hashes) AS wanted
    JOIN erasure ON erasure.external_key_hash = unhex(wanted.value)
"""
_LAST_POSITIONS: Final = """
    SELECT session_uid, max(position)
    FROM item
    WHERE kind = 'turn' AND session_uid IN (SELECT value FROM json_each(:sessions))
    GROUP BY session_uid
"""
# Made once: a row has a text of JSON, and making what writes it takes longer than writing it.
_as_json: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode
_ROLE_ALONE: Final = {role: _as_json({"role": role}) for role in ROLES}

_BEFORE: Final = f"""
    SELECT item.*
    FROM item
    WHERE kind = 'turn' AND session_uid = :session_uid
      AND {KNOWN}
      AND (valid_from, position) < (:valid_from, :position)
    ORDER BY valid_from DESC, position DESC
    LIMIT :around
"""
_AFTER: Final = f"""
    SELECT item.*
    FROM item
    WHERE kind = 'turn' AND session_uid = :session_uid
      AND {KNOWN}
      AND (valid_from, position) > (:valid_from, :position)
    ORDER BY valid_from, position
    LIMIT :around
"""


class Utterance(NamedTuple):
    """What was said: the words as they were, who said them, when, and the key it came by.

    ``at`` is None where nobody noted the time: then it is the time of the transaction.
    """

    text: str
    project_id: int = 0
    session_uid: str | None = None
    role: Role = "user"
    speaker: str = ""
    caption: str = ""
    external_id: str | None = None
    at: Instant | None = None
    tags: tuple[str, ...] = ()
    # What is known of it besides the words, as JSON holds it: the command, the files, how it ended.
    attributes: Mapping[str, Any] = NO_ATTRIBUTES
    # Of one that comes in the place of another: its id, and where it stands in its session.
    uid: str | None = None
    position: int | None = None


class Added(NamedTuple):
    """What became of an utterance. ``differs``: its key is taken by other words; ``erased``: it was erased here."""

    action: Literal["added", "unchanged", "differs", "erased"]
    uid: str = ""


def add(tx: Transaction, utterance: Utterance) -> Added:
    """Store one utterance at the end of its session, unless its key (project, external id) is known."""
    return add_many(tx, [utterance])[0]


def add_many(tx: Transaction, utterances: Sequence[Utterance]) -> list[Added]:
    """Store utterances, each at the end of its session in order of time.

    Returns what became of each, in the order given. The same key with the same words changes nothing.
    """
    known = _known_keys(tx, utterances)
    clients = captured_ids.clients_of_captured(tx, (u.session_uid for u in utterances))
    bodies = [searchable_text(u.text, u.caption) for u in utterances]
    uids = [
        u.uid or captured_ids.of_turn(clients, u.session_uid, u.external_id, body)
        for u, body in zip(utterances, bodies, strict=True)
    ]
    # Also under another project: another machine may not know the folder.
    by_uid = _known_uids(tx, uids)
    erased = _erased_keys(tx, utterances) | _erased_elsewhere(tx, utterances, uids)
    positions = _next_positions(tx, utterances)
    added: list[Added] = [Added("erased")] * len(utterances)
    rows: list[Parameters] = []
    for index in sorted(range(len(utterances)), key=lambda i: _when(utterances[i], tx.now)):
        utterance, uid, body = utterances[index], uids[index], bodies[index]
        key = (utterance.project_id, utterance.external_id)
        found = by_uid.get(uid) or (known.get(key) if utterance.external_id is not None else None)
        if found is not None:
            added[index] = Added("unchanged" if _says_the_same(utterance.role, found[1], body) else "differs", found[0])
        elif key not in erased:
            row = _row(tx, utterance, body, positions, uid)
            rows.append(row)
            known[key] = by_uid[uid or row["uid"]] = (row["uid"], body)
            added[index] = Added("added", row["uid"])
    if rows:
        insert_turns(tx, rows)
    return added


def searchable_text(text: str, caption: str) -> str:
    """Return what a turn holds: the words, and the caption of the image that came with them on a line of its own."""
    return f"{text}{_caption_line(caption)}" if caption else text


def spoken_text(turn: Item) -> str:
    """Return the words alone, without the line of the caption."""
    caption = turn.attributes.get("caption", "")
    return turn.body.removesuffix(_caption_line(caption)) if caption else turn.body


def neighbours(
    snapshot: Snapshot, turn: Item, around: int, known_at: Instant | None = None
) -> tuple[list[Item], list[Item]]:
    """Return up to ``around`` turns before and after a turn of a session, each in order of time."""
    parameters = {
        "session_uid": turn.session_uid,
        "known_at": snapshot.now if known_at is None else known_at,
        "valid_from": turn.valid.start,
        "position": turn.position,
        "around": around,
    }
    before = [item_of(row) for row in snapshot.rows(_BEFORE, parameters)]
    return before[::-1], [item_of(row) for row in snapshot.rows(_AFTER, parameters)]


def _says_the_same(role: Role, known: str | None, body: str) -> bool:
    """Whether two texts are the same words, however they are set: a hook tells them otherwise than the transcript."""
    return known == body or (known is not None and words_hash(role, known) == words_hash(role, body))


def _caption_line(caption: str) -> str:
    return f"\n[image: {caption}]"


def _when(utterance: Utterance, now: Instant) -> Instant:
    return now if utterance.at is None else utterance.at


def _row(
    tx: Transaction, utterance: Utterance, body: str, positions: dict[str, int], uid: str | None
) -> dict[str, Any]:
    position = utterance.position
    if position is None and utterance.session_uid is not None:
        position = positions.get(utterance.session_uid, 0) + 1
        positions[utterance.session_uid] = position
    attributes = _ROLE_ALONE[utterance.role]
    if utterance.caption or utterance.attributes:
        caption = {"caption": utterance.caption} if utterance.caption else {}
        attributes = _as_json({**utterance.attributes, "role": utterance.role, **caption})
    return {
        "uid": uid or new_uid(tx.now),
        "project_id": utterance.project_id,
        "session_uid": utterance.session_uid,
        "position": position,
        "external_id": utterance.external_id,
        "title": utterance.speaker,
        "body": body,
        "bigrams": indexed_apart(f"{utterance.speaker}\n{body}\n"),
        "tags": json.dumps(sorted(set(utterance.tags)), ensure_ascii=False) if utterance.tags else "[]",
        "attributes": attributes,
        "valid_from": _when(utterance, tx.now),
        "recorded_at": tx.now,
        "txn_id": tx.id,
    }


def _known_keys(
    tx: Transaction, utterances: Sequence[Utterance]
) -> dict[tuple[int, str | None], tuple[str, str | None]]:
    """Return what stands under the keys already; a key taken by a row of another kind has no words to be the same."""
    keys = [(u.project_id, u.external_id) for u in utterances if u.external_id is not None]
    rows = tx.rows(_KNOWN_KEYS, {"keys": json.dumps(keys)}) if keys else []
    return {(project, key): (uid, body if kind == "turn" else None) for project, key, uid, kind, body in rows}


def _known_uids(tx: Transaction, uids: Sequence[str | None]) -> dict[str | None, tuple[str, str | None]]:
    """Return what stands under ids that follow from what they name."""
    asked = [uid for uid in uids if uid is not None]
    rows = tx.rows(_KNOWN_UIDS, {"uids": json.dumps(asked)}) if asked else []
    return {uid: (uid, body) for uid, body in rows}


def _erased_keys(tx: Transaction, utterances: Sequence[Utterance]) -> set[tuple[int, str | None]]:
    if not tx.value(_ANY_ERASED_KEY):
        return set()
    formers = {one: former_ids(tx, one) for one in {u.project_id for u in utterances}}
    hashes = {
        external_key_hash(former, u.external_id).hex(): (u.project_id, u.external_id)
        for u in utterances
        if u.external_id is not None
        for former in formers[u.project_id]
    }
    rows = tx.rows(_ERASED_KEYS, {"hashes": json.dumps(list(hashes))})
    return {hashes[value] for (value,) in rows}


def _erased_elsewhere(
    tx: Transaction, utterances: Sequence[Utterance], uids: Sequence[str | None]
) -> set[tuple[int, str | None]]:
    """Return the keys of what another machine captured too and erased, before it came in here."""
    if not tx.value(_ANY_ERASED_TURN):
        return set()
    keys = captured_keys(tx, [(u.session_uid, u.external_id) for u in utterances])
    gone = erased_turns(tx, keys) | erased(tx, filter(None, uids)).keys()
    told = zip(utterances, keys, uids, strict=True)
    return {(u.project_id, u.external_id) for u, key, uid in told if key in gone or uid in gone}


def _next_positions(tx: Transaction, utterances: Sequence[Utterance]) -> dict[str, int]:
    sessions = list({u.session_uid for u in utterances if u.session_uid is not None})
    rows = tx.rows(_LAST_POSITIONS, {"sessions": json.dumps(sessions)}) if sessions else []
    return {uid: last or 0 for uid, last in rows}
