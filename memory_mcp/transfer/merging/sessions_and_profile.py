"""What a memory holds besides facts: sessions, goals, the profile, handoffs, dismissals, declared relations.

The later state stands.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, get_args

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.relation_cardinality import Declared
from memory_mcp.store.contradictions.scan import declare
from memory_mcp.store.facts import erasure
from memory_mcp.store.graph.relations import folded_type
from memory_mcp.store.handoffs import handoffs
from memory_mcp.store.handoffs.handoffs import LIFETIME_US, HandoffState, Origin
from memory_mcp.temporal import Instant
from memory_mcp.transfer.merging.facts import ERASED, Batch
from memory_mcp.transfer.model.entry import Aside
from memory_mcp.transfer.model.report import Outcome
from memory_mcp.transfer.model.values import Reader, identifier, name, reference

_SESSION: Final = """
    SELECT uid, changed_at
    FROM session
    WHERE uid = :uid
       -- Without a name of its own a session is found by its id alone.
       OR (client = :client AND client_session = :client_session AND :client_session <> '')
    ORDER BY uid = :uid DESC
    LIMIT 1
"""
_WRITE_SESSION: Final = """
    INSERT INTO session (
        uid, project_id, client, client_session, path, started_at, ended_at, summary, tasks, open_questions, next_steps,
        changed_at
    )
    VALUES (
        :uid, :project_id, :client, :client_session, :path, :started_at, :ended_at, :summary, :tasks, :open_questions,
        :next_steps, :changed_at
    )
    ON CONFLICT (uid) DO UPDATE
    SET ended_at = coalesce(:ended_at, ended_at),
        summary = CASE WHEN :summary = '' THEN summary ELSE :summary END,
        tasks = CASE WHEN :tasks = '[]' THEN tasks ELSE :tasks END,
        open_questions = CASE WHEN :open_questions = '[]' THEN open_questions ELSE :open_questions END,
        next_steps = CASE WHEN :next_steps = '[]' THEN next_steps ELSE :next_steps END,
        changed_at = :changed_at
"""
_MISSING_SESSIONS: Final = """
    INSERT INTO session (uid, project_id, client, started_at, ended_at, changed_at)
    SELECT session_uid, min(project_id), 'import', min(valid_from), max(valid_from), :now
    FROM item
    WHERE kind = 'turn' AND session_uid IN (SELECT value FROM json_each(:sessions))
      AND session_uid NOT IN (SELECT uid FROM session)
    GROUP BY session_uid
"""
_GOAL: Final = """
    SELECT goal, changed_at
    FROM goal
    WHERE project_id = :project_id
"""
_WRITE_GOAL: Final = """
    INSERT INTO goal (project_id, goal, changed_at)
    VALUES (:project_id, :goal, :changed_at)
    ON CONFLICT (project_id) DO UPDATE
    SET goal = :goal, changed_at = :changed_at
"""
_PROFILE: Final = """
    SELECT value, changed_at
    FROM profile
    WHERE field = :field
"""
_WRITE_PROFILE: Final = """
    INSERT INTO profile (field, value, changed_at)
    VALUES (:field, :value, :changed_at)
    ON CONFLICT (field) DO UPDATE
    SET value = :value, changed_at = :changed_at
"""
_HANDOFF: Final = """
    SELECT changed_at
    FROM handoff
    WHERE uid = :uid
"""
_WRITE_HANDOFF: Final = """
    INSERT INTO handoff (
        uid, project_id, state, from_session, to_client, origin, path, summary, open_questions, next_steps, files,
        created_at, expires_at, claimed_by, claimed_at, changed_at
    )
    VALUES (
        :uid, :project_id, :state, :from_session, :to_client, :origin, :path, :summary, :open_questions, :next_steps,
        :files, :created_at, :expires_at, :claimed_by, :claimed_at, :changed_at
    )
    ON CONFLICT (uid) DO UPDATE
    SET state = :state, claimed_by = :claimed_by, claimed_at = :claimed_at, changed_at = :changed_at
"""
_DISMISSAL: Final = """
    SELECT (SELECT count(DISTINCT uid) FROM item WHERE uid IN (:a, :b)),
           EXISTS (SELECT 1 FROM dismissal WHERE a = :a AND b = :b)
