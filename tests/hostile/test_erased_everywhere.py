"""What is erased is gone from all that lies beside the file, or the answer names where it still is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import apsw
import pytest
from calling import Client, learn, server
from click.testing import CliRunner
from shared_folder import synced

from memory_mcp.capture.events.payload import Heard
from memory_mcp.capture.events.spooled import put_off
from memory_mcp.cli.main import cli
from memory_mcp.cli.maintenance.backup import _prune
from memory_mcp.errors import BusyError
from memory_mcp.store.capture_state import spool
from memory_mcp.store.file.copies import erased_elsewhere
from memory_mcp.store.file.copies.backup import backup
from memory_mcp.store.file.copies.erased_copies import PAGE
from memory_mcp.store.file.database import Database
from memory_mcp.sync import folder as folders
from memory_mcp.temporal import ManualClock, SystemClock
from memory_mcp.tools.decisions import memory_decide, memory_decide_update
from memory_mcp.tools.forget import memory_forget
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.handoffs import memory_handoff
from memory_mcp.tools.sessions import memory_session_end, memory_session_start
from memory_mcp.tools.transfer import memory_export
from memory_mcp.view.data import explorer
from memory_mcp.view.page import page_with, write_page

PLAIN = pytest.mark.parametrize("client", [None], ids=["plain"], indirect=True)
SAID = "The vault of the harbour bank opens with the third lever."


@pytest.fixture(params=[None, "tea"], ids=["plain", "encrypted"])
def client(request, tmp_path, clock):
    with server(tmp_path, clock, key=request.param, log_file=tmp_path / "server.log") as runtime:
        yield Client(runtime, tmp_path)


def _wait(client: Client, text: str) -> Path:
    """Have an event wait beside the file."""
    settings = client.runtime.settings
    payload = {"session_id": "s1", "cwd": str(settings.db_path.parent), "prompt": text}
    put_off(settings, Heard("UserPromptSubmit", "claude", payload, {}, 1))
    return spool.waiting(settings.spool_dir)[-1]


def _said(client: Client) -> list[Any]:
    """What the events that wait say."""
    settings = client.runtime.settings
    return [entry["payload"]["prompt"] for _, entry in spool.entries(settings.spool_dir, settings.key)]


def _erase(client: Client, uid: str) -> dict[str, Any]:
    return client.call(memory_forget, ids=[uid], erase=True)


def test_what_is_erased_leaves_events_that_wait_and_nothing_else_of_them_goes(client):
    uid = learn(client, SAID)
    _wait(client, SAID)
    _wait(client, f"Please note: {SAID} Thank you.")
    _erase(client, uid)
    assert sorted(_said(client)) == ["", "Please note:  Thank you."]


def test_all_that_a_decision_a_handoff_and_a_session_say_leaves_events_that_wait(client):
    said = {part: f"The {part} of the harbour bank is kept below the weir." for part in (
        "choice", "reason", "second lever", "outcome", "summary", "question", "step", "task", "end", "doubt", "plan",
    )}  # fmt: skip
    decision = client.call(
        memory_decide, title="The vault", decision=said["choice"], reasoning=said["reason"],
        alternatives=said["second lever"],
    )["id"]  # fmt: skip
    client.call(memory_decide_update, decision_id=decision, outcome=said["outcome"])
    client.call(memory_decide_update, decision_id=decision, outcome="It went otherwise in the end.")
    handoff = client.call(
        memory_handoff, action="begin", summary=said["summary"], open_questions=[said["question"]],
        next_steps=[said["step"]],
    )["handoff"]["id"]  # fmt: skip
    session = client.call(memory_session_start)["sessionId"]
    client.call(
        memory_session_end, summary=said["end"], tasks=[said["task"]], open_questions=[said["doubt"]],
        next_steps=[said["plan"]],
    )  # fmt: skip
    for text in said.values():
        _wait(client, f"Please note: {text}")
    client.call(memory_forget, ids=[decision, handoff, session], erase=True)
    assert set(_said(client)) == {"Please note: "}


def test_what_is_erased_leaves_events_that_were_set_aside(client):
    uid = learn(client, SAID)
    settings = client.runtime.settings
    spool.set_aside(_wait(client, SAID), "a test")
    (settings.spool_dir / "unreadable" / "half.json").write_text('{"prompt": ' + json.dumps(SAID))
    _erase(client, uid)
    for path in spool.unreadable(settings.spool_dir):
        assert SAID.encode() not in path.read_bytes()
        if path.name != "half.json":
            path.rename(settings.spool_dir / path.name)
    assert _said(client) == [""]


def test_what_is_erased_leaves_both_logs_and_the_rest_of_their_lines_stays(client):
    uid = learn(client, SAID)
    settings = client.runtime.settings
    logs = [settings.hook_log_path, settings.log_path, settings.log_path.with_name("server.log.1")]
    for log in logs:
        log.write_text(f"2026-03-01 Stop claude: failed on {SAID!r} at line 3\n")
    _erase(client, uid)
    for log in logs:
        assert log.read_text() == f"2026-03-01 Stop claude: failed on '{'*' * len(SAID)}' at line 3\n"


def test_backups_that_hold_what_was_erased_are_named_and_others_are_not(client):
    settings = client.runtime.settings
    backup(client.runtime.db, settings.backup_dir / "before.db", key=settings.key)
    uid = learn(client, SAID)
    backup(client.runtime.db, settings.backup_dir / "memory-auto-20260301T090000.db", key=settings.key)
    notice = _erase(client, uid)["notice"]
    assert "memory-auto-20260301T090000.db" in notice
    assert "memory-mcp backup --prune" in notice
    assert "before.db" not in notice


def test_no_backup_is_left_that_was_begun_before_something_was_erased_and_ended_after_it(tmp_path, clock):
    with server(tmp_path, clock) as runtime:
        uids = [learn(client := Client(runtime, tmp_path), SAID)]
        with pytest.raises(BusyError, match="was erased while the backup was made"):
            backup(runtime.db, tmp_path / "copy.db", progress=lambda *_: uids and _erase(client, uids.pop()))
        assert not (tmp_path / "copy.db").exists()
        backup(runtime.db, tmp_path / "copy.db")


def test_prune_makes_a_backup_and_removes_those_that_hold_what_was_erased_and_no_other_memory(tmp_path, clock):
    with server(tmp_path, clock) as runtime:
        client = Client(runtime, tmp_path)
        backup(runtime.db, runtime.settings.backup_dir / "before.db")
        uid = learn(client, SAID)
        backup(runtime.db, runtime.settings.backup_dir / "holds.db")
        # Somebody's own copy, under a name that begins alike.
        backup(runtime.db, tmp_path / "memory-work.db")
        _erase(client, uid)
    Database(tmp_path / "memory-restored.db", SystemClock(), key="tea").close()

    done = CliRunner().invoke(cli, ["--db", str(tmp_path / "memory.db"), "--no-embed", "backup", "--prune", "--json"])

    assert done.exit_code == 0
    told = json.loads(done.stdout)
    folder = tmp_path / "memory.db-backups"
    assert told["removed"] == [str(folder / "holds.db")]
    assert sorted(folder.iterdir()) == sorted([folder / "before.db", Path(told["path"])])
    assert (tmp_path / "memory-work.db").exists()
    assert (tmp_path / "memory-restored.db").exists()


@pytest.fixture
def enciphered(tmp_path, clock):
    """Return a memory that is encrypted now, and the copy and the page of what it said before it was erased."""
    file, key = tmp_path / "memory.db", tmp_path / "key"
    with server(tmp_path, clock) as runtime:
        client = Client(runtime, tmp_path)
        uid = learn(client, SAID)
        backup(runtime.db, runtime.settings.backup_dir / "plain.db")
        write_page(tmp_path / PAGE, page_with(explorer(Call(runtime, client.facts), "*")))
    backup_of_restore = tmp_path / "memory-before-restore-1.db"
    backup_of_restore.write_bytes((tmp_path / "memory.db-backups" / "plain.db").read_bytes())
    encrypted = _done(file, "key", "init", "--key-file", str(key), "--json")
    assert str(tmp_path / PAGE) in json.loads(encrypted)["plainCopies"]
    _done(file, "--key-file", str(key), "backup", str(tmp_path / "memory.db-backups" / "first-key.db"))
    _done(file, "--key-file", str(key), "key", "change")
    told = _done(file, "--key-file", str(key), "forget", uid, "--erase", "--yes", "--json")
    return tmp_path, key, "; ".join(json.loads(told)["notices"])


def _done(file, *arguments):
    done = CliRunner().invoke(cli, ["--db", str(file), "--no-embed", *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def _pruned(folder, key):
    return json.loads(_done(folder / "memory.db", "--key-file", str(key), "backup", "--prune", "--json"))


def test_copies_of_the_time_before_a_key_and_of_the_key_before_are_looked_into(enciphered):
    folder, key, notice = enciphered
    holding = [folder / "memory-before-restore-1.db"]
    holding += [folder / "memory.db-backups" / name for name in ("first-key.db", "plain.db")]
    assert all(str(path) in notice for path in holding)

    told = _pruned(folder, key)

    assert told["removed"] == [str(path) for path in holding]
    assert not any(path.exists() for path in holding)


def test_a_page_that_shows_what_was_erased_is_named(enciphered):
    folder, key, notice = enciphered
    page = folder / PAGE
    assert str(page) in notice
    assert _pruned(folder, key)["mayHold"] == [str(page)]
    page.unlink()
    assert _pruned(folder, key)["mayHold"] == []


def test_a_copy_under_an_unknown_key_is_named_and_stays(enciphered):
    folder, key, _notice = enciphered
    (folder / PAGE).unlink()
    key.with_name("key.old").unlink()

    told = _pruned(folder, key)

    assert told["mayHold"] == [str(folder / "memory.db-backups" / "first-key.db")]
    assert (folder / "memory.db-backups" / "first-key.db").exists()


def test_a_second_backup_in_the_same_second_has_a_name_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr("memory_mcp.cli.maintenance.backup.SystemClock", lambda: ManualClock(1_772_355_600_000_000))
    made = [json.loads(_done(tmp_path / "memory.db", "backup", "--prune", "--json"))["path"] for _ in range(3)]
    assert len(set(made)) == 3


@PLAIN
@pytest.mark.parametrize("name", ["all.json", "all.jsonl.gz", "pages"])
def test_an_export_that_holds_what_was_erased_is_named_and_another_is_not(client, name):
    def export(path):
        client.call(memory_export, path=path, project="*", **({} if "." in path else {"format": "markdown"}))

    learn(client, "Bread needs a long night.")
    export(f"before-{name}")
    uid = learn(client, SAID)
    export(name)
    notice = _erase(client, uid)["notice"]
    assert f"exports still hold it, delete them: {client.runtime.settings.db_path.parent / 'exports' / name}" in notice
    assert "before-" not in notice


@PLAIN
def test_a_page_of_an_export_without_its_list_of_ids_is_known_by_the_end_of_the_id(client):
    uid = learn(client, SAID)
    client.call(memory_export, path="pages", format="markdown", project="*")
    folder = client.runtime.settings.db_path.parent / "exports" / "pages"
    (folder / ".memory-export.json").unlink()
    (page,) = (folder / "learnings").iterdir()
    page.write_text(page.read_text().replace("vault", "safe"))
    assert str(folder) in _erase(client, uid)["notice"]


def test_an_export_that_cannot_be_looked_into_is_named_as_such(client, monkeypatch):
    folder = client.runtime.settings.db_path.parent / "exports"
    folder.mkdir()
    (folder / "kept.sealed").write_bytes(b"sealed")
    (folder / "torn.json.gz").write_bytes(b"no gzip")
    (folder / "large.json").write_text("a" * 2_000)
    monkeypatch.setattr(erased_elsewhere, "_MOST_BYTES", 1_000)
    notice = _erase(client, learn(client, SAID))["notice"]
    assert "cannot be looked into" in notice
    assert all(str(folder / name) in notice for name in ("kept.sealed", "torn.json.gz", "large.json"))


def test_what_is_sought_is_found_across_the_parts_a_file_is_read_in(tmp_path, monkeypatch):
    monkeypatch.setattr(erased_elsewhere, "_CHUNK", 10)
    (tmp_path / "one.json").write_text(f"{'-' * 15}{SAID}")
    assert erased_elsewhere.exports_holding(tmp_path, [], [SAID]) == ([tmp_path / "one.json"], [])


def test_another_memory_beside_it_that_holds_what_was_erased_is_named_and_one_that_does_not_is_not(client):
    settings = client.runtime.settings
    folder = settings.db_path.parent
    backup(client.runtime.db, folder / "before.db", key=settings.key)
    uid = learn(client, SAID)
    backup(client.runtime.db, folder / "mine.db", key=settings.key)
    apsw.Connection(str(folder / "other-program.db")).execute("CREATE TABLE item (uid TEXT)")
    Database(folder / "locked.db", SystemClock(), key="another key").close()
    (folder / "itself.db").hardlink_to(settings.db_path)
    before = sorted(folder.iterdir())
    notice = _erase(client, uid)["notice"]
    assert f"delete them or erase it there: {folder / 'mine.db'}" in notice
    assert f"delete them: {folder / 'locked.db'}" in notice
    assert not any(name in notice for name in ("before.db", "other-program.db", "itself.db"))
    assert sorted(folder.iterdir()) == before


def test_a_copy_and_an_export_that_stay_in_the_clear_are_named_when_there_is_a_key(tmp_path):
    file = tmp_path / "memory.db"
    _done(file, "learn", SAID)
    _done(file, "backup", str(tmp_path / "mine.db"))
    Database(tmp_path / "locked.db", SystemClock(), key="another key").close()
    told = json.loads(_done(file, "key", "init", "--key-file", str(tmp_path / "key"), "--json"))
    assert told["plainCopies"] == [str(tmp_path / "mine.db")]


@PLAIN
def test_prune_names_exports_and_other_memories_that_may_hold_what_was_erased(client):
    settings = client.runtime.settings
    folder = settings.db_path.parent
    uid = learn(client, SAID)
    client.call(memory_export, path="all.json", project="*")
    backup(client.runtime.db, folder / "mine.db", key=settings.key)
    _erase(client, uid)
    new = settings.backup_dir / "new.db"
    assert _prune(client.runtime.db, settings, new).mayHold == [folder / "mine.db", folder / "exports" / "all.json"]


@PLAIN
def test_a_folder_between_machines_that_this_one_wrote_to_is_named_with_what_to_do(client, tmp_path):
    written, empty = tmp_path / "shared", tmp_path / "other"
    learn(client, "Something to tell.")
    row = learn(client, SAID)
    folders.init(client.runtime.db, written)
    synced(client.runtime.db, written)
    folders.init(client.runtime.db, empty)
    folders.open_folder(client.runtime.db, empty)

    notices = _erase(client, row)["notice"]

    assert f"wrote for others may still hold it: {written}; `memory-mcp sync FOLDER --anew`" in notices
    assert str(empty) not in notices


@PLAIN
def test_no_folder_is_named_where_this_machine_wrote_to_none(client):
    row = learn(client, SAID)

    assert "wrote for others" not in str(_erase(client, row))
