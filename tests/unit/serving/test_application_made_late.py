"""The application is made when a request needs it, which the first of a client does not."""

from __future__ import annotations

import gc
import io
from concurrent.futures import ThreadPoolExecutor

import pytest
from toy_server import application

from memory_mcp.application.application import Application
from memory_mcp.serving.json_rpc_pipe import Pipe
from memory_mcp.serving.protocol import build
from memory_mcp.serving.run import Once
from memory_mcp.serving.tool_listing import listing, prepared
from memory_mcp.tools import registry


def never() -> Application:
    raise AssertionError("nobody has asked for it")


def test_what_answers_the_first_request_needs_no_application():
    server = build(never, Pipe(io.BytesIO(), io.BytesIO(), lambda: None))

    offered = server.create_initialization_options().capabilities
    assert None not in (offered.tools, offered.prompts, offered.resources)


def test_an_application_is_made_once_whoever_asks():
    made: list[Application] = []

    def make() -> Application:
        made.append(application())
        return made[-1]

    once = Once(make)
    with ThreadPoolExecutor(4) as threads:
        given = list(threads.map(lambda _: once(), range(8)))

    assert len(made) == 1
    assert all(one is made[0] is once.made for one in given)


def test_what_could_not_be_made_is_made_when_it_is_asked_for_again():
    failures = [OSError("no file handles")]

    def make() -> Application:
        if failures:
            raise failures.pop()
        return application()

    once = Once(make)
    with pytest.raises(OSError, match="no file handles"):
        once()

    assert gc.isenabled()
    assert once() is once.made


def test_the_list_of_tools_needs_no_application():
    assert [tool.name for tool in prepared("all").tools] == list(registry())
    assert [tool.name for tool in prepared("core").tools] == [spec.name for spec in registry().values() if spec.core]
    assert prepared("all") == listing(registry().values())
