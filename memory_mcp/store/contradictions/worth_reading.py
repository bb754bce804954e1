"""Tell whether two facts are worth reading side by side: both claim something, in one language, perhaps of one thing.

It loads the rules of seven languages, which tell a claim from a question, a plan or a greeting.
"""

from __future__ import annotations

import re
from typing import Final

from memory_mcp.contradiction.kinds import ComparedFact
from memory_mcp.contradiction.parsing.notes import are_of_two_languages, notes_of
from memory_mcp.contradiction.verdict import are_two_people

# Somebody unnamed who is doing something, as a caption tells: nothing says that two such ones are one.
_OF_NOBODY: Final = re.compile(
    r"^(?:there (?:is|are) )?(?:an?|one|two|three|four|five|some|several|many|few|someone|somebody|people|men|women|"
    r"children|kids)\b[^.;]*?\b(?:is|are)\b(?: \w+){0,2}? \w+ing\b|^(?:there (?:is|are)|nobody|no one|no) ",
    re.IGNORECASE,
)


def worth_reading(a: ComparedFact, b: ComparedFact) -> bool:
    """Say whether two facts are worth reading beside each other."""
    if are_of_two_languages(a.whole, b.whole) or are_two_people(a, b):
        return False
    if _OF_NOBODY.search(a.whole) and _OF_NOBODY.search(b.whole):
        return False
    return all(note.is_claim for note in notes_of(a.whole, b.whole))
