"""Prove that erased text is gone: look in every place where it may have been, and report what each still holds."""

from __future__ import annotations

import json
import mmap
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.file.as_of import of
from memory_mcp.store.file.copies.erased_copies import SHORTEST, copies_of, holding
from memory_mcp.store.file.database import Database, Snapshot
from memory_mcp.store.text_index import verbatim

_TEXTS: Final = """
    SELECT count(*) FROM item WHERE uid IN (SELECT value FROM json_each(:uids))
"""
_HISTORY: Final = """
    SELECT (SELECT count(*) FROM change WHERE uid IN (SELECT value FROM json_each(:uids)))
         + (SELECT count(*) FROM item_state WHERE uid IN (SELECT value FROM json_each(:uids)))
"""
_WORDS: Final = """
    SELECT (SELECT count(*) FROM item_fts_docsize WHERE id IN (SELECT value FROM json_each(:row_ids)))
         + (SELECT count(*) FROM item_trigram_docsize WHERE id IN (SELECT value FROM json_each(:row_ids)))
         + (SELECT count(*) FROM content_hash WHERE item_id IN (SELECT value FROM json_each(:row_ids)))
"""
_VECTORS: Final = """
    SELECT (SELECT count(*) FROM item_embedding WHERE item_id IN (SELECT value FROM json_each(:row_ids)))
         + (SELECT count(*) FROM fact_vector WHERE item_id IN (SELECT value FROM json_each(:row_ids)))
         + (SELECT count(*) FROM statement_reading WHERE item_id IN (SELECT value FROM json_each(:row_ids)))
         + (SELECT count(*) FROM note_reading WHERE item_id IN (SELECT value FROM json_each(:row_ids)))
         + (SELECT count(*) FROM embedding_queue WHERE item_id IN (SELECT value FROM json_each(:row_ids)))
         + (SELECT count(*) FROM orphan_vector)
"""
# What is said elsewhere than in a title or a text; lists and reasons are JSON, which may spell a text otherwise.
_BESIDE: Final = f"""
    SELECT uid, max({of("place", IN_SCOPE)})
    FROM (
        SELECT uid, project_id FROM item WHERE kind = 'decision' AND instr(attributes, :spelled)
        UNION ALL
        SELECT item.uid, item.project_id
        FROM item_state JOIN item ON item.uid = item_state.uid
        WHERE instr(item_state.outcome, :text)
        UNION ALL
        SELECT item.uid, item.project_id
        FROM change JOIN item ON item.uid = change.uid
        WHERE instr(change.outcome, :text)
        UNION ALL
        SELECT uid, project_id
        FROM session
        WHERE instr(tasks, :spelled) OR instr(open_questions, :spelled) OR instr(next_steps, :spelled)
        UNION ALL
        SELECT uid, project_id
        FROM handoff
        WHERE instr(open_questions, :spelled) OR instr(next_steps, :spelled)
    ) AS place
    GROUP BY uid
    ORDER BY 2 DESC, uid DESC
    LIMIT :most
"""
# What is no text of a row: a person corrects it where it stands, and past versions of a row keep what they had.
_NAMED: Final = f"""
    SELECT place, max(is_seen)
    FROM (
        SELECT 'the goal of ' || iif(project.id = 0, 'no project', project.name) AS place,
               {of("goal", IN_SCOPE)} AS is_seen
        FROM goal JOIN project ON project.id = goal.project_id
        WHERE instr(goal.goal, :text)
        UNION ALL
        SELECT 'the profile field ' || field, 1 FROM profile WHERE instr(value, :text)
        UNION ALL
        SELECT 'an alias of ' || uid, {IN_SCOPE}
        FROM item
        WHERE kind = 'entity' AND instr(attributes ->> 'aliases', :spelled)
        UNION ALL
        SELECT 'the source of ' || uid, {IN_SCOPE}
        FROM item
        WHERE kind IN ('learning', 'decision', 'document') AND instr(attributes ->> 'source', :text)
    )
    GROUP BY place
    ORDER BY 2 DESC, place
    LIMIT :most
"""
# Enough to be told from other words, and short enough to lie on one page of the file.
_PIECE: Final = 60
_MOST_TEXTS: Final = 500
# Each is looked for by itself.
_MOST_LOOKED_FOR: Final = 20


