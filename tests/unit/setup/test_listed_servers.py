"""A client's list of servers in YAML that cannot be read is refused in words, whatever is wrong with it."""

from __future__ import annotations

import pytest

from memory_mcp.errors import InvalidInputError
from memory_mcp.setup.reading import server_in
from memory_mcp.setup.targets import OwnFile


@pytest.mark.parametrize(
    "text",
    ["mcpServers: [", f"mcpServers: {'9' * 5_000}", "mcpServers: " + "[" * 5_000, "mcpServers: 2024-99-99"],
    ids=["broken", "long number", "too deep", "no day"],
)
def test_a_list_that_cannot_be_read_is_refused_in_words(text: str) -> None:
    part = OwnFile(text, "mcpServers")
    with pytest.raises(InvalidInputError):
        server_in(part, text)
