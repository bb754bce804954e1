"""The elements of a JSON list, one at a time: a file of any size takes the memory of its largest element."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from memory_mcp.transfer.model.input import MOST_OF_A_FILE, Input

_CHUNK: Final = 1_000_000
_BETWEEN: Final = re.compile(r"[\s,]*")


def elements(source: Input) -> Iterator[tuple[Any, str]]:
    """Yield (element, where) for each element of the list that a file is.

    Where the file is damaged, or an element is larger than can be read at once, None is the last one.
    """
    decoder, number, text, position = json.JSONDecoder(), 0, "", 0
    with source.open() as file:
        text, wanted = file.read(_CHUNK).lstrip().removeprefix("["), _CHUNK
        while True:
            between = _BETWEEN.match(text, position)
            position = between.end() if between else position
            if text.startswith("]", position):
                return
            try:
                element, position = decoder.raw_decode(text, position)
            except (ValueError, RecursionError):
                # Not whole yet, or never: as much again, so that a long element is looked at a few times only.
                more = file.read(wanted) if len(text) < MOST_OF_A_FILE else ""
                text, position, wanted = text[position:] + more, 0, 2 * wanted
                if not more:
                    yield None, f"element {number + 1}"
                    return
                continue
            number, wanted = number + 1, _CHUNK
            yield element, f"element {number}"
