"""Setup reads and embeds the history under one bar, which is stopped and goes on with the next run."""

from __future__ import annotations

from pathlib import Path

import pytest
from capture_corpus import Writer, conversation, lines_of
from foreign_files import opencode, opencode_database
from toy_model import write_model

from memory_mcp.capture.transcripts.history_import import HistoryReport
from memory_mcp.cli.connection.setup_proof import bring
from memory_mcp.config import Settings
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.tools.framework.runtime import Runtime


@pytest.fixture
def runtime(tmp_path, clock):
    settings = Settings(db_path=tmp_path / "memory.db", embed_path=write_model(tmp_path / "model"))
    runtime = Runtime(settings, EmbeddingService.of(settings), clock)
    yield runtime
    runtime.close()


@pytest.fixture
def files(tmp_path: Path) -> list[tuple[Path, int]]:
    found = []
    for number in range(3):
        told = conversation(f"s{number}", 3, seed=number)
        writer = Writer("claude", told.session, str(tmp_path))
        entries = [*writer.head(), *(entry for turn in told.turns for entry in writer.turn(turn))]
        path = tmp_path / f"s{number}.jsonl"
        path.write_bytes(lines_of(entries))
        found.append((path, path.stat().st_size))
    return found


def test_one_bar_counts_reading_the_sessions_of_opencode_and_embedding_to_its_end(runtime, files, tmp_path):
    seen = []
    database = opencode_database(tmp_path / "opencode.db", opencode(tmp_path / "storage"))
    runtime.embedding.start()
    bring(runtime, files, database, report := HistoryReport(), lambda *at: seen.append(at))
    done = [at for at, _total in seen]
    assert {total for _at, total in seen} == {100}
    assert done == sorted(done)
    assert (done[-1], report.files) == (100, 4)


def test_a_bar_that_is_stopped_while_it_reads_has_counted_what_came_in_and_the_next_goes_on(runtime, files):
    def interrupt(done: float, _total: float | None) -> None:
        if done > 5:
            raise KeyboardInterrupt

    begun, rest, again = HistoryReport(), HistoryReport(), HistoryReport()
    with pytest.raises(KeyboardInterrupt):
        bring(runtime, files, None, begun, interrupt)
    assert begun.files
    bring(runtime, files, None, rest, lambda _done, _total: None)
    bring(runtime, files, None, again, lambda _done, _total: None)
    assert (rest.files, rest.added > 0, again.added) == (3, True, 0)
