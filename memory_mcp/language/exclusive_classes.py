"""Words that stand in for each other: of each class a thing has one. Red or blue, daily or weekly, in spring or autumn.

What has a class of its own needs no name or number to be told apart: a colour behind "is", how often something is done.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from memory_mcp.language.function_words import Language
from memory_mcp.language.lexicon import sections_of
from memory_mcp.language.stemming import stem

# "state" excludes behind a copula alone (is red: there may be red and blue cars), "manner" wherever it stands behind
# the verb.
Role = Literal["state", "manner"]


@cache
def _table(language: Language) -> dict[str, tuple[Role, int, int]]:
    """Return of each word its role, its class and which of the class it is; stems count as their words."""
    found: dict[str, tuple[Role, int, int]] = {}
    sections = sections_of(language, "classes")
    roles: tuple[tuple[Role, list[str]], ...] = (("state", sections["states"]), ("manner", sections["manners"]))
    for role, classes in roles:
        for number, line in enumerate(classes):
            for member, forms in enumerate(line.split()):
                for form in forms.split("|"):
                    found[form] = found[stem(form, language)] = (role, number, member)
    return found


def exclusive(a: str, b: str, language: Language) -> Role | None:
    """Return where two words exclude each other, or None where they are not two of one class."""
    table = _table(language)
    one, other = table.get(a) or table.get(stem(a, language)), table.get(b) or table.get(stem(b, language))
    if one is None or other is None or one[:2] != other[:2] or one[2] == other[2]:
        return None
    return one[0]
