"""What a marker file above keeps out of capture, none below it brings in: their patterns add up."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_mcp.capture.events.ignoring import ignoring
from memory_mcp.project import survey


@pytest.fixture
def inner(tmp_path: Path) -> Path:
    """A folder with a marker file of its own, below one that keeps letters and a folder out."""
    (tmp_path / "shop" / "private").mkdir(parents=True)
    (tmp_path / ".memory-mcp.toml").write_text('[capture]\nignore = ["*.letter", "/shop/private/"]\n')
    (tmp_path / "shop" / ".memory-mcp.toml").write_text('[capture]\nignore = ["*.pem", "!public.letter"]\n')
    return tmp_path / "shop"


@pytest.mark.parametrize(
    ("path", "is_ignored"),
    [
        ("to.letter", True), ("public.letter", True), ("private/plan.md", True), ("server.pem", True),
        ("src/app.py", False), ("src/private/plan.md", False),
    ],
)  # fmt: skip
def test_the_patterns_of_all_marker_files_above_hold(inner: Path, path: str, *, is_ignored: bool) -> None:
    rules = ignoring(survey(inner).capture, inner)

    assert rules.paths is not None
    assert rules.paths.holds(path, (str(inner),)) is is_ignored


def test_a_marker_file_that_ignores_nothing_takes_nothing_back(inner: Path) -> None:
    (inner / ".memory-mcp.toml").write_text('project = "shop"\n')
    rules = ignoring(survey(inner).capture, inner)

    assert rules.paths is not None
    assert rules.paths.holds("to.letter", (str(inner),))


def test_a_pattern_above_that_fits_nothing_is_told_with_its_folder(inner: Path) -> None:
    (inner.parent / ".memory-mcp.toml").write_text('[capture]\nignore = ["a//../b", "/"]\n')

    assert str(inner.parent) in ignoring(survey(inner).capture, inner).problem
