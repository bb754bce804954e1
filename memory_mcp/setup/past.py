"""Sum up a person's past in a few lines, from the file alone: how much there is, what was done last, what is open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from memory_mcp.capture.events.payload import client_of
from memory_mcp.language.plurals import counted
from memory_mcp.language.shortening import one_line
from memory_mcp.setup.clients import CLIENTS
from memory_mcp.statements.recognition import StatementRole
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.projects.projects import ALL_PROJECTS
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.overview.totals import Totals, totals
from memory_mcp.store.sessions import digest_builder, transcript
from memory_mcp.store.sessions.open_ends import likely_done
from memory_mcp.store.sessions.statements import current_statements
from memory_mcp.store.sessions.transcript import Listed
from memory_mcp.temporal import Instant, describe_gap, format_instant

_LOOKED_AT: Final = 12
_SHOWN: Final = 3
_WIDTH: Final = 100
_TITLES: Final = {client_of(one.name, {}): one.title for one in CLIENTS.values()}


@dataclass(frozen=True, slots=True)
class Past:
    """What there is; ``last`` is the session that was active last, with the name of its project.

    ``wishes`` are what people told assistants to do always, or never.
    """

    now: Instant
    totals: Totals
    last: Listed | None
    project: str
    open_ends: list[str]
    wishes: list[str]

    def lines(self) -> Iterator[str]:
        """Yield it as sentences."""
        totals = self.totals
        if totals.since is None:
            yield "Nothing was said yet: open one of your clients and talk to it."
            return
        amount = f"{totals.turns:,} turn{'' if totals.turns == 1 else 's'} of {counted(totals.sessions, 'session')}"
        where = f" in {counted(totals.projects, 'project')}" if totals.projects else ""
        yield f"{amount}{where} since {_day(totals.since)}."
        if self.last is not None:
            place = f" on {self.project}" if self.project else ""
            ago = describe_gap(self.now - self.last.last_active_at)
            about = one_line(self.last.session.title or self.last.prompt or self.last.session.summary, _WIDTH)
            client = _TITLES.get(self.last.session.client, self.last.session.client)
            yield f"You last worked{place}, {ago} ago, with {client}" + (f': "{about}"' if about else ".")
        for heading, texts in (("Left open:", self.open_ends), ("You keep telling assistants:", self.wishes)):
            yield from ([heading, *(f"  {text}" for text in texts)] if texts else [])

    def as_dict(self) -> dict[str, Any]:
        """Return it for programs."""
        totals = self.totals
        told: dict[str, Any] = {"turns": totals.turns, "sessions": totals.sessions, "projects": totals.projects}
        return told | {"since": format_instant(totals.since or self.now), "lines": list(self.lines())}


def past_of(snapshot: Snapshot) -> Past:
    """Return what the file knows of the past, in all projects."""
    listed = [one for one in transcript.listed(snapshot, ALL_PROJECTS, limit=_LOOKED_AT) if one.turns]
    last = listed[0] if listed else None
    project = projects.name_of(snapshot, last.session.project_id) if last else ""
    return Past(
        snapshot.now, totals(snapshot), last, project or "",
        _first([*_stated(snapshot, "open"), *(text for one in listed for text in _left_open(snapshot, one))]),
        _first(_stated(snapshot, "standing")),
    )  # fmt: skip


def _left_open(snapshot: Snapshot, one: Listed) -> list[str]:
    digest = digest_builder.of_session(snapshot, one.session.uid)
    return [*one.session.next_steps, *one.session.open_questions, *(digest.todos if digest else ())]


def _stated(snapshot: Snapshot, role: StatementRole) -> list[str]:
    found = current_statements(snapshot, [ALL_PROJECTS], [role], limit=_LOOKED_AT, at=snapshot.now)
    done = likely_done(snapshot, found)
    return [one.text for one in found if one.uid not in done]


def _first(texts: list[str]) -> list[str]:
    return list(dict.fromkeys(one_line(text, _WIDTH) for text in texts))[:_SHOWN]


def _day(at: Instant) -> str:
    return (format_instant(at) or "")[:10]
