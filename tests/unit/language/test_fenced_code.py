from __future__ import annotations

import pytest

from memory_mcp.language.fenced_code import without_fenced


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Do this:\n```sh\nmake\n```\nand say so.", "Do this:\n\nand say so."),
        ("One:\n  ~~~\nx\n  ~~~\nTwo.", "One:\n\nTwo."),
        ("Do this:\r\n```sh\r\nmake\r\n```\r\nand say so.", "Do this:\r\n\nand say so."),
        ("It goes on\n```\nto the end", "It goes on\n"),
        ("```\nx\n``` and no end of it\n```\nleft", "\nleft"),
        ("Set `x` to ```y``` now.", "Set `x` to ```y``` now."),
    ],
)
def test_what_stands_between_fences_is_left_out(text, left):
    assert without_fenced(text) == left
