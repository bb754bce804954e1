"""Render results as short lines, for clients that show a model the text and not the structure.

The text has the facts of the structured form, single values before lists, and never one long line: such a client keeps
the head and tail of a long text, and may drop a long line. Text from memory could say anything, also "ignore the
above". So every line of a text with several lines stands behind ``| ``, where it cannot pose as a line of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from memory_mcp.language.unseen_characters import visible

WIDTH: Final = 200
LONGEST: Final = 100_000
"""Characters of text, or bytes of JSON; about 25,000 tokens, the most any client takes. The tools stay below."""

_INLINE: Final = 120
_SMALL: Final = 0.001
_DAY: Final = 10
_SHORT_ID: Final = 8
_ENDS: Final = (".", "!", "?", ":", "\N{HORIZONTAL ELLIPSIS}")
_HEADS: Final = ("title", "name")
_KINDS: Final = ("type", "kind", "entityType", "category")
_TEXTS: Final = ("snippet", "body", "content", "text", "decision", "reasoning", "outcome", "context", "summary", "line")
_TIME: Final = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.(\d{6})Z")


def render(result: Mapping[str, Any]) -> str:
    """Return the lines of a result; what cannot be shown within LONGEST is counted in a last line."""
    lines = list(_members(_of_total(dict(sorted(result.items(), key=_weight))), ""))
    size = kept = 0
    for line in lines:
        size += len(line) + 1
        if size > LONGEST - WIDTH:
            break
        kept += 1
    if kept < len(lines):
        lines[kept:] = [f"... {len(lines) - kept} more lines; ask for less, or with a cursor"]
    return "\n".join(lines) or "nothing"


def _of_total(result: dict[str, Any]) -> dict[str, Any]:
    """Say how many are shown and how many there are in one place."""
    if not {"count", "total"} <= result.keys():
        return result
    total = result.pop("total")
    return {key: f"{value} of {total}" if key == "count" else value for key, value in result.items()}


def _weight(member: tuple[str, Any]) -> int:
    """Order a result for a reader who may see only its head: the notice, single values, lists and objects."""
    key, value = member
    return 0 if key == "notice" else 2 if isinstance(value, (Mapping, list, tuple)) else 1


def _members(members: Mapping[str, Any], pad: str) -> Iterator[str]:
    for key, value in members.items():
        yield from _member(_label(key), value, pad)


def _member(key: str, value: Any, pad: str) -> Iterator[str]:
    if value is None:
        return
    if isinstance(value, Mapping):
        inline = _inline_members(value)
        if not value:
            yield f"{pad}{key}: none"
        elif inline is not None:
            yield f"{pad}{key}: {inline}"
        else:
            yield f"{pad}{key}:"
            yield from _members(value, pad + "  ")
    elif isinstance(value, str):
        if key == "notice":  # ours, not memory's
            yield from _wrapped(f"{pad}{key}: ", visible(value).split(), pad + "  ", " ")
        elif _fits(value):
            yield f"{pad}{key}: {_scalar(value)}"
        else:
            yield f"{pad}{key}:"
            yield from _quoted(value, pad + "  ")
    elif isinstance(value, Sequence):
        yield from _list(key, value, pad)
    else:
        yield f"{pad}{key}: {_scalar(value)}"


def _list(key: str, items: Sequence[Any], pad: str) -> Iterator[str]:
    if not items:
        yield f"{pad}{key}: none"
    elif all(_is_word(item) for item in items):
        yield from _wrapped(f"{pad}{key}: ", [_scalar(item) for item in items], pad + "  ")
    else:
        yield f"{pad}{key}:"
        for number, item in enumerate(items, 1):
            yield from _entry(number, item, pad)


def _entry(number: int, item: Any, pad: str) -> Iterator[str]:
    """Show one of a list: what it is, its text, and its other facts on a line of their own."""
    start, inner = f"{pad}{number}. ", pad + "   "
    if isinstance(item, str) and not _fits(item):
        yield start.rstrip()
        yield from _quoted(item, inner)
        return
    if isinstance(item, (list, tuple)):
        yield from _list(str(number), item, pad)
        return
    if not isinstance(item, Mapping):
        yield start + _scalar(item)
        return
    left = {key: value for key, value in item.items() if value is not None}
    kind = next((key for key in _KINDS if isinstance(left.get(key), str) and _fits(left[key])), None)
    head = next((key for key in _HEADS if isinstance(left.get(key), str) and _fits(left[key])), None)
    texts = [key for key in _TEXTS if isinstance(left.get(key), str)]
    shown = [f"[{_scalar(left.pop(kind))}]"] if kind else []
    if head is not None:
        title = left.pop(head)
        # A lesson is called by how it opens: said once is enough.
        shown += [] if any(_opens(left[key], title) for key in texts) else [_scalar(title)]
    # A row that stands for itself by its day and the end of its id has them before its text.
    shown[1:1] = [left.pop(key) for key in ("validFrom", "id") if key in left] if _is_lean(left) else []
    yield (start + " ".join(shown)).rstrip()
    for key in texts:
        if len(texts) > 1:
            yield f"{inner}{key}:"
        yield from _quoted(left.pop(key), inner)
    words = {key: value for key, value in left.items() if _is_word(value)}
    yield from _wrapped(inner, [f"{_label(key)} {_scalar(value)}" for key, value in words.items()], inner)
    yield from _members({key: value for key, value in left.items() if key not in words}, inner)


def _is_lean(row: Mapping[str, Any]) -> bool:
    return len(str(row.get("validFrom", ""))) == _DAY and len(str(row.get("id", ""))) == _SHORT_ID


def _opens(text: str, title: str) -> bool:
    """Say whether a title is only how the text begins."""
    return text.startswith(title.removesuffix("\N{HORIZONTAL ELLIPSIS}"))


def _inline_members(members: Mapping[str, Any]) -> str | None:
    """Return small members on one line, or None if they are not small."""
    if not all(value is None or _is_word(value) for value in members.values()):
        return None
    line = ", ".join(f"{_label(key)} {_scalar(value)}" for key, value in members.items() if value is not None)
    return line if len(line) <= _INLINE else None


def _is_word(value: Any) -> bool:
    """Say whether a value can stand among others on a line."""
    if isinstance(value, str):
        return _fits(value) and len(value) <= WIDTH // 4 and ", " not in value
    return isinstance(value, (bool, int, float))


def _fits(text: str) -> bool:
    return len(text) <= _INLINE and len(text.splitlines()) <= 1 and text == text.strip()


def _scalar(value: Any) -> str:
    """Write one value; a time without the zeros that say nothing."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.3g}" if 0 < abs(value) < _SMALL else f"{value:.4f}".rstrip("0").rstrip(".")
    text = str(value)
    if time := _TIME.fullmatch(text):
        day, clock, fraction = time.groups()
        if fraction == "000000":
            return day if clock == "00:00:00" else f"{day}T{clock}Z"
    return visible(text)


