"""Put a block of lines at the end of a text, and take it out to the byte: a TOML table, or words between markers."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from memory_mcp.errors import InvalidInputError

BEGIN: Final = "<!-- memory-mcp: begin -->"
END: Final = "<!-- memory-mcp: end -->"

# What is no TOML, has a number of too many digits, or is nested too deeply: somebody else may have written it.
_NOT_READ: Final = (ValueError, RecursionError)
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_HEADER: Final = re.compile(r"^[ \t]*\[", re.MULTILINE)


def with_marked(text: str | None, words: str) -> str:
    """Return the text with the words between the markers: where they stand, else at the end."""
    block = f"{BEGIN}\n{words.strip()}\n{END}"
    span = _marked(text or "")
    return _appended(text, block) if span is None else _replaced(str(text), span, block)


def without_marked(text: str) -> str | None:
    """Return the text without markers and what is between them; None where nothing else was ever in the file."""
    span = _marked(text)
    return text if span is None else _cut(text, span)


def with_table(text: str | None, path: tuple[str, ...], values: dict[str, Any]) -> str:
    """Return a TOML text with a table; one that stands there and says something else is written anew.

    Raises InvalidInputError with the line of what is no TOML, and where the table cannot stand at the end.
    """
    here = toml_values(text or "")
    now = _at(here, path)
    if now == values:
        return str(text)
    made = str(text) if now is not None else _appended(text, _table(path, values))
    spans = list(_tables(made, path))
    if now is not None and spans:
        for span in reversed(spans[1:]):
            made = _cut(made, span) or ""
        made = _replaced(made, spans[0], _table(path, values))
    return _checked(made, here, path, values)


def without_table(text: str, path: tuple[str, ...]) -> str | None:
    """Return a TOML text without a table and those below it; None where nothing else was ever in the file.

    Raises InvalidInputError as ``with_table``.
    """
    here, made = toml_values(text), text
    for span in reversed(list(_tables(text, path))):
        left = _cut(made, span)
        if left is None:
            return None
        made = left
    return _checked(made, here, path, None)


def toml_values(text: str) -> dict[str, Any]:
    """Return what a TOML text says. Raises InvalidInputError, with the line."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except _NOT_READ as exc:
        raise InvalidInputError(str(exc), hint="Mend the file, then run setup again; nothing was changed.") from exc


def _appended(text: str | None, block: str) -> str:
    if text is None:
        return block + "\n"
    newline = _newline(text)
    block = block.replace("\n", newline)
    # The end tells whether the text ended with a line.
    return text + newline + block + newline if text.endswith("\n") else text + newline * 2 + block


def _replaced(text: str, span: tuple[int, int], block: str) -> str:
    return text[: span[0]] + block.replace("\n", _newline(text, span)) + text[span[1] :]


def _cut(text: str, span: tuple[int, int]) -> str | None:
    """Return the text without a block: the reverse of how it was appended."""
    before, behind = text[: span[0]], text[span[1] :]
    newline = _newline(text, span)
    if not before and behind == newline:
        return None
    if not behind:
        return before.removesuffix(newline).removesuffix(newline)
    behind = behind.removeprefix(newline)
    return (before.removesuffix(newline) if before.endswith("\n" + newline) else before) + behind


def _newline(text: str, span: tuple[int, int] = (0, 0)) -> str:
    """Return how the lines of a block in a text end, else those of the text.

    Behind a bare carriage return, a line feed that came with the block makes the text look like one of Windows.
    """
    block = text[slice(*span)]
    return "\r\n" if "\r\n" in (block if "\n" in block else text) else "\n"


def _marked(text: str) -> tuple[int, int] | None:
    """Return where the markers and what is between them stand; one that lost its other half is somebody's text."""
    start = text.find(BEGIN)
    end = text.find(END, start)
    return None if start < 0 or end < 0 else (text.rfind(BEGIN, start, end), end + len(END))


def _tables(text: str, path: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield where a table and those below it stand, without the comments and blank lines before the next one."""
    names = r"\s*\.\s*".join(rf"""["']?{re.escape(name)}["']?""" for name in path)
    for header in re.finditer(rf"^[ \t]*\[{{1,2}}\s*{names}\s*[.\]]", text, re.MULTILINE):
        if not _is_whole(text[: header.start()]):
            continue
        behind = (one.start() for one in _HEADER.finditer(text, header.end()))
        end = next((place for place in behind if _is_whole(text[:place])), len(text))
        yield header.start(), header.start() + _end_of(text[header.start() : end])


def _is_whole(text: str) -> bool:
    """Return whether a text ends outside of any value: a line of a string may look like a header."""
    with suppress(*_NOT_READ):
        tomllib.loads(text.removeprefix("\ufeff"))
        return True
    return False


def _end_of(section: str) -> int:
    """Return where the last line of a section that says something ends."""
    lines = section.splitlines(keepends=True)
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return len("".join(lines).rstrip("\r\n"))


def _table(path: tuple[str, ...], values: dict[str, Any]) -> str:
    """Return a table, and behind it those below it, each for itself: TOML's own way to write one within another."""
    below = {name: value for name, value in values.items() if isinstance(value, dict)}
    lines = [f"{_key(name)} = {json.dumps(values[name], ensure_ascii=False)}" for name in values if name not in below]
    head = [f"[{'.'.join(map(_key, path))}]"] if lines or not below else []
    return "\n".join([*head, *lines]) + "".join(
        ("\n\n" if number or head else "") + _table((*path, name), value)
        for number, (name, value) in enumerate(below.items())
    )


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _at(values: dict[str, Any], path: tuple[str, ...]) -> Any:
    here: Any = values
    for name in path:
        here = here.get(name) if isinstance(here, dict) else None
    return here


def _checked(made: str, before: dict[str, Any], path: tuple[str, ...], values: dict[str, Any] | None) -> str:
    """Return what was made, once it says the same as before but for the table."""
    expected = _changed(before, path, values)
    try:
        is_right = _pruned(tomllib.loads(made.removeprefix("\ufeff"))) == _pruned(expected)
    except _NOT_READ:
        is_right = False
    if is_right:
        return made
    raise InvalidInputError(
        f"{'.'.join(path)} is written in a way that cannot be changed line by line",
        hint=f"Put it in by hand: {_table(path, values or {})}",
    )


def _changed(before: dict[str, Any], path: tuple[str, ...], values: dict[str, Any] | None) -> dict[str, Any]:
    name, *rest = path
    here = dict(before)
    if rest:
        inner = here.get(name)
        here[name] = _changed(inner if isinstance(inner, dict) else {}, tuple(rest), values)
    elif values is None:
        here.pop(name, None)
    else:
        here[name] = values
    return here


def _pruned(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values without empty tables: one that held nothing but ours goes with it."""
    inner = {name: _pruned(value) if isinstance(value, dict) else value for name, value in values.items()}
    return {name: value for name, value in inner.items() if value != {}}
