"""What a reading keeps of the paths it looked up: it stays bounded, the answers stay the same, and all of it can go."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_mcp.capture.events import path_forms
from memory_mcp.capture.events.ignoring import Ignoring, ignoring
from memory_mcp.capture.events.path_forms import LookedUp
from memory_mcp.project import CaptureRules, survey

BOUND = 10


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ignoring:
    """What is kept out of a folder with two others in it, each of which has a marker file."""
    monkeypatch.setattr(path_forms, "MOST_PATHS", BOUND)
    for name, content in {
        ".": 'ignore = ["secret/"]',
        "sub": 'ignore = ["private/"]',
        "off": "enabled = false",
    }.items():
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / ".memory-mcp.toml").write_text(f"[capture]\n{content}\n")
    return ignoring(survey(tmp_path).capture, tmp_path)


def looked_up(of: object, seen: set[int]) -> Iterator[LookedUp[object, object]]:
    """Yield all that an object keeps of what was looked up, however deep it is kept."""
    if id(of) in seen:
        return
    seen.add(id(of))
    if isinstance(of, LookedUp):
        yield of
    match of:
        case dict():
            parts = list(of.values())
        case tuple():
            parts = list(of)
        case _ if type(of).__module__.startswith("memory_mcp.capture"):
            parts = list(vars(of).values())
        case _:
            parts = []
    for part in parts:
        yield from looked_up(part, seen)


def ask(rules: Ignoring, count: int) -> None:
    for one in range(count):
        held = {path: rules.holds(path, rules.folders) for path in (
            f"sub/private/{one}/x", f"off/{one}/x", f"secret/{one}/x", f"sub/open/{one}/x", f"open/{one}/x",
        )}  # fmt: skip
        assert list(held.values()) == [True, True, True, False, False], held


def test_what_is_kept_stays_bounded_and_the_answers_are_the_same(rules: Ignoring) -> None:
    ask(rules, 5 * BOUND)
    kept = list(looked_up(rules, set()))
    assert len(kept) >= 8
    assert max(map(len, kept)) == BOUND


def test_all_that_is_kept_goes_and_the_answers_are_the_same(rules: Ignoring) -> None:
    ask(rules, 3)
    rules.forget()
    assert sum(map(len, looked_up(rules, set()))) == 0
    ask(rules, 3)


def test_what_was_read_for_the_folder_holds_however_many_paths_are_named(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(path_forms, "MOST_PATHS", BOUND)
    rules = ignoring(CaptureRules(is_enabled=False), tmp_path)
    for one in range(5 * BOUND):
        assert rules.holds(f"a{one}/x", rules.folders)
        assert not rules.holds(str(tmp_path.with_name(f"b{one}") / "x"), rules.folders)
