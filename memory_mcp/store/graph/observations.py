"""Store facts about entities, and read them at a point in both times, page by page."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, assert_never

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.entity_names import joined
from memory_mcp.store.facts import admission, facts
from memory_mcp.store.facts.contradicted import contradicted
from memory_mcp.store.facts.gatekeeper import Admit, Duplicate, Refuse
from memory_mcp.store.facts.scope import IN_SCOPE, NOT_ARCHIVED
from memory_mcp.store.facts.told_again import tell_again
from memory_mcp.store.facts.versions import Draft, Item, item_of
from memory_mcp.store.file.as_of import AS_OF, KNOWN
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.temporal import AsOf, Instant, Period

_OBSERVATIONS: Final = f"""
    SELECT item.*
    FROM item
    WHERE item.parent_uid = :uid AND item.kind = 'observation'
      AND {IN_SCOPE}
      AND {AS_OF}
      AND (item.valid_from, item.id) < (:before_time, :before_id)
      AND {NOT_ARCHIVED}
    ORDER BY item.valid_from DESC, item.id DESC
    LIMIT :limit
"""
_OBSERVATION_COUNT: Final = f"""
    SELECT count(*)
    FROM item
    WHERE item.parent_uid = :uid AND item.kind = 'observation'
      AND {IN_SCOPE}
      AND {AS_OF}
      AND {NOT_ARCHIVED}
"""
_HISTORY: Final = f"""
    SELECT item.*
    FROM item
    WHERE item.parent_uid = :uid AND item.kind = 'observation'
      AND {IN_SCOPE}
      AND {KNOWN}
      AND item.valid_from <= :valid_at
    ORDER BY item.valid_from DESC, item.id DESC
    LIMIT :limit
"""


class Observed(NamedTuple):
    """An observation as it stands, and whether it is new."""

    observation: Item
    action: Literal["added", "existing"]


class ObservationPage(NamedTuple):
    """Some of an entity's observations, how many there are, and where to go on (None: the end).

    ``superseded_by`` is what came instead of some, ``contradicted_by`` a newer fact that cannot hold beside them.
    """

    observations: list[Item]
    superseded_by: dict[str, str]
    contradicted_by: dict[str, str]
    total: int
    next: tuple[Instant, int] | None


def observe(
    tx: Transaction,
    entity: Item,
    content: str,
    *,
    valid: Period,
    confidence: float = 0.7,
    source: str = "",
    project: int = 0,
    session_uid: str | None = None,
) -> Observed:
    """Believe a fact about an entity; the same text over a period that covers this one is there already, and is live.

    It belongs to its entity's project; about an entity that is for all, to ``project``. Raises InvalidInputError for a
    text that says nothing.
    """
    draft = _drafted(entity, content, valid, confidence, source, project, session_uid)
    verdict = admission.verdict_on(tx, draft)
    match verdict:
        case Refuse(reason):
            raise InvalidInputError(
                f"this says nothing: {reason}", hint="Write one fact as a sentence.", field="content"
            )
        case Duplicate(uid):
            return Observed(tell_again(tx, uid, draft), "existing")
        case Admit():
            return Observed(facts.assert_(tx, draft), "added")
        case _:
            assert_never(verdict)


def _drafted(
    entity: Item, content: str, valid: Period, confidence: float, source: str, project: int, session_uid: str | None
) -> Draft:
    """Return what an observation of an entity says: it follows the entity's project and is found by its names."""
    names = [entity.title, *entity.attributes.get("aliases", [])]
    return Draft(
        kind="observation",
        body=content,
        context=joined(names),
        valid=valid,
        project_id=entity.project_id or project,
        session_uid=session_uid,
        parent_uid=entity.uid,
        attributes={"source": source} if source else {},
        confidence=confidence,
    )


def page(
    snapshot: Snapshot, uid: str, as_of: AsOf, *, project: int, limit: int, before: tuple[Instant, int] | None = None
) -> ObservationPage:
    """Return an entity's observations as of a point in both times, the latest to begin first, from ``before`` on.

    ``project`` is a scope: facts of that project and of none; -1 is all.
    """
    point: dict[str, Any] = {
        "uid": uid, "known_at": as_of.known_at, "valid_at": as_of.valid_at, "project": project
    }  # fmt: skip
    before_time, before_id = (as_of.valid_at + 1, 0) if before is None else before
    rows = snapshot.rows(
        _OBSERVATIONS, point | {"before_time": before_time, "before_id": before_id, "limit": limit + 1}
    )
    found = [item_of(row) for row in rows[:limit]]
    follows = (found[-1].valid.start, found[-1].id) if len(rows) > limit else None
    later = facts.successors(snapshot, [fact.uid for fact in found], as_of.known_at)
    against = contradicted(snapshot, [fact.id for fact in found], project=project, at=as_of.valid_at)
    return ObservationPage(found, later, against, snapshot.value(_OBSERVATION_COUNT, point), follows)


def history(snapshot: Snapshot, uid: str, as_of: AsOf, *, project: int, limit: int) -> list[Item]:
    """Return what was true of an entity up to a point in both times, ended or not, the latest to begin first.

    ``project`` is a scope (-1: all).
    """
    parameters = {
        "uid": uid, "known_at": as_of.known_at, "valid_at": as_of.valid_at, "project": project, "limit": limit
    }  # fmt: skip
    return [item_of(row) for row in snapshot.rows(_HISTORY, parameters)]
