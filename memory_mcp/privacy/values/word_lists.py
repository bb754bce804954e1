"""Lists of words by which values and names are judged; ``data/word_lists.txt`` says what each of them is."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

_DATA: Final = Path(__file__).parents[1] / "data" / "word_lists.txt"


def word_list(name: str) -> tuple[str, ...]:
    """Return the words of a list, in the order of the file."""
    return _lists()[name]


@cache
def _lists() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    name = ""
    for line in _DATA.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            name = line.strip("[]")
        elif not line.startswith("#"):
            found[name] = (*found.get(name, ()), *(word.replace("_", " ") for word in line.split()))
    return found
