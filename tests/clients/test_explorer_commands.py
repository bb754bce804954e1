"""The commands that buttons of the page give: pasted into a shell, they do what the button says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from browsers import in_browser, page_of, views
from calling import server
from moments import START
from shown_memory import shown_memory

from memory_mcp.store.facts import lifecycle, versions
from memory_mcp.temporal import ManualClock

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


def in_a_shell(folder: Path, command: str) -> dict[str, object]:
    """Run a command, and return what became of the row it is about."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=os.environ | {"PATH": path, "MEMORY_EMBED_DISABLED": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
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
