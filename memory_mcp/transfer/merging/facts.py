"""Merge facts of a file with what is known: add new ones, merge those that say more, and revert nothing.

A known id is the same fact. So is an entity of a known name and type, and a lesson or document of a known text; what
refers to it is pointed there. Where two memories changed one fact without knowing of each other, the later change
stands: its versions are cut to what neither history covers yet, so that at any point in both times there is one.
"""

from __future__ import annotations

import dataclasses
from contextlib import suppress
from typing import Any, Final, assert_never

from memory_mcp.errors import ConflictError, NotFoundError
from memory_mcp.language.entity_names import joined
from memory_mcp.store.documents import documents
from memory_mcp.store.facts import admission, erasure, facts, imported, known_ids, versions
from memory_mcp.store.facts.gatekeeper import (
    ERASED,
    Admit,
    Candidate,
    Duplicate,
    Evidence,
    Keyed,
    Refuse,
    Verdict,
    judge,
)
from memory_mcp.store.facts.known_ids import KnownVersion
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Draft, Item
from memory_mcp.store.graph import entities, relations
from memory_mcp.store.sessions import digests, statements
from memory_mcp.store.sessions.captured_ids import is_captured
from memory_mcp.temporal import FOREVER
from memory_mcp.transfer.merging import captured
from memory_mcp.transfer.merging.batches import Batch, ends_of
from memory_mcp.transfer.merging.history import merge_changes, transaction_of, write_version
from memory_mcp.transfer.merging.lifecycle import additions, merge_state
from memory_mcp.transfer.merging.replacing import from_now_on, replaced, take_over
from memory_mcp.transfer.merging.revising import end_there, is_placeholder, move_in, revise
from memory_mcp.transfer.model.entry import Fact, FactChange, Version
from memory_mcp.transfer.model.report import Outcome

# Facts held back until what they refer to has come; more than this is a file in no order at all.
MOST_DEFERRED: Final = 50_000
_TYPE_OF_PLACEHOLDER: Final = "unknown"


def merge_fact(batch: Batch, fact: Fact) -> None:
    """Store what is new in one fact of a file, and account for each of its records."""
    captured.name_as_here(batch, fact)
    uid = batch.settle(fact)
    reason = captured.WAITS if captured.waits(batch, fact, uid) else _refusal(batch, fact, uid)
    if reason is None and fact.versions and not (_find_turn(batch, fact) and _find_ends(batch, fact)):
        batch.run.deferred.append(fact)
        return
    verdict: Verdict = Admit() if reason is None else Refuse(reason)
    over: list[Item] = []
    if reason is None:
        twin = _twin(batch, fact)
        over = replaced(batch, fact, uid)
        fact.versions = [dataclasses.replace(v, draft=_settled(batch, fact, v)) for v in fact.versions]
        if over:
            fact.versions = from_now_on(batch, fact.versions)
        if fact.versions and not batch.versions[uid]:
            verdict = _verdict(batch, fact) if twin is None else Duplicate(twin)
    match verdict:
        case Refuse(why):
            for version in fact.versions:
                batch.run.report.skip(why, version.where, fact.uid)
        case Duplicate(known):
            batch.ids.point(fact.kind, fact.uid, known)
            _join(batch, fact, known)
        case Admit():
            _bring_in(batch, fact, uid)
        case _:
            assert_never(verdict)
    if not isinstance(verdict, Refuse):
        take_over(batch, fact, over)


def _bring_in(batch: Batch, fact: Fact, uid: str) -> None:
    """Store what is new in a fact that has this id here."""
    if not fact.versions:
        return
    if uid != fact.uid and not batch.versions[uid]:
        is_else = f"its id {fact.uid} is that of another row here; this {fact.kind} has the id {uid}"
        batch.run.report.note(fact.versions[0].where, is_else)
    _merge_versions(batch, fact, uid)


