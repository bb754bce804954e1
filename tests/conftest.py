"""Fixtures: a clock moved by hand, a real file, and stores that exchange what they hold."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from calling import Client, server
from examples import EXPLORE, GATE, register
from fresh_files import fresh_file
from hypothesis import settings
from moments import START
from transfers import Stores, imported

from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock
from memory_mcp.transfer.exporting import export_file

TESTS: Final = Path(__file__).parent
# Every test in these folders starts programs.
EXTERNAL: Final = ("clients", "crash", "protocol")
# What people set for themselves: it must not decide what a test finds.
_OWN: Final = (
    "MEMORY_", "CLAUDE", "CODEX_", "GEMINI_", "OPENCODE", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES",
    "XDG_CONFIG_HOME", "XDG_DATA_HOME",
)  # fmt: skip
# Git is asked where a project's files are told, in a few milliseconds.
_ALLOWED: Final = ("git", "git.exe")
_FAST: Final = "not external"


class Programs:
    """Fails a test that starts a program and is not marked external: the fast loop stays fast."""

    def __init__(self) -> None:
        self._now: pytest.Item | None = None
        sys.addaudithook(self._heard)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._now = item
        try:
            return (yield)
        finally:
            self._now = None

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event != "subprocess.Popen" or self._now is None or self._now.get_closest_marker("external"):
            return
        program = Path(os.fsdecode(arguments[0])).name
        if program not in _ALLOWED:
            raise AssertionError(f"{self._now.nodeid} starts {program}; mark it with pytest.mark.external")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Share a run of folders among the cores; a few files are run sooner than the workers would start."""
    are_files = all(Path(argument.partition("::")[0]).suffix == ".py" for argument in config.args)
    # One more than there are cores: tests wait for locks and programs for more than a quarter of their time.
    return 0 if are_files else (os.cpu_count() or 1) + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--slow",
        action="store_true",
        help="run the long form of crash, soak and scale tests, and explore with more examples, made at random",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Before any test is read: the examples of Hypothesis are the same at each run, unless it is to explore.

    Programs under test may keep what Python compiled of them, as installed ones do: some hundred are started. They find
    no folder that the system keeps for running programs, whether this machine has one or not, and nothing that whoever
    runs the tests has set for a memory, a client or a terminal of their own.
    """
    for name in [name for name in os.environ if name.startswith(_OWN) or name == "PYTHONDONTWRITEBYTECODE"]:
        del os.environ[name]
    # Nobody can make a folder in a file, as a browser would where there is none.
    os.environ["XDG_RUNTIME_DIR"] = str(Path(__file__) / "none")
    os.environ["GIT_CONFIG_GLOBAL"] = os.devnull
    _keep_in_memory(config)
    register()
    settings.load_profile(EXPLORE if config.getoption("--slow") else GATE)
    config.pluginmanager.register(Programs())


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(START)


@pytest.fixture
def db(tmp_path: Path, clock: ManualClock) -> Iterator[Database]:
    database = Database(fresh_file(tmp_path / "memory.db"), clock)
    yield database
    database.close()


@pytest.fixture
def runtime(tmp_path, clock):
    """A server process on a file beside an empty folder to work in."""
    (tmp_path / "work").mkdir()
    with server(tmp_path, clock) as runtime:
        yield runtime


@pytest.fixture
def client(runtime, tmp_path):
    return Client(runtime, tmp_path / "work", client_name="claude-code")


@pytest.fixture
def stores(tmp_path, clock):
    made = Stores(tmp_path, clock)
    yield made
    made.close()


@pytest.fixture
def here(stores) -> Database:
    return stores.new()


@pytest.fixture
def there(stores) -> Database:
    return stores.new()


@pytest.fixture
def carry(stores, clock: ManualClock):
    """Export one store and import it into another, a moment later."""

    def carried(source, target, **options):
        export_file(source, path := stores.path("out.jsonl"))
        clock.advance(seconds=1)
        return imported(target, path, **options)

    return carried


def _keep_in_memory(config: pytest.Config) -> None:
    """Have the fast loop keep its files in memory: it asks no disk whether a commit is on it, which the gate does."""
    memory = Path("/dev/shm")
    if config.getoption("markexpr") == _FAST and memory.is_dir() and os.access(memory, os.W_OK | os.X_OK):
        os.environ.setdefault("TMPDIR", str(memory))
        tempfile.tempdir = None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the folders that start programs, and leave out what takes minutes unless it is asked for."""
    for item in items:
        if item.path.relative_to(TESTS).parts[0] in EXTERNAL:
            item.add_marker("external")
    # A file is run by one worker, in this order: at the end, many small ones keep all workers busy.
    external = {item.path for item in items if item.get_closest_marker("external")}
    items.sort(key=lambda item: item.path not in external)
    if not config.getoption("--slow"):
        slow = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say so where nothing was run: without dots and failures it looks like success."""
    if not (terminalreporter.stats.keys() - {"deselected", ""} or config.option.slow or config.option.collectonly):
        terminalreporter.write_line("NOTHING WAS RUN: slow tests are run with --slow", red=True)