"""
_WRITE_DISMISSAL: Final = """
    INSERT INTO dismissal (a, b, reason, at)
    VALUES (:a, :b, :reason, :at)
"""
_RELATION_CARDINALITY: Final = """
    SELECT cardinality, changed_at
    FROM relation_cardinality
    WHERE relation = :relation
"""


def aside_of(reader: Reader, kind: str, data: Mapping[str, Any], where: str) -> Aside:
    """Read a record that is no fact, as columns of its table. Raises InvalidInputError when it says too little."""
    match kind:
        case "session":
            values = _session_values(reader, data, where)
        case "goal":
            goal = reader.text(data, "goal", required=True)
            values = {"goal": goal, "changed_at": reader.past(data, "changedAt", where)}
        case "profile":
            values = {
                "field": reader.text(data, "field", required=True),
                "value": reader.text(data, "value", required=True),
                "changed_at": reader.past(data, "changedAt", where),
            }
        case "handoff":
            values = _handoff_values(reader, data, where)
        case "dismissal":
            values = {
                "a": identifier(data, "a"),
                "b": identifier(data, "b"),
                "reason": reader.text(data, "reason"),
                "at": reader.past(data, "at", where) or reader.now,
            }
        case "relationValue":
            values = _relation_cardinality(reader, data, where)
        case _:
            raise InvalidInputError(f"no such kind of record: {kind[:40]!r}")
    return Aside(kind, values, where, name(data, "project"))


def merge_aside(batch: Batch, aside: Aside) -> Outcome | str | None:
    """Let one such record in; return what became of it, or None when what it refers to has not come yet."""
    match aside.kind:
        case "session":
            return _merge_session(batch, aside)
        case "goal":
            key: dict[str, Any] = {"project_id": batch.project_id(aside.project)}
            return _later(batch, _GOAL, _WRITE_GOAL, key, "goal", aside.values)
        case "profile":
            key = {"field": aside.values["field"]}
            return _later(batch, _PROFILE, _WRITE_PROFILE, key, "value", aside.values)
        case "handoff":
            return _merge_handoff(batch, aside)
        case "relationValue":
            return _merge_relation_cardinality(batch, aside)
        case _:
            return _merge_dismissal(batch, aside)


def complete_sessions(batch: Batch, sessions: set[str]) -> None:
    """Make the sessions that turns belong to and the file did not hold."""
    batch.tx.execute(_MISSING_SESSIONS, {"sessions": json.dumps(sorted(sessions)), "now": batch.tx.now})


def _session_values(reader: Reader, data: Mapping[str, Any], where: str) -> dict[str, Any]:
    started_at = reader.moment(data, "startedAt", where)
    ended_at = reader.moment(data, "endedAt", where)
    known = [at for at in (started_at, ended_at) if at is not None]
    known_at = min(max(known), reader.now) if known else None
    if started_at is None:
        started_at = ended_at if ended_at is not None else reader.now
    return {
        "uid": identifier(data),
        "client": name(data, "client") or "",
        "client_session": name(data, "clientSession") or "",
        "path": reader.text(data, "path"),
        "started_at": started_at,
        "ended_at": None if ended_at is None else max(started_at, ended_at),
        "summary": reader.text(data, "summary"),
        "tasks": _json(reader.texts(data, "tasks")),
        "open_questions": _json(reader.texts(data, "openQuestions")),
        "next_steps": _json(reader.texts(data, "nextSteps")),
        "changed_at": reader.past(data, "changedAt", where) or known_at,
    }


def _merge_session(batch: Batch, aside: Aside) -> Outcome | str:
    values = aside.values
    if erasure.is_erased(batch.tx, values["uid"]):
        return ERASED
    found = batch.tx.row(_SESSION, values)
    uid = values["uid"] if found is None else found[0]
    if uid != values["uid"]:
        batch.run.sessions[values["uid"]] = uid
    if found is not None and not _is_later(values, found[1]):
        return "unchanged"
    _write(batch, _WRITE_SESSION, values, {"uid": uid, "project_id": batch.project_id(aside.project)})
    return "added" if found is None else "merged"


def _handoff_values(reader: Reader, data: Mapping[str, Any], where: str) -> dict[str, Any]:
    created_at = reader.past(data, "createdAt", where) or reader.now
    claimed_at = reader.past(data, "claimedAt", where)
    claimed_by = reference(data, "claimedBy")
    state, origin = data.get("state"), data.get("origin")
    if state not in get_args(HandoffState) or (state == "claimed" and claimed_at is None):
        reader.report.note(where, f"its state {str(state)[:20]!r} became cancelled")
        state = "cancelled"
    return {
        "uid": identifier(data),
        "state": state,
        "from_session": reference(data, "fromSession"),
        "to_client": name(data, "toClient") or "",
        "origin": origin if origin in get_args(Origin) else "tool",
        "path": reader.text(data, "path"),
        "summary": reader.text(data, "summary", required=True),
        "open_questions": _json(reader.texts(data, "openQuestions")),
        "next_steps": _json(reader.texts(data, "nextSteps")),
        "files": _json(reader.texts(data, "files")),
        "created_at": created_at,
        "expires_at": reader.moment(data, "expiresAt", where) or created_at + LIFETIME_US,
        "claimed_by": claimed_by if state == "claimed" else None,
        "claimed_at": claimed_at if state == "claimed" else None,
        "changed_at": reader.past(data, "changedAt", where) or reader.past(data, "createdAt", where),
    }


def _merge_handoff(batch: Batch, aside: Aside) -> Outcome | str:
    if erasure.is_erased(batch.tx, aside.values["uid"]):
        return ERASED
    ours = batch.tx.value(_HANDOFF, aside.values)
    if ours is not None and not _is_later(aside.values, ours):
        return "unchanged"
    project_id = batch.project_id(aside.project)
    _write(batch, _WRITE_HANDOFF, aside.values, {"project_id": project_id})
    handoffs.cancel_outdated(batch.tx, project_id, aside.values["path"])
    return "added" if ours is None else "merged"


def _merge_dismissal(batch: Batch, aside: Aside) -> Outcome | str | None:
    a, b = sorted((batch.ids.of_any(aside.values["a"]), batch.ids.of_any(aside.values["b"])))
    known, is_dismissed = batch.tx.rows(_DISMISSAL, {"a": a, "b": b})[0]
    if known < 2:  # noqa: PLR2004 - a pair
        return "dismisses what is not here" if batch.is_last else None
    if is_dismissed:
        return "unchanged"
    batch.tx.execute(_WRITE_DISMISSAL, aside.values | {"a": a, "b": b})
    return "added"


def _relation_cardinality(reader: Reader, data: Mapping[str, Any], where: str) -> dict[str, Any]:
    relation = folded_type(reader.text(data, "relation", required=True))
    cardinality = data.get("values")
    if not relation or cardinality not in get_args(Declared):
        raise InvalidInputError(
            f"a relation has one or many values, or as many as by default, not {str(cardinality)[:20]!r}"
        )
    return {"relation": relation, "cardinality": cardinality, "changed_at": reader.past(data, "changedAt", where)}


def _merge_relation_cardinality(batch: Batch, aside: Aside) -> Outcome:
    values = aside.values
    ours = batch.tx.row(_RELATION_CARDINALITY, {"relation": values["relation"]})
    if ours is not None and (ours[0] == values["cardinality"] or not _is_later(values, ours[1])):
        return "unchanged"
    at = batch.tx.now if values["changed_at"] is None else values["changed_at"]
    declare(batch.tx, values["relation"], values["cardinality"], at=at)
    return "added" if ours is None else "merged"


def _later(batch: Batch, find: Any, write: Any, key: dict[str, Any], said: str, values: dict[str, Any]) -> Outcome:
    """Keep the value that was set later; one of the same words is the same."""
    ours = batch.tx.row(find, key)
    if ours is not None and (ours[0] == values[said] or not _is_later(values, ours[1])):
        return "unchanged"
    _write(batch, write, values, key)
    return "added" if ours is None else "merged"


def _is_later(values: Mapping[str, Any], ours: Instant) -> bool:
    """Say whether a record was changed after ours; one that does not say when was not."""
    return values["changed_at"] is not None and bool(values["changed_at"] > ours)


def _write(batch: Batch, sql: Any, values: dict[str, Any], key: dict[str, Any]) -> None:
    changed_at = batch.tx.now if values["changed_at"] is None else values["changed_at"]
    batch.tx.execute(sql, values | key | {"changed_at": changed_at})


def _json(texts: tuple[str, ...]) -> str:
    return json.dumps(list(texts), ensure_ascii=False)
