"""The commands that buttons of the page give: pasted into a shell, they do what the button says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from browsers import in_browser, page_of, views
from calling import Client, learn, server
from moments import START
from shown_memory import shown_memory

from memory_mcp.store.contradictions import pairs
from memory_mcp.store.facts import facts, lifecycle, versions
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import sessions
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.sessions import memory_session_end
from memory_mcp.transfer.formats import native_write
from memory_mcp.transfer.importing import take_in
from memory_mcp.view.data import explorer

TYPED = 'It\'s "6543"; $(touch ran) `touch ran` \\ !x \u202e \u009b31m <b> ü'


@pytest.fixture(scope="module")
def copied(looks, tmp_path_factory):
    """The commands that buttons of a page gave, each with the one that takes it back; and the folder of its memory."""
    folder = tmp_path_factory.mktemp("copied")
    with shown_memory(folder, ManualClock(START)) as client:
        (folder / "page.html").write_text(page_of(client), "utf-8")
    asked = {"role": "textbox", "named": "What is right instead?", "fill": TYPED}
    search = [{"role": "searchbox", "named": "Search this memory", "fill": "staging 6543"}]
    deeds = {
        "lesson": views("Search", do=[*search, {"role": "button", "named": "Wrong: Staging"}, asked]),
        "pin": views("Today", do=[{"role": "button", "named": "Pin: 2026-06-14 Queue"}]),
        "not again": views("Today", do=[{"role": "button", "named": "Not again: 2026-05-10 Mara"}]),
        "wrong": views("Today", do=[{"role": "button", "named": "Wrong: 2026-05-10 Mara"}, asked]),
        "forget": views("Today", do=[{"role": "button", "named": "Forget: 2026-06-14 Queue"}]),
    }
    seen = looks(**{name: {"page": str(folder / "page.html"), "views": do} for name, do in deeds.items()})
    return {name: next(iter(look["views"].values()))["commands"][-2:] for name, look in seen.items()}, folder


def ran(folder: Path, command: str) -> str:
    """Run a command in a shell, and return what it said."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=os.environ | {"PATH": path, "MEMORY_EMBED_DISABLED": "1"},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def in_a_shell(folder: Path, command: str) -> dict[str, object]:
    """Run a command, and return what became of the row it is about."""
    ran(folder, command)
    uid = re.search(r'"(?:learningId":|ids":\[)"([^"]+)"', command)[1]
    with server(folder, ManualClock(START)) as runtime, runtime.db.reading() as snapshot:
        row, state = versions.require(snapshot, uid), lifecycle.state(snapshot, uid)
        is_held = bool(versions.believed(snapshot, uid))
    return {"body": row.body, "held": is_held, "pinned": state.pinned, "archived": state.archived_at is not None}


@in_browser
def test_a_command_to_copy_does_in_a_shell_what_it_says_whatever_was_typed(copied):
    commands, folder = copied
    said = [in_a_shell(folder, line)["body"] for line in commands["lesson"]]
    assert said == [TYPED, "Staging listens on port 6543."]
    assert not (folder / "ran").exists()


@in_browser
@pytest.mark.parametrize(
    ("deed", "what", "then"),
    [("pin", "pinned", True), ("not again", "archived", True), ("wrong", "body", TYPED), ("forget", "held", False)],
)
def test_a_line_of_today_is_put_right_by_its_command_and_back_by_the_other(copied, deed, what, then):
    commands, folder = copied
    do, take_back = commands[deed]
    assert in_a_shell(folder, do)[what] == then
    assert in_a_shell(folder, take_back)[what] != then


@pytest.fixture(scope="module")
def settled(looks, tmp_path_factory):
    """The commands for what a session left and for a pair, each with the one that takes it back; and the folder."""
    folder = tmp_path_factory.mktemp("settled")
    steps = ["write the test of 'it's'", "run it", "land it"]
    with shown_memory(folder, ManualClock(START)) as client:
        client.call(memory_session_end, sessionId=last_session(client.runtime.db).uid, nextSteps=steps)
        (folder / "page.html").write_text(page_of(client), "utf-8")
    asked = {"role": "textbox", "named": "What is right instead?", "fill": TYPED}
    deeds = {
        "first": views("Today", do=[{"role": "button", "named": "Not again: next: write"}]),
        "second": views("Today", do=[{"role": "button", "named": "Not again: next: run"}]),
        "summary": views("Today", do=[{"role": "button", "named": "Wrong: Last session"}, asked]),
        "both": views("Contradictions", do=[{"role": "button", "named": "Both hold: Deploys"}]),
        "filters": views("Search", do=[
            {"locator": "summary"}, {"role": "combobox", "named": "Tags", "fill": "tooling"},
            {"role": "combobox", "named": "Kind", "choose": "learning"},
        ]),
    }  # fmt: skip
    seen = looks(**{name: {"page": str(folder / "page.html"), "views": do} for name, do in deeds.items()})
    return {name: next(iter(look["views"].values()))["commands"] for name, look in seen.items()}, folder, steps


