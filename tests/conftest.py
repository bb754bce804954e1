"""Fixtures: a clock moved by hand, a real file, and stores that exchange what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from calling import Client, server
from examples import EXPLORE, GATE, register
from hypothesis import settings
from moments import START
from transfers import Stores, imported

from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock
from memory_mcp.transfer.exporting import export_file


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--slow",
        action="store_true",
        help="run the long form of crash, soak and scale tests, and explore with more examples, made at random",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Before any test is read: the examples of Hypothesis are the same at each run, unless it is to explore."""
    register()
    settings.load_profile(EXPLORE if config.getoption("--slow") else GATE)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(START)


@pytest.fixture
def db(tmp_path: Path, clock: ManualClock) -> Iterator[Database]:
    database = Database(tmp_path / "memory.db", clock)
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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes minutes unless it is asked for."""
    if not config.getoption("--slow"):
        slow = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]
