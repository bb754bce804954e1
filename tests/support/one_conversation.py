"""One conversation of a client, captured by whichever machine has its transcript."""

from __future__ import annotations

from collections.abc import Sequence

from memory_mcp.store.contradictions import stated
from memory_mcp.store.facts import projects
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import digests, sessions, turns

SAID = (
    "Please always use tabs in this repository, never spaces.",
    "Which port does the staging database use?",
    "From now on write commit messages in English.",
)


def capture(db: Database, of: Sequence[str] = SAID, project: str = "", name: str = "one") -> list[str]:
    """Take a conversation in as an import of its transcript does, and return the ids of its turns."""
    with db.writing("capture") as tx:
        number = projects.ensure(tx, projects.named(project)) if project else 0
        session, _ = sessions.start(tx, project_id=number, client="claude-code", client_session=name)
        said = [
            turns.Utterance(
                text, project_id=number, session_uid=session.uid, external_id=f"claude-code:{place}",
                at=1_000 * place + 1,
            )
            for place, text in enumerate(SAID)
            if text in of
        ]  # fmt: skip
        added = turns.add_many(tx, said)
        sessions.end(tx, session.uid, summary="A port, and commit messages.")
    while digests.publish_untold(db, most=10):
        pass
    while stated.step(db):
        pass
    return [one.uid for one in added]
