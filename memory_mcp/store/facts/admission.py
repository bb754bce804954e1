"""Read the evidence on a candidate in one statement, and return the gatekeeper's verdict on it."""

from __future__ import annotations

from typing import Any, Final

from memory_mcp.store.facts.gatekeeper import Candidate, Evidence, Verdict, judge
from memory_mcp.store.facts.versions import Draft, item_of, said_hash
from memory_mcp.store.file.as_of import BELIEVED, OVERLAPS
from memory_mcp.store.file.database import Snapshot

_MAY_SAY_THE_SAME: Final = f"""
    -- By kind: the hash of a learning, observation or relation, the title of a decision, the hash of a document. The
    -- other branches are not run.
    SELECT item.*
    FROM (
        SELECT item_id AS id
        FROM content_hash
        WHERE hash = :hash
        UNION ALL
        SELECT id
        FROM item
        WHERE :kind = 'decision' AND kind = 'decision' AND project_id = :project_id AND {BELIEVED}
          AND title = :title
        UNION ALL
        SELECT id
        FROM item
        WHERE :kind = 'document' AND kind = 'document' AND project_id = :project_id AND {BELIEVED}
          AND attributes ->> 'hash' = :text_hash
    ) AS found
    CROSS JOIN item ON item.id = found.id
    WHERE item.kind = :kind AND {BELIEVED}
      AND (item.project_id = :project_id OR (item.parent_uid IS NOT NULL AND item.project_id = 0))
      AND (:kind = 'document' OR ({OVERLAPS}))
      AND (
          :origin IS NULL
          OR EXISTS (
              SELECT 1
              FROM txn
              WHERE txn.id = item.txn_id AND txn.origin <> :origin
          )
      )
    ORDER BY item.id
"""


def evidence_on(snapshot: Snapshot, draft: Draft, *, not_of_origin: str | None = None) -> Evidence:
    """Return the believed rows that may say what a draft says.

    ``not_of_origin``: without those that came from that memory, which tells its own rows apart by their ids.
    """
    parameters: dict[str, Any] = {
        "kind": draft.kind, "project_id": draft.project_id, "title": draft.title, "hash": said_hash(draft),
        "text_hash": draft.attributes.get("hash", ""),
        "valid_from": draft.valid.start, "valid_to": draft.valid.end, "origin": not_of_origin,
    }  # fmt: skip
    return Evidence(known=tuple(item_of(row) for row in snapshot.rows(_MAY_SAY_THE_SAME, parameters)))


def verdict_on(snapshot: Snapshot, draft: Draft, *, text: str | None = None) -> Verdict:
    """Return whether what somebody tells is let in; ``text`` is that of a document."""
    return judge(Candidate(draft, now=snapshot.now, text=text), evidence_on(snapshot, draft))
