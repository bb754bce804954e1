"""How a command ended, as each client's shell words it; the texts are those of the real programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memory_mcp.capture.clients import gemini, tool_calls
from memory_mcp.capture.clients.utterance import Reading, TranscriptEntry
from memory_mcp.capture.events import ignored_commands, ignored_lines
from memory_mcp.capture.events.ignoring import ignoring
from memory_mcp.capture.events.storing import Source, prepared
from memory_mcp.project import CaptureRules

_CODEX = "Chunk ID: e1c0ae\nWall time: 0.0000 seconds\nProcess exited with code {}\nOriginal token count: 4\nOutput:\n"
_GEMINI = "<untrusted_context>\nOutput: partly\n{}Process Group PGID: 11458\n</untrusted_context>"


def outcome(text: str) -> TranscriptEntry:
    return tool_calls.turn("c1", {"name": "shell", "said": "$ make", "command": "make"}, text, at=None)


@pytest.mark.parametrize(("code", "status"), [(0, ""), (2, "[exit 2]\n")])
def test_codex_says_above_an_output_how_a_command_ended(code: int, status: str) -> None:
    said = outcome(_CODEX.format(code) + "1 sample.csv\n")
    assert said.text == f"$ make\n{status}1 sample.csv\n"
    assert said.attributes["exit"] == code


@pytest.mark.parametrize(
    "text",
    [
        "Wall time: 3 s\nOutput:\nmine", "All well\nExit code: 1\n", "Exit code: none", "Exit code: ²",
        f"Exit code: {'9' * 5_000}",
    ],
)  # fmt: skip
def test_an_output_of_its_own_words_stays_whole(text: str) -> None:
    said = outcome(text)
    assert said.text == f"$ make\n{text}"
    assert "exit" not in said.attributes


def gemini_said(tool: str, result: str) -> TranscriptEntry:
    call = {"id": "c1", "name": tool, "args": {"command": "make"}, "status": "success", "result": result}
    message: dict[str, Any] = {"id": "m1", "type": "gemini", "content": "", "toolCalls": [call]}
    (said,) = gemini.read(message, Reading("s1"))
    return said


@pytest.mark.parametrize(
    ("below", "ended"),
    [
        ("", 0), ("Exit Code: 2\n", 2), ("Signal: 9\n", -9), ("Error: no shell\n", None), ("Exit Code: ²\n", None),
        (f"Exit Code: {'9' * 5_000}\n", None),
    ],
)  # fmt: skip
def test_gemini_says_below_an_output_how_a_command_ended(below: str, ended: int | None) -> None:
    said = gemini_said("run_shell_command", _GEMINI.format(below))
    assert said.attributes.get("exit") == ended
    assert "untrusted_context" not in said.text


def test_a_tool_of_gemini_that_runs_nothing_ends_with_no_number() -> None:
    assert "exit" not in gemini_said("read_file", "<untrusted_context>\nall of it\n</untrusted_context>").attributes


def test_a_secret_in_a_long_command_is_taken_out_before_the_command_is_cut() -> None:
    command = "x" * 1_986 + " AKIA" + "Z7QJ2MWX4T9KLB3C" + " y" * 2_000
    reading = Reading("s1")
    tool_calls.begin(reading, "c1", "Bash", {"command": command}, None)
    (said,) = prepared(Source("claude-code", "s1"), tool_calls.end(reading, "c1", "ok", None))
    assert "AKIA" not in said.text + said.attributes["command"]
    assert len(said.attributes["command"]) < 2_100


def test_a_word_a_long_command_repeats_is_looked_at_once() -> None:
    looked_at: list[str] = []
    command = "cat notes.txt " * 1_000
    assert not ignored_commands.names_ignored(command, ("/p",), lambda word, _folders: bool(looked_at.append(word)))
    assert looked_at == ["cat", "notes.txt"]


@pytest.mark.parametrize("text", ["cat \ud800 ~\ud800/x", "cat 'a\0b' *\0", "cd \ud800; cat ( < {a,b", "$(", "%\ud800"])
def test_a_command_that_is_no_text_is_read_all_the_same(text: str, tmp_path: Path) -> None:
    rules = ignoring(CaptureRules(ignore=("**/.env",), root=tmp_path), tmp_path)
    call = tool_calls.called("Bash", {"command": text, "path": text})
    said = tool_calls.turn("c1", call, f"{text}\nout", at=None)
    assert rules.verdict(said) in {"filter", "withhold"}
    assert rules.without_ignored(said) is not None


def test_a_head_of_a_difference_too_long_to_be_read_counts_as_an_ignored_files() -> None:
    found = ignored_lines.filtered("diff --git " + "a " * 200_000 + "\n+secret", lambda _path: False)
    assert (found.text, found.left_out) == ("", 2)