def _refusal(batch: Batch, fact: Fact, uid: str) -> str | None:
    """Return why a fact cannot come in whatever else is known, or None."""
    ends = (batch.ids.of("entity", end) for end in ends_of(fact))
    if uid in batch.erased or any(batch.erased.get(end) == "entity" for end in ends):
        return ERASED
    if fact.kind == "document" and fact.text is None and not batch.versions[uid]:
        return "a document without text"
    if fact.kind == "statement" and fact.versions:
        turn = _turn_of(batch, fact)
        if erasure.is_erased(batch.tx, turn):
            return ERASED
        if batch.is_last and versions.newest(batch.tx, turn) is None:
            return "the turn that says it is not here"
    if fact.kind == "digest" and fact.versions and captured.tells_of_erased(batch, uid, fact.versions[0]):
        return ERASED
    return None


def _turn_of(batch: Batch, fact: Fact) -> str:
    return batch.ids.of("turn", fact.versions[-1].draft.parent_uid or "")


def _twin(batch: Batch, fact: Fact) -> str | None:
    """Return what says the same here of a turn or a session that another machine captured under an id of its own."""
    draft = fact.versions[-1].draft if fact.versions else None
    if fact.kind == "statement" and draft is not None and (turn := _turn_of(batch, fact)) != draft.parent_uid:
        return statements.of_turn(batch.tx, turn, draft.body)
    session = batch.run.sessions.get(draft.session_uid or "") if fact.kind == "digest" and draft is not None else None
    if draft is None or session in (None, draft.session_uid):
        return None
    known = digests.of_session(batch.tx, str(session))
    return known.uid if known is not None and (known.title, known.body) == (draft.title, draft.body) else None


def _find_turn(batch: Batch, fact: Fact) -> bool:
    """Say whether the turn a statement was read in has come; other facts have none."""
    if fact.kind != "statement" or batch.is_last or len(batch.run.deferred) >= MOST_DEFERRED:
        return True
    return versions.newest(batch.tx, _turn_of(batch, fact)) is not None


def _find_ends(batch: Batch, fact: Fact) -> bool:
    """Say whether the entities a fact speaks of are known; at the end of the file they are made up."""
    for end in ends_of(fact):
        uid = batch.ids.of("entity", end)
        if uid not in batch.entities:
            uid = batch.ids.settle("entity", end)
            batch.entities.update(known_ids.entities(batch.tx, [uid]))
        if uid in batch.entities:
            continue
        if not batch.is_last and len(batch.run.deferred) < MOST_DEFERRED:
            return False
        found = _called_so(batch, fact, fact.labels.get(end)) or _placeholder(batch, fact, uid, fact.labels.get(end))
        if found.uid != uid:
            batch.ids.point("entity", end, found.uid)
        batch.entities[found.uid] = found
    return True


def _called_so(batch: Batch, fact: Fact, name: str | None) -> Item | None:
    """Return the one entity that a name means here, of a file that knows its own by their names."""
    if not fact.by_text or not name:
        return None
    with suppress(NotFoundError, ConflictError):
        return entities.resolve(batch.tx, name, None, project=batch.project_id(fact.versions[0].project))
    return None


def _placeholder(batch: Batch, fact: Fact, uid: str, label: str | None) -> Item:
    """Make an entity that a fact speaks of and the file does not hold, so that the fact is kept."""
    version = fact.versions[0]
    batch.run.report.note(version.where, f"its entity {label or uid} is not in the file; one was made up for it")
    draft = Draft(
        kind="entity", title=label or f"unknown {uid[:8]}", body="", context=_TYPE_OF_PLACEHOLDER,
        valid=version.draft.valid, project_id=batch.project_id(version.project),
        attributes={"entityType": _TYPE_OF_PLACEHOLDER, "placeholder": True},
    )  # fmt: skip
    entity = facts.assert_(batch.tx, draft, uid=uid)
    entities.index_names(batch.tx, entity)
    return entity


