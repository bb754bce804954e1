"""What each number in the rules for contradictions is worth: the labelled pairs, judged with it smaller and larger.

The figures stand behind the numbers as comments, which ``--write`` brings up to date.
"""

from __future__ import annotations

import importlib
import re
import sys
from functools import _lru_cache_wrapper  # what tells a cache from a function is private
from pathlib import Path
from typing import Any, Final

from labelled import labelled, unseen

from memory_mcp.contradiction.verdict import contradict

_NUMBER: Final = re.compile(r"^(\w+): Final = [\d_.]+(?:  #.*)?$", re.MULTILINE)
_ROOM: Final = Path(str(sys.modules["memory_mcp.contradiction"].__file__)).parent
# What the comments are compared with.
_BASE: Final = re.compile(r"where \d+ and\s+\d+ are so with it")
_NO_THRESHOLDS: Final = ("RULES_VERSION",)


def print_thresholds(*, write: bool = False) -> None:
    """Print what is told rightly and wrongly with each number as it is, one step below and one above.

    ``write``: the figures replace those in the comments behind the numbers, too.
    """
    pairs = [(pair.a, pair.b, pair.is_contradiction) for pair in (*labelled("development"), *unseen())]
    right, wrong = _told(pairs)
    print(f"{len(pairs)} pairs; rightly / wrongly told: {right} / {wrong}")
    if write:
        _replace(_ROOM / "verdict.py", _BASE, f"where {right} and {wrong} are so with it")
    for path in sorted(_ROOM.rglob("*.py")):
        for number in _NUMBER.findall(path.read_text("utf-8")):
            if number not in _NO_THRESHOLDS:
                module = importlib.import_module(".".join(path.with_suffix("").parts[len(_ROOM.parts) - 2 :]))
                said = _print_steps(module, number, pairs)
                if write:
                    comment = re.compile(rf"(?m)(?<=^{number}: Final = )([\d_.]+)  #.*$")
                    _replace(path, comment, rf"\1  # {', '.join(said)}")


def _print_steps(module: Any, name: str, pairs: list[tuple[str, str, bool]]) -> list[str]:
    now = getattr(module, name)
    holders = [module] if name.startswith("_") else [one for one in _loaded() if hasattr(one, name)]
    said = []
    for value in (now - 1, now + 1) if isinstance(now, int) else (round(now * 0.75, 3), round(now * 1.25, 3)):
        for holder in holders:
            setattr(holder, name, value)
        try:
            said.append(f"{value}: {'{} / {}'.format(*_told(pairs))}")
        except IndexError:
            said.append(f"{value}: no rule can work")
    for holder in holders:
        setattr(holder, name, now)
    print(f"{module.__name__.rpartition('.')[2]}.{name} = {now} ({'; '.join(said)})", flush=True)
    return said


def _replace(path: Path, pattern: re.Pattern[str], text: str) -> None:
    path.write_text(pattern.sub(text, path.read_text("utf-8")), encoding="utf-8")


def _loaded() -> list[Any]:
    return [one for name, one in sys.modules.items() if name.startswith("memory_mcp.contradiction")]


def _told(pairs: list[tuple[str, str, bool]]) -> tuple[int, int]:
    for module in _loaded():
        for value in vars(module).values():
            if isinstance(value, _lru_cache_wrapper):
                value.cache_clear()
    told = [is_meant for a, b, is_meant in pairs if contradict(a, b) is not None]
    return sum(told), len(told) - sum(told)
