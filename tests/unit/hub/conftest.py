"""One server of PostgreSQL for the tests of a worker, and a new hub for each test."""

from __future__ import annotations

import pytest
from hub_server import running


@pytest.fixture(scope="session")
def server():
    with running() as server:
        yield server


@pytest.fixture
def hub(server) -> str:
    return server.new_hub()
