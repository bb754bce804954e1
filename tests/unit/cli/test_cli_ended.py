"""What a command leaves that is told to end before it is done."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_mcp.cli.signals import unwound_by_signals

pytestmark = [
    pytest.mark.external,
    pytest.mark.skipif(os.name == "nt", reason="there a process cannot be told to end"),
]
# An editor that waits to be ended, a minute at most.
WAITING = "import signal; signal.alarm(60); print('begun', flush=True); signal.pause()"


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """What is started hears signals: one that whoever runs the tests ignores would be ignored there, too."""
    handlers = {
        signal.SIGINT: signal.default_int_handler,
        signal.SIGTERM: signal.SIG_DFL,
        signal.SIGHUP: signal.SIG_DFL,
    }
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def begun(tmp_path: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Start a command whose folder for temporary files is ``tmp``."""
    (tmp_path / "tmp").mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MEMORY_")}
    program = [sys.executable, "-m", "memory_mcp", "--db", str(tmp_path / "memory.db"), "--no-embed", *arguments]
    return subprocess.Popen(
        program, env=kept | {"TMPDIR": str(tmp_path / "tmp")} | environment, cwd=tmp_path, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip


def wait_for(folder: Path, pattern: str) -> None:
    deadline = time.monotonic() + 60
    while not list(folder.glob(pattern)):
        assert time.monotonic() < deadline, pattern
        time.sleep(0.01)  # another process makes the file: there is nothing here to wait on


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (getattr(signal, "SIGHUP", 1), 129)]
)
def test_a_copy_of_a_memory_is_gone_however_the_command_ends(tmp_path: Path, number: int, status: int) -> None:
    with begun(tmp_path, "demo") as demo:
        wait_for(tmp_path / "tmp", "memory-mcp-demo-*/history.json")
        demo.send_signal(number)
        _said, complaint = demo.communicate(timeout=60)
    assert demo.returncode == status, complaint
    assert "Traceback" not in complaint
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_signal_says_how_it_ended_whatever_became_of_it_on_the_way() -> None:
    @unwound_by_signals()
    def run() -> None:
        try:
            signal.raise_signal(signal.SIGTERM)
        except SystemExit as exc:
            raise ValueError from exc

    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        with pytest.raises(SystemExit) as ended:
            run()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert ended.value.code == 143


def test_a_row_in_the_editor_is_not_left_where_the_window_is_closed(tmp_path: Path) -> None:
    with begun(tmp_path, "learn", "Staging listens on port 6543.", "--json") as learned:
        uid = json.loads(learned.communicate(timeout=60)[0])["id"]
    (tmp_path / "tmp").rmdir()
    (editor := tmp_path / "editor.py").write_text(WAITING)
    with begun(tmp_path, "edit", uid, EDITOR=f"{sys.executable} {editor}") as edit:
        assert edit.stdout is not None
        assert edit.stdout.readline() == "begun\n"
        os.killpg(edit.pid, signal.SIGHUP)
        edit.communicate(timeout=60)
    assert edit.returncode == 129
    assert list((tmp_path / "tmp").iterdir()) == []


def test_what_nohup_started_goes_on_when_its_window_is_closed(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        demo = begun(tmp_path, "demo")
    finally:
        signal.signal(signal.SIGHUP, before)
    with demo:
        wait_for(tmp_path / "tmp", "memory-mcp-demo-*/history.json")
        demo.send_signal(signal.SIGHUP)
        assert demo.communicate(timeout=120)[1] == ""
    assert demo.returncode == 0
