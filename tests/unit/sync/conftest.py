"""A folder that two machines share."""

from __future__ import annotations

import pytest

from memory_mcp.sync import folder as folders


@pytest.fixture(autouse=True)
def state_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def shared(tmp_path, here, there):
    path = tmp_path / "shared"
    folders.init(here, path)
    folders.init(there, path)
    return path
