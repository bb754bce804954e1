"""Repair text at the boundary, so that every string that enters or leaves can be written as UTF-8.

JSON can spell what UTF-8 cannot: half of a surrogate pair. A client that cuts a string between the halves of an emoji
sends one, and an encoder that meets it much later would fail. NUL ends a string for much C code. Both become U+FFFD
here, at the edge, and the caller learns how many.
"""

from __future__ import annotations

import json
from typing import Any, Final

REPLACEMENT: Final = "\ufffd"


def wire_size(value: Any) -> int:
    """Return how many bytes a JSON value takes in an answer."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def clean_text(text: str) -> tuple[str, int]:
    """Return the text without NUL and lone surrogates, and how many characters were replaced by U+FFFD.

    Two halves of a pair that stand next to each other are joined into their character.
    """
    if text.isascii() and "\0" not in text:
        return text, 0
    # What language.folding does too: a server's first answer does not wait for that module.
    kept = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").replace("\0", REPLACEMENT)
    return kept, kept.count(REPLACEMENT) - text.count(REPLACEMENT)


def clean(value: Any) -> tuple[Any, int]:
    """Do the same for every string in a JSON value, keys included; other values stay as they are."""
    if isinstance(value, str):
        return clean_text(value)
    replaced = 0
    if isinstance(value, dict):
        object_: dict[Any, Any] = {}
        for key, member in value.items():
            kept_key, in_key = clean(key)
            object_[kept_key], in_member = clean(member)
            replaced += in_key + in_member
        return object_, replaced
    if isinstance(value, (list, tuple)):
        items = [clean(item) for item in value]
        return [item for item, _ in items], sum(count for _, count in items)
    return value, 0
