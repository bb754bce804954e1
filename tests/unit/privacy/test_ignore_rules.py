"""Ignore rules: gitignore's patterns, held against git itself."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from memory_mcp.errors import InvalidInputError
from memory_mcp.privacy.ignore_rules import IgnoreRules, is_pattern

_NAMES = ("a", "b", ".env", "x.env", "secrets", "config", "keys.json", "Ab", "a b")
_PATHS = st.lists(st.sampled_from(_NAMES), min_size=1, max_size=4).map("/".join)
_PART = st.sampled_from(
    (*_NAMES, "*", "**", "*.env", "?", "[ab]", "[!a]", "[]a]", "[!]a]", "[^b]", "*.*", "k*.json", "\\!a", "a\\ b")
)
_PATTERN = st.builds(
    lambda negated, anchored, parts, folder: negated + anchored + "/".join(parts) + folder,
    st.sampled_from(("", "", "", "!")),
    st.sampled_from(("", "/")),
    st.lists(_PART, min_size=1, max_size=3),
    st.sampled_from(("", "", "/")),
)

# What pathspec reads as git does: of what is taken back, and of what ends in "**", it has an opinion of its own.
_ORDINARY = _PATTERN.filter(lambda pattern: pattern[0] != "!" and not pattern.rstrip("/").endswith("**"))


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", folder], check=True)
    subprocess.run(["git", "-C", folder, "config", "core.ignoreCase", "false"], check=True)
    return folder


def ignored_by_git(repository: Path, patterns: list[str], path: str) -> bool:
    (repository / ".gitignore").write_text("".join(f"{pattern}\n" for pattern in patterns), encoding="utf-8")
    command = ["git", "-C", repository, "check-ignore", "-q", "--no-index", path]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


@given(patterns=st.lists(_PATTERN, min_size=1, max_size=4), path=_PATHS)
def test_a_path_is_ignored_where_git_ignores_it(repository: Path, patterns: list[str], path: str) -> None:
    assert IgnoreRules(patterns).ignores(path, is_folder=False) == ignored_by_git(repository, patterns, path), patterns


@given(patterns=st.lists(_ORDINARY, min_size=1, max_size=4), path=_PATHS)
def test_a_path_is_ignored_where_pathspec_ignores_it(patterns: list[str], path: str) -> None:
    spec = GitIgnoreSpec.from_lines(patterns)
    parts = path.split("/")
    folders = ["/".join(parts[:count]) + "/" for count in range(1, len(parts))]

    assert IgnoreRules(patterns).ignores(path, is_folder=False) == any(map(spec.match_file, [*folders, path])), patterns


@pytest.mark.parametrize(
    ("pattern", "path", "is_ignored"),
    [
        ("a*b*c", "aXbYc", True), ("a*b*c", "aXcYb", False), ("*ab", "aab", True), ("*a*a", "a", False),
        ("a**b", "aXb", True), ("a**b", "a/b", False), ("/***/b", "x/y/b", True), ("*.[ch]", "src/x.c", True),
        ("[a-c-]x", "d/-x", True), ("[!a-c]x", "bx", False), ("[\\]]x", "]x", True), ("x[&&|~~]", "x&", True),
        ("a/**/**/b", "a/b", True), ("a/**", "a", False), ("\\*", "*", True), ("\\*", "a", False), ("!!a", "!a", False),
    ],
)  # fmt: skip
def test_signs_stand_for_what_they_do_in_git(repository: Path, pattern: str, path: str, *, is_ignored: bool) -> None:
    assert IgnoreRules([pattern]).ignores(path, is_folder=False) is is_ignored
    assert ignored_by_git(repository, [pattern], path) is is_ignored


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("**/.env", ".env"), ("**/.env", "deploy/eu/.env"), ("/secrets", "secrets"), ("/secrets", "secrets/a/b"),
        ("config/**/keys.json", "config/keys.json"), ("config/**/keys.json", "config/a/b/keys.json"),
        ("private/", "a/private/x"), ("private/**", "private/x"), ("*.env", "a/prod.env"), ("a\nb", "b"),
    ],
)  # fmt: skip
def test_what_a_pattern_names_is_ignored(pattern: str, path: str) -> None:
    assert IgnoreRules([pattern]).ignores(path, is_folder=False)


def test_the_last_pattern_decides_and_nothing_comes_back_from_an_ignored_folder() -> None:
    rules = IgnoreRules(["*.env", "!sample.env", "private/", "!private/open.txt"])
    asked = ("prod.env", "sample.env", "private/open.txt", "open.txt")
    assert [rules.ignores(path, is_folder=False) for path in asked] == [True, False, True, False]


def test_a_pattern_for_folders_leaves_a_file_of_that_name() -> None:
    rules = IgnoreRules(["private/"])
    assert [rules.ignores("private", is_folder=is_folder) for is_folder in (True, False)] == [True, False]


def test_where_capitals_make_no_difference_they_make_none() -> None:
    assert IgnoreRules(["Secrets/"], folds_case=True).ignores("SECRETS/a", is_folder=False)
    assert IgnoreRules(["[X-a]?*B"], folds_case=True).ignores("yYyb", is_folder=False)
    assert not IgnoreRules(["Secrets/"]).ignores("SECRETS/a", is_folder=False)


@pytest.mark.parametrize(
    "pattern",
    [
        "!",
        "/",
        "./private",
        "../secrets",
        "~/secrets",
        "a//b",
        "C:/secrets",
        "config\\keys.json",
        "a\\",
        "[ab",
        "a\0b",
        "[[:alpha:]]x",
        "[]",
        "[z-a]",
        "a\\/",
    ],
)  # fmt: skip
def test_a_pattern_that_could_never_fit_is_an_error_that_shows_it(pattern: str) -> None:
    with pytest.raises(InvalidInputError, match="no pattern that could ignore anything"):
        IgnoreRules(["*.env", pattern])
    assert not is_pattern(pattern)


@pytest.mark.parametrize("line", ["", "  ", "# why", "[]ab]", "[!]]", "a\\ b", "\\#a", "\\!a", "*", "**", "..a"])
def test_what_git_takes_for_a_pattern_a_comment_or_nothing_is_none(line: str) -> None:
    assert is_pattern(line)
    IgnoreRules([line])