def last_session(db: Database) -> sessions.Session:
    with db.reading() as snapshot:
        return sessions.previous(snapshot, -1, limit=20)[0].session


def after(folder: Path, command: str) -> tuple[sessions.Session, int]:
    """Run a command, and return the last session and how many pairs there are."""
    ran(folder, command)
    with server(folder, ManualClock(START)) as runtime, runtime.db.reading() as snapshot:
        return last_session(runtime.db), pairs.kept(snapshot, project=-1).total


@in_browser
def test_steps_are_dropped_one_by_one_and_put_back_one_by_one(settled):
    commands, folder, (write, run, land) = settled
    order = [commands["first"][0], commands["second"][0], commands["first"][1], commands["second"][1]]
    left = [after(folder, command)[0].next_steps for command in order]
    assert left == [(run, land), (land,), (write, land), (write, run, land)]


@in_browser
def test_what_a_session_is_summed_up_by_is_put_right_and_back(settled):
    commands, folder, _steps = settled
    before = after(folder, "true")[0].summary
    assert [after(folder, command)[0].summary for command in commands["summary"]] == [TYPED, before]


@in_browser
def test_a_pair_that_both_hold_is_shown_again_after_the_other_command(settled):
    commands, folder, _steps = settled
    assert [after(folder, command)[1] for command in commands["both"]] == [0, 1]


@in_browser
def test_the_command_of_filters_alone_lists_what_passes_them(settled):
    commands, folder, _steps = settled
    (search,) = commands["filters"]
    names, *rows = (line.split("\t") for line in ran(folder, search).splitlines())
    assert [row[names.index("text")] for row in rows] == ["Always use pnpm, never npm."]


def records(db: Database) -> list[object]:
    with db.reading() as snapshot:
        return list(native_write.records(snapshot))


@pytest.fixture(scope="module")
def apart(looks, tmp_path_factory):
    """The ways out of what two machines wrote apart from each other, each with its commands; the folder, and the ids.

    The port was edited in both; the crane was edited here, and taken back in the other.
    """
    folder, clock = tmp_path_factory.mktemp("apart"), ManualClock(START)
    with server(folder, clock) as runtime:
        client = Client(runtime, folder, client_name="claude-code")
        port, crane = (learn(client, text) for text in ("The port is 8080.", "The crane is green."))
        other = Database(folder / "other.db", clock)
        take_in(other, records(runtime.db))
        clock.advance(days=1)
        with other.writing("Bob") as tx:
            facts.correct(tx, port, body="The port is 9090.")
            facts.retract(tx, crane, reason="gone")
        clock.advance(days=1)
        with runtime.db.writing("Ann") as tx:
            facts.correct(tx, port, body="The port is 7070.")
            facts.correct(tx, crane, body="The crane is red.")
        take_in(runtime.db, records(other))
        other.close()
        (folder / "page.html").write_text(page_of(client), "utf-8")
    names = ("The older one holds: The port", "Forget: The crane", "The newer one holds: The port")
    page = str(folder / "page.html")
    seen = looks(**{
        name: {"page": page, "views": views("Contradictions", do=[{"role": "button", "named": name}])} for name in names
    })  # fmt: skip
    return [look["views"]["Contradictions"]["commands"] for look in seen.values()], folder, (port, crane)


@in_browser
def test_what_two_machines_wrote_apart_is_settled_either_way_and_back_by_its_command(apart):
    (older, forget, newer), folder, (port, crane) = apart
    said = [in_a_shell(folder, line)["body"] for line in older]
    held = [in_a_shell(folder, line)["held"] for line in forget]
    ran(folder, newer[0])
    with server(folder, ManualClock(START)) as runtime, runtime.db.reading() as snapshot:
        left = pairs.kept(snapshot, project=-1).pairs

    assert said == ["The port is 9090.", "The port is 7070."]
    assert held == [False, True]
    assert [f'"{port}"' in older[0], f'"{crane}"' in forget[0], "dismiss" in newer[0]] == [True] * 3
    assert left == []


@in_browser
def test_where_nothing_is_known_yet_the_commands_of_the_page_begin(looks, tmp_path):
    with server(tmp_path, ManualClock(START)) as runtime:
        path = tmp_path / "page.html"
        path.write_text(page_of(Client(runtime, tmp_path, client_name="claude-code")), "utf-8")
    seen = looks(it={"page": str(path), "views": views("People and things", "Two times", "Health")})["it"]["views"]
    for command in (command for view in seen.values() for command in view["commands"]):
        ran(tmp_path, command)
    with server(tmp_path, ManualClock(START)) as runtime:
        client = Client(runtime, tmp_path, client_name="claude-code")
        data = explorer(Call(runtime, client.facts, actor="test"), "*")

    assert [entity["name"] for entity in data["entities"]] == ["Mara"]
    assert [fact["versions"][0]["text"] for fact in data["facts"]] == ["Staging listens on port 6543."]
    assert len(list(tmp_path.glob("*backups/*.db"))) == 1
