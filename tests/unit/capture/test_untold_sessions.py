"""Sessions that came in with old transcripts: each is told of, in the import or later, once."""

from __future__ import annotations

from pathlib import Path

import pytest
from claude_session import Claude

from memory_mcp.capture.events.closing import tell_waiting
from memory_mcp.capture.transcripts.history_import import import_transcripts
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import sessions, turns
from memory_mcp.temporal import ManualClock

_DIGESTS = "SELECT title, body FROM item WHERE kind = 'digest' ORDER BY title"


@pytest.fixture
def claude(db: Database, clock: ManualClock, tmp_path: Path) -> Claude:
    return Claude(db, clock, tmp_path)


def digests(db: Database) -> list[tuple[str, str]]:
    with db.reading() as snapshot:
        return [(title, body.partition("\n")[0]) for title, body in snapshot.rows(_DIGESTS)]


def old_sessions(db: Database) -> None:
    """Store two ended sessions of a client of which nobody has told."""
    with db.writing("test") as tx:
        for number in range(2):
            uid = sessions.start(tx, project_id=0, client="claude-code", client_session=f"old{number}")[0].uid
            turns.add_many(tx, [
                turns.Utterance(f"prompt {number}", session_uid=uid),
                turns.Utterance(f"answer {number}", session_uid=uid, role="assistant"),
            ])  # fmt: skip
            sessions.end(tx, uid)


def test_old_transcripts_are_told_of_when_they_are_imported(claude: Claude, clock: ManualClock) -> None:
    for number in range(2):
        path = claude.folder / f"old{number}.jsonl"
        old = Claude(claude.db, clock, claude.folder, f"old{number}")
        path.write_bytes(old.line("user", f"prompt {number}") + old.line("assistant", f"answer {number}"))
    import_transcripts(claude.db, claude.folder, claude.settings)
    assert (len(digests(claude.db)), tell_waiting(claude.db)) == (2, False)


def test_an_import_tells_of_what_an_interrupted_one_left_untold(claude: Claude) -> None:
    old_sessions(claude.db)
    (claude.folder / "new.jsonl").write_bytes(claude.line("user", "go") + claude.line("assistant", "done"))
    import_transcripts(claude.db, claude.folder, claude.settings)
    assert [title for title, _ in digests(claude.db)] == ["go", "prompt 0", "prompt 1"]


def test_old_sessions_are_told_of_one_a_step_and_once(claude: Claude) -> None:
    old_sessions(claude.db)
    assert [tell_waiting(claude.db) for _ in range(3)] == [True, True, False]
    assert digests(claude.db) == [
        (f"prompt {number}", f"\N{BULLET} at the end: answer {number}") for number in range(2)
    ]
