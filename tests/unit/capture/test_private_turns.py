"""What is private in a prompt stays private over the prompts, answers and tools that follow it in the session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from claude_session import Claude, result, use

from memory_mcp.capture.clients import injected_markup
from memory_mcp.capture.events.private_echo import RUN
from memory_mcp.privacy.private_parts import closed_parts
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Database
from memory_mcp.store.handoffs import handoff_rows
from memory_mcp.temporal import ManualClock


@pytest.fixture
def claude(db: Database, clock: ManualClock, tmp_path: Path) -> Claude:
    return Claude(db, clock, tmp_path)


def ask(claude: Claude, text: str) -> None:
    """Submit a prompt as the client does: the hook hears it first, the transcript has it too."""
    claude.clock.advance(seconds=60)
    claude.fire("UserPromptSubmit", prompt=text)
    claude.write(claude.line("user", text))


def answer(claude: Claude, text: str) -> None:
    claude.write(claude.line("assistant", [{"type": "text", "text": text}]))
    claude.fire("Stop")


def test_what_one_prompt_opens_and_the_next_closes_is_private_in_both(claude: Claude) -> None:
    ask(claude, "The plan: <private>we buy the mill in May")
    answer(claude, "Understood.")
    ask(claude, "and the barn in June</private> Write the invoice.")
    answer(claude, "Done.")

    assert [text.strip() for text in claude.said()] == ["The plan:", "Understood.", "Write the invoice.", "Done."]


def test_a_part_that_the_next_prompt_does_not_close_ended_in_its_paragraph(claude: Claude) -> None:
    ask(claude, "What does <private> do?")
    ask(claude, "Deploy the harbour service.")
    ask(claude, "The tag </private> closes it.")

    assert [text.strip() for text in claude.said()] == [
        "What does",
        "Deploy the harbour service.",
        "The tag </private> closes it.",
    ]


def test_an_answer_that_repeats_a_private_part_has_it_masked(claude: Claude) -> None:
    ask(claude, "<private>we buy the old mill in Aarhus, code BlueWhale77</private> Draft a letter.")
    answer(claude, "Dear seller, We buy the old  mill in Aarhus. The code is BlueWhale77. Regards")

    said = claude.said()[-1]
    assert "mill" not in said
    assert "BlueWhale77" not in said
    assert said.startswith("Dear seller, [redacted: private]")
    assert said.endswith("Regards")


def test_a_tool_that_repeats_a_private_part_has_it_masked(claude: Claude) -> None:
    ask(claude, "<private>we buy the old mill in Aarhus</private> Draft a letter.")
    claude.write(claude.line("assistant", use("c1", command="cat plan")))
    claude.write(claude.line("user", result("c1", "plan: we buy the old mill in Aarhus")))
    claude.fire("Stop")

    assert not any("mill" in said for said in claude.said())


def test_few_words_in_common_with_a_private_part_are_no_echo(claude: Claude) -> None:
    ask(claude, "<private>we buy the old mill in Aarhus</private> Draft a letter.")
    answer(claude, "The old mill is shown on the map.")

    assert claude.said()[-1] == "The old mill is shown on the map."
    assert len("the old mill") < RUN


def test_nothing_but_hashes_is_kept_of_a_private_part_and_no_hash_after_the_session(claude: Claude) -> None:
    ask(claude, "<private>we buy the old mill in Aarhus</private> Draft a letter.")
    with claude.db.reading() as snapshot:
        ((marks,),) = snapshot.rows("SELECT marks FROM session_private")
    assert marks
    assert b"mill" not in marks
    assert b"mill" not in b"".join(path.read_bytes() for path in Path(claude.db.path).parent.glob("memory.db*"))

    claude.fire("SessionEnd")

    with claude.db.reading() as snapshot:
        assert list(snapshot.rows("SELECT marks FROM session_private")) == []


@pytest.mark.parametrize("tag", ["\\u003cprivate\\u003e{}\\u003c/private\\u003e", "&lt;private&gt;{}&lt;/private&gt;",
                                 "<pri\u200bvate>{}</private>"])  # fmt: skip
def test_a_tag_in_what_a_tool_was_given_is_heard(claude: Claude, tag: str) -> None:
    ask(claude, "Draft a letter.")
    claude.write(claude.line("assistant", use("c1", command="echo " + tag.format("the mill in Aarhus"))))
    claude.write(claude.line("user", result("c1", "written")))
    claude.fire("Stop")

    with claude.db.reading() as snapshot:
        rows = list(snapshot.rows("SELECT body, attributes FROM item WHERE kind = 'turn'"))
    assert any("written" in body for body, _ in rows)
    assert not any("mill" in f"{body}{attributes}" for body, attributes in rows)


def test_a_secret_in_the_name_of_an_event_is_masked(claude: Claude) -> None:
    claude.fire("UserPromptSubmit", prompt="why?", hook_event_name="UserPromptSubmit ghp_" + "a1B2c3D4e5" * 4)

    with claude.db.reading() as snapshot:
        actors = [actor for (actor,) in snapshot.rows("SELECT DISTINCT actor FROM txn")]
    assert actors
    assert not any("a1B2c3D4" in actor for actor in actors)


def test_a_file_and_a_command_that_repeat_a_private_part_have_it_masked(claude: Claude, db: Database) -> None:
    ask(claude, "<private>the code is BlueWhale77</private> Go on.")
    claude.write(
        claude.line("assistant", use("c1", "Write", file_path=f"{claude.folder}/BlueWhale77.txt", content="x")),
        claude.line("user", result("c1", "written")),
        claude.line("assistant", use("c2", command="cat BlueWhale77.txt")),
    )
    claude.fire("Stop")
    claude.fire("SessionEnd")

    with db.reading() as snapshot:
        (left,) = handoff_rows.listed(snapshot, projects.ALL_PROJECTS)[0]
    assert [Path(file).name for file in left.files] == ["[redacted: private].txt"]
    assert db.checkpoint()
    assert b"BlueWhale77" not in db.path.read_bytes()


def test_a_call_that_waits_for_its_outcome_keeps_no_private_part(claude: Claude, db: Database) -> None:
    ask(claude, "<private>the code is BlueWhale77</private> Go on.")
    claude.write(claude.line("assistant", use("c1", command="cat BlueWhale77.txt")))
    claude.fire("PreCompact")

    assert db.checkpoint()
    assert b"BlueWhale77" not in db.path.read_bytes()


@pytest.mark.parametrize("mark", ["<system-reminder>", "a <system-reminder>", "<memory-context>\n\nx</memory-context>"])
@pytest.mark.parametrize("rest", [" Go on.", " Go on. </system-reminder> And on."])
def test_a_private_part_with_the_mark_of_a_frame_in_it_is_not_kept(claude: Claude, mark: str, rest: str) -> None:
    ask(claude, f"The log: <private>\n\nwe buy the old mill in Aarhus\n\n{mark}\n\nand the barn</private>{rest}")
    answer(claude, "So: we buy the old mill in Aarhus. Done.")

    said = "".join(claude.said())
    assert said.startswith("The log:")
    assert not any(word in said for word in ("mill", "barn", "Aarhus"))


@pytest.mark.parametrize("inside", ["", "`</private>` </system-reminder>", "x\n```\n</system-reminder>"])
def test_a_code_fence_that_a_frame_leaves_open_hides_no_private_part_behind_it(claude: Claude, inside: str) -> None:
    frame = "<system-reminder>\nfile:\n```\ncode\n</system-reminder>\n"
    ask(
        claude,
        f"{frame}The log: <private>\n\nwe buy the old mill\n\n<system-reminder>\n\n{inside}\n\n"
        "and the barn</private> Go on.",
    )
    answer(claude, "So: done.")

    said = "".join(claude.said())
    assert said.startswith("The log:")
    assert not any(word in said for word in ("mill", "barn"))


def test_a_code_fence_of_the_person_shows_a_private_tag_as_it_is(claude: Claude) -> None:
    ask(claude, "<system-reminder>\n`x`\n</system-reminder>\nIt prints\n```\n<private>a</private>\n```\nwhy?")
    assert any("<private>a</private>" in said for said in claude.said())


class Counted(list[tuple[int, int]]):
    """Counts how many of its elements were asked for, each time anew."""

    asked = 0

    def __iter__(self) -> Iterator[tuple[int, int]]:
        for one in super().__iter__():
            self.asked += 1
            yield one


def test_private_parts_are_looked_through_once_for_all_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "<private>a</private> b\n" * 200 + "<system-reminder>x</system-reminder> y\n" * 200
    parts = Counted(closed_parts(text))
    monkeypatch.setattr(injected_markup, "closed_parts", lambda _: parts)
    injected_markup.unframed(text)
    assert parts.asked <= len(parts) == 200
