"""The command line as a process: what it is given, and what it says and leaves."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from memory_mcp.cli import main
from memory_mcp.project import MARKER

pytestmark = pytest.mark.external


def ended(*arguments: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MEMORY_")}
    return subprocess.run(
        [sys.executable, "-m", "memory_mcp", *arguments],
        input=given,
        capture_output=True,
        env=kept | environment,
        check=False,
    )


def run(*arguments: str, given: bytes = b"", **environment: str) -> str:
    done = ended(*arguments, given=given, **environment)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.mark.parametrize("is_piped", [False, True])
def test_arguments_are_utf_8_whatever_the_locale(*, is_piped: bool, tmp_path: Path) -> None:
    values = json.dumps({"category": "insight", "content": "Grüße aus Köln"}, ensure_ascii=False)
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    program = ("--db", str(tmp_path / "memory.db"), "--no-embed")
    words = ("-", values.encode()) if is_piped else (values, b"")
    run(*program, "call", "memory_learn", words[0], given=words[1], **plain)
    assert "Grüße aus Köln" in run(*program, "call", "memory_search", '{"query": "Köln"}', "--json")


def test_health_of_a_memory_that_is_not_there_says_so_and_makes_none(tmp_path: Path) -> None:
    db = tmp_path / "data" / "memory.db"
    assert "There is no file" in run("--db", str(db), "health")
    assert json.loads(run("--db", str(db), "health", "--json"))["exists"] is False
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "status", "error"),
    [
        (("call", "memory_serch", "{}"), 3, {"code": "not_found", "hint": "Did you mean memory_search?"}),
        (("call", "memory_read", "{}"), 2, {"code": "invalid_input", "field": "id"}),
        (("call", "memory_read", '{"id": "x"}'), 3, {"code": "not_found", "field": "id"}),
        (("import", "missing.jsonl"), 3, {"code": "not_found", "field": "path"}),
        (("search",), 2, {"code": "invalid_input"}),
        (("learn", " "), 2, {"hint": "Give the text: memory-mcp learn Staging listens on port 6543."}),
        (("nothing",), 2, {"code": "invalid_input"}),
    ],
)
def test_a_failure_is_json_for_who_asked_for_json(tmp_path: Path, arguments, status, error) -> None:
    program = ("--db", str(tmp_path / "memory.db"), "--no-embed")
    done = ended(*program, *arguments, "--json")
    told = json.loads(done.stderr)["error"]
    assert (done.returncode, done.stdout) == (status, b"")
    assert {key: told.get(key) for key in error} == error
    assert told["message"]


@pytest.mark.parametrize("arguments", [("--help",), ("search", "--help"), ("docs",), ("tools",), ("log",)])
def test_a_pipe_whose_reader_has_gone_is_no_failure(tmp_path: Path, arguments) -> None:
    nobody, pipe = os.pipe()
    os.close(nobody)
    program = [sys.executable, "-m", "memory_mcp", "--db", str(tmp_path / "memory.db")]
    done = subprocess.run([*program, *arguments], stdout=pipe, stderr=subprocess.PIPE, check=False)
    os.close(pipe)
    assert (done.returncode, b"rror" in done.stderr) == (0, False), done.stderr


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("learn",), 2, "there is nothing to store"),
        (("call", "memory_health", "-"), 2, "the arguments are not JSON"),
        (("key", "init"), 2, "nobody is there to type one"),
        (("forget", "--query", "port"), 4, "nobody is there to be asked"),
    ],
)
def test_nobody_answers_where_the_shell_closed_standard_input(tmp_path: Path, arguments, status, said) -> None:
    program = ("--db", str(tmp_path / "memory.db"), "--no-embed")
    run(*program, "learn", "Staging listens on port 6543.")
    command = [sys.executable, "-m", "memory_mcp", *program, *arguments]
    done = subprocess.run(["sh", "-c", 'exec "$@" <&-', "sh", *command], capture_output=True, text=True, check=False)
    assert (done.returncode, said in done.stderr) == (status, True), done.stderr


def test_an_export_is_written_where_the_shell_closed_standard_error(tmp_path: Path) -> None:
    program = ("--db", str(tmp_path / "memory.db"), "--no-embed")
    run(*program, "learn", "Staging listens on port 6543.")
    command = [sys.executable, "-m", "memory_mcp", *program, "export", str(tmp_path / "all.jsonl")]
    done = subprocess.run(["sh", "-c", 'exec "$@" 2>&-', "sh", *command], capture_output=True, check=False)
    assert done.returncode == 0
    assert "Staging listens" in (tmp_path / "all.jsonl").read_text("utf-8")


def test_a_server_whose_standard_output_is_closed_says_so_and_does_not_serve(tmp_path: Path) -> None:
    for options in ([], ["--db", str(tmp_path / "memory.db")]):
        command = [sys.executable, "-m", "memory_mcp", *options, "serve"]
        done = subprocess.run(
            ["sh", "-c", 'exec "$@" >&-', "sh", *command], input="", stderr=subprocess.PIPE, text=True, check=False
        )
        assert (done.returncode, "standard output is closed" in done.stderr) == (4, True), done.stderr
        assert "Traceback" not in done.stderr


def test_what_the_system_refuses_is_said_where_the_shell_closed_standard_output(monkeypatch, capsys) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "/srv/memory.db")

    monkeypatch.setattr(main.cli, "main", refuse)
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SystemExit) as ended:
        main.main()
    assert ended.value.code == 1
    assert "Permission denied" in capsys.readouterr().err


def test_what_is_no_text_on_standard_input_is_said_to_be_replaced(tmp_path: Path) -> None:
    program = ("--db", str(tmp_path / "memory.db"), "--no-embed")
    learned = ended(*program, "learn", given="Grüße".encode("latin-1"))
    called = run(
        *program, "call", "memory_learn", "-", given='{"category": "fact", "content": "Köln"}'.encode("latin-1")
    )
    assert "replaced by U+FFFD, as not text: 2 characters" in learned.stderr.decode()
    assert "replaced by U+FFFD, as not text: 1 character" in called
    assert "Gr\ufffd\ufffde" in run(*program, "log")


def test_a_failure_is_a_line_and_its_hint_for_a_person(tmp_path: Path) -> None:
    done = ended("--db", str(tmp_path / "memory.db"), "--no-embed", "call", "memory_serch")
    said = done.stderr.decode().splitlines()
    assert said == ["error: not_found: no tool 'memory_serch'", "       Did you mean memory_search?"]


def test_the_shell_completes_the_names_of_tools() -> None:
    words = {"COMP_WORDS": "memory-mcp call memory_lea", "COMP_CWORD": "2", "_MEMORY_MCP_COMPLETE": "bash_complete"}
    program = shutil.which("memory-mcp", path=sysconfig.get_path("scripts"))
    assert program is not None
    offered = subprocess.check_output([program], env=os.environ | words, text=True).split()
    names = ["memory_learn", "memory_learn_bulk", "memory_learn_update", "memory_learn_archive"]
    assert offered == [f"plain,{name}" for name in names]


def test_a_call_is_about_the_project_the_client_set(tmp_path: Path) -> None:
    (tmp_path / MARKER).write_text("project = 'parcels'\n")
    arguments = ("--db", str(tmp_path / "memory.db"), "--no-embed", "call", "memory_learn")
    lesson = '{"category": "fact", "content": "we use tabs"}'
    learned = run(*arguments, lesson, "--json", CLAUDE_PROJECT_DIR=str(tmp_path))
    assert json.loads(learned)["project"] == "parcels"


def test_a_hook_heeds_what_stands_before_the_command(tmp_path: Path) -> None:
    event = {"hook_event_name": "UserPromptSubmit", "session_id": "s", "prompt": "the red door", "cwd": str(tmp_path)}
    places = {"HOME": str(tmp_path / "home"), "XDG_DATA_HOME": str(tmp_path / "data")}
    told = ["--db", str(tmp_path / "mine.db"), "--project", "doors"]

    run(*told, "hook", "user-prompt", "--client", "claude", given=json.dumps(event).encode(), **places)

    found = run("--db", str(tmp_path / "mine.db"), "log", "--all", "--json")
    assert "the red door" in found
    assert "doors" in found
    assert not (tmp_path / "data").exists()


@pytest.mark.skipif(os.name == "nt", reason="a folder that a process is in cannot be deleted there")
@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["learn", "Staging listens on port 6543."], 0, "Learned for all projects"),
        (["search", "port"], 0, ""),
        (["sessions"], 0, "No session"),
        (["doctor"], 0, "well"),
        (["export", "out.json"], 1, "the working directory was deleted"),
    ],
)
def test_in_a_folder_that_was_deleted_a_command_works_unless_it_needs_the_folder(
    tmp_path: Path, arguments: list[str], status: int, said: str
) -> None:
    (folder := tmp_path / "gone").mkdir()
    program = [sys.executable, "-m", "memory_mcp", "--db", str(tmp_path / "memory.db"), "--no-embed", *arguments]
    words = ["sh", "-c", 'rmdir "$PWD" && exec "$@"', "sh", *program]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MEMORY_")}
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, check=False, env=kept | {"HOME": str(tmp_path)}
    )
    assert done.returncode == status, done.stderr
    assert said in done.stdout + done.stderr
