"""A folder with a list of an export that somebody else wrote, or that was damaged, is refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_mcp.errors import InvalidInputError
from memory_mcp.transfer.formats import markdown_edits, markdown_parts


@pytest.mark.parametrize(
    "written",
    ["", "null", "5", '"text"', "[1]", '["a"]', '{"a": 1}', '{"deadbeef": ["x"]}', '{"deadbeef": null}', "[" * 9_000],
)
def test_a_list_that_is_no_texts_by_id_is_refused(tmp_path: Path, written: str) -> None:
    (tmp_path / markdown_edits.WRITTEN).write_text(written, encoding="utf-8")
    (tmp_path / "page.md").write_text("# Page\n\n- a fact ^deadbeef\n", encoding="utf-8")

    with pytest.raises(InvalidInputError, match=r"\.memory-export\.json"):
        markdown_edits.edits(tmp_path)


@pytest.mark.parametrize("written", ["", "null", "5", "[1]", '{"page.md": 1}', '{"": ["x"]}', "[" * 9_000])
def test_a_list_that_is_no_digests_by_page_is_refused(tmp_path: Path, written: str) -> None:
    (tmp_path / markdown_parts.PARTS).write_text(written, encoding="utf-8")

    with pytest.raises(InvalidInputError, match=r"\.memory-export-parts\.json"):
        markdown_parts.edited(tmp_path)
