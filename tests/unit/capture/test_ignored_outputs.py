"""What of a tool's output, its command and its payload comes from files that a project ignores."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from memory_mcp.capture.events import ignored_commands, ignored_lines
from memory_mcp.capture.events.ignored_paths import IgnoredPaths
from memory_mcp.capture.events.ignored_payload import payload_without_ignored
from memory_mcp.capture.events.ignoring import Ignoring
from memory_mcp.capture.events.payload import event_of

SECRET = "k3-hidden-value"
SHOWN = "print('shown')"
HEAD = "diff --git a/app.py b/app.py\n--- a/app.py\n+++ b/app.py\n@@ -1 +1 @@\n+" + SHOWN
HIDDEN = f"diff --git a/.env b/.env\n--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n+{SECRET}"


def is_env(path: str) -> bool:
    return path.removeprefix("./").split("/")[-1] == ".env"


def holds(path: str, _folders: Sequence[str]) -> bool:
    return is_env(path)


@pytest.mark.parametrize(
    "output",
    [
        f".env:1:{SECRET}\napp.py:2:{SHOWN}",
        f"./.env-1-{SECRET}\n./app.py:2:{SHOWN}",
        f"{HIDDEN}\n{HEAD}",
        f"{HEAD}\n{HIDDEN}",
        f"diff --cc .env\n++{SECRET}\ncommit 0123abc\n{SHOWN}",
        f"--- .env\t2026-01-01\n+++ .env\t2026-01-02\n+{SECRET}\n{HEAD}",
        f"+++ b/.env\n+{SECRET}\n{HEAD}",
        f'diff --git "a/.env" "b/.env"\n+{SECRET}\n{HEAD}',
        f"==> .env <==\n{SECRET}\n==> app.py <==\n{SHOWN}",
        f"*** Update File: .env\n+{SECRET}\n*** Update File: app.py\n+{SHOWN}",
        f"Content from @.env:\n{SECRET}\n--- End of content ---\n{SHOWN}",
        f'<file path=".env">\n{SECRET}\n</file>\n{SHOWN}',
        f".env\n12:{SECRET}\n\napp.py\n{SHOWN}",
        f"\x1b[35m.env\x1b[0m:1:{SECRET}\n{SHOWN}",
        "".join(f"| {line}\n" for line in f"{HIDDEN}\n{HEAD}".splitlines()),
        f"diff -r ./.env ../old/.env\n1c1\n< {SECRET}\ndiff -r ./app.py ../old/app.py\n1c1\n> {SHOWN}",
        f"HEAD~3:.env:1:{SECRET}\nHEAD~3:app.py:1:{SHOWN}",
        f"a-b-c-d-e-f-g-h-i-j/.env:1:{SECRET}\napp.py:1:{SHOWN}",
        f"./.env:\n{SECRET}\n\n{SHOWN}",
        f"├── .env\n│   └── {SECRET}\n└── {SHOWN}",
        f"{HEAD}\n…120 tokens truncated…{SECRET}\n+{SECRET}",
        f"{HEAD}\n[... omitted 12 of 40 lines ...]\n+{SECRET}",
    ],
)
def test_lines_of_an_ignored_file_are_left_out_and_those_of_others_stay(output: str) -> None:
    found = ignored_lines.filtered(output, is_env)
    assert found.text is not None
    assert SECRET not in found.text
    assert SHOWN in found.text
    assert found.left_out > 0


@pytest.mark.parametrize(
    "line",
    [
        "-rw-r--r-- 1 me me 20 Jan  1 10:00 .env",
        " M .env",
        "\tmodified:   .env",
        " .env | 2 +-",
        "3\t1\t.env",
        "Binary file .env matches",
        "├── .env",
        '"\\056env"',
    ],
)
def test_a_listing_does_not_name_an_ignored_file(line: str) -> None:
    assert ignored_lines.filtered(f"{line}\n{SHOWN}", is_env) == ignored_lines.Filtered(SHOWN, 1)


def test_an_output_without_an_ignored_file_stays_as_it_is() -> None:
    assert ignored_lines.filtered(HEAD, is_env) == ignored_lines.Filtered(HEAD)


def test_of_json_that_names_an_ignored_file_nothing_can_be_told_apart() -> None:
    assert ignored_lines.filtered(json.dumps([{"path": ".env"}, {"text": SECRET}]), is_env).text is None
    assert ignored_lines.filtered(json.dumps([{"path": "app.py"}]), is_env).left_out == 0


def test_below_a_heading_every_line_is_of_its_file_up_to_an_empty_one() -> None:
    output = f".env\n{SECRET}\n\napp.py\n{SHOWN}"
    assert ignored_lines.filtered(output, is_env, has_headings=True).text == f"\napp.py\n{SHOWN}"


@pytest.mark.parametrize(
    "command",
    [
        "cat .env",
        "cat 'src/.env'",
        "git show HEAD:.env",
        "cp {app.py,.env} /tmp",
        "tool --file=.env",
        "grep -f.env x",
        "cat `pwd`/.env",
    ],
)
def test_a_command_that_names_an_ignored_file_is_known(command: str) -> None:
    assert ignored_commands.names_ignored(command, [], holds)
    assert not ignored_commands.names_ignored(command.replace(".env", "app.py"), [], holds)


def test_a_path_that_is_on_no_disk_here_is_known_by_the_file_it_ends_as(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config/keys.json").write_text(SECRET)

    def holds_keys(path: str, _folders: Sequence[str]) -> bool:
        return path == "config/keys.json"

    folders = [str(tmp_path)]
    assert ignored_commands.names_ignored("docker exec shop cat /srv/app/config/keys.json", folders, holds_keys)
    assert not ignored_commands.names_ignored(f"cat {tmp_path}/other/config/keys.json/x", folders, holds_keys)
    (tmp_path / "config/keys.json").unlink()
    assert not ignored_commands.names_ignored("curl /srv/app/config/keys.json", folders, holds_keys)


@pytest.mark.parametrize(
    ("command", "reaches"),
    [
        ("cat $(find . -name '*v')", True),
        ("find . -type f -exec cat {} ;", True),
        ("grep -rh TOKEN . | sort", True),
        ("grep -rn TOKEN . | cut -d: -f3", True),
        ("rg -I TOKEN", True),
        ("git diff | grep token", True),
        ("git log -p | tail -3", True),
        ("ls | xargs cat", True),
        ("cat .e*", True),
        ("grep -rn TOKEN . | head -3", False),
        ("rg TOKEN | sort", False),
        ("git diff | cat", False),
        ("git diff --stat | tail -3", False),
        ("git log | tail -3", False),
        ("find . -name '*.py' | sed -n 1,5p", False),
        ("sudo -n true; PAGER=cat git -C . status", False),
        ("echo 'unclosed", False),
    ],
)
def test_whether_a_command_may_print_an_ignored_file_without_naming_it(
    tmp_path: Path, command: str, reaches: bool
) -> None:
    (tmp_path / ".env").write_text(SECRET)
    assert ignored_commands.reaches_ignored(command, [str(tmp_path)], holds, [".env"]) is reaches


def test_a_pattern_reaches_what_lies_below_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / ".env").write_text(SECRET)
    assert ignored_commands.reaches_ignored("cat **/.en?", [str(tmp_path)], holds, [])
    assert not ignored_commands.reaches_ignored("cat **/.no?", [str(tmp_path)], holds, [])


def test_paths_begin_wherever_a_command_changes_to() -> None:
    assert ignored_commands.folders_of("cd src && make -C lib", ["/p"]) == ["/p", "/p/src", "/p/lib", "/p/src/lib"]


def kept(folder: Path, **payload: Any) -> Any:
    told = {"cwd": str(folder), "session_id": "s", **payload}
    event = event_of("PostToolUse", "claude-code", told, {}, 0)
    return payload_without_ignored(event, Ignoring(folder, IgnoredPaths([".env"], [folder])))


def test_a_payload_that_waits_holds_no_line_of_an_ignored_file(tmp_path: Path) -> None:
    found = kept(
        tmp_path,
        tool_name="Bash",
        tool_input={"command": "grep -rn x ."},
        tool_response={"stdout": f"./.env:1:{SECRET}\n./app.py:1:{SHOWN}", "stderr": ""},
    )
    assert SHOWN in json.dumps(found)
    assert SECRET not in json.dumps(found)


def test_a_payload_that_names_an_ignored_file_does_not_wait(tmp_path: Path) -> None:
    call = {"tool_name": "Bash", "tool_response": {"stdout": SECRET, "stderr": ""}}
    assert kept(tmp_path, tool_input={"command": "cat .env"}, **call) is None


def test_a_payload_that_the_rules_do_not_touch_waits_as_it_came(tmp_path: Path) -> None:
    call = {"tool_name": "Bash", "tool_input": {"command": "make"}, "tool_response": {"stdout": SHOWN, "stderr": ""}}
    assert kept(tmp_path, **call) == {"cwd": str(tmp_path), "session_id": "s", **call}
