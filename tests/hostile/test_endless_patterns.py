"""Patterns of a marker file that are written to keep a hook busy: what they cost grows with what is read, no faster.

Each of these takes a reader that tries every way to divide a path among the wildcards longer than anybody waits.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_mcp.capture.events.ignoring import ignoring
from memory_mcp.errors import InvalidInputError
from memory_mcp.privacy.ignore_rules import IgnoreRules
from memory_mcp.project import survey


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 8 + "b", "a" * 60), ("*a" * 2_000 + "b", "a" * 4_000), ("*" + "a" * 2_000 + "*b", "a" * 4_000),
        ("*a" + "?" * 2_000 + "b", "a" * 4_000), ("*[a-z]" * 600 + "0", "a" * 4_000),
        ("**/" * 30 + "x", "a/" * 60 + "y"), ("**/a/" * 800 + "x", "a/" * 2_000 + "y"),
        ("**/*a*a/" * 500 + "x", "aaa/" * 1_000 + "y"),
    ],
)  # fmt: skip
def test_a_pattern_of_many_wildcards_is_answered(pattern: str, path: str) -> None:
    assert not IgnoreRules([pattern]).ignores(path, is_folder=False)


def test_a_call_that_names_a_path_of_very_many_folders_is_judged(tmp_path: Path) -> None:
    (tmp_path / ".memory-mcp.toml").write_text('[capture]\nignore = ["*.pem"]\n')
    rules = ignoring(survey(tmp_path).capture, tmp_path)

    assert rules.paths is not None
    assert rules.paths.holds("a/" * 1_900 + "x.pem", (str(tmp_path),))


def test_a_pattern_longer_than_any_path_is_an_error_that_shows_its_beginning() -> None:
    with pytest.raises(InvalidInputError) as caught:
        IgnoreRules(["ab" * 3_000])

    assert "longer than 4,096" in str(caught.value)
    assert len(str(caught.value)) < 500


def test_a_marker_file_of_very_many_patterns_counts_as_one_that_cannot_be_read(tmp_path: Path) -> None:
    patterns = ", ".join(f'"*a{number}"' for number in range(20_000))
    (tmp_path / ".memory-mcp.toml").write_text(f"[capture]\nignore = [{patterns}]\n")

    assert "more than 100,000 bytes" in ignoring(survey(tmp_path).capture, tmp_path).problem
