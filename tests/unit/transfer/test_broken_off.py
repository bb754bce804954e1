"""An import that fails on its way says how much of it is in, and that the same import brings the rest."""

from __future__ import annotations

import pytest
from transfers import written

from memory_mcp.errors import BusyError, RefusedError, partly_done
from memory_mcp.keys.change_lock import being_changed
from memory_mcp.transfer import batching
from memory_mcp.transfer.importing import import_file


@pytest.fixture
def lines(stores):
    """Twenty lines said in one session."""
    said = [
        {"id": f"t{number}", "session": "s", "ts": "2026-01-01T10:00:00Z", "role": "user", "text": f"number {number}"}
        for number in range(20)
    ]
    return written(stores.path("in.jsonl"), said)


def failing(db, monkeypatch, at):
    """Let each write from the ``at``-th on meet a change of the key."""
    writing, count = db.writing, 0

    def refused(*args, **options):
        nonlocal count
        count += 1
        if count >= at:
            raise being_changed(db.path)
        return writing(*args, **options)

    monkeypatch.setattr(db, "writing", refused)


def test_what_is_in_is_told_and_the_rest_comes_with_the_next(here, lines, monkeypatch):
    monkeypatch.setattr(batching, "RECORDS_A_TRANSACTION", 8)
    with monkeypatch.context() as patched:
        failing(here, patched, at=3)
        with pytest.raises(BusyError) as caught:
            import_file(here, lines, format="turns")

    assert "Nothing was written" not in caught.value.hint
    assert "16 records were brought in before" in caught.value.hint
    report = import_file(here, lines, format="turns")
    assert (report.added, report.skipped) == (20, {})


def test_an_import_that_brought_nothing_says_so(here, lines, monkeypatch):
    failing(here, monkeypatch, at=1)

    with pytest.raises(BusyError) as caught:
        import_file(here, lines, format="turns")
    assert "Nothing was written" in caught.value.hint


@pytest.mark.parametrize("hint", ["Nothing was written. Try again.", "Try again; nothing was written."])
def test_a_hint_that_nothing_was_written_gives_way(hint):
    assert partly_done(RefusedError("full", hint=hint), "Some are in.").hint == "Try again. Some are in."
