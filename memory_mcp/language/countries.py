"""The names of countries and of groups of countries, in seven languages, as Unicode's CLDR has them.

``.ci/country_names.py`` writes them; CLDR's licence stands in memory_mcp/temporal/date_words.json.
"""

from __future__ import annotations

from functools import cache

from memory_mcp.language.data_files import lines_of


def is_country(name: str) -> bool:
    """Whether a name, in lower case and without accents, is a country's."""
    return name in _names()


@cache
def _names() -> frozenset[str]:
    return frozenset(name for line in lines_of("all", "countries") for name in line.split("|"))
