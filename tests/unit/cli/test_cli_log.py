"""The log at the command line: what was written last, and what other processes write while it is followed."""

from __future__ import annotations

import json
import signal
import subprocess
import threading
from contextlib import contextmanager

import pytest
from replaying import environment
from talks import TURNS, Captured, folder_of

from memory_mcp.store.file.database import Database
from memory_mcp.temporal import SystemClock

pytestmark = pytest.mark.external


@pytest.fixture
def shop(tmp_path):
    return Captured(tmp_path / "memory.db", folder_of(tmp_path, "shop"), "talk-1", [TURNS[0]]).replay(end=False)


def learn(shop, content, **more):
    arguments = {"category": "fact", "content": content} | more
    return json.loads(shop.run("call", "memory_learn", json.dumps(arguments), "--json"))["id"]


def remarks_of(shop, *arguments):
    return subprocess.run(
        shop.command("log", *arguments), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, encoding="utf-8",
        cwd=shop.folder, env=environment(), check=True,
    ).stderr  # fmt: skip


@contextmanager
def following(shop, *arguments):
    """Follow the log in a process of its own, from the moment it is ready; killed should it hang."""
    # A shell's job in the background ignores it, and so would what it starts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        shop.command("log", "--follow", "--json", "-n", "1", *arguments), stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, encoding="utf-8", cwd=shop.folder, env=environment(),
    )  # fmt: skip
    signal.signal(signal.SIGINT, before)
    watch = threading.Timer(60, process.kill)
    watch.start()
    try:
        process.stdout.readline()
        yield process
    finally:
        watch.cancel()
        process.kill()
        process.communicate()


def next_of(process):
    return json.loads(process.stdout.readline())


def test_the_log_shows_what_was_said_and_learned_newest_last(shop):
    uid = learn(shop, "Tokens are renewed at noon.")
    *_, said, learned = (json.loads(line) for line in shop.run("log", "--json").splitlines())

    assert (said["type"], said["role"], said["client"], said["project"]) == ("turn", "assistant", "claude-code", "shop")
    assert said["body"] == "The job that renews the tokens runs at noon and locks the table."
    assert (learned["id"], learned["type"], learned["body"]) == (uid, "learning", "Tokens are renewed at noon.")


def test_a_pipe_gets_a_line_each(shop):
    lines = shop.run("log").splitlines()

    tool = "Bash: $ pytest -q tests/test_checkout.py [exit 1] FAILED test_friday AssertionError: 5 != 6 end"
    assert [line.split("\t")[1:5] for line in lines] == [
        ["turn", "claude-code user", "shop", "why does the checkout fail on Fridays?"],
        ["turn", "claude-code assistant", "shop", "I look at the schedule first."],
        ["turn", "claude-code tool", "shop", tool],
        ["turn", "claude-code assistant", "shop", "The job that renews the tokens runs at noon and locks the table."],
    ]


def test_a_type_is_chosen(shop):
    uid = learn(shop, "Tokens are renewed at noon.")
    (line,) = shop.run("log", "--type", "learning").splitlines()

    assert line.endswith(uid)


def test_a_type_there_is_not_is_refused(shop):
    assert "there are turn, learning" in shop.ran("log", "--type", "thought").stderr


def test_what_is_elsewhere_comes_only_with_all(shop, tmp_path):
    bank = Captured(shop.db, folder_of(tmp_path, "bank"), "talk-2", [TURNS[1]])

    assert bank.run("log") == ""
    assert len(bank.run("log", "--all").splitlines()) == 4


def test_follow_prints_what_another_process_writes(shop):
    with following(shop) as log:
        uid = learn(shop, "Tokens are renewed at noon.")

        assert next_of(log)["id"] == uid


def test_follow_prints_what_a_hook_captures(shop):
    with following(shop) as log:
        Captured(shop.db, shop.folder, "talk-2", [TURNS[1]], client="codex").replay()

        said = [next_of(log) for _ in range(2)]
        assert [(row["client"], row["role"], row["body"]) for row in said] == [
            ("codex", "user", TURNS[1].prompt), ("codex", "assistant", TURNS[1].steps[0]),
        ]  # fmt: skip


def test_follow_prints_the_first_row_of_a_new_project(shop, tmp_path):
    new = Captured(shop.db, folder_of(tmp_path, "new"), "talk-3", [TURNS[1]])
    learn(Captured(shop.db, tmp_path, "talk-4"), "of no project, so shown first")
    with following(new) as log:
        uid = learn(new, "The first lesson.")

        assert next_of(log)["id"] == uid


def test_follow_tells_a_correction_once_with_what_it_says_now(shop):
    uid = learn(shop, "Tokens are renewed at noon.")
    with following(shop) as log:
        shop.run("call", "memory_learn_update", json.dumps({"learningId": uid, "content": "At midnight."}))
        last = learn(shop, "the end")

        told = next_of(log)
        assert (told["id"], told["change"], told["body"]) == (uid, "corrected", "At midnight.")
        assert next_of(log)["id"] == last


def test_follow_tells_how_a_decision_turned_out(shop):
    decided = json.dumps({"title": "Store", "decision": "SQLite", "reasoning": "one file"})
    uid = json.loads(shop.run("call", "memory_decide", decided, "--json"))["id"]
    with following(shop) as log:
        given = {"decisionId": uid, "verified": True, "outcome": "one file is enough"}
        shop.run("call", "memory_decide_update", json.dumps(given))

        told = next_of(log)
        assert (told["id"], told["change"]) == (uid, "followed up")


def test_follow_tells_what_is_taken_back(shop):
    uid = learn(shop, "Tokens are renewed at noon.")
    with following(shop) as log:
        shop.run("call", "memory_forget", json.dumps({"ids": [uid], "reason": "not so"}))
        told = next_of(log)

        assert (told["id"], told["change"], told["reason"]) == (uid, "retracted", "not so")


def test_ctrl_c_ends_it_without_a_word(shop):
    with following(shop) as log:
        learn(shop, "Tokens are renewed at noon.")
        next_of(log)
        log.send_signal(signal.SIGINT)

        assert log.wait() == 0
        assert log.stderr.read() == ""


def test_it_ends_when_its_reader_goes_though_nothing_is_written(shop):
    with following(shop) as log:
        log.stdout.close()

        assert log.wait() == 0
        assert log.stderr.read() == ""


@pytest.mark.parametrize("more", [(), ("--follow",)])
def test_it_ends_where_the_shell_closed_standard_output(shop, more):
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *shop.command("log", *more)],
        stderr=subprocess.PIPE, cwd=shop.folder, env=environment(), timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_log_of_no_lines_does_not_say_that_nothing_is_here(shop):
    assert "Nothing here" not in remarks_of(shop, "-n", "0")
    assert "Nothing here" in remarks_of(shop, "--type", "decision")


def test_following_keeps_no_reader_in_the_way_of_the_log_file(shop):
    with following(shop) as log:
        learn(shop, "Tokens are renewed at noon.")
        next_of(log)
        db = Database(shop.db, SystemClock())
        emptied = db.checkpoint()
        size = shop.db.with_name(f"{shop.db.name}-wal").stat().st_size
        db.close()

    assert (emptied, size) == (True, 0)
