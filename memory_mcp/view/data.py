"""Collect what the page shows as one JSON object: the newest and most used rows of a scope, within a budget.

Texts are as they are stored, because the page shows them as text and as nothing else. Instants are ISO 8601 in UTC; an
open end is null.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from memory_mcp import __version__
from memory_mcp.capture.clients.resuming import home, resume_words
from memory_mcp.config import Settings
from memory_mcp.language.shortening import cut, one_line
from memory_mcp.store.contradictions import pairs
from memory_mcp.store.contradictions.pairs import FoundPair
from memory_mcp.store.facts import versions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Item, Kind
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.graph import entities
from memory_mcp.store.overview import activity, fact_lives
from memory_mcp.store.overview.fact_lives import FactLife, Version
from memory_mcp.store.sessions import timeline, transcript
from memory_mcp.store.sessions.transcript import Listed
from memory_mcp.store.upkeep import automatic_backups
from memory_mcp.temporal import DAY_US, AsOf, format_instant
from memory_mcp.tools.framework.call import Call, Scope
from memory_mcp.tools.framework.opening_reads import read_before_opening
from memory_mcp.tools.health import memory_health
from memory_mcp.tools.rows.findings import pair_row
from memory_mcp.view.today import today

FORMAT: Final = 1
_FACT_KINDS: Final[tuple[Kind, ...]] = ("learning", "decision", "observation", "document", "statement")
_FACTS: Final = 2_000
_ENTITIES: Final = 300
_RELATIONS: Final = 1_000
_CHANGES: Final = 400
_SESSIONS: Final = 400
_PAIRS: Final = 100
_TURNS_A_SESSION: Final = 200
_BODY: Final = 2_000
_TURN: Final = 1_500
# What all conversations may take, in characters: the newest go in first.
_CONVERSATIONS: Final = 1_500_000
_YEAR_US: Final = 371 * DAY_US
# What a later turn ended, by whatever rule of ``store.endings``, has the turn as its reason, by its id: its words may
# be erased.
_ENDED_BY: Final = re.compile(r"(.+ (?:in|after) )([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")


def explorer(
    call: Call, project: str | None = None, checks: Sequence[Mapping[str, str]] | None = None
) -> dict[str, Any]:
    """Return what the page shows of a project (default: the current one; ``*`` is all), at most some 8 MB of JSON.

    ``checks`` is what the doctor found, each as check, level, what and mend, with client and title where it is of one.
    """
    read_before_opening(call.runtime)
    health = memory_health(call)
    with call.reading() as snapshot:
        scope, names = call.scope(snapshot, project), projects.names(snapshot)
        lives, facts = fact_lives.lives(snapshot, scope.id, _FACT_KINDS, limit=_FACTS)
        edges, relations = fact_lives.lives(snapshot, scope.id, ("relation",), limit=_RELATIONS)
        now = AsOf(snapshot.now, snapshot.now)
        known = entities.listed(snapshot, scope.id, now, limit=_ENTITIES)
        sessions = transcript.listed(snapshot, scope.id, limit=_SESSIONS)
        clashing = pairs.kept(snapshot, project=scope.id, limit=_PAIRS)
        return {
            "format": FORMAT,
            "version": __version__,
            "madeAt": format_instant(snapshot.now),
            "project": scope.name,
            "db": _elsewhere(call),
            "shell": "powershell" if os.name == "nt" else "posix",
            "projects": sorted(filter(None, names.values())) if scope.id == projects.ALL_PROJECTS else [],
            "today": today(call, snapshot, scope),
            "facts": [_fact(snapshot, life, names) for life in lives],
            "relations": [_relation(snapshot, life) for life in edges],
            "entities": [_entity(entity, names) for entity in known],
            "sessions": _sessions(snapshot, sessions, names),
            "changes": _changes(snapshot, scope),
            "quarters": activity.by_quarter(snapshot, scope.id, since=snapshot.now - _YEAR_US, until=snapshot.now + 1),
            "contradictions": [_pair(pair) for pair in clashing.pairs],
            "health": _health(call, snapshot, scope, dict(health)) | {"checks": checks},
            "totals": {
                "facts": facts, "relations": relations, "sessions": transcript.count(snapshot, scope.id),
                "contradictions": clashing.total,
            },
        }  # fmt: skip


def _elsewhere(call: Call) -> str | None:
    """Return where the memory lies, unless it is where a command looks for it by itself."""
    path = call.runtime.settings.db_path
    return None if path == Settings.load({}).db_path else str(path.absolute())


def _fact(snapshot: Snapshot, life: FactLife, names: dict[int, str]) -> dict[str, Any]:
    newest = _newest(life.versions)
    return {
        "id": life.uid,
        "kind": newest.kind,
        "title": newest.title,
        "about": newest.parent_uid if newest.kind == "observation" else None,
        "project": names.get(newest.project_id) or None,
        "tags": list(newest.tags),
        "session": newest.session_uid,
        "pinned": life.is_pinned,
        "archived": life.is_archived,
        "verified": life.verified,
        "uses": life.use_count,
        "shown": life.shown_count,
        "versions": _versions(snapshot, life),
    }


def _versions(snapshot: Snapshot, life: FactLife) -> list[dict[str, Any]]:
    closings = {closing.at: closing for closing in life.closings}
    found = []
    for version in life.versions:
        item = version.item
        closing = closings.get(item.superseded_at)
        found.append({
            "text": cut(item.body, _BODY),
            "context": cut(item.context, _BODY),
            "from": format_instant(item.valid.start),
            "to": format_instant(item.valid.end),
            "known": format_instant(item.recorded_at),
            "until": format_instant(item.superseded_at),
            "by": version.actor,
            "confidence": item.confidence,
            "closed": None if closing is None else {
                "verb": closing.verb, "next": closing.superseded_by, **_reason(snapshot, closing.reason)
            },
        })  # fmt: skip
    return found


def _reason(snapshot: Snapshot, reason: str) -> dict[str, str]:
    """Return why something changed; where a turn is the reason, with its words, and with its id beside them.

    By the id a page is known that shows what was erased since.
    """
    found = _ENDED_BY.fullmatch(reason)
    if found is None:
        return {"reason": reason}
    words, uid = found.groups()
    turn = versions.newest(snapshot, uid)
    said = f'"{one_line(turn.body)}"' if turn is not None and turn.is_believed else "a turn that was forgotten"
    return {"reason": words + said, "turn": uid}


def _pair(pair: FoundPair) -> dict[str, Any]:
    """Return a contradiction with all that both sides say: the clash may stand at the end."""
    row = pair_row(pair)
    sides = {"older": (row["older"], pair.older), "newer": (row["newer"], pair.newer)}
    return {**row} | {name: {**side} | {"snippet": cut(fact.text, _BODY)} for name, (side, fact) in sides.items()}


def _relation(snapshot: Snapshot, life: FactLife) -> dict[str, Any]:
    newest = _newest(life.versions)
    return {
        "id": life.uid,
        "type": newest.title,
        "source": newest.parent_uid,
        "target": newest.target_uid,
        "versions": [
            {key: value for key, value in version.items() if key in {"from", "to", "known", "until"}}
            for version in _versions(snapshot, life)
        ],
    }


def _entity(entity: Item, names: dict[int, str]) -> dict[str, Any]:
    return {
        "id": entity.uid,
        "name": entity.title,
        "type": entity.attributes.get("entityType", ""),
        "aliases": list(entity.attributes.get("aliases", [])),
        "summary": cut(entity.body, _BODY),
        "project": names.get(entity.project_id) or None,
    }


def _sessions(snapshot: Snapshot, listed: Sequence[Listed], names: dict[int, str]) -> list[dict[str, Any]]:
    room = _CONVERSATIONS
    roots = {key: projects.roots(snapshot, key) for key in {one.session.project_id for one in listed}}
    found = []
    for one in listed:
        turns, room = _turns(snapshot, one, room)
        session = one.session
        found.append({
            "id": session.uid,
            "client": session.client,
            "resume": resume_words(session.client, session.client_session),
            "home": str(home(roots[session.project_id], session.path) or "") or None,
            "project": names.get(session.project_id) or None,
            "startedAt": format_instant(session.started_at),
            "lastAt": format_instant(one.last_active_at),
            "summary": cut(session.summary, _BODY),
            "prompt": cut(session.title or one.prompt, _TURN),
            "turns": one.turns,
            "said": turns,
        })  # fmt: skip
    return found


def _turns(snapshot: Snapshot, one: Listed, room: int) -> tuple[list[dict[str, Any]] | None, int]:
    """Return what was said in a session and the room left; None where it does not fit."""
    if room <= 0 or not one.turns:
        return (None if one.turns else []), room
    rows, _ = transcript.said(snapshot, one.session.uid, limit=_TURNS_A_SESSION)
    turns = [
        {
            "id": row.uid,
            "speaker": row.title or row.attributes.get("role", ""),
            "role": row.attributes.get("role", ""),
            "at": format_instant(row.valid.start),
            "text": cut(row.body, _TURN),
        }
        for row in rows
    ]
    size = sum(len(turn["text"]) + 150 for turn in turns)
    return (turns, room - size) if size <= room else (None, room)


def _changes(snapshot: Snapshot, scope: Scope) -> list[dict[str, Any]]:
    wanted = timeline.TimelineFilter(scope.id, kinds=(*_FACT_KINDS, "relation", "entity"))
    page = timeline.told(snapshot, wanted, limit=_CHANGES)
    return [
        {
            "at": format_instant(row.at), "verb": row.verb, "id": row.uid, "kind": row.kind,
            "was": cut(row.body or row.context or row.title, 400), "became": cut(row.became or "", 400),
            "next": row.superseded_by, "by": row.actor, **_reason(snapshot, row.reason),
        }
        for row in page.rows
        if isinstance(row, timeline.BeliefChange)
    ]  # fmt: skip


def _health(call: Call, snapshot: Snapshot, scope: Scope, health: dict[str, Any]) -> dict[str, Any]:
    counts: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for project, kind, count in activity.by_project(snapshot, scope.id):
        counts[project][kind] = count
    wanted = ("ok", "version", "path", "sizeBytes", "encrypted", "searchable", "embedded", "backlog", "model",
              "engine", "problems", "lastCaptures")  # fmt: skip
    backup = automatic_backups.newest(call.runtime.db)
    return {name: health.get(name) for name in wanted} | {
        "backup": None if backup is None else {"at": format_instant(backup.at), "path": str(backup.path)},
        "counts": counts,
        "clients": [
            {"client": one.client, "sessions": one.sessions, "turns": one.turns, "lastAt": format_instant(one.last_at)}
            for one in activity.by_client(snapshot, scope.id)
        ],
    }


def _newest(versions: Iterable[Version]) -> Item:
    return max((one.item for one in versions), key=lambda item: (item.superseded_at, item.valid.start))
