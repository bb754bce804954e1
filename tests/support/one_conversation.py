"""One conversation of a client, captured by whichever machine has its transcript."""

from __future__ import annotations

from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import digests, sessions, statements, turns

SAID = (
    "Please always use tabs in this repository, never spaces.",
    "Which port does the staging database use?",
    "From now on write commit messages in English.",
)


def capture(db: Database) -> list[str]:
    """Take a conversation in as an import of its transcript does, and return the ids of its turns."""
    with db.writing("capture") as tx:
        session, _ = sessions.start(tx, project_id=0, client="claude-code", client_session="one")
        said = [
            turns.Utterance(text, session_uid=session.uid, external_id=f"claude-code:{number}", at=1_000 * number + 1)
            for number, text in enumerate(SAID)
        ]
        added = turns.add_many(tx, said)
        statements.catch_up(tx)
        sessions.end(tx, session.uid, summary="A port, and commit messages.")
    while digests.publish_untold(db, most=10):
        pass
    return [one.uid for one in added]
