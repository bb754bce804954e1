"""Read JSON in which a whole number may have more digits than Python reads: it is the text of its digits then.

Python reads 4,300 digits, since more take quadratic time, and refuses all of a text for one such number.
"""

from __future__ import annotations

import json
from typing import Any, Final


def _whole(digits: str) -> int | str:
    try:
        return int(digits)
    except ValueError:
        return digits


_first: Final = json.JSONDecoder().raw_decode
_again: Final = json.JSONDecoder(parse_int=_whole).raw_decode


def read_json(text: str | bytes) -> Any:
    """Return the value of a text of JSON. Raises ValueError where it is none, RecursionError where it is too deep."""
    try:
        return json.loads(text)
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise
    except ValueError:
        return json.loads(text, parse_int=_whole)


def decode_json(text: str, at: int = 0) -> tuple[Any, int]:
    """Return the value that begins at a place, and where it ends. Raises as ``read_json`` does."""
    try:
        return _first(text, at)
    except json.JSONDecodeError:
        raise
    except ValueError:
        return _again(text, at)
