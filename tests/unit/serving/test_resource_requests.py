"""What a resource is told to be."""

from __future__ import annotations

import pytest

from memory_mcp.application.resources import MemoryLibrary
from memory_mcp.serving.resource_requests import mime_type_of


@pytest.mark.parametrize(
    ("uri", "mime_type"),
    [
        ("memory://explorer/current", "application/json"),
        ("memory://explorer/team/api", "application/json"),
        ("memory://context/current", "text/markdown"),
        ("memory://context/team/api", "text/markdown"),
        ("ui://memory/explorer", "text/html;profile=mcp-app"),
        ("memory://nowhere", "text/markdown"),
    ],
)
def test_a_resource_is_what_its_entry_or_that_of_its_family_says(uri, mime_type):
    assert mime_type_of(MemoryLibrary(), uri) == mime_type
