"""What a person is told who stores or corrects a text at a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import click
import click.testing
import pytest
from calling import server
from click.testing import CliRunner, Result
from moments import START

from memory_mcp.cli.main import cli
from memory_mcp.errors import ConflictError, InvalidInputError, MemoryMcpError, NotFoundError, RefusedError
from memory_mcp.store.endings.compared import READ_AS_OVER_IN
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.sessions import statements, turns
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import ManualClock, Period


def said(db: Path, *arguments: str) -> Result:
    return CliRunner().invoke(cli, ["--db", str(db), "--no-embed", *arguments])


def test_who_stores_a_password_is_told_that_it_was_masked(tmp_path: Path) -> None:
    db = tmp_path / "m.db"
    learned = said(db, "learn", "The wifi password of the shop is Regenwurm-42.")
    assert "masked before it was stored: 1 password" in learned.stderr
    row = learned.stdout.rpartition(": ")[2].strip()
    corrected = said(db, "edit", row, "--text", "The wifi password of the shop is Blattlaus-43.")
    assert "masked before it was stored: 1 password" in corrected.stderr
    assert "masked" not in said(db, "learn", "The shop has a wifi.").stderr
    assert "Blattlaus" not in said(db, "read", row).stdout


def test_what_was_masked_is_counted_in_plain_words(tmp_path: Path) -> None:
    text = "Doors: <private>1234</private>, password=hunter2secretXY9 and password=other7secretQZ3 for the shop."
    learned = said(tmp_path / "m.db", "learn", text)
    assert "masked before it was stored: 1 private part, 2 passwords" in learned.stderr


def stated(db: Path) -> str:
    """The id of what somebody said about how to work."""
    with server(db.parent, ManualClock(START)) as runtime, runtime.db.writing("test") as tx:
        turns.add(tx, Utterance("Let's use npm for the frontend.", speaker="Ada"))
        statements.catch_up(tx)
        [one] = statements.current_statements(tx, [0], ["decision"], limit=9, at=tx.now)
    return one.uid


def test_a_statement_is_corrected_as_by_the_tool(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    uid = stated(db)
    corrected = said(db, "edit", uid, "--text", "Let's use pnpm for the frontend.", "--reason", "a slip")
    assert corrected.stdout == f"Corrected {uid[-8:]}\n"
    row = json.loads(said(db, "read", uid, "--history", "--json").stdout)
    assert (row["type"], row["body"]) == ("statement", "Let's use pnpm for the frontend.")
    assert (row["changes"][-1]["verb"], row["changes"][-1]["reason"]) == ("correct", "a slip")


def test_a_statement_that_was_over_says_by_what_and_holds_again_once_corrected(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    uid = stated(db)
    with server(tmp_path, ManualClock(START + 60_000_000)) as runtime, runtime.db.writing("test") as tx:
        by = turns.add(tx, Utterance("The frontend has pnpm now.", speaker="Ada")).uid
        facts.supersede(tx, uid, by=None, at=START + 60_000_000, reason=f"{READ_AS_OVER_IN}{by}")
    assert f"turn {by}: The frontend has pnpm now." in said(db, "read", uid).stdout

    corrected = said(db, "edit", uid, "--text", "Let's use npm for the frontend's tests.")

    assert "it was over and holds again" in corrected.stderr
    row = json.loads(said(db, "read", uid, "--json").stdout)
    assert (row["current"], row["confidence"], "endedBy" in row) == (True, 1.0, False)


def test_what_was_said_is_not_said_anew_from_now_on(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    uid = stated(db)
    refused = said(db, "edit", uid, "--changed", "--text", "Let's use pnpm.").exception
    assert isinstance(refused, InvalidInputError)
    assert f"`memory-mcp forget {uid[-8:]}`" in refused.hint


def test_a_turn_cannot_be_edited_and_what_can_is_named(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    turn = json.loads(said(db, "read", stated(db), "--json").stdout)["source"].removeprefix("turn ")
    refused = said(db, "edit", turn, "--text", "Nothing.").exception
    assert isinstance(refused, InvalidInputError)
    assert "is a turn; only a learning, statement, decision or observation can be edited" in refused.message


def test_a_session_cannot_be_edited_and_what_shows_it_is_named(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    session = json.loads(said(db, "call", "memory_session_start", "{}", "--json").stdout)["sessionId"]
    for given in (session, session[-8:]):
        refused = said(db, "edit", given, "--text", "Nothing.").exception
        assert isinstance(refused, InvalidInputError)
        assert f"{session} is a session, which has no text to edit" in refused.message
        assert f"`memory-mcp open {session[-8:]}` shows it" in refused.hint
    assert said(db, "open", session).exit_code == 0


def test_a_handoff_cannot_be_edited_and_what_lists_it_is_named(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    begun = {"action": "begin", "summary": "Paint the door."}
    handoff = json.loads(said(db, "call", "memory_handoff", json.dumps(begun), "--json").stdout)["handoff"]["id"]
    refused = said(db, "edit", handoff, "--text", "Nothing.").exception
    assert isinstance(refused, NotFoundError)
    assert "another type: handoff. `memory-mcp call memory_handoff` lists" in refused.hint


def test_what_a_thing_is_called_cannot_be_edited_and_nobody_said_it(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    said(db, "call", "memory_entity_create", json.dumps({"name": "Ada", "entityType": "person"}))
    ada = json.loads(said(db, "entity", "Ada", "--json").stdout)["entity"]["id"]
    refused = said(db, "edit", ada, "--text", "Nothing.").exception
    assert isinstance(refused, InvalidInputError)
    assert "is an entity; only" in refused.message
    assert "What was said" not in refused.hint


def test_a_person_who_says_no_is_told_that_nothing_was_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "memory.db"
    uid = stated(db)
    monkeypatch.setattr(click.testing._NamedTextIOWrapper, "isatty", lambda stream: stream.name == "<stdin>", False)
    for answer in ("n\n", "\n"):
        asked = CliRunner().invoke(cli, ["--db", str(db), "--no-embed", "forget", uid], input=answer)
        assert isinstance(asked.exception, RefusedError)
        assert asked.exception.message == "you said no, and nothing was changed"
    assert json.loads(said(db, "read", uid, "--json").stdout)["current"]


@pytest.mark.external
@pytest.mark.parametrize("left", ["rm", "cp left.bin"])
def test_what_an_editor_leaves_that_is_no_text_is_refused(
    left: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "memory.db"
    uid = stated(db)
    (tmp_path / "left.bin").write_bytes(b"\xff\xfe")
    monkeypatch.setenv("EDITOR", left.replace("left.bin", str(tmp_path / "left.bin")))
    monkeypatch.delenv("VISUAL", raising=False)
    refused = said(db, "edit", uid).exception
    assert isinstance(refused, RefusedError)
    assert refused.message.startswith("what the editor left cannot be read")


def test_an_editor_that_is_named_with_half_a_quote_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "memory.db"
    uid = stated(db)
    monkeypatch.setenv("EDITOR", 'vi "half')
    monkeypatch.delenv("VISUAL", raising=False)
    refused = said(db, "edit", uid).exception
    assert isinstance(refused, RefusedError)
    assert refused.message == "the editor cannot be started: No closing quotation"


def test_what_was_forgotten_before_is_said_to_be(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    uid = stated(db)
    assert "before" not in said(db, "forget", uid, "--yes").stderr
    assert "1 row had been forgotten before." in said(db, "forget", uid, "--yes").stderr


def test_what_goes_with_what_it_belongs_to_was_not_forgotten_before(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    turn = json.loads(said(db, "read", stated(db), "--json").stdout)["source"].removeprefix("turn ")
    gone = said(db, "forget", turn, "--yes")
    assert (gone.stdout.splitlines()[-1][:4], "before" in gone.stderr) == ("1 ro", False)
    fact = {"entityName": "Ada", "entityType": "person", "content": "Ada paints."}
    said(db, "call", "memory_entity_observe", json.dumps(fact))
    gone = said(db, "forget", "--entity", "Ada", "--yes")
    assert gone.stdout.splitlines()[-1].startswith("2 rows forgotten;")
    assert "before" not in gone.stderr


def test_options_choose_what_was_forgotten_before_only_to_be_erased(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    uid = stated(db)
    said(db, "forget", uid, "--yes")
    chosen = ("forget", "--since", "2000-01-01", "--all", "--dry-run", "--json")
    assert uid not in [row["id"] for row in json.loads(said(db, *chosen).stdout)["rows"]]
    assert uid in [row["id"] for row in json.loads(said(db, *chosen, "--erase").stdout)["rows"]]


def test_a_handoff_that_is_forgotten_by_its_id_is_open_no_more(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    begun = said(db, "call", "memory_handoff", '{"action": "begin", "summary": "half the letters are done"}', "--json")
    uid = json.loads(begun.stdout)["handoff"]["id"]
    [row] = json.loads(said(db, "forget", uid, "--dry-run", "--json").stdout)["rows"]
    assert (row["type"], row["snippet"]) == ("handoff", "half the letters are done")
    assert "1 row forgotten" in said(db, "forget", uid, "--yes").stdout
    assert "half the letters" not in said(db, "today").stdout


def test_a_session_named_by_its_id_is_refused_unless_it_is_erased(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    session = json.loads(said(db, "call", "memory_session_start", "--json").stdout)["sessionId"]
    refused = said(db, "forget", session, "--yes").exception
    assert isinstance(refused, InvalidInputError)
    assert f"memory-mcp forget --session {session[-8:]}`" in refused.hint
    assert "1 row erased." in said(db, "forget", session, "--erase", "--yes").stdout


TOO_LONG = "The shop is closed. " + "x" * 10_000


def editing(monkeypatch: pytest.MonkeyPatch, folder: Path, left: bytes) -> None:
    """Let an editor leave these bytes, and keep temporary files in a folder."""
    (folder / "left").write_bytes(left)
    (folder / "tmp").mkdir()
    monkeypatch.setenv("EDITOR", f"cp {folder / 'left'}")
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(folder / "tmp"))


def learned(db: Path) -> str:
    return said(db, "learn", "The shop is open.").stdout.rpartition(": ")[2].strip()


def test_a_text_that_is_longer_than_what_can_be_learned_is_refused(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    uid = learned(db)
    for how in ((), ("--changed",)):
        refused = said(db, "edit", uid, *how, "--text", TOO_LONG).exception
        assert isinstance(refused, InvalidInputError)
        assert refused.message == "the text may have 10,000 characters, has 10,020"
    assert json.loads(said(db, "read", uid, "--json").stdout)["body"] == "The shop is open."
    assert said(db, "edit", uid, "--text", TOO_LONG[:10_000]).exit_code == 0


def test_what_came_in_longer_may_be_corrected_but_not_grow(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    with server(tmp_path, ManualClock(START)) as runtime, runtime.db.writing("test") as tx:
        uid = facts.assert_(tx, Draft("learning", TOO_LONG, Period(tx.now))).uid
    assert said(db, "edit", uid, "--text", TOO_LONG.replace("closed", "closes")).exit_code == 0
    assert isinstance(said(db, "edit", uid, "--text", TOO_LONG + "x").exception, InvalidInputError)


@pytest.mark.external
@pytest.mark.parametrize("left", [TOO_LONG.encode(), "Grüße".encode("latin-1")])
def test_what_was_written_in_an_editor_is_kept_in_a_file_where_it_is_refused(
    left: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "memory.db"
    uid = learned(db)
    editing(monkeypatch, tmp_path, left)
    refused = said(db, "edit", uid).exception
    assert isinstance(refused, MemoryMcpError)
    [kept] = (tmp_path / "tmp").iterdir()
    assert refused.hint.endswith(f"What you wrote is in {kept}.")
    assert kept.read_bytes() == left
    assert kept.stat().st_mode & 0o077 == 0


@pytest.mark.external
@pytest.mark.parametrize("left", [b"The shop is closed.\n", b"The shop is open.\n", b""])
def test_an_editor_leaves_no_file_where_nothing_is_lost(
    left: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "memory.db"
    uid = learned(db)
    editing(monkeypatch, tmp_path, left)
    said(db, "edit", uid)
    assert list((tmp_path / "tmp").iterdir()) == []
    assert json.loads(said(db, "read", uid, "--json").stdout)["body"] == (left.decode().strip() or "The shop is open.")


@pytest.mark.external
@pytest.mark.parametrize("how", [(), ("--changed",)])
def test_a_row_that_another_corrected_while_the_editor_was_open_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: tuple[str, ...]
) -> None:
    db = tmp_path / "memory.db"
    uid = learned(db)
    editing(monkeypatch, tmp_path, b"The shop is closed on Mondays.")
    opened = click.edit

    def slow_edit(*, filename: str) -> None:
        said(db, "edit", uid, "--text", "The shop is open until six.")
        opened(filename=filename)

    monkeypatch.setattr("click.edit", slow_edit)
    refused = said(db, "edit", uid, *how).exception
    assert isinstance(refused, ConflictError)
    assert refused.message.endswith("was changed while your editor was open, and now says: The shop is open until six.")
    (kept,) = (tmp_path / "tmp").iterdir()
    assert (str(kept) in refused.hint, kept.read_bytes()) == (True, b"The shop is closed on Mondays.")
    assert json.loads(said(db, "read", uid, "--json").stdout)["body"] == "The shop is open until six."


@pytest.mark.parametrize("how", [(), ("--erase",)])
def test_a_row_that_another_corrected_before_the_answer_is_not_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: tuple[str, ...]
) -> None:
    db = tmp_path / "memory.db"
    uid = learned(db)

    def slow_answer(question: str, *, is_answered: bool) -> None:
        said(db, "edit", uid, "--text", "The shop is open until six.")

    monkeypatch.setattr("memory_mcp.cli.everyday.forgetting.confirm", slow_answer)
    refused = said(db, "forget", uid, *how).exception
    assert isinstance(refused, ConflictError)
    assert refused.message.endswith("was changed while you were asked, and now says: The shop is open until six.")
    assert json.loads(said(db, "read", uid, "--json").stdout)["body"] == "The shop is open until six."


@pytest.mark.external
def test_what_came_in_the_place_of_a_row_while_the_editor_was_open_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "memory.db"
    uid = learned(db)
    editing(monkeypatch, tmp_path, b"The shop is closed on Mondays.")
    opened, by = click.edit, list[str]()

    def slow_edit(*, filename: str) -> None:
        by.append(said(db, "edit", uid, "--changed", "--text", "The shop is open until six.").stdout.split()[-1])
        opened(filename=filename)

    monkeypatch.setattr("click.edit", slow_edit)
    refused = said(db, "edit", uid).exception
    assert isinstance(refused, ConflictError)
    assert refused.message == f"{uid} was changed while your editor was open: {by[0]} came in its place"
    assert f"memory-mcp edit {by[0]}." in refused.hint


def test_what_is_over_or_was_forgotten_is_not_replaced_again(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    uid = learned(db)
    by = said(db, "edit", uid, "--changed", "--text", "The shop is open until six.").stdout.split()[-1]
    refused = said(db, "edit", uid, "--changed", "--text", "The shop is open until ten.").exception
    assert isinstance(refused, ConflictError)
    assert (refused.message.endswith("is over already"), refused.hint) == (True, f"Edit what came in its place: {by}.")
    said(db, "forget", "--yes", by)
    refused = said(db, "edit", by, "--changed", "--text", "The shop is open until ten.").exception
    assert isinstance(refused, ConflictError)
    assert "was retracted and cannot be replaced" in refused.message
    assert json.loads(said(db, "search", "until ten", "--json").stdout)["hits"] == []


@pytest.mark.external
def test_a_text_with_other_ends_of_lines_is_not_changed_by_an_editor_that_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "memory.db"
    uid = json.loads(
        said(db, "call", "memory_learn", '{"category": "fact", "content": "Open.\\r\\nAlways."}', "--json").stdout
    )["id"]
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.delenv("VISUAL", raising=False)
    assert "Nothing was changed." in said(db, "edit", uid).stderr
    assert json.loads(said(db, "read", uid, "--json").stdout)["body"] == "Open.\r\nAlways."


def test_whoever_edits_a_forgotten_row_is_told_how_it_comes_back_also_with_the_same_text(tmp_path: Path) -> None:
    db = tmp_path / "m.db"
    row = said(db, "learn", "Logs are kept for 30 days.").stdout.rpartition(": ")[2].strip()
    said(db, "forget", row, "--yes")
    for text in ("Logs are kept for 30 days.", "Logs are kept for 40 days."):
        refused = said(db, "edit", row, "--text", text).exception
        assert isinstance(refused, ConflictError)
        assert "was retracted and cannot be corrected" in refused.message
        assert f"`memory-mcp read {row} --history`" in refused.hint


def test_of_a_text_that_is_private_as_a_whole_the_refusal_says_so(tmp_path: Path) -> None:
    refused = said(tmp_path / "m.db", "learn", "<private>The door opens with 1234.</private>").exception
    assert isinstance(refused, InvalidInputError)
    assert refused.message == "this says nothing: it contains neither a letter nor a digit outside <private>"
