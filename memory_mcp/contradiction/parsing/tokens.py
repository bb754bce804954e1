"""Make the tokens of a claim: words, names and values; a number joins its unit, a day its month and year."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from memory_mcp.language import quantities as values

TokenKind = Literal["word", "name", "number", "date", "month", "weekday", "measure", "small"]
VALUE_KINDS: Final = frozenset({"number", "date", "month", "weekday", "measure"})
DAYS: Final = frozenset({"date", "month", "weekday"})
# A day and its month stand next to each other, or have one small word between.
_NEAR: Final = 2  # 1: 1999 / 85, 3: 2009 / 87
_YEAR_DIGITS: Final = 4
_TWENTY: Final = 20
_ADDRESS: Final = re.compile(r"#\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?")
# Words that make one number of the number before them.
_JOINING: Final = values.AFTERNOON | values.FORENOON | values.MULTIPLIERS.keys()


class Token(NamedTuple):
    """One word or value: ``key`` is what is compared, ``text`` what is shown, ``place`` of its first word.

    ``is_joined``: a hyphen joins it to the last.
    """

    key: str
    text: str
    kind: TokenKind
    place: int
    word: str
    is_joined: bool = False


def dimension_of(token: Token) -> str:
    """Return what kind of amount a token is.

    Months and seconds are both time, a month is a date without a day, and 10.0.0.5 is an address and no number.
    """
    if token.kind == "measure":
        dimension = token.key.partition(":")[0]
        return "time" if dimension == "months" else dimension
    if token.kind == "number" and _ADDRESS.fullmatch(token.key):
        return "address"
    return "date" if token.kind == "month" else token.kind


def joined(tokens: list[Token]) -> list[Token]:
    """Join a number with the unit behind it, a day with its month and year, and a number said in two words."""
    found: list[Token] = []
    for token in tokens:
        if not found or not (_number(found, token) or _measure(found, token) or _date(found, token)):
            found.append(token)
    return found


def _number(found: list[Token], token: Token) -> Token | None:
    """Make the last number and this word one, in place: twenty-five, two hundred, 6 pm; None where they are none."""
    if token.kind != "number" and token.word not in _JOINING:
        return None
    before = next((each for each in found[-_NEAR:][::-1] if each.kind != "small"), None)
    if before is None or before.kind != "number" or token.place - before.place > _NEAR:
        return None
    key = before.key[1:]
    if token.word in values.AFTERNOON or token.word in values.FORENOON:
        whole = values.in_afternoon(key) if token.word in values.AFTERNOON else key
    elif token.word in values.MULTIPLIERS and before.place == token.place - 1 and key.isdigit():
        factor = values.MULTIPLIERS[token.word]
        if int(key) >= factor:
            return None
        whole = str(int(key) * factor)
    elif token.kind == "number" and before.word.isalpha() and token.word.isalpha() and _adds_up(key, token.key[1:]):
        whole = str(int(key) + int(token.key[1:]))
    else:
        return None
    del found[found.index(before) :]
    found.append(Token(f"#{whole}", f"{before.text} {token.text}", "number", before.place, before.word))
    return found[-1]


def _adds_up(tens: str, ones: str) -> bool:
    """Whether two numbers in words are one: a full ten, and less than ten (in French, less than twenty)."""
    return tens.isdigit() and ones.isdigit() and int(tens) % 10 == 0 and int(tens) >= _TWENTY > int(ones)


def _measure(found: list[Token], token: Token) -> Token | None:
    """Make the last token and a unit one amount, in place; None where they are none."""
    before = found[-1]
    if token.word not in values.UNITS or (before.word in values.HALF and token.word in values.ONE):
        return None
    # "A second" may be an ordinal.
    is_half = before.word in values.HALF
    if before.kind != "number" and not is_half and (before.word not in values.ONE or token.word in values.ORDINALS):
        return None
    if before.word in values.ONE and len(found) > 1 and found[-2].word in values.HALF:
        # Half an hour.
        del found[-1]
        before, is_half = found[-1], True
    amount = "0.5" if is_half else before.key.lstrip("#") if before.kind == "number" else "1"
    measure = values.measured(amount, token.word)
    if measure is None:
        return None
    found[-1] = Token(":".join(measure), f"{before.text} {token.text}", "measure", before.place, "")
    return found[-1]


def _date(found: list[Token], token: Token) -> Token | None:
    """Make the last telling token and this one a date, in place; None where they are none."""
    if token.kind not in {"number", "month"}:
        return None
    near = next((each for each in found[-_NEAR:][::-1] if each.kind != "small"), None)
    if near is None or token.place - near.place > _NEAR * (1 + near.text.count(" ")):
        return None
    key = _date_key(near, token)
    if key is None:
        return None
    del found[found.index(near) :]
    found.append(Token(key, f"{near.text} {token.text}", "date", near.place, ""))
    return found[-1]


def _date_key(near: Token, token: Token) -> str | None:
    is_year = token.kind == "number" and token.key[1:].isdigit() and len(token.key) == _YEAR_DIGITS + 1
    match near.kind, token.kind:
        case "number", "month":
            return f"date:{token.key[6:]}-{near.key[1:].rstrip('.')}"
        case "month", "number" if is_year:
            return f"date:{token.key[1:]}-{near.key[6:]}"
        case "month", "number":
            return f"date:{near.key[6:]}-{token.key[1:]}"
        case "date", "number" if is_year:
            return f"date:{token.key[1:]}-{near.key[5:]}"
        case _:
            return None
