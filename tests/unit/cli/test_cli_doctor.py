"""`memory-mcp doctor` at a terminal and for programs."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from damaging import PAGE, leaves_of, overwrite

from memory_mcp.cli.main import cli
from memory_mcp.errors import RefusedError


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty home folder beside a memory with one fact."""
    (tmp_path / "home").mkdir()
    CliRunner().invoke(cli, ["--db", str(tmp_path / "m.db"), "--no-embed", "learn", "Staging listens on port 6543."])
    return tmp_path / "home"


def doctor(home: Path, *arguments: str, command: str = "doctor") -> Result:
    given = {"HOME": str(home), "USERPROFILE": str(home), "PATH": "", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""}
    given |= {"CODEX_HOME": "", "CLAUDE_CONFIG_DIR": "", "APPDATA": ""}
    db = str(home.parent / "m.db")
    return CliRunner().invoke(cli, ["--db", db, "--no-embed", command, *arguments], env=given, standalone_mode=False)


def level(result: Result, check: str) -> str:
    checks: list[dict[str, Any]] = json.loads(result.stdout)["checks"]
    return next(str(one["level"]) for one in checks if one["check"] == check)


def test_a_line_stands_for_each_check_and_the_sum_at_the_end(home: Path) -> None:
    shown = doctor(home)
    assert shown.return_value == 0
    assert "✓ integrity: every page and index reads back" in shown.output
    assert "! clients: none of the clients known is on this machine: Claude Code, Claude Desktop," in shown.output
    assert ", Continue\n    memory-mcp setup CLIENT" in shown.output
    assert shown.output.rstrip().endswith("0 wrong")


@pytest.mark.skipif(os.name == "nt", reason="there are no permission bits on Windows")
def test_fix_mends_what_can_be_made_right_and_looks_again(home: Path) -> None:
    (home.parent / "m.db").chmod(0o644)
    assert level(doctor(home, "--json"), "permissions") == "warn"
    assert level(doctor(home, "--fix", "--json"), "permissions") == "pass"
    assert (home.parent / "m.db").stat().st_mode & 0o777 == 0o600


def test_a_file_that_cannot_be_opened_fails_and_the_machine_is_looked_at_all_the_same(home: Path) -> None:
    (home.parent / "m.db").write_bytes(b"no database at all, but long enough to be looked at" * 100)
    result = doctor(home, "--json")
    assert (result.return_value, level(result, "memory"), level(result, "versions")) == (1, "fail", "pass")


def test_a_file_that_cannot_be_read_through_fails_and_the_machine_is_looked_at_all_the_same(home: Path) -> None:
    db = home.parent / "m.db"
    overwrite(db, leaves_of(db, "item")[0], bytes(PAGE))
    result = doctor(home, "--json")
    assert (result.return_value, level(result, "file"), level(result, "versions")) == (1, "fail", "pass")


def test_looking_does_not_make_a_memory(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    assert level(doctor(tmp_path / "home", "--json"), "memory") == "pass"
    assert not (tmp_path / "m.db").exists()


def test_a_memory_that_nothing_stored_can_make_without_its_key_is_not_said_to_be_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_DB_KEY_FILE", str(tmp_path / "memory.key"))
    (tmp_path / "home").mkdir()
    looked = doctor(tmp_path / "home", "--json")
    assert (looked.return_value, level(looked, "memory")) == (1, "fail")
    assert f"the key file {tmp_path / 'memory.key'} cannot be read" in looked.output
    assert isinstance(doctor(tmp_path / "home", command="health").exception, RefusedError)


def test_a_client_without_this_memory_fails_with_the_command_that_mends_it(home: Path) -> None:
    (home / ".claude").mkdir()
    result = doctor(home, "--json")
    wrong = [one for one in json.loads(result.stdout)["checks"] if one["level"] == "fail"]
    assert result.return_value == 1
    assert {(one["client"], one["check"], one["mend"]) for one in wrong} == {
        ("claude", "entry", "memory-mcp setup claude"),
        ("claude", "hooks", "memory-mcp setup claude"),
    }


def test_clients_that_were_looked_for_and_not_found_are_named_in_one_line(home: Path) -> None:
    (home / ".claude").mkdir()
    (home / ".gemini").mkdir()
    [line] = [line for line in doctor(home).output.splitlines() if "not found" in line]
    assert line.startswith("✓ clients: looked for and not found: Claude Desktop, Codex, Cursor, ")
    assert "Gemini" not in line


def test_a_page_says_what_the_doctor_says_of_each_client_and_names_no_file_of_another_project(home: Path) -> None:
    path = home / ".claude" / "projects" / "-other-project" / "s.jsonl"
    path.parent.mkdir(parents=True)
    said = {"type": "user", "uuid": "u", "sessionId": "s", "cwd": str(home), "timestamp": datetime.now(UTC).isoformat()}
    path.write_text(json.dumps(said | {"message": {"role": "user", "content": "Which port is it?"}}) + "\n")
    assert "-other-project" in doctor(home).output
    shown = doctor(home, "--out", str(home / "page.html"), command="view")
    assert shown.exit_code == 0, shown.output
    page = (home / "page.html").read_text("utf-8")
    checks = json.loads(page.partition('id="memory-data">')[2].partition("</script>")[0])["health"]["checks"]
    of_client = {one["check"]: one for one in checks if one.get("client") == "claude"}
    assert (of_client["entry"]["level"], of_client["entry"]["title"]) == ("fail", "Claude Code")
    assert (of_client["coverage"]["level"], of_client["coverage"]["mend"]) == ("warn", "memory-mcp doctor")
    assert "start" not in of_client
    assert "-other-project" not in page
