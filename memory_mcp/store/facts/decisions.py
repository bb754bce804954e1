"""Store decisions as rows: the choice is the text, reasons and alternatives help to find it; and what came of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from memory_mcp.language.folding import name_key
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.scope import NOT_ARCHIVED
from memory_mcp.store.facts.versions import Draft, Item, item_of
from memory_mcp.store.file.as_of import CURRENT
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import Instant, Period

_OF_PROJECT: Final = f"""
    SELECT item.*
    FROM item
    WHERE item.kind = 'decision'
      AND item.project_id = :project_id
      AND {CURRENT}
      AND {NOT_ARCHIVED}
    ORDER BY item.valid_from DESC
"""
_VERDICTS: Final = """
    SELECT uid, verified
    FROM item_state
    WHERE uid IN (SELECT value FROM json_each(:uids)) AND verified IS NOT NULL
"""


def decision_draft(
    *,
    title: str,
    decision: str,
    reasoning: str,
    alternatives: str = "",
    valid: Period,
    project_id: int = 0,
    session_uid: str | None = None,
    tags: tuple[str, ...] = (),
    confidence: float | None = None,
) -> Draft:
    """Return what a decision says."""
    attributes = {"reasoning": reasoning} | ({"alternatives": alternatives} if alternatives else {})
    return Draft(
        kind="decision",
        title=title,
        body=decision,
        context=reasons_of(attributes),
        valid=valid,
        project_id=project_id,
        session_uid=session_uid,
        tags=tags,
        attributes=attributes,
        confidence=confidence,
    )


def reasons_of(attributes: Mapping[str, Any]) -> str:
    """Return the reasons and alternatives among a decision's attributes: it is found by them too."""
    return f"{attributes.get('reasoning', '')}\n{attributes.get('alternatives', '')}".rstrip()


def of_same_title(snapshot: Snapshot, decision: Item) -> list[Item]:
    """Return the other decisions of its project that hold and have its title, the newest first."""
    asked = {"project_id": decision.project_id, "now": snapshot.now}
    title = name_key(decision.title)
    return [
        item
        for item in map(item_of, snapshot.rows(_OF_PROJECT, asked))
        if item.uid != decision.uid and name_key(item.title) == title
    ]


def verdict(snapshot: Snapshot, uid: str, known_at: Instant) -> tuple[bool | None, str] | None:
    """Return whether a decision was held to have turned out right at ``known_at``, and what had become of it.

    None where nobody here ever said anything of it.
    """
    said = [change for change in facts.changes(snapshot, uid) if change.verb == "verify"]
    if not said:
        return None
    known = [change for change in said if change.at <= known_at]
    verified = next((change.verified for change in reversed(known) if change.verified is not None), None)
    return verified, next((change.outcome for change in reversed(known) if change.outcome is not None), "")


def verdicts(snapshot: Snapshot, items: Iterable[Item]) -> dict[str, bool]:
    """Return whether the decisions among rows turned out right, where somebody said so."""
    uids = [item.uid for item in items if item.kind == "decision"]
    rows = snapshot.rows(_VERDICTS, {"uids": json.dumps(uids)}) if uids else []
    return {uid: bool(verified) for uid, verified in rows}
