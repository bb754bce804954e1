"""Where a project stands: what a session should know at its start, selected once for every way it is told.

The hook's block, the tool, the resource and the prompt are made from this, so that they say the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from memory_mcp.store.facts import profile
from memory_mcp.store.facts.profile import Goal
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.handoffs import handoffs
from memory_mcp.store.sessions import digest_builder, sessions
from memory_mcp.store.sessions.digest_builder import Digest
from memory_mcp.store.sessions.salience import Unresolved, mattering, origins, unresolved, verdicts
from memory_mcp.store.sessions.sessions import Session
from memory_mcp.temporal import Instant, describe_gap

_HOUR_US: Final = 3_600_000_000
_DAY_US: Final = 24 * _HOUR_US
_PAST: Final = 8
_PINNED: Final = 20
_CONTRADICTIONS: Final = 3
_LISTED: Final = 5
_COMMANDS: Final = 8
SHOWN: Final = 3
"""Earlier sessions that are told of where all are listed."""


class Depth(NamedTuple):
    """How much is told: sessions before the last one, rows that came meanwhile, decisions and lessons each."""

    earlier: int
    meanwhile: int
    rows: int


# The longer a project was left, the less of it is remembered and the more happened meanwhile.
_DEPTHS: Final = (
    (_HOUR_US, Depth(0, 0, 5)), (_DAY_US, Depth(0, 3, 5)), (7 * _DAY_US, Depth(1, 5, 6)),
    (30 * _DAY_US, Depth(2, 8, 8)),
)  # fmt: skip
_DEEPEST: Final = Depth(4, 12, 10)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked about, a scope of the store (-1: all), and the session that asks, if it has an id."""

    project_id: int
    session: str = ""
    is_resumed: bool = False


class Recap(NamedTuple):
    """What a session was about, in a sentence that may be empty, and what it did and left: (what, text)."""

    about: str
    left: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Standing:
    """What there is to know. ``left_at`` is None where nobody was there before.

    ``past`` is newest first; ``digests`` has what those did that have something to tell, as many as are told of.
    ``decisions`` and ``learnings`` are those that matter most, also where they stand in ``happened``; none is pinned.
    """

    now: Instant
    project_id: int
    handoffs: list[handoffs.Handoff] = field(default_factory=list)
    pinned: list[Item] = field(default_factory=list)
    profile: dict[str, str] = field(default_factory=dict)
    goal: Goal | None = None
    past: list[sessions.Past] = field(default_factory=list)
    digests: dict[str, Digest] = field(default_factory=dict)
    left_at: Instant | None = None
    depth: Depth = _DEEPEST
    counts: dict[str, int] = field(default_factory=dict)
    happened: list[Item] = field(default_factory=list)
    decisions: list[Item] = field(default_factory=list)
    learnings: list[Item] = field(default_factory=list)
    contradictions: list[Unresolved] = field(default_factory=list)
    clients: dict[str, str] = field(default_factory=dict)
    verdicts: dict[str, bool] = field(default_factory=dict)

    @property
    def gap(self) -> str:
        """How long ago somebody was there: ``3 days``; empty where nobody was."""
        return "" if self.left_at is None else describe_gap(self.now - self.left_at)


def standing(snapshot: Snapshot, asked: Asked, offered: list[handoffs.Handoff]) -> Standing:
    """Return where a project stands at the start of a session, without that session itself, with what it is offered."""
    scope = asked.project_id
    every = sessions.previous(snapshot, scope, limit=_PAST, but="" if asked.is_resumed else asked.session)
    left_at = max((one.last_active_at for one in every), default=None)
    depth = _depth(snapshot.now, left_at)
    pinned = sessions.pinned(snapshot, scope, limit=_PINNED)
    told = {item.uid for item in pinned}
    happened = [] if left_at is None else sessions.happened(snapshot, scope, left_at, limit=depth.meanwhile + len(told))
    happened = [item for item in happened if item.uid not in told][: depth.meanwhile]
    most = depth.rows + len(happened)
    decisions, learnings = (
        [item for item in mattering(snapshot, scope, kind, limit=most + len(told)) if item.uid not in told][:most]
        for kind in ("decision", "learning")
    )
    items = [*pinned, *happened, *decisions, *learnings]
    past = [one for one in every if one.session.uid != asked.session]
    return Standing(
        now=snapshot.now,
        project_id=scope,
        handoffs=offered,
        pinned=pinned,
        profile=profile.fields(snapshot),
        goal=profile.goal(snapshot, scope),
        past=past,
        digests=_digests(snapshot, past, max(1 + depth.earlier, SHOWN)),
        left_at=left_at,
        depth=depth,
        counts={} if left_at is None else sessions.counts_since(snapshot, scope, left_at),
        happened=happened,
        decisions=decisions,
        learnings=learnings,
        contradictions=unresolved(snapshot, scope, limit=_CONTRADICTIONS),
        clients=origins(snapshot, items),
        verdicts=verdicts(snapshot, items),
    )


def recap(session: Session, digest: Digest | None) -> Recap:
    """Return what a session was about and what it left, as far as it or its digest says."""
    left = [("open", question) for question in session.open_questions[:_LISTED]]
    left += [("next", step) for step in session.next_steps[:_LISTED]]
    if digest is not None:
        left += [("to do", todo) for todo in digest.todos[:_LISTED]]
        left += [("asked", digest.prompt)] if digest.prompt else []
        for name, entries in (("files", digest.files), ("failed", digest.failed), ("passed", digest.passed)):
            left += [(name, "; ".join(entries[-_COMMANDS:]))] if entries else []
    return Recap(session.summary or (digest.closing or digest.prompt if digest else ""), left)


def _depth(now: Instant, left_at: Instant | None) -> Depth:
    if left_at is None:
        return _DEEPEST
    return next((depth for limit, depth in _DEPTHS if now - left_at < limit), _DEEPEST)


def _digests(snapshot: Snapshot, past: list[sessions.Past], most: int) -> dict[str, Digest]:
    """Return what the latest sessions did, as far as it was ever gathered."""
    found = {}
    for one in past:
        digest = digest_builder.of_session(snapshot, one.session.uid)
        if digest is not None and (digest.has_real_work or digest.closing):
            found[digest.session_uid] = digest
        if len(found) == most:
            break
    return found
