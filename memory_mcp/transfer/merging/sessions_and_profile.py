"""Merge what a memory holds besides facts: sessions, goals, the profile, handoffs, dismissals, declared relations.

Each is a register: the later state stands, and of two of the same time the greater one (``_is_later`` of states,
``_merge_value`` of single values), so the order of the files makes no difference.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, get_args

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.relation_cardinality import Declared
from memory_mcp.store.contradictions import declarations, pairs
from memory_mcp.store.facts import erasure, profile
from memory_mcp.store.facts.gatekeeper import ERASED
from memory_mcp.store.facts.projects import project_identity, project_links, project_meeting, project_renames, projects
from memory_mcp.store.file.ids import is_derived
from memory_mcp.store.graph.relations import folded_type
from memory_mcp.store.handoffs import imported as imported_handoffs
from memory_mcp.store.handoffs.handoff_rows import HandoffState, Origin
from memory_mcp.store.handoffs.handoffs import LIFETIME_US
from memory_mcp.store.sessions import imported as imported_sessions
from memory_mcp.temporal import Instant
from memory_mcp.transfer.merging.batches import Batch
from memory_mcp.transfer.merging.erasures import erasure_values, merge_erasure
from memory_mcp.transfer.model.entry import Aside
from memory_mcp.transfer.model.report import Outcome
from memory_mcp.transfer.model.values import Reader, flag


def aside_of(reader: Reader, kind: str, data: Mapping[str, Any], where: str) -> Aside:
    """Read a record that is no fact, as columns of its table.

    Raises InvalidInputError when the record says too little.
    """
    match kind:
        case "session":
            values = _session_values(reader, data, where)
        case "goal":
            values = {"goal": _said(reader, data, "goal"), "changed_at": reader.past(data, "changedAt", where)}
        case "profile":
            values = {
                "field": reader.text(data, "field", required=True),
                "value": _said(reader, data, "value"),
                "changed_at": reader.past(data, "changedAt", where),
            }
        case "handoff":
            values = _handoff_values(reader, data, where)
        case "dismissal":
            values = {
                "a": reader.identifier(data, "a"),
                "b": reader.identifier(data, "b"),
                "reason": reader.text(data, "reason"),
                "at": reader.past(data, "at", where),
                "is_taken_back": bool(flag(data.get("takenBack"))),
            }
        case "project":
            values = {"identity": reader.identifier(data, "identity"), "name": reader.text(data, "name", required=True)}
        case "rename":
            values = _rename_values(reader, data, where)
        case "erasure":
            values = erasure_values(reader, data, where)
        case "relationValue":
            values = _relation_cardinality(reader, data, where)
        case _:
            raise InvalidInputError(f"no such kind of record: {kind[:40]!r}")
    return Aside(kind, values, where, reader.name(data, "project"))


def merge_aside(batch: Batch, aside: Aside) -> Outcome | str | None:
    """Store what is new in such a record, and return what became of it.

    Returns None when what the record refers to has not come yet.
    """
    merges: dict[str, Callable[[Batch, Aside], Outcome | str | None]] = {
        "erasure": merge_erasure,
        "project": _merge_project,
        "rename": _merge_rename,
        "session": _merge_session,
        "goal": _merge_goal,
        "profile": _merge_profile,
        "handoff": _merge_handoff,
        "relationValue": _merge_relation_cardinality,
        "dismissal": _merge_dismissal,
    }
    return merges[aside.kind](batch, aside)


def _merge_project(batch: Batch, aside: Aside) -> Outcome:
    name, identity = aside.values["name"], aside.values["identity"]
    # What this memory itself calls a project it told others.
    is_ours = projects.by_name(batch.tx, name) in project_identity.of(batch.tx, identity)
    is_new = project_meeting.learn(batch.tx, name, identity) and not is_ours
    batch.run.told(name, identity)
    batch.forget_projects()
    return "added" if is_new else "unchanged"


def _rename_values(reader: Reader, data: Mapping[str, Any], where: str) -> dict[str, Any]:
    old, new, verb = (reader.text(data, key, required=True) for key in ("old", "new", "verb"))
    if verb not in get_args(project_links.Verb) or old == new:
        raise InvalidInputError(f"a project is renamed or merged, not {verb[:20]!r}, and into another name")
    return {"old": old, "new": new, "verb": verb, "at": reader.past(data, "at", where) or reader.now}


def _merge_rename(batch: Batch, aside: Aside) -> Outcome:
    values = aside.values
    is_new = project_renames.link(batch.tx, values["old"], values["new"], values["verb"], at=values["at"])
    batch.forget_projects()
    return "added" if is_new else "unchanged"


def _session_values(reader: Reader, data: Mapping[str, Any], where: str) -> dict[str, Any]:
    started_at = reader.moment(data, "startedAt", where)
    ended_at = reader.moment(data, "endedAt", where)
    known = [at for at in (started_at, ended_at) if at is not None]
    known_at = min(max(known), reader.now) if known else None
    if started_at is None:
        started_at = ended_at if ended_at is not None else reader.now
    return {
        "uid": reader.identifier(data),
        "client": reader.name(data, "client") or "",
        "client_session": reader.key(data, "clientSession") or "",
        "path": reader.text(data, "path"),
        "title": reader.text(data, "title"),
        "started_at": started_at,
        "ended_at": None if ended_at is None else max(started_at, ended_at),
        "summary": reader.text(data, "summary"),
        "tasks": _json(reader.texts(data, "tasks")),
        "open_questions": _json(reader.texts(data, "openQuestions")),
        "next_steps": _json(reader.texts(data, "nextSteps")),
        "changed_at": reader.past(data, "changedAt", where) or known_at,
        # What does not say when it changed may leave out what is known here.
        "is_whole": "changedAt" in data,
    }


def _merge_session(batch: Batch, aside: Aside) -> Outcome | str:
    values = aside.values
    if erasure.is_erased(batch.tx, values["uid"]):
        return ERASED
    found = imported_sessions.find(batch.tx, values["uid"], values["client"], values["client_session"])
    uid = values["uid"] if found is None else found[0]
    if uid != values["uid"]:
        batch.run.sessions[values["uid"]] = uid
    if found is not None:
        ours = imported_sessions.held(batch.tx, uid)
        project_id = batch.project_id(aside.project) if is_derived(uid) else ours["project_id"]
        if not (
            _session_key(batch, values, project_id) > _session_key(batch, ours, ours["project_id"])
            if values["is_whole"]
            else _is_later(values, found[1])
        ):
            return "unchanged"
        if values["is_whole"]:
            batch.move(uid, project_id)
            imported_sessions.replace(batch.tx, values | {"uid": uid, "project_id": project_id})
            return "merged"
    columns = {"uid": uid, "project_id": batch.project_id(aside.project), "changed_at": _changed_at(batch, values)}
    if found is None:
        batch.move(uid, batch.project_id(aside.project))
    imported_sessions.put(batch.tx, values | columns)
    return "added" if found is None else "merged"


def _session_key(batch: Batch, values: Mapping[str, Any], project_id: int) -> tuple[Any, ...]:
    """Return what orders two states of a session: the later one, then the one that lasted longer.

    Of two machines that captured it the one that knows its folder says of which project it is.
    """
    lists = [json.loads(values[key]) for key in ("tasks", "open_questions", "next_steps")]
    said = [values["path"], values["title"], values["summary"], lists, -values["started_at"]]
    state = (values["changed_at"], values["ended_at"] or 0, json.dumps(said, ensure_ascii=False))
    return project_id != projects.NO_PROJECT, *state, projects.name_of(batch.tx, project_id) or ""


def _handoff_key(values: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what orders two states of a handoff: the later one, then the one further from open."""
    state = get_args(HandoffState).index(values["state"])
    return values["changed_at"], values["state"] != "open", state, values["claimed_at"] or 0, values["claimed_by"] or ""


