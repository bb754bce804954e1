"""Private parts over several prompts, told by the hooks as processes of their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from claude_session import Claude
from replaying import fire

from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock, SystemClock

pytestmark = pytest.mark.external


def test_two_hooks_hear_a_private_part_over_two_prompts_and_mask_its_echo(tmp_path: Path) -> None:
    db, transcript = tmp_path / "memory.db", tmp_path / "s1.jsonl"
    common = {"session_id": "s1", "cwd": str(tmp_path), "transcript_path": str(transcript)}
    for text in ("The plan: <private>we buy the mill in May", "and the barn in Jutland in June</private> Go on."):
        fire(db, "UserPromptSubmit", "claude", {**common, "hook_event_name": "UserPromptSubmit", "prompt": text})
    said = {"role": "assistant", "content": [{"type": "text", "text": "Noted: the barn in Jutland in June."}]}
    line = {"type": "assistant", "uuid": "a1", "sessionId": "s1", "timestamp": "2026-02-01T10:00:00Z", "message": said}
    transcript.write_text(json.dumps(line) + "\n")
    fire(db, "Stop", "claude", {**common, "hook_event_name": "Stop"})

    stored = Database(db, SystemClock())
    told = Claude(stored, ManualClock(), tmp_path).said()
    stored.close()
    assert [text.strip() for text in told[:2]] == ["The plan:", "Go on."]
    assert "[redacted: private]" in told[2]
    assert not any(word in "".join(told) for word in ("mill", "barn", "Jutland"))
