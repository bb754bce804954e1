"""Match a pattern, exactly or with typos, in the texts as they are stored, within a time that no pattern can exceed.

Where a pattern has a literal part, the substring index names the rows to look at. Rows that the index does not have
yet, and patterns without such a part, are read newest first until the time is up; the answer then says that it is
partial.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import rapidfuzz
import regex  # type: ignore[import-untyped]  # it ships no types

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.facts.versions import Item, items_at
from memory_mcp.store.facts.visibility import Filter, filtered
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.text_index.fts_query import phrase
from memory_mcp.store.text_index.trigrams import SHORTEST, watermark

TIME_LIMIT_S: Final = 2.0
"""For one call, whatever the pattern and however many rows."""
_ROW_LIMIT_S: Final = 0.5
_BLOCK: Final = 500
_CONTEXT: Final = 160
# Fuzzy matching looks through a row in windows; a longer row is matched by this much of it.
_FUZZY_TEXT: Final = 50_000

# A character or class of a pattern, and how often.
_SIMPLE: Final = re.compile(
    r"(?:(?P<plain>[^\\.^$*+?{}\[\]()|])|\\(?P<sign>[^\w\s])|\\[bBdDsSwW]|[.^$])(?P<times>[*+?]{0,2})", re.DOTALL
)

# What is escaped, or what matches the pattern or a group of it anew: (?R), (?1), (?&name).
_CALL: Final = re.compile(r"\\.|(?P<call>\(\?(?:R|[+-]?\d|P?&|P>))", re.DOTALL)

_INDEXED: Final = filtered("""
    SELECT item.id
    FROM item_trigram
    CROSS JOIN item ON item.id = item_trigram.rowid
    WHERE item_trigram MATCH :match AND item.id <= :through AND {filter}
    UNION ALL
    SELECT item.id
    FROM item
    WHERE item.id > :through AND item.kind <> 'statement' AND {filter}
    ORDER BY 1 DESC
""")
_ALL: Final = filtered("""
    SELECT item.id
    FROM item
    WHERE item.kind <> 'statement' AND {filter}
    ORDER BY item.id DESC
