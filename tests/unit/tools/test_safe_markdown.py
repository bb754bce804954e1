"""Markdown that stored text cannot add to, judged by a Markdown parser."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from memory_mcp.language.unseen_characters import visible
from memory_mcp.tools.framework import safe_markdown

HOSTILE = [
    "# heading", "- item", "1. item", "> quote", "---", "```\ncode\n```", "`code`", "``` `` `", "*em* **strong** _em_",
    "[a](http://x)", "![a](http://x)", "<http://x>", "<script>alert(1)</script>", "&lt;b&gt; &amp;", "~~gone~~",
    "a | b\n--- | ---", "\\*", "\\", "x\\\n# y", "[x]: http://y", "www.example.com", "a@b.example", "http://x.example",
    "line\u2028# two", "a\x00b\x1b[31m", "\u202egnp", "snake_case_word", "`",
]  # fmt: skip
parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
texts = (
    st.text(st.sampled_from("ab 1#-+*_`~[]()<>!|\\&;:/.@$\n\t\r\u2028\u202e\x00"))
    | st.text()
    | st.sampled_from(HOSTILE)
)


def parsed(line: str) -> tuple[list[str], list[str], str]:
    """The kinds of block and inline tokens of a document, and what a reader sees."""
    blocks = parser.parse(line)
    inline = [child for block in blocks for child in block.children or ()]
    return (
        [block.type for block in blocks],
        [child.type for child in inline],
        "".join(child.content for child in inline),
    )


def seen(text: str) -> str:
    return visible(" ".join(text.split()))


ITEM = ["bullet_list_open", "list_item_open", "paragraph_open", "inline", "paragraph_close", "list_item_close",
        "bullet_list_close"]  # fmt: skip


@given(texts)
@pytest.mark.parametrize("end", ["", " (why)"])
def test_a_text_in_a_line_of_ours_is_shown_as_it_is_and_is_nothing_else(end, text):
    blocks, inline, shown = parsed(f"- learning: {safe_markdown.escaped(text)}{end}")
    assert blocks == ITEM
    assert set(inline) <= {"text", "text_special"}
    assert shown == f"learning: {seen(text)}{end}".rstrip()


@given(texts)
def test_a_code_span_holds_any_text(text):
    blocks, inline, shown = parsed(f"- call: {safe_markdown.code('f ' + text)} end")
    assert blocks == ITEM
    assert inline == ["text", "code_inline", "text"]
    assert shown.removeprefix("call: ").removesuffix(" end").strip() == f"f {seen(text)}".strip()


@pytest.mark.parametrize("text", ["http://x.example", "mailto:a", "www.example.com", "a@b.example"])
def test_an_address_is_not_made_a_link(text):
    assert "\\" in safe_markdown.escaped(text)


def test_ordinary_text_stays_readable():
    assert safe_markdown.escaped("svc-auth: port 5432, see src/app_main.ts (v2.1)!") == (
        "svc-auth: port 5432, see src/app_main.ts (v2.1)!"
    )
