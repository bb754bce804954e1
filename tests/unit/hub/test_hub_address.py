"""The address of a hub is shown without its password, however that is written, or not at all."""

from __future__ import annotations

import pytest

from memory_mcp.errors import InvalidInputError, UnsupportedError
from memory_mcp.hub.connection import connected, shown


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("postgresql://ann:sec?ret@box/memory", "postgresql://ann@box/memory"),
        ("postgresql://ann:sec#ret@box:5/memory?sslmode=require", "postgresql://ann@box:5/memory?sslmode=require"),
        ("postgresql://ann@box/memory?sslpassword=secret&a=1", "postgresql://ann@box/memory?a=1"),
        ("postgresql://ann@box/memory?%70assword=secret", "postgresql://ann@box/memory"),
        ("postgresql://ann@box/memory?password=sec#ret", "postgresql://ann@box/memory"),
        ("postgresql://ann:sec[ret@box/memory", "postgresql://ann@box/memory"),
        ("postgresql:///memory?host=/run/x@y", "postgresql:/memory?host=/run/x@y"),
    ],
)
def test_no_spelling_of_a_password_is_shown(address: str, said: str) -> None:
    assert shown(address) == said


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:sec@ret@box/memory", "postgresql://ann:sec/ret@box/memory", "postgresql://[sec",
        "postgresql://box/\udcffsec", "postgresql://box?password=sec@ret", "postgresql://ann?password=sec:x@box/memory",
    ],
)  # fmt: skip
def test_an_address_that_cannot_be_read_is_refused_and_nothing_of_it_is_shown(address: str) -> None:
    with pytest.raises(InvalidInputError, match="cannot be read") as refused:
        shown(address)
    assert "sec" not in str(refused.value)


def test_what_the_library_quotes_of_a_password_is_not_shown() -> None:
    with pytest.raises((InvalidInputError, UnsupportedError)) as refused, connected('postgresql://ann:se c"ret@box/x'):
        pass
    assert "ret" not in str(refused.value)
