"""Write the names of countries that CLDR knows: ``uv run python .ci/country_names.py [FILE]``.

A package of Unicode's CLDR is fetched from the npm registry. What seven languages call countries, and the parts of the
world that hold several, goes into a text file with one line a language, in lower case and without accents.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from date_words import LANGUAGES, Package

from memory_mcp.language.folding import without_accents

COUNTRIES = Path(__file__).parent.parent / "memory_mcp" / "language" / "data" / "all" / "countries.txt"


def country_names() -> str:
    """Return the content of countries.txt, from a freshly fetched package."""
    with tempfile.TemporaryDirectory() as folder:
        names = Package("cldr-localenames-full", Path(folder))
        return "".join(f"{'|'.join(_of_language(names, language))}\n" for language in LANGUAGES)


def _of_language(names: Package, language: str) -> list[str]:
    said = names.json(f"main/{language}/territories.json")["main"][language]["localeDisplayNames"]["territories"]
    return sorted({_folded(name) for code, name in said.items() if code[:2] != "ZZ"})


def _folded(name: str) -> str:
    """Return a name in lower case, without accents and what stands in brackets."""
    return without_accents(name.partition(" (")[0].lower())


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else COUNTRIES
    target.write_text(country_names(), encoding="utf-8")
