"""One server of PostgreSQL for the tests of a worker, and a new hub for each test."""

from __future__ import annotations

import pytest
from hub_server import running

from memory_mcp.hub import schema


@pytest.fixture(scope="session")
def server():
    with running() as server:
        yield server


@pytest.fixture(scope="session")
def made(server) -> str:
    """Return the name of a database that is a hub, for others to be made like it."""
    schema.init(url := server.new())
    return url.partition("@/")[2].partition("?")[0]


@pytest.fixture
def hub(server, made) -> str:
    return server.new(made)
