"""What a hook told before the transcript had it is one with what another machine reads of a copy of that transcript."""

from __future__ import annotations

import itertools
import json

import apsw
import pytest
from claude_session import Claude
from one_conversation import the_export_of_all, uid_of
from shared_folder import synced
from transfers import bodies

from memory_mcp.capture.transcripts.history_import import import_transcripts
from memory_mcp.config import Settings
from memory_mcp.store.endings import by_words
from memory_mcp.store.facts import erasure, facts, lifecycle, short_ids
from memory_mcp.store.facts.versions import newest
from memory_mcp.sync import folder as folders

TABS = "Please always use tabs in this repository."


@pytest.fixture
def claude(here, clock, tmp_path):
    """The machine whose hooks tell of a session of Claude Code."""
    work = tmp_path / "work"
    work.mkdir()
    return Claude(here, clock, work)


def say(claude, *words, written=None):
    """Submit a prompt of which the transcript has a line once it is answered."""
    for text in words:
        claude.fire("UserPromptSubmit", prompt=text)
        claude.write(claude.line("user", text if written is None else written))
        claude.write(claude.line("assistant", f"I heard {len(text)} letters."))
        claude.clock.advance(seconds=60)


def import_copy(db, claude):
    """Import a copy of the transcript, as another machine does."""
    import_transcripts(db, claude.path, Settings(db_path=db.path))


def read_out(db):
    while by_words.step(db):
        pass


def meet(stores, carry, *machines):
    for _ in range(2):
        exchange(carry, *machines)
    return the_export_of_all(stores, machines)


def exchange(carry, *machines):
    for source, target in itertools.permutations(machines, 2):
        carry(source, target)


def prompts(db):
    return [text for text in bodies(db, "turn") if not text.startswith("I heard")]


@pytest.mark.parametrize("imports_first", [False, True])
@pytest.mark.parametrize("meets", range(4))
def test_a_prompt_is_one_turn_whenever_the_other_machine_reads_it(
    claude, here, there, stores, carry, clock, imports_first, meets
):
    """After the prompt, after it was answered, after the import, or not before the end."""
    say(claude, TABS, "Which port?")
    if meets == 1:
        exchange(carry, here, there)
    if not imports_first:
        claude.fire("Stop")
    if meets == 2:
        exchange(carry, here, there)
    clock.advance(seconds=60)
    import_copy(there, claude)
    if meets == 3:
        exchange(carry, here, there)
    claude.fire("Stop")
    read_out(here)
    told = meet(stores, carry, here, there)
    assert prompts(here) == prompts(there) == [TABS, "Which port?"]
    assert len(told["turns"]) == 4
    assert len(told["statements"]) == len({one["text"] for one in told["statements"]}) > 0
    import_copy(there, claude)
    import_copy(here, claude)
    claude.fire("SessionEnd")
    assert len(meet(stores, carry, here, there)["turns"]) == 4


@pytest.mark.parametrize(
    ("written", "kept"),
    [("Which port?\n", 1), ("Which   port?", 1), ([{"type": "text", "text": "Which port?"}, {"type": "image"}], 1),
     ("Which port, and whose?", 2)],
)  # fmt: skip
def test_a_hook_tells_it_with_other_whitespace_or_without_a_picture(claude, here, there, stores, carry, written, kept):
    say(claude, "Which port?", written=written)
    claude.fire("Stop")
    import_copy(there, claude)
    exchange(carry, here, there)
    for db in (here, there):
        import_copy(db, claude)
    claude.fire("SessionEnd")
    meet(stores, carry, here, there)
    assert len(prompts(here)) == len(prompts(there)) == kept


def test_two_equal_prompts_are_two_turns(claude, here, there, stores, carry):
    say(claude, "go on", "go on")
    claude.fire("UserPromptSubmit", prompt="go on")
    import_copy(there, claude)
    carry(there, here)
    claude.fire("Stop")
    exchange(carry, here, there)
    assert (prompts(here), prompts(there)) == (["go on"] * 3, ["go on"] * 2)
    claude.write(claude.line("user", "go on"))
    claude.fire("Stop")
    import_copy(there, claude)
    meet(stores, carry, here, there)
    assert prompts(here) == prompts(there) == ["go on"] * 3


@pytest.mark.parametrize("when", ["before its line", "before its line is read", "after"])
@pytest.mark.parametrize("knows", [False, True])
def test_a_prompt_erased_where_it_was_told_stays_erased(claude, here, there, stores, carry, when, knows):
    claude.fire("UserPromptSubmit", prompt=TABS)
    uid = uid_of(here, "turn", "tabs")
    if when == "before its line":
        erase(here, uid)
    claude.write(claude.line("user", TABS), claude.line("assistant", "I heard it."))
    import_copy(there, claude)
    if knows:
        carry(there, here)
    if when == "before its line is read":
        erase(here, uid)
    claude.fire("Stop")
    if when == "after":
        erase(here, uid_of(here, "turn", "tabs"))
    for db in (here, there):
        import_copy(db, claude)
    claude.fire("SessionEnd")
    meet(stores, carry, here, there)
    for db in (here, there):
        import_copy(db, claude)
        assert (prompts(db), bodies(db, "statement")) == ([], [])