def _handoff_values(reader: Reader, data: Mapping[str, Any], where: str) -> dict[str, Any]:
    created_at = reader.past(data, "createdAt", where) or reader.now
    claimed_at = reader.past(data, "claimedAt", where)
    claimed_by = reader.reference(data, "claimedBy")
    state, origin = data.get("state"), data.get("origin")
    if state not in get_args(HandoffState) or (state == "claimed" and claimed_at is None):
        reader.report.note(where, f"its state {str(state)[:20]!r} became cancelled")
        state = "cancelled"
    return {
        "uid": reader.identifier(data),
        "state": state,
        "from_session": reader.reference(data, "fromSession"),
        "to_client": reader.name(data, "toClient") or "",
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
    ours = imported_handoffs.held(batch.tx, aside.values["uid"])
    theirs = aside.values | {"changed_at": _changed_at(batch, aside.values)}
    if ours is not None and (aside.values["changed_at"] is None or _handoff_key(theirs) <= _handoff_key(ours)):
        return "unchanged"
    imported_handoffs.put(batch.tx, theirs | {"project_id": batch.project_id(aside.project)})
    return "added" if ours is None else "merged"


def _merge_dismissal(batch: Batch, aside: Aside) -> Outcome | str | None:
    a, b = batch.ids.of_any(aside.values["a"]), batch.ids.of_any(aside.values["b"])
    known, ours = pairs.dismissed(batch.tx, a, b)
    if known < len({a, b}):
        return "dismisses what is not here" if batch.is_last else None
    at, reason, is_taken_back = (aside.values[key] for key in ("at", "reason", "is_taken_back"))
    if ours is not None and (at is None or (at, reason, is_taken_back) <= ours):
        return "unchanged"
    pairs.dismiss(batch.tx, a, b, reason=reason, at=at, is_taken_back=is_taken_back)
    return "added" if ours is None else "merged"


def _relation_cardinality(reader: Reader, data: Mapping[str, Any], where: str) -> dict[str, Any]:
    relation = folded_type(reader.text(data, "relation", required=True))
    cardinality = data.get("values")
    if not relation or cardinality not in get_args(Declared):
        raise InvalidInputError(
            f"a relation has one or many values, or as many as by default, not {str(cardinality)[:20]!r}"
        )
    return {"relation": relation, "cardinality": cardinality, "changed_at": reader.past(data, "changedAt", where)}


def _merge_relation_cardinality(batch: Batch, aside: Aside) -> Outcome:
    relation = aside.values["relation"]
    ours = declarations.declaration(batch.tx, relation)
    return _merge_value(batch, aside, "cardinality", ours, partial(declarations.declare, batch.tx, relation))


def _merge_goal(batch: Batch, aside: Aside) -> Outcome:
    project_id = batch.project_id(aside.project)
    ours = profile.own_goal(batch.tx, project_id)
    return _merge_value(batch, aside, "goal", ours, partial(profile.set_goal, batch.tx, project_id))


def _merge_profile(batch: Batch, aside: Aside) -> Outcome:
    field = aside.values["field"]
    ours = profile.dated_field(batch.tx, field)
    return _merge_value(batch, aside, "value", ours, partial(profile.set_field, batch.tx, field))


def _said(reader: Reader, data: Mapping[str, Any], key: str) -> str:
    """Return what a field or a goal says; an empty text says that it was deleted, and has to say when."""
    is_deleted = data.get(key) == "" and bool(data.get("changedAt"))
    return "" if is_deleted else reader.text(data, key, required=True)


def _merge_value(
    batch: Batch, aside: Aside, column: str, ours: tuple[str, Instant] | None, set_value: Callable[..., None]
) -> Outcome:
    """Set a value over ours, which has its time, and return what became of it; the same words anew are no change."""
    said, changed_at = aside.values[column], aside.values["changed_at"]
    if ours is not None and (changed_at is None or (changed_at, said) <= ours[::-1]):
        return "unchanged"
    set_value(said, at=_changed_at(batch, aside.values))
    if ours is None:
        return "added"
    return "unchanged" if ours[0] == said else "merged"


def _is_later(values: Mapping[str, Any], ours: Instant) -> bool:
    """Say whether a record was changed after ours; one that does not say when was not."""
    return values["changed_at"] is not None and bool(values["changed_at"] > ours)


def _changed_at(batch: Batch, values: Mapping[str, Any]) -> Instant:
    """Return when a record was changed; one that does not say was changed now."""
    at: Instant | None = values["changed_at"]
    return batch.tx.now if at is None else at


def _json(texts: tuple[str, ...]) -> str:
    return json.dumps(list(texts), ensure_ascii=False)
