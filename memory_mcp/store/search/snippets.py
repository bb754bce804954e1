"""Cut the part of a text that shows why it was found: about 200 characters around the words of the query."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

_WIDTH: Final = 200
_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"
# A shorter beginning of a word matches too much; a longer one misses its other forms.
_SHORTEST_STEM: Final = 3
_STEM_SHARE: Final = 0.75
# A text is looked through this far; a passage or turn is far shorter.
_FARTHEST: Final = 20_000


def snippet(text: str, terms: Sequence[str], width: int = _WIDTH) -> str:
    """Return about ``width`` characters of the text on one line: where most of the terms stand, else its beginning.

    ``terms`` are words in lower case; a word that begins as a term does counts as the term (forms of a word).
    """
    flat = " ".join(text[:_FARTHEST].split())
    if len(flat) <= width:
        return flat + (_ELLIPSIS if len(text) > _FARTHEST else "")
    start = _best_start(flat, terms, width)
    end = min(start + width, len(flat))
    if start:
        start = _after_space(flat, start)
    if end < len(flat):
        cut = flat.rfind(" ", start + width // 2, end)
        end = cut if cut > 0 else end
    return (_ELLIPSIS if start else "") + flat[start:end].strip() + (_ELLIPSIS if end < len(flat) else "")


def line_range(text: str, first_line: int, terms: Sequence[str]) -> tuple[int, int]:
    """Return the first and last line of a passage that hold a term, in the document's numbers; all of it if none do."""
    lines = text.split("\n")
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    stems = _stems(terms)
    found = [number for number, line in enumerate(lines) if any(_places(line.lower(), stems))]
    if not found:
        return first_line, first_line + len(lines) - 1
    return first_line + found[0], first_line + found[-1]


def _best_start(flat: str, terms: Sequence[str], width: int) -> int:
    """Return where the window with the most distinct terms (longer ones count more) starts, a little before them."""
    found = _found(flat.lower(), _stems(terms))
    best, best_weight = 0, 0
    for index, (start, _) in enumerate(found):
        inside = set()
        # Of many places only those of the window: otherwise each would be compared with all that follow.
        for place in range(index, len(found)):
            at, word = found[place]
            if at >= start + width * 3 // 4:
                break
            inside.add(word)
        weight = sum(len(word) for word in inside)
        if weight > best_weight:
            best, best_weight = start, weight
    return max(0, min(best - width // 8, len(flat) - width))


def _stems(terms: Sequence[str]) -> list[str]:
    return sorted({term[: max(_SHORTEST_STEM, round(len(term) * _STEM_SHARE))] for term in terms if term})


def _found(text: str, stems: Sequence[str]) -> list[tuple[int, str]]:
    """Return where a stem stands, in order, none inside another; a pattern made for each query takes longer to make."""
    found: list[tuple[int, str]] = []
    end = 0
    for start, stem in sorted(_places(text, stems)):
        if start >= end:
            found.append((start, stem))
            end = start + len(stem)
    return found


def _places(text: str, stems: Sequence[str]) -> Iterator[tuple[int, str]]:
    for stem in stems:
        start = text.find(stem)
        while start >= 0:
            # Unspaced scripts have no word boundary to begin at.
            if not (stem.isascii() and start and (text[start - 1].isalnum() or text[start - 1] == "_")):
                yield start, stem
            start = text.find(stem, start + 1)


def _after_space(flat: str, start: int) -> int:
    """Move a start to the beginning of a word, if there is one near."""
    space = flat.find(" ", start, start + 30)
    return start if space < 0 else space + 1