""")


@dataclass(frozen=True, slots=True)
class Match:
    """One place: the row, the line it is on (1 = the text's first; in a passage the document's), and the line.

    ``similarity`` is 0 to 100 for a fuzzy match, None for an exact one.
    """

    item: Item
    line_number: int
    line: str
    similarity: float | None = None


@dataclass(frozen=True, slots=True)
class GrepAnswer:
    """The matches, newest row first (fuzzy: most alike first); ``is_partial`` when the time ran out before the rows."""

    matches: tuple[Match, ...]
    is_partial: bool = False


class Pattern(NamedTuple):
    """What is to be found: a regular expression, or with ``likeness`` (0 to 100) a text that is so much alike."""

    text: str
    likeness: float | None = None
    ignore_case: bool = True


Finder = Callable[[str, float], tuple[int, int, float | None] | None]
"""Text and seconds left to (start, end, similarity) of its best match, or None. Raises TimeoutError."""


def grep(
    snapshot: Snapshot, pattern: Pattern, filter_: Filter, *, limit: int = 20, time_limit_s: float = TIME_LIMIT_S
) -> GrepAnswer:
    """Return up to ``limit`` rows with a match.

    Raises InvalidInputError for what is no regular expression.
    """
    is_fuzzy = pattern.likeness is not None
    find, literal = _finder(pattern), "" if is_fuzzy else literal_part(pattern.text)
    deadline = time.monotonic() + time_limit_s
    matches: list[Match] = []
    is_partial = False
    # Fuzzy matches are ordered by likeness, so all rows are looked at; exact ones by age, so the first are enough.
    for item in _rows(snapshot, literal, filter_):
        if (left := deadline - time.monotonic()) <= 0:
            is_partial = True
            break
        try:
            match = _match(item, find, min(left, _ROW_LIMIT_S))
        except TimeoutError:
            is_partial = True
            continue
        if match is not None:
            matches.append(match)
            if len(matches) == limit and not is_fuzzy:
                break
    if is_fuzzy:
        matches.sort(key=lambda match: (-(match.similarity or 0.0), match.item.uid))
    return GrepAnswer(tuple(matches[:limit]), is_partial)


def literal_part(pattern: str) -> str:
    """Return the longest run of characters that every match has to contain; empty when none is certain.

    Only simple patterns are understood: with groups, sets, alternatives or counts nothing is certain. A run ends at
    NUL, which the substring index cannot be asked for.
    """
    runs, position = [""], 0
    while position < len(pattern):
        token = _SIMPLE.match(pattern, position)
        if token is None:
            return ""
        character, times = token["plain"] or token["sign"] or "", token["times"]
        is_findable = bool(character) and character != "\0"
        if is_findable and times[:1] not in ("*", "?"):
            runs[-1] += character
        if times or not is_findable:
            runs.append("")
        position = token.end()
    return max(runs, key=len)


def _finder(pattern: Pattern) -> Finder:
    if pattern.likeness is None:
        return _regex_finder(pattern.text, pattern.ignore_case)
    return _fuzzy_finder(pattern.text, pattern.likeness, pattern.ignore_case)


def _regex_finder(pattern: str, ignore_case: bool) -> Finder:
    if any(sign["call"] for sign in _CALL.finditer(pattern)):
        # One that reads nothing in between would take half a gigabyte before it ends.
        raise _refused("a pattern that calls itself or a group, (?R), (?1) or (?&name), is not matched")
    flags = regex.MULTILINE | regex.VERSION0 | (regex.IGNORECASE if ignore_case else 0)
    try:
        compiled = regex.compile(pattern, flags)
    except regex.error as exc:
        raise _refused(str(exc)) from exc
    except RecursionError as exc:
        raise _refused("too many groups in one another") from exc

    def find(text: str, seconds: float) -> tuple[int, int, float | None] | None:
        try:
            found = compiled.search(text, timeout=seconds)
        except MemoryError as exc:
            raise _refused("it takes all memory there is") from exc
        return None if found is None else (*found.span(), None)

    return find


def _refused(why: str) -> InvalidInputError:
    return InvalidInputError(
        f"not a regular expression: {why}",
        hint="Escape signs that are meant as they are (\\. \\( \\[), or set fuzzy=true for plain text.",
        field="pattern",
    )


def _fuzzy_finder(pattern: str, likeness: float, ignore_case: bool) -> Finder:
    wanted = pattern.lower() if ignore_case else pattern

    def find(text: str, _seconds: float) -> tuple[int, int, float | None] | None:
        looked = (text.lower() if ignore_case else text)[:_FUZZY_TEXT]
        if len(looked) < len(wanted):
            # A window cannot be wider than the text: the whole of a short text has to be like it.
            ratio = rapidfuzz.fuzz.ratio(wanted, looked, score_cutoff=likeness)
            return (0, len(looked), ratio) if ratio else None
        found = rapidfuzz.fuzz.partial_ratio_alignment(wanted, looked, score_cutoff=likeness)
        return None if found is None else (found.dest_start, found.dest_end, found.score)

    return find


def _rows(snapshot: Snapshot, literal: str, filter_: Filter) -> Iterator[Item]:
    """Yield the rows to look at, newest first, a block at a time."""
    if len(literal) >= SHORTEST and literal.isascii():
        parameters = filter_.parameters | {"match": phrase(literal), "through": watermark(snapshot)}
        ids = [item_id for (item_id,) in snapshot.rows(_INDEXED, parameters)]
    else:
        ids = [item_id for (item_id,) in snapshot.rows(_ALL, filter_.parameters)]
    for start in range(0, len(ids), _BLOCK):
        yield from items_at(snapshot, ids[start : start + _BLOCK])


def _match(item: Item, find: Finder, seconds: float) -> Match | None:
    text = item.body or item.title
    found = find(text, seconds)
    if found is None and item.title and item.body and item.kind != "passage":
        text, found = item.title, find(item.title, seconds)
    if found is None:
        return None
    start, end, similarity = found
    first = item.position or 1 if item.kind == "passage" else 1
    number = first + text.count("\n", 0, start)
    return Match(item, number, _line_around(text, start, end), similarity)


def _line_around(text: str, start: int, end: int) -> str:
    """Return the line with the match, a long one cut to what is around the match."""
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", max(start, end - 1))
    line_end = len(text) if line_end < 0 else line_end
    cut_start, cut_end = max(line_start, start - _CONTEXT // 2), min(line_end, end + _CONTEXT)
    cut_end = min(cut_end, cut_start + 3 * _CONTEXT)
    ellipsis = "\N{HORIZONTAL ELLIPSIS}"
    before, after = ellipsis if cut_start > line_start else "", ellipsis if cut_end < line_end else ""
    return before + text[cut_start:cut_end].strip() + after