def _settled(batch: Batch, fact: Fact, version: Version) -> Draft:
    """Return a version as it stands here: with our numbers, and the ids of what is the same here."""
    draft = version.draft
    changed: dict[str, Any] = {"project_id": batch.project_id(version.project)}
    if draft.session_uid is not None:
        changed["session_uid"] = batch.run.sessions.get(draft.session_uid, draft.session_uid)
    if changed["project_id"] == projects.NO_PROJECT and is_captured(fact.kind, batch.ids.of(fact.kind, fact.uid)):
        changed["project_id"] = batch.home_of(changed.get("session_uid"))
    if fact.kind in ("observation", "relation"):
        changed["parent_uid"] = batch.ids.of("entity", draft.parent_uid or "")
    if fact.kind == "statement":
        changed["parent_uid"] = batch.ids.of("turn", draft.parent_uid or "")
    if fact.kind == "relation":
        changed["target_uid"] = batch.ids.of("entity", draft.target_uid or "")
        source, target = (batch.entities[changed[end]] for end in ("parent_uid", "target_uid"))
        changed["context"] = relations.in_words(source, draft.title, target, changed["project_id"])
    if fact.kind == "observation":
        entity = batch.entities[changed["parent_uid"]]
        changed["project_id"] = entity.project_id or changed["project_id"]
        changed["context"] = joined([entity.title, *entity.attributes.get("aliases", [])])
    if fact.kind == "document" and fact.text is not None:
        changed["attributes"] = {**draft.attributes, **documents.measures(fact.text)}
        changed["title"] = draft.title or documents.title_of(fact.text)
    return draft._replace(**changed)


def _verdict(batch: Batch, fact: Fact) -> Verdict:
    """Return the gatekeeper's verdict on a fact whose id is unknown here."""
    version = fact.versions[-1]
    draft, origin = version.draft, version.origin
    # What was first captured here may come back under the id that the others give it.
    is_from = "" if is_captured(fact.kind, fact.uid) else origin
    by_key = judge(Candidate(draft, is_imported=True), _by_key(batch, fact, is_from))
    # A version with a time of its own is part of a history, which is joined by ids alone: two copies that told
    # alike facts apart, or took them for one, by what else they hold would never be the same.
    if not isinstance(by_key, Admit) or version.superseded_at != FOREVER or version.recorded_at is not None:
        return by_key
    match fact.kind:
        case "entity":
            entity_type = draft.attributes["entityType"]
            named = entities.named_elsewhere(batch.tx, draft.title, entity_type, draft.project_id, origin=origin)
            return Admit() if named is None else Duplicate(named)
        case "statement":
            same = statements.of_turn(batch.tx, draft.parent_uid or "", draft.body)
            return Admit() if same is None else Duplicate(same)
        case "learning" | "document":
            found = admission.evidence_on(batch.tx, draft, not_of_origin=origin)
        case "observation" | "relation" if fact.by_text:
            found = admission.evidence_on(batch.tx, draft)
        case _:
            return by_key
    return judge(Candidate(draft, is_imported=True), found)


def _by_key(batch: Batch, fact: Fact, origin: str) -> Evidence:
    """Return what is known of the key a fact comes with."""
    draft = fact.versions[-1].draft
    if draft.external_id is None:
        return Evidence()
    if batch.has_erased_keys and (
        erasure.is_key_erased(batch.tx, draft.project_id, draft.external_id)
        or erasure.erased_turns(batch.tx, erasure.captured_keys(batch.tx, [(draft.session_uid, draft.external_id)]))
    ):
        return Evidence(is_erased=True)
    if draft.kind != "turn":
        return Evidence()
    taken = known_ids.under_key(batch.tx, draft.external_id, draft.project_id, origin=origin)
    if taken is None or captured.are_named_alike(fact, Keyed(*taken)):
        return Evidence()
    return Evidence(under_key=Keyed(*taken))


def _join(batch: Batch, fact: Fact, uid: str) -> None:
    """Give a row that says the same what this one says besides: names, tags, state, its end."""
    tx = batch.tx
    version = fact.versions[-1]
    changed = additions(versions.require(tx, uid), version.draft)
    if changed and versions.believed(tx, uid):
        entity = facts.correct(tx, uid, reason="the imported file says more", **changed)[-1]
        if fact.kind == "entity":
            entities.index_names(tx, entity)
    is_merged = bool(changed)
    if version.superseded_at == FOREVER and version.draft.valid.end != FOREVER:
        is_merged |= end_there(tx, uid, version)
    is_merged |= merge_state(tx, uid, fact.state)
    _account(batch, fact, "merged" if is_merged else "unchanged")


