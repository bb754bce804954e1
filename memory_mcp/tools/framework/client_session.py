"""Join what tools write and what hooks capture of one conversation in one session."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from memory_mcp.config import Settings
from memory_mcp.privacy.redaction import lenient
from memory_mcp.project import ProjectRef, survey
from memory_mcp.store.facts.client_names import KNOWN
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Snapshot, Transaction
from memory_mcp.store.sessions import handover, open_sessions, sessions
from memory_mcp.temporal import HOUR_US

# A call comes while its prompt is worked on.
_AT_WORK_US: Final = HOUR_US


def under_way(snapshot: Snapshot, client: str, folder: Path, settings: Settings) -> str:
    """Return the name of the conversation a client is in that tells its server none; empty where that is not sure."""
    if client not in KNOWN:
        return ""
    project = projects.find(snapshot, _project_of(folder, settings))
    return (
        "" if project is None else open_sessions.under_way(snapshot, project, client, since=snapshot.now - _AT_WORK_US)
    )


def current(snapshot: Snapshot, client: str, told: str, folder: Path, settings: Settings) -> str:
    """Return the name of the conversation a call belongs to: as the client told it, or as its hooks did.

    Claude Code tells it once, when it starts the server: who clears the context there goes on under another name.
    """
    if told and client == "claude-code":
        found = sessions.by_client(snapshot, client, told)
        is_over = found is not None and found.ended_at is not None
        return (under_way(snapshot, client, folder, settings) or told) if is_over else told
    return told or under_way(snapshot, client, folder, settings)


def conversation_of(tx: Transaction, client: str, name: str, folder: Path, settings: Settings) -> tuple[str, bool]:
    """Return the session of a client's conversation, opened on first sight, and whether it is new.

    Its project is the one of its folder, whatever project a call is about. One that was ended stays so.
    """
    found = sessions.by_client(tx, client, name)
    if found is not None:
        return found.uid, False
    project = projects.settled(tx, _project_of(folder, settings))
    opened, _ = sessions.start(tx, project_id=projects.ensure(tx, project), client=client, client_session=name)
    handover.settle(tx, opened.uid, handover.place(folder, project), hands_over=settings.handoff == "on")
    return opened.uid, True


def place(snapshot: Snapshot, project_id: int, folder: Path, settings: Settings) -> str:
    """Return where in a project a folder is; empty, as anywhere in it, when it is in another."""
    project = projects.settled(snapshot, _project_of(folder, settings))
    return handover.place(folder, project) if projects.find(snapshot, project) == project_id else ""


def _project_of(folder: Path, settings: Settings) -> ProjectRef:
    """Return the project of a folder, called as its hooks call it."""
    found = survey(folder, environment=settings.project).project
    return projects.cleaned(found, lenient(settings.redact))
