"""What is said while capture is switched off is passed over for good, and nothing else is."""

from __future__ import annotations

import json
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


@pytest.mark.parametrize("is_new", [True, False])
def test_a_prompt_whose_line_is_written_behind_its_hook_stays_out(claude: Switched, *, is_new: bool) -> None:
    before = [] if is_new else ["zero", "re zero"]
    if before:
        claude.write(claude.line("user", "zero"), claude.line("assistant", "re zero"))
        claude.fire("Stop", last_assistant_message="re zero")
    claude.switch(is_on=False)
    claude.fire("UserPromptSubmit", prompt="one <system-reminder>x</system-reminder>")
    claude.write(claude.line("user", "one"), claude.line("user", "[Request interrupted by user]"))
    claude.switch(is_on=True)
    claude.fire("UserPromptSubmit", prompt="two")
    claude.write(claude.line("user", "two"), claude.line("assistant", "re two"))
    claude.fire("Stop", last_assistant_message="re two")
    assert claude.said() == [*before, "two", "re two"]
    assert claude.missing() == 0


def test_a_turn_that_began_while_capture_was_off_stays_out_to_its_end(claude: Switched) -> None:
    claude.switch(is_on=False)
    claude.fire("UserPromptSubmit", prompt="one")
    claude.write(claude.line("user", "one"), claude.line("assistant", "re one"))
    claude.switch(is_on=True)
    claude.fire("Stop", last_assistant_message="re one")
    claude.fire("UserPromptSubmit", prompt="one")
    claude.write(claude.line("user", "one"), claude.line("assistant", "re one again"))
    claude.fire("Stop", last_assistant_message="re one again")
    assert claude.said() == ["one", "re one again"]
    assert claude.missing() == 0


def test_of_what_was_typed_while_capture_was_off_no_words_and_no_whole_hash_are_kept(claude: Switched) -> None:
    claude.switch(is_on=False)
    claude.fire("UserPromptSubmit", prompt="one")
    with claude.db.reading() as snapshot:
        [(pending,)] = snapshot.rows("SELECT pending FROM capture_cursor")
    assert [len(word) for word in json.loads(pending)["passing"]["prompts"]] == [4]


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