def _label(key: str) -> str:
    """Keep a key that came from memory on its line."""
    return visible(" ".join(key.split()))


def in_a_line(hit: Mapping[str, Any]) -> str:
    """Return what a hit is called and says, on one line."""
    title, text = hit.get("title") or "", hit.get("snippet") or ""
    between = " " if title.endswith(_ENDS) else ": "
    both = f"{title}{between}{text}" if title and text else title or text
    return " ".join((text if _opens(text, title) else both).split())


def _quoted(text: str, pad: str) -> Iterator[str]:
    """Set stored text behind bars, whatever line ends it has, broken at spaces where there are any."""
    for line in text.splitlines() or [""]:
        rest = visible(line)
        while len(rest) > WIDTH - len(pad):
            room = WIDTH - len(pad)
            cut = rest.rfind(" ", room // 2, room)
            yield f"{pad}| {rest[: cut if cut > 0 else room]}"
            rest = rest[cut + 1 if cut > 0 else room :]
        yield f"{pad}| {rest}".rstrip()


def _wrapped(start: str, parts: Sequence[str], pad: str, between: str = ", ") -> Iterator[str]:
    """Join parts into lines no longer than WIDTH."""
    line = start
    for number, part in enumerate(parts):
        piece = part + (between if number < len(parts) - 1 else "")
        if len(line + piece) > WIDTH and line.strip():
            yield line.rstrip()
            line = pad
        line += piece
    if line.strip():
        yield line.rstrip()
