"""Tell whether a thing may have one or many of a relation: it lives in one place, and speaks many languages.

The defaults can be overruled: a declared name counts for texts that say it and for relations between entities alike.
"""

from __future__ import annotations

from typing import Final, Literal

from memory_mcp.language.data_files import words

Cardinality = Literal["one", "many"]
Declared = Literal["one", "many", "default"]

_ONE: Final = words(
    "lives_in works_at born_on born_in located_in runs_on called managed_by written_in default based_on "
    "married_to reports_to set_to stored_in starts_at ends_at costs member_of_team has_status listens_on "
    "released_in employed_by lives_at resides_in works_for capital_of parent_company headquartered_in birthday "
    "owned_by led_by maintained_by version timezone status"
)


def default_cardinality(relation: str) -> Cardinality:
    """Return how many values a relation may have where nobody said: many, unless it is known to have one."""
    return "one" if relation in _ONE else "many"
