"""What is said while capture is switched off is passed over for good, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest
from claude_session import Claude, result, use

from memory_mcp.capture.clients.utterance import instant
from memory_mcp.capture.transcripts.coverage import coverage
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import Instant, ManualClock


def moment(text: str) -> Instant:
    found = instant(text)
    assert found is not None
    return found


class Switched(Claude):
    """A session of Claude Code in a project whose capture is switched off and on."""

    def switch(self, *, is_on: bool) -> None:
        (self.folder / ".memory-mcp.toml").write_text(f"[capture]\nenabled = {str(is_on).lower()}\n")

    def missing(self) -> int:
        return coverage(self.db, [self.path], self.settings, 0).missing


@pytest.fixture
def claude(db: Database, clock: ManualClock, tmp_path: Path) -> Switched:
    return Switched(db, clock, tmp_path)


def test_a_call_from_before_what_is_passed_over_has_its_outcome(claude: Switched) -> None:
    claude.write(claude.line("user", "start"), claude.line("assistant", use("t1", command="serve")))
    claude.fire("Stop")
    claude.switch(is_on=False)
    claude.write(claude.line("user", "one"), claude.line("assistant", use("t2", command="left out")))
    claude.fire("Stop")
    claude.switch(is_on=True)
    claude.write(claude.line("user", "two"), claude.line("user", result("t2", "left out too")))
    claude.write(claude.line("user", result("t1", "served")))
    claude.fire("Stop")
    assert claude.said() == ["start", "$ serve", "two", "$ serve\nserved"]
    assert claude.missing() == 0


def test_an_own_call_from_before_what_is_passed_over_is_not_told(claude: Switched) -> None:
    claude.write(claude.line("user", "start"), claude.line("assistant", use("t1", "mcp__memory__memory_search")))
    claude.fire("Stop")
    claude.switch(is_on=False)
    claude.fire("Stop")
    claude.switch(is_on=True)
    claude.write(claude.line("user", "two"), claude.line("user", result("t1", "[id] what memory holds")))
    claude.fire("Stop")
    assert claude.said() == ["start", "two"]
