"""Targets that an earlier version kept with a password in their address: shown without it, and forgotten by either."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from memory_mcp.cli.main import cli
from memory_mcp.errors import InvalidInputError, NotFoundError
from memory_mcp.store.file.database import Database
from memory_mcp.store.sync import targets

KEPT = "postgresql://ann:se#cret@host/db"
UNREADABLE = "postgresql://ann:se/cret@host/db"


@pytest.fixture
def memory(here: Database, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    with here.writing("sync") as tx:
        for address in (KEPT, UNREADABLE, UNREADABLE.replace("ann", "eve"), "postgresql://ben@host/db"):
            targets.ensure(tx, address)
    return here.path


def sync(memory: Path, *words: str) -> str:
    done = CliRunner().invoke(cli, ["--db", str(memory), "--no-embed", "sync", *words], standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return done.output


@pytest.mark.parametrize("named", [KEPT, "postgresql://ann@host/db", "postgresql://ann:other@host/db"])
def test_a_target_kept_with_a_password_is_forgotten_by_its_address(memory: Path, named: str) -> None:
    assert "forgot postgresql://ann@host/db" in sync(memory, "forget", named)
    with pytest.raises(NotFoundError, match="not synchronised with postgresql://ann@host/db"):
        sync(memory, "forget", named)
    assert "ben" in sync(memory, "status")


def test_an_address_that_cannot_be_read_is_forgotten_as_it_is_kept(memory: Path) -> None:
    sync(memory, "forget", UNREADABLE)
    assert sync(memory, "status").count("postgresql://...") == 1
    with pytest.raises(InvalidInputError):
        sync(memory, "forget", UNREADABLE)
    sync(memory, "forget", "postgresql://...")
    assert "..." not in sync(memory, "status")


@pytest.mark.parametrize("how", [(), ("--json",)])
def test_no_password_that_was_kept_is_shown(memory: Path, how: tuple[str, ...]) -> None:
    told = sync(memory, "status", *how)
    assert ("cret" in told, "postgresql://ann@host/db" in told, "postgresql://..." in told) == (False, True, True)
