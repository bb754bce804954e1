"""Match one gitignore pattern against the names of a path, one after another.

Whatever a pattern holds, its cost grows with its length times the path's. Which parts of the pattern the names so far
may have reached is kept as one set. Within a name, a ``*`` that found its place is not tried again (``(?>...)``). The
first place will do, since what follows a ``*``, up to the next one, has a fixed length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

# A name as it is, or what it has to fit; None stands for any number of folders.
_Part: TypeAlias = "str | re.Pattern[str] | None"

_TOKEN: Final = re.compile(r"\\.|\[[!^]?\]?+(?:\\.|[^\]\\])*\]|.", re.DOTALL)
_ANY: Final = re.compile(".*", re.DOTALL)
_RANGE: Final = re.compile(r"(\\.|[^\\])-(\\.|[^\\])|(\\.|[^\\])", re.DOTALL)


class Pattern(NamedTuple):
    """A pattern's parts, and whether it takes back what it fits (``!``), and fits folders alone.

    A state is a set of places between the parts, as bits; ``any_folders`` are the bits before a ``**``.
    """

    parts: tuple[_Part, ...]
    any_folders: int
    is_negated: bool
    is_for_folders: bool

    def begun(self) -> int:
        """Return the state before the first name."""
        return self._passed(1)

    def advanced(self, state: int, name: str) -> int:
        """Return the state behind one more name."""
        reached = state & self.any_folders
        rest = (state ^ reached) & ~(1 << len(self.parts))
        while rest:
            place = rest & -rest
            rest ^= place
            part = self.parts[place.bit_length() - 1]
            if part == name if isinstance(part, str) else part is not None and part.fullmatch(name) is not None:
                reached |= place << 1
        return self._passed(reached)

    def fits(self, state: int) -> bool:
        """Say whether the names so far are a path that the pattern speaks of."""
        return bool(state >> len(self.parts))

    def _passed(self, state: int) -> int:
        return state | (state & self.any_folders) << 1


def pattern_of(line: str, *, folds_case: bool = False) -> Pattern:
    """Read a line that is a pattern; with ``folds_case`` for names in small letters."""
    body = line.removeprefix("!").rstrip()
    is_for_folders, body = body.endswith("/"), body.removesuffix("/")
    parts: list[_Part] = [] if "/" in body else [None]
    for signs in _split(body.removeprefix("/")):
        part = _part(signs, folds_case=folds_case)
        # Two of them in a row are one.
        if part is not None or parts[-1:] != [None]:
            parts.append(part)
    if parts[-1] is None:
        # What is in a folder, not the folder.
        parts.append(_ANY)
    any_folders = sum(1 << place for place, part in enumerate(parts) if part is None)
    return Pattern(tuple(parts), any_folders, line.startswith("!"), is_for_folders)


def unclosed(body: str) -> bool:
    """Whether a pattern opens a class that nothing closes."""
    return "[" in (sign[0] for sign in _TOKEN.finditer(body))


def runs_backwards(body: str) -> bool:
    """Whether a class of a pattern has a range whose end comes before its start."""
    classes = (sign[0] for sign in _TOKEN.finditer(body) if len(sign[0]) > 1 and sign[0][0] == "[")
    return any(last and last[-1] < first[-1] for one in classes for first, last in _ranges(one))


def _split(body: str) -> Iterator[list[str]]:
    """Yield the signs of each part between slashes; a slash within a class separates nothing."""
    signs: list[str] = []
    for found in _TOKEN.finditer(body):
        if found[0] in {"/", "\\/"}:
            yield signs
            signs = []
        else:
            signs.append(found[0])
    yield signs


def _part(signs: list[str], *, folds_case: bool) -> _Part:
    if len(signs) > 1 and set(signs) == {"*"}:
        return None
    if signs == ["*"]:
        return _ANY
    if not any(sign in {"*", "?"} or (sign[0] == "[" and len(sign) > 1) for sign in signs):
        name = "".join(sign[-1] for sign in signs)
        return name.lower() if folds_case else name
    pieces = [""]
    for sign in signs:
        if sign == "*":
            pieces.append("")
        else:
            pieces[-1] += _sign(sign, folds_case=folds_case)
    first, *between, last = pieces if len(pieces) > 1 else [*pieces, ""]
    found = "".join(f"(?>.*?{piece})" for piece in between if piece)
    return re.compile(first + found + (f".*{last}" if len(pieces) > 1 else ""), re.DOTALL)


def _sign(sign: str, *, folds_case: bool) -> str:
    """Return what one letter has to fit, as a regular expression."""
    if sign == "?":
        return "."
    if sign[0] == "[" and len(sign) > 1:
        letters = "".join(
            re.escape(first[-1]) + (f"-{re.escape(last[-1])}" if last else "") for first, last in _ranges(sign)
        )
        found = f"[{'^' if sign[1] in '!^' else ''}{letters}]"
        return f"(?i:{found})" if folds_case else found
    return re.escape(sign[-1].lower() if folds_case else sign[-1])


def _ranges(sign: str) -> Iterator[tuple[str, str]]:
    """Yield the first and the last letter of each range of a class; of a letter alone no last."""
    inner = sign[2:-1] if sign[1] in "!^" else sign[1:-1]
    for found in _RANGE.finditer(inner):
        yield (found[3], "") if found[3] else (found[1], found[2])
