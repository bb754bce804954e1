"""The sections of a page of a decision, a person or a thing: only their own headings part a text, whatever it says.

A text that an export writes may have such a heading itself. There it gets a backslash in front, as Markdown has it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

DECISION: Final = ("Decision", "Reasoning", "Alternatives")
ENTITY: Final = ("Observations", "Facts", "Relations", "History")

_NAMED: Final = "|".join((*DECISION, *ENTITY))
_ALIKE: Final = re.compile(rf"^(\\*#{{1,6}}[ \t]+(?:{_NAMED})[ \t#]*)$", re.MULTILINE | re.IGNORECASE)
_HELD: Final = re.compile(rf"^\\(\\*#{{1,6}}[ \t]+(?:{_NAMED})[ \t#]*)$", re.MULTILINE | re.IGNORECASE)
_TITLE: Final = re.compile(r"\A\s*#{1,6}\s[^\n]*")


def held(text: str) -> str:
    """Return a text as it stands below a heading: no line of it is taken for one of a page's own."""
    return _ALIKE.sub(r"\\\1", text)


def parts(body: str, names: Collection[str], *, is_exported: bool) -> dict[str, str]:
    """Return the text under each of these headings by its name in small letters, and under '' what stands before them.

    The title is no part. In a page of an export (``is_exported``) the headings are of the second level, else of any.
    """
    level = "##" if is_exported else "#{1,6}"
    first, *rest = re.split(rf"^{level}[ \t]+({'|'.join(names)})[ \t#]*$", body, flags=re.MULTILINE | re.IGNORECASE)
    found = {"": _TITLE.sub("", first)}
    for heading, text in zip(rest[::2], rest[1::2], strict=True):
        key = heading.lower()
        found[key] = f"{found[key]}\n\n{text}" if key in found else text
    return {key: (_HELD.sub(r"\1", text) if is_exported else text).strip() for key, text in found.items()}