def remains(
    db: Database, backup_dir: Path, keys: Collection[str], uids: Collection[str], row_ids: Collection[int],
    texts: Sequence[str],
) -> dict[str, int]:  # fmt: skip
    """Return what each place still holds of the rows ``uids`` (``row_ids`` are of all their versions): 0 is the proof.

    The bytes of the file and its log are looked through for the texts, those that other rows say too left out; of an
    encrypted file they say nothing. A backup counts where it holds a row, or cannot be read with any of
    the ``keys``.
    """
    with db.reading() as snapshot:
        asked = {"uids": json.dumps(list(uids)), "row_ids": json.dumps(list(row_ids))}
        found = {
            "text": int(snapshot.value(_TEXTS, asked)),
            "history": int(snapshot.value(_HISTORY, asked)),
            "word index": int(snapshot.value(_WORDS, asked)),
            "vectors": int(snapshot.value(_VECTORS, asked)),
        }
        pieces = _pieces(snapshot, texts)
    there = _in_bytes(db.path, pieces), _in_bytes(db.path.with_name(f"{db.path.name}-wal"), pieces)
    if any(there):
        with db.reading() as snapshot:
            pieces_there = {*there[0], *there[1]}
            said = {
                piece for piece in pieces_there
                if _holding_beside(snapshot, piece.decode(), most=1) or _named(snapshot, piece.decode(), most=1)
            }  # fmt: skip
        there = there[0] - said, there[1] - said
    found["file"], found["write-ahead log"] = map(len, there)
    held, closed = holding(copies_of(db.path, backup_dir), uids, keys)
    return found | {"backups": len(held) + len(closed)}


def said_in_other_rows(
    snapshot: Snapshot, texts: Sequence[str], *, most: int, project_id: int
) -> tuple[list[str], int]:  # fmt: skip
    """Return which rows still say one of the erased texts, the turn of a statement, a double: up to ``most``.

    They are named where the project sees them (-1: it sees all); of the others only how many there are is said.
    """
    found: dict[str, bool] = {}
    for text in _looked_for(texts):
        found |= _holding_beside(snapshot, text, most=most, project_id=project_id)
        found |= verbatim.holding(snapshot, text, most=most, project_id=project_id)
    return _named_and_others(found, most)


def said_in_places(
    snapshot: Snapshot, texts: Sequence[str], *, most: int, project_id: int
) -> tuple[list[str], int]:  # fmt: skip
    """Return the names of what still says an erased text and is no text of a row: a goal, profile, alias or source.

    Up to ``most``, those that the project sees (-1: it sees all), and of the others how many there are.
    """
    found: dict[str, bool] = {}
    for text in _looked_for(texts):
        found |= _named(snapshot, text, most=most, project_id=project_id)
    return _named_and_others(found, most)


def _looked_for(texts: Sequence[str]) -> list[str]:
    return [text for text in texts if len(text) >= SHORTEST][:_MOST_LOOKED_FOR]


def _named_and_others(found: Mapping[str, bool], most: int) -> tuple[list[str], int]:
    """Return the names that a project sees, of up to ``most`` in all, and how many it does not see."""
    seen = [name for name, is_seen in found.items() if is_seen][:most]
    return seen, min(len(found), most) - len(seen)


def _pieces(snapshot: Snapshot, texts: Sequence[str]) -> list[bytes]:
    """Return a piece of each text by which its bytes are known, of those that no row says any more."""
    pieces = {" ".join(text.split())[:_PIECE] if "\n" in text else text[:_PIECE] for text in texts[:_MOST_TEXTS]}
    return [
        piece.encode() for piece in pieces
        if len(piece) >= SHORTEST and not verbatim.holding(snapshot, piece, most=1)
    ]  # fmt: skip


def _holding_beside(snapshot: Snapshot, text: str, *, most: int, project_id: int = -1) -> dict[str, bool]:
    """Return ids of what says a text in reasons, outcomes or lists of steps, and if a project sees each."""
    return {uid: bool(is_seen) for uid, is_seen in snapshot.rows(_BESIDE, _asked(text, most, project_id))}


def _named(snapshot: Snapshot, text: str, *, most: int, project_id: int = -1) -> dict[str, bool]:
    """Return the names of what says a text and is no text of a row, and if a project sees each."""
    return {place: bool(is_seen) for place, is_seen in snapshot.rows(_NAMED, _asked(text, most, project_id))}


def _asked(text: str, most: int, project_id: int) -> dict[str, Any]:
    spelled = json.dumps(text, ensure_ascii=False)[1:-1]
    return {"text": text, "spelled": spelled, "most": most, "project": project_id}


def _in_bytes(path: Path, pieces: Sequence[bytes]) -> set[bytes]:
    # Of a file without bytes there is no map.
    with suppress(FileNotFoundError, ValueError), path.open("rb") as file, _mapped(file) as content:
        return {piece for piece in pieces if content.find(piece) >= 0}
    return set()


def _mapped(file: BinaryIO) -> mmap.mmap:
    return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
