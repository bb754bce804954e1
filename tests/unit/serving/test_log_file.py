"""The server's log is its owner's alone, wherever it lies."""

from __future__ import annotations

import logging
import os

import pytest

from memory_mcp.config import Settings
from memory_mcp.serving import logs
from memory_mcp.serving.logs import start_log

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights are those of the folder elsewhere")


@pytest.fixture
def log():
    log = logging.getLogger("memory_mcp")
    before, level, propagates = log.handlers[:], log.level, log.propagate
    yield log
    for handler in set(log.handlers) - set(before):
        handler.close()
    log.handlers[:], log.propagate = before, propagates
    log.setLevel(level)


def test_a_log_in_a_folder_that_others_read_is_nobody_elses_nor_is_the_older_one(log, tmp_path, monkeypatch):
    monkeypatch.setattr(logs, "_LARGEST", 1_000)
    tmp_path.chmod(0o777)
    before = os.umask(0)
    try:
        start_log(Settings(db_path=tmp_path / "memory.db", log_file=tmp_path / "server.log"))
        for number in range(20):
            log.warning("line %s %s", number, "x" * 100)
    finally:
        os.umask(before)

    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("server.log*")}
    assert modes == {"server.log": 0o600, "server.log.1": 0o600}


def test_the_missing_folders_above_a_log_are_its_owners_alone_too(log, tmp_path):
    before = os.umask(0)
    try:
        start_log(Settings(db_path=tmp_path / "memory.db", log_file=tmp_path / "logs" / "of" / "server.log"))
        log.warning("a line")
    finally:
        os.umask(before)

    assert [path.stat().st_mode & 0o777 for path in (tmp_path / "logs", tmp_path / "logs" / "of")] == [0o700, 0o700]