@pytest.mark.parametrize("hears", [False, True])
def test_a_prompt_erased_where_its_line_was_read_stays_erased(claude, here, there, stores, carry, hears):
    say(claude, TABS)
    read_out(here)
    import_copy(there, claude)
    erase(there, uid_of(there, "turn", "tabs"))
    if hears:
        carry(there, here)
    claude.fire("Stop")
    claude.fire("SessionEnd")
    meet(stores, carry, here, there)
    for db in (here, there):
        assert (prompts(db), bodies(db, "statement")) == ([], [])
        assert not any("tabs" in text for text in bodies(db, "digest"))


@pytest.mark.parametrize("knows", [False, True])
def test_what_was_done_to_it_before_its_line_came_holds(claude, here, there, stores, carry, knows):
    said = "From now on write commit messages in English."
    say(claude, TABS, said)
    read_out(here)
    turn, tabs, english = (
        uid_of(here, "turn", "tabs"),
        uid_of(here, "statement", "tabs"),
        uid_of(here, "statement", "Eng"),
    )
    with here.writing("test") as tx:
        facts.retract(tx, tabs, reason="not any more")
        facts.correct(tx, english, body="Write them in French.")
        lifecycle.pin(tx, turn, pinned=True)
    import_copy(there, claude)
    if knows:
        carry(there, here)
    claude.fire("Stop")
    meet(stores, carry, here, there)
    for db in (here, there):
        assert prompts(db) == [said, TABS]
        assert bodies(db, "statement") == ["Write them in French."]
        with db.reading() as snapshot:
            assert lifecycle.state(snapshot, uid_of(db, "turn", "tabs")).pinned


def test_the_id_it_was_shown_by_goes_on_to_open(claude, here):
    say(claude, TABS)
    shown = uid_of(here, "turn", "tabs")
    claude.fire("Stop")
    with here.reading() as snapshot:
        for given in (shown, short_ids.short(shown)):
            found = newest(snapshot, short_ids.whole(snapshot, given))
            assert found is not None
            assert found.body == TABS
            assert found.uid != shown


def test_words_that_come_into_no_transcript_are_told_once_the_session_ends(claude, here, there, stores, carry):
    say(claude, "/deploy now", written="Run the deployment as the page says.")
    read_out(here)
    claude.fire("Stop")
    exchange(carry, here, there)
    assert prompts(there) == ["Run the deployment as the page says."]
    claude.fire("SessionEnd")
    meet(stores, carry, here, there)
    assert prompts(there) == prompts(here) == ["/deploy now", "Run the deployment as the page says."]


def test_words_that_come_into_no_transcript_are_told_a_day_later(claude, here, there, stores, clock, tmp_path):
    for db in (here, there):
        folders.init(db, tmp_path / "shared")
    say(claude, TABS)
    read_out(here)
    for db in (here, there):
        synced(db, tmp_path / "shared")
    assert prompts(there) == []
    clock.advance(hours=24)
    for db in (here, there):
        synced(db, tmp_path / "shared")
    assert prompts(there) == [TABS]
    assert bodies(there, "statement") == bodies(here, "statement") != []
    the_export_of_all(stores, [here, there])


def test_a_session_without_a_transcript_waits_for_none(claude, here, there, stores, carry):
    claude.fire("UserPromptSubmit", prompt=TABS, transcript_path="")
    meet(stores, carry, here, there)
    assert prompts(there) == [TABS]


@pytest.mark.parametrize("order", list(itertools.permutations(range(2))))
@pytest.mark.parametrize("early", [False, True])
def test_machines_that_share_a_folder(claude, here, there, stores, tmp_path, order, early):
    machines = [(here, there)[place] for place in order]
    for db in machines:
        folders.init(db, tmp_path / "shared")
    say(claude, TABS)
    if early:
        read_out(here)
        for db in machines:
            synced(db, tmp_path / "shared")
    import_copy(there, claude)
    claude.fire("Stop")
    read_out(here)
    for db in (*machines, *machines):
        synced(db, tmp_path / "shared")
    assert [synced(db, tmp_path / "shared").written for db in machines] == [0, 0]
    assert prompts(here) == prompts(there) == [TABS]
    assert len(the_export_of_all(stores, machines)["statements"]) == 1


def test_an_answer_the_transcript_lacked_at_the_end_of_the_turn(claude, here, there, stores, carry):
    claude.write(claude.line("user", "why?"))
    claude.fire("Stop", last_assistant_message="because")
    claude.write(claude.line("assistant", "because"))
    import_copy(there, claude)
    claude.fire("Stop")
    assert len(meet(stores, carry, here, there)["turns"]) == 2


def test_no_other_id_is_ever_given_to_a_row(claude, here):
    say(claude, TABS)
    claude.fire("Stop")
    with here.writing("test") as tx, pytest.raises(apsw.ConstraintError, match="a version is written once"):
        tx.execute("UPDATE item SET uid = '0e9e7b5e-a2b8-8c53-9b0b-0a1b2c3d4e5f' WHERE kind = 'turn'")


def erase(db, uid):
    with db.writing("test") as tx:
        erasure.erase(tx, uid)


def test_a_hook_that_tells_the_same_turn_again_after_its_line_was_read_doubles_nothing(claude, here):
    line = {"type": "event_msg", "payload": {"type": "user_message", "message": TABS}}
    claude.write(json.dumps(line).encode() + b"\n")
    for _ in range(2):
        claude.fire("UserPromptSubmit", client="codex", prompt=TABS, turn_id="t1")
        claude.fire("Stop", client="codex")
    assert prompts(here) == [TABS]
