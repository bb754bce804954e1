"""What of a transcript is kept out: secrets, private parts, ignored paths, what is too long, and memory itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from capture_corpus import SECRET
from claude_session import Claude, result, use

from memory_mcp.capture.clients import cursor
from memory_mcp.capture.clients.injected_markup import OWN_TOOLS, unframed
from memory_mcp.capture.clients.utterance import Reading
from memory_mcp.capture.events.ignored_paths import IgnoredPaths
from memory_mcp.capture.events.kept_text import TOOL_CAP, keep
from memory_mcp.capture.transcripts.coverage import coverage
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock
from memory_mcp.tools import registry

_TURNS = "SELECT body FROM item WHERE kind = 'turn' ORDER BY position, id"


@pytest.fixture
def claude(db: Database, clock: ManualClock, tmp_path: Path) -> Claude:
    return Claude(db, clock, tmp_path)


def test_secrets_are_out_of_text_commands_and_what_waits_for_an_outcome(claude: Claude) -> None:
    claude.fire("UserPromptSubmit", prompt=f"the token is {SECRET}")
    claude.write(
        claude.line("user", f"the token is {SECRET}"), claude.line("assistant", use("t1", command=f"gh auth {SECRET}"))
    )
    claude.fire("PreCompact")
    claude.db.checkpoint()
    assert SECRET.encode() not in claude.db.path.read_bytes()
    claude.write(claude.line("user", result("t1", f"logged in with {SECRET}")))
    claude.fire("Stop")
    assert len(claude.said()) == 2
    claude.db.checkpoint()
    assert SECRET.encode() not in claude.db.path.read_bytes()


def test_what_is_said_while_capture_is_off_stays_out_when_it_is_on_again(claude: Claude, tmp_path: Path) -> None:
    marker = tmp_path / ".memory-mcp.toml"

    def turn(prompt: str) -> None:
        claude.fire("UserPromptSubmit", prompt=prompt)
        claude.write(claude.line("user", prompt), claude.line("assistant", use(f"t-{prompt}", command=prompt)))
        claude.write(claude.line("user", result(f"t-{prompt}", "done")), claude.line("assistant", f"re {prompt}"))
        claude.fire("Stop", last_assistant_message=f"re {prompt}")

    for is_on, prompt in ((False, "one"), (True, "two"), (False, "three"), (True, "four")):
        marker.write_text(f"[capture]\nenabled = {str(is_on).lower()}\n")
        turn(prompt)
    claude.fire("SessionEnd")
    assert claude.said() == ["two", "$ two\ndone", "re two", "four", "$ four\ndone", "re four"]
    found = coverage(claude.db, [claude.path], claude.settings, 0)
    assert (found.turns, found.missing) == (6, 0)


def test_an_answer_that_comes_late_belongs_to_what_was_passed_over(claude: Claude, tmp_path: Path) -> None:
    marker = tmp_path / ".memory-mcp.toml"
    marker.write_text("[capture]\nenabled = false\n")
    claude.fire("UserPromptSubmit", prompt="one")
    claude.write(claude.line("user", "one"))
    claude.fire("Stop", last_assistant_message="re one")
    claude.write(claude.line("assistant", "re one"))
    marker.write_text("")
    claude.fire("UserPromptSubmit", prompt="two")
    claude.write(claude.line("user", "two"), claude.line("assistant", "re two"))
    claude.fire("Stop", last_assistant_message="re two")
    assert claude.said() == ["two", "re two"]
    found = coverage(claude.db, [claude.path], claude.settings, 0)
    assert (found.turns, found.missing) == (2, 0)


@pytest.mark.parametrize("prompt", ["two", "/review"])
def test_a_call_left_open_in_what_is_passed_over_is_not_told(claude: Claude, tmp_path: Path, prompt: str) -> None:
    marker = tmp_path / ".memory-mcp.toml"
    marker.write_text("[capture]\nenabled = false\n")
    claude.write(claude.line("user", "one"))
    claude.fire("Stop")
    claude.write(claude.line("assistant", use("t1", command="left open")))
    marker.write_text("")
    claude.fire("UserPromptSubmit", prompt=prompt)
    line = prompt if prompt == "two" else f"<command-name>{prompt}</command-name>"
    claude.write(claude.line("user", line), claude.line("assistant", "It is done."))
    claude.fire("Stop", last_assistant_message="It is done.")
    claude.write(claude.line("user", result("t1", "late")))
    claude.fire("SessionEnd")
    assert claude.said() == [prompt, "It is done."]
    found = coverage(claude.db, [claude.path], claude.settings, 0)
    assert found.missing == 0


def test_a_prompt_no_line_says_ends_what_is_passed_over(claude: Claude, tmp_path: Path) -> None:
    marker = tmp_path / ".memory-mcp.toml"
    marker.write_text("[capture]\nenabled = false\n")
    claude.write(claude.line("user", "one"))
    claude.fire("Stop", last_assistant_message="re one")
    claude.write(claude.line("assistant", "re one"))
    marker.write_text("")
    claude.fire("UserPromptSubmit", prompt="/review")
    claude.write(claude.line("user", "<command-name>/review</command-name>"), claude.line("assistant", "Looks good."))
    claude.fire("Stop", last_assistant_message="Looks good.")
    claude.write(claude.line("assistant", "One more thing."))
    claude.fire("SessionEnd")
    assert claude.said() == ["/review", "Looks good.", "One more thing."]
    found = coverage(claude.db, [claude.path], claude.settings, 0)
    assert (found.turns, found.missing) == (2, 0)


def test_a_prompt_whose_line_is_written_first_is_stored_once(claude: Claude, tmp_path: Path) -> None:
    marker = tmp_path / ".memory-mcp.toml"
    marker.write_text("[capture]\nenabled = false\n")
    claude.write(claude.line("user", "one"))
    claude.fire("Stop", last_assistant_message="re one")
    marker.write_text("")
    claude.write(claude.line("assistant", "re one"), claude.line("user", "two"))
    claude.fire("UserPromptSubmit", prompt="two")
    claude.write(claude.line("assistant", "re two"))
    claude.fire("Stop", last_assistant_message="re two")
    assert claude.said() == ["two", "re two"]


def test_what_another_agent_tells_is_not_said_by_a_person(claude: Claude) -> None:
    claude.write(claude.line("user", '<teammate-message teammate_id="tester">\nall green\n</teammate-message>'))
    claude.write(claude.line("assistant", "Good."))
    claude.fire("Stop")
    assert claude.said() == ["Good."]


def test_what_cursor_asks_behind_a_notification_is_not_said_by_a_person() -> None:
    told = "<system_notification>\nA task has finished.\n</system_notification>\n"
    asked = [f"{told}<user_query>Tell the user about it</user_query>", "<user_query>\nfix it\n</user_query>"]
    lines = [{"role": "user", "message": {"content": [{"type": "text", "text": text}]}} for text in asked]
    assert [one.text for line in lines for one in cursor.read(line, Reading("s1"))] == ["fix it"]


@pytest.mark.parametrize("name", ["environment_context", "user_instructions", "session_context"])
def test_what_cursor_is_asked_behind_what_it_tells_of_itself_is_said_by_a_person(name: str) -> None:
    told = f"<{name}>\nmacOS\n</{name}>\n"
    texts = [f"{told}<user_query>Fix the login</user_query>", told]
    lines = [{"role": "user", "message": {"content": [{"type": "text", "text": text}]}} for text in texts]
    assert [one.text for line in lines for one in cursor.read(line, Reading("s1"))] == ["Fix the login"]


@pytest.mark.parametrize(
    "told",
    [
        "<ide_opened_file>The user opened the file /p/a.py in the IDE.</ide_opened_file>",
        "<ide_selection>The user selected the lines 1 to 2 from /p/a.py:\nx = 1\n</ide_selection>",
    ],
)
def test_what_an_editor_tells_before_a_prompt_is_not_said_by_a_person(told: str, claude: Claude) -> None:
    parts = [{"type": "text", "text": told}, {"type": "text", "text": "fix the import"}]
    claude.fire("UserPromptSubmit", prompt="fix the import")
    claude.write(claude.line("user", parts), claude.line("assistant", "It is fixed."))
    claude.fire("Stop")
    claude.fire("UserPromptSubmit", prompt=f"{told}\nand the test")
    claude.write(claude.line("user", f"{told}\nand the test"))
    claude.fire("Stop")
    assert claude.said() == ["fix the import", "It is fixed.", "and the test"]


def test_private_parts_are_not_captured(claude: Claude) -> None:
    claude.fire("UserPromptSubmit", prompt="keep this <private>not that</private>")
    claude.fire("UserPromptSubmit", prompt="<private>nothing of it</private>")
    claude.write(
        claude.line("user", "keep this <private>not that</private>"),
        claude.line("user", "<private>nothing of it</private>"),
    )
    claude.fire("Stop")
    assert claude.said() == ["keep this "]


def test_tools_on_ignored_paths_are_not_captured(claude: Claude, tmp_path: Path) -> None:
    (tmp_path / ".memory-mcp.toml").write_text('[capture]\nignore = ["private/", "*.env"]\n')
    calls = [
        use("t1", "Read", file_path=str(tmp_path / "private/a/b.txt")), use("t2", command="cat prod.env"),
        use("t3", "Read", file_path=str(tmp_path / "src/private.py")),
    ]  # fmt: skip
    for number, call in enumerate(calls, start=1):
        claude.write(claude.line("assistant", call), claude.line("user", result(f"t{number}", f"content {number}")))
    claude.fire("Stop")
    assert [body.splitlines()[-1] for body in claude.said()] == ["content 3"]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("read_many_files", {"paths": ["src/a.py", "private/x"]}), ("read_many_files", {"include": ["private/*"]}),
        ("Grep", {"pattern": "x", "glob": "private/**"}), ("list_directory", {"dir_path": "private"}),
        ("Bash", {"command": "git show HEAD:private/x"}), ("Bash", {"command": "cat --file=private/x"}),
        ("Bash", {"command": "F=private/x; cat $F"}), ("Bash", {"command": "cat<private/x"}),
    ],
)  # fmt: skip
def test_an_ignored_path_is_seen_wherever_a_call_names_it(
    name: str, given: dict[str, Any], claude: Claude, tmp_path: Path
) -> None:
    (tmp_path / ".memory-mcp.toml").write_text('[capture]\nignore = ["private/"]\n')
    claude.write(claude.line("assistant", use("t1", name, **given)), claude.line("user", result("t1", "content")))
    claude.write(claude.line("assistant", use("t2", command="make -C src")), claude.line("user", result("t2", "made")))
    claude.fire("Stop")
    assert claude.said() == ["$ make -C src\nmade"]


def test_a_project_that_says_capture_false_is_left_alone(claude: Claude, tmp_path: Path) -> None:
    (tmp_path / ".memory-mcp.toml").write_text("capture = false\n")
    claude.write(claude.line("user", "eins"))
    for event in ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"):
        claude.fire(event, prompt="zwei", last_assistant_message="drei")
    assert claude.said() == []
    with claude.db.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM session") == 0


@pytest.mark.parametrize("tag", ["<{}private>", "&lt;{}private&gt;", "< {}private >", "<{}pri\u200bvate>"])
def test_a_private_part_of_many_paragraphs_in_a_huge_text_is_not_kept(tag: str) -> None:
    part = "the mill\n\n" + "a line\n\n" * (TOOL_CAP * 10)
    text = f"head {tag.format('')}\n\n{part}{tag.format('/')} tail"
    assert keep(text, TOOL_CAP, "mask").text == "head  tail"


def test_a_huge_output_keeps_head_and_tail_and_says_how_much_is_gone(claude: Claude) -> None:
    output = "first line\n" + "x" * 10_000_000 + "\nlast line"
    claude.write(claude.line("assistant", use("t1", command="cat big")), claude.line("user", result("t1", output)))
    claude.fire("Stop")
    (body,) = claude.said()
    assert body.startswith("$ cat big\nfirst line\n")
    assert body.endswith("\nlast line")
    assert len(body) < TOOL_CAP + 100
    with claude.db.reading() as snapshot:
        left_out = snapshot.value("SELECT attributes ->> 'leftOut' FROM item WHERE kind = 'turn'")
    assert left_out == len("$ cat big\n" + output) - TOOL_CAP


def test_a_secret_at_the_cut_is_out_before_the_cut() -> None:
    for place in range(TOOL_CAP * 2 // 3 - 60, TOOL_CAP * 2 // 3 + 5, 7):
        text = "a " * (place // 2) + f" token {SECRET} " + "b " * TOOL_CAP
        assert SECRET[:20] not in keep(text, TOOL_CAP, "mask").text


def test_of_an_own_tool_nothing_is_kept_even_while_its_outcome_is_waited_for(claude: Claude) -> None:
    claude.write(claude.line("assistant", use("c1", "mcp__memory__memory_learn", content="words of ours")))
    claude.fire("PreCompact")
    with claude.db.reading() as snapshot:
        pending = snapshot.value("SELECT pending FROM capture_cursor")
    claude.fire("Stop")
    claude.write(claude.line("user", result("c1", "stored: words of ours")))
    claude.fire("Stop")
    assert "memory_learn" not in pending
    assert "words" not in pending
    assert claude.said() == []


@pytest.mark.parametrize(
    ("pattern", "file", "is_match"),
    [
        ("private/**", "private/a.txt", True), ("private", "private/deep/a.txt", True),
        ("*.env", "deep/prod.env", True),
        ("src/*.key", "src/a.key", True), ("private/", "src/private.py", False), ("*.env", "../other/prod.env", False),
    ],
)  # fmt: skip
def test_an_ignore_pattern_is_relative_to_its_marker_file(pattern: str, file: str, *, is_match: bool) -> None:
    assert IgnoredPaths((pattern,), (Path("/p"),)).holds(file, ("/p",)) == is_match


def test_what_memory_put_in_is_taken_out_wherever_it_stands() -> None:
    assert unframed("before\n<memory-context>\nold\n</memory-context>\nafter") == "before\nafter"
    assert unframed("<hook_context>old") == ""
    assert unframed("a < b and <system> stays") == "a < b and <system> stays"


def test_a_mark_somebody_wrote_about_takes_nothing_of_their_words_away(claude: Claude) -> None:
    prompt = "how do I strip <system-reminder> tags?\nall of this was asked"
    claude.fire("UserPromptSubmit", prompt=prompt)
    sent = f"{prompt}\n\n<system-reminder>\nput in\n</system-reminder>\n"
    output = 'FRAME_OPEN = "<memory-context>"\nand the rest of the file'
    claude.write(claude.line("user", sent))
    claude.write(claude.line("assistant", use("t1", command="cat a.py")), claude.line("user", result("t1", output)))
    claude.fire("Stop")
    assert claude.said() == [prompt, f"$ cat a.py\n{output}"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a\n  <memory-context>\ncut off", "a"),
        ("a <hook_context>in</hook_context> b", "a b"),
        ("<hook_context>\n<memory-context>\ncut off</hook_context>\nb", "b"),
        ("<system-reminder>x</system-reminder><system-reminder>y</system-reminder>z", "z"),
        ("<memory-context>\na <memory-context> b\n</memory-context>\nc", "c"),
        ("a </memory-context> b <memory-contexts>", "a </memory-context> b <memory-contexts>"),
    ],
)
def test_frames_in_frames_and_such_as_are_left_open(text: str, left: str) -> None:
    assert unframed(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "Why does this fail?\n<ide_plugin name='x'/>\nPlease fix the test for me.",
        "Why does this fail?\n<ide_plugin>\n</ide_plugin>\nPlease fix the test for me.",
        "What does this send?\n<ide_selection>\nPlease look it up.",
        "What is this?\n<system-reminder />\nPlease look it up.",
        "<ide_opened_file/>\nPlease look it up.",
    ],
)
def test_a_mark_that_no_editor_sends_is_what_somebody_typed(text: str) -> None:
    assert unframed(text) == text


def test_a_text_of_many_marks_is_read_once() -> None:
    text = "x <system-reminder> " * 200_000
    assert unframed(text) == text


def test_a_tool_of_anothers_that_is_about_memory_is_captured(claude: Claude) -> None:
    for number, name in enumerate(("get_memory_usage", "mcp__profiler__memory_snapshot", "memory_memory_learn")):
        claude.write(claude.line("assistant", use(f"t{number}", name)), claude.line("user", result(f"t{number}", "x")))
    claude.fire("Stop")
    assert claude.said() == ["get_memory_usage\nx", "mcp__profiler__memory_snapshot\nx"]


def test_all_tools_of_this_memory_are_known_as_its_own() -> None:
    assert set(registry()) == OWN_TOOLS