def _merge_versions(batch: Batch, fact: Fact, uid: str) -> None:
    """Write the versions that are not here yet, then what they bring along."""
    tx, here = batch.tx, batch.versions[uid]
    was_known, was_believed = bool(here), any(known.is_believed for known in here)
    outcomes: list[Outcome | str] = []
    with captured.watched(batch, fact, outcomes):
        if was_known and is_captured(fact.kind, uid) and captured.has_times(fact):
            outcomes += captured.write(batch, fact, uid, here)
        else:
            for version in fact.versions:
                outcomes.append(_write(batch, uid, version, was_known=was_known, was_believed=was_believed))
    here = batch.versions[uid]
    if fact.kind == "entity" and any(outcome in ("added", "merged") for outcome in outcomes):
        _name_entity(batch, uid)
    if fact.kind == "document":
        if fact.by_text and not was_known:
            _replace_page(batch, uid, fact.versions[-1].draft)
        _bring_text(batch, uid, fact, here)
    says_more = merge_changes(tx, uid, _pointed(batch, fact), here)
    if len(here) > 1 or fact.changes:
        imported.share(tx, uid)
    says_more |= merge_state(tx, uid, fact.state)
    if says_more and outcomes[-1] == "unchanged":
        outcomes[-1] = "merged"
    for version, outcome in zip(fact.versions, outcomes, strict=True):
        if outcome in ("added", "merged", "unchanged"):
            batch.run.report.count(outcome)  # type: ignore[arg-type]  # narrowed by the line above
        else:
            batch.run.report.skip(outcome, version.where, uid)


def _write(batch: Batch, uid: str, version: Version, *, was_known: bool, was_believed: bool) -> Outcome | str:
    here = batch.versions[uid]
    if was_known and version.is_moved and not is_placeholder(batch.tx, uid):
        return move_in(batch, uid, version, here, was_believed=was_believed)
    if was_known and (version.recorded_at is None or is_placeholder(batch.tx, uid)):
        outcome = revise(batch, uid, version)
        batch.versions[uid] = known_ids.versions(batch.tx, [uid])[uid]
        return outcome
    return write_version(batch.tx, uid, version, here)


def _pointed(batch: Batch, fact: Fact) -> tuple[FactChange, ...]:
    """Return why a fact changed, with the ids of what replaced it as they are here."""
    return tuple(
        change
        if change.superseded_by is None
        else dataclasses.replace(change, superseded_by=batch.ids.of_successor(fact.kind, change.superseded_by))
        for change in fact.changes
    )


def _name_entity(batch: Batch, uid: str) -> None:
    """Make an entity findable by every name it ever had, and known to the rest of the batch."""
    for entity in versions.versions(batch.tx, uid):
        entities.index_names(batch.tx, entity)
    batch.entities[uid] = versions.require(batch.tx, uid)


def _bring_text(batch: Batch, uid: str, fact: Fact, here: list[KnownVersion]) -> None:
    """Write the passages of a document that is new, and take them out of sight where the document is."""
    tx = batch.tx
    first = fact.versions[0]
    if fact.text is not None and not documents.whole_text(tx, uid):
        txn_id, recorded_at = transaction_of(tx, first)
        for number, passage in enumerate(documents.split(fact.text)):
            draft = documents.passage_draft(fact.versions[-1].draft, uid, passage)
            versions.insert(
                tx, draft, uid=documents.passage_uid(uid, number), recorded_at=recorded_at, txn_id=txn_id
            )  # fmt: skip
    if not any(version.is_believed for version in here):
        versions.close_parts(tx, uid, "passage", max(version.superseded_at for version in here))


def _replace_page(batch: Batch, uid: str, draft: Draft) -> None:
    """Take the document out of sight that stood at the same place in the folder."""
    for older in known_ids.at_place(batch.tx, draft.external_id or "", draft.project_id, but=uid):
        documents.retract(batch.tx, older, reason=f"replaced by {uid}, the page as it is now")


def _account(batch: Batch, fact: Fact, outcome: Outcome) -> None:
    batch.run.report.count(outcome, len(fact.versions))
