"""A machine's folder that cannot be read, or changes while it is: it stops that machine alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from shared_folder import log_of, synced
from transfers import bodies, learn

from memory_mcp.errors import RefusedError
from memory_mcp.store.file.database import Database
from memory_mcp.sync import folder as folders
from memory_mcp.sync import segments


@pytest.fixture
def third(tmp_path, clock):
    db = Database(tmp_path / "third.db", clock)
    yield db
    db.close()


def unreadable(monkeypatch, path):
    """Let a folder be one that cannot be read; its permissions would not keep root out."""
    scan = os.scandir

    def refuse(folder):
        if str(folder) == str(path):
            raise PermissionError(13, "Permission denied", str(path))
        return scan(folder)

    monkeypatch.setattr(os, "scandir", refuse)


def test_the_folder_of_a_machine_that_cannot_be_read_stops_that_machine_alone(here, there, third, shared, monkeypatch):
    folders.init(third, shared)
    learn(there, "Deploys run on Fridays.")
    synced(there, shared)
    learn(third, "The office has two floors.")
    synced(third, shared)
    learn(here, "Tests need a database.")
    with monkeypatch.context() as patched:
        unreadable(patched, shared / third.origin)
        account = synced(here, shared)

        assert [str(one) for one in account.problems] == [
            f"refused: {shared / third.origin} cannot be read: Permission denied\nCheck the folder and its permissions."
        ]
        assert bodies(here, "learning") == ["Deploys run on Fridays.", "Tests need a database."]
        assert account.written_segments == 1
        target = folders.open_folder(here, shared).target
        assert {one.machine: one.there for one in folders.peers(here, target)}[third.origin] == 0
    assert synced(here, shared).problems == []
    assert len(bodies(here, "learning")) == 3


def test_what_speaks_of_a_machine_that_cannot_be_read_waits_and_what_it_wrote_is_waited_for(
    here, there, third, shared, monkeypatch
):
    folders.init(third, shared)
    learn(third, "The office has two floors.")
    synced(third, shared)
    learn(there, "Tests need a database.")
    synced(there, shared)
    with monkeypatch.context() as patched:
        unreadable(patched, shared / third.origin)
        learn(there, "Deploys run on Fridays.")
        synced(there, shared)

        account = synced(here, shared)
        assert third.origin in segments.head_of(log_of(shared, there)[-1], ()).after
        assert len(account.waiting) == 1
        assert bodies(here, "learning") == []
    synced(here, shared)
    assert len(bodies(here, "learning")) == 3


def test_the_own_folder_that_cannot_be_read_stops_the_machine(here, shared, monkeypatch):
    learn(here, "Tests need a database.")
    synced(here, shared)
    unreadable(monkeypatch, shared / here.origin)

    with pytest.raises(RefusedError, match="cannot be read"):
        synced(here, shared)


def test_without_a_key_nothing_is_begun_in_the_clear_beside_what_cannot_be_read(here, there, shared, monkeypatch):
    learn(there, "Deploys run on Fridays.")
    synced(there, shared, secrets=("a key of the folder",))
    unreadable(monkeypatch, shared / there.origin)
    learn(here, "Tests need a database.")

    account = synced(here, shared)

    assert "cannot be seen" in account.problems[1].message
    assert log_of(shared, here) == []


def test_a_draft_that_gets_its_name_meanwhile_stops_nothing(here, shared, monkeypatch):
    learn(here, "Tests need a database.")
    (shared / here.origin / ".0123.draft").write_text("")
    stat = Path.stat

    def published(path, **given):
        if path.name == ".0123.draft":
            path.unlink(missing_ok=True)
        return stat(path, **given)

    monkeypatch.setattr(Path, "stat", published)
    assert synced(here, shared).problems == []
