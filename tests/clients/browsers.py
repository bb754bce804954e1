"""The browser that shows the page, the Chromium of this machine; and the page of a memory."""

from __future__ import annotations

import shutil

import pytest
from calling import Client
from shown_memory import CHECKS

from memory_mcp.tools.framework.call import Call
from memory_mcp.view.data import explorer
from memory_mcp.view.page import page_with

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

in_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt-get install chromium")
VIEWS = ("Today", "Search", "People and things", "Two times", "Timeline", "Contradictions", "Health")


def page_of(client: Client) -> str:
    return page_with(explorer(Call(client.runtime, client.facts, actor="test"), checks=CHECKS))


def views(*names: str, **more):
    return [{"name": name, **more} for name in names or VIEWS]
