"""JSON with comments, changed as text: what is put in can be taken out again to the byte.

A parser tells where each value stands; a change touches no other character. What is put in carries in its white space
what was there before: a container that was made for it spans lines, one that was there and empty stays on its line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from memory_mcp.errors import InvalidInputError
from memory_mcp.language.shortening import echoed

Step: TypeAlias = str | int
ALL: Final = -1
"""The last step of a path to be read: whatever is there, and all below it, has its place."""
IsOurs: TypeAlias = Callable[[Any], bool]

_BLANK: Final = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_REST_OF_LINE: Final = re.compile(r"(?:[ \t]*(?:/\*[^\n]*?\*/|//[^\r\n]*))+")
_STRING: Final = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_PLAIN: Final = re.compile(r"-?\d[-+.\deE]*|true|false|null")
_INDENT: Final = re.compile(r"^([ \t]+)\S", re.MULTILINE)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a key stands twice")
    return members


def _no_constant(name: str) -> None:
    raise ValueError(name)


_WHOLE: Final = json.JSONDecoder(object_pairs_hook=_without_doubles, parse_constant=_no_constant)


@dataclass(slots=True)
class Node:
    """A value, and the characters it spans; ``at`` is where its key begins, for a member of an object."""

    start: int
    end: int
    value: Any
    at: int
    children: dict[Step, Node] = field(default_factory=dict)
    comma: int | None = None
    """Where the comma behind it stands."""
    before: Node | None = None
    """The member or item before it."""


def is_blank(text: str) -> bool:
    """Return whether a file says nothing: clients read one of blanks as an object without members."""
    return not text.strip("\ufeff \t\r\n")


def parsed(text: str, path: Sequence[Step] | None = None) -> Node:
    """Return the value of a text with the places of its parts. Raises InvalidInputError, with the line.

    With a ``path`` only what is on it, beside it and right below its end has a place, and the rest is read as a whole:
    of a file of megabytes that takes a tenth of the time.
    """
    begin = _skip(text, int(text.startswith("\ufeff")))
    try:
        root = _value(text, begin, begin, path)
    except RecursionError as exc:
        raise _wrong(text, begin, "it is nested too deeply") from exc
    if _skip(text, root.end) != len(text):
        raise _wrong(text, _skip(text, root.end), "something stands behind the end")
    return root


def put(text: str | None, path: Sequence[str], value: Any) -> str:
    """Return the text with a value at a path of keys; a file that is not there (None) is made.

    Raises InvalidInputError for what is no JSON, or has something else than an object on the way.
    """
    return _with(text, path, value, is_item=False)


def append(text: str | None, path: Sequence[str], item: Any) -> str:
    """Return the text with one more item in the array at a path. Raises as ``put``."""
    return _with(text, path, item, is_item=True)


def replaced(text: str, path: Sequence[Step], value: Any) -> str:
    """Return the text with another value at a path that is there. Raises InvalidInputError for what is no JSON."""
    node = parsed(text, path)
    for step in path:
        node = node.children[step]
    return text if node.value == value else _replaced(text, node, value, len(path))


def found(root: Node, is_ours: IsOurs) -> list[tuple[Step, ...]]:
    """Return the paths of the outermost values that are ours, in the order of the text."""
    paths: list[tuple[Step, ...]] = []
    for step, child in root.children.items():
        if is_ours(child.value):
            paths.append((step,))
        else:
            paths += [(step, *path) for path in found(child, is_ours)]
    return paths


def _with(text: str | None, path: Sequence[str], value: Any, *, is_item: bool) -> str:
    if text is None or is_blank(text):
        newline = "" if text is None else "\r\n" if "\r\n" in text else "\n"
        made = _laid_out(_nested(path, value, is_item=is_item), "  ", 0, newline or "\n")
        # A file without anything in it is told from one that was not there by its end.
        return made + "\n" if text is None else text + made
    node, depth = parsed(text, path), 0
    while depth < len(path) and isinstance(node.value, dict) and path[depth] in node.children:
        node, depth = node.children[path[depth]], depth + 1
    if depth == len(path):
        if not is_item:
            return text if node.value == value else _replaced(text, node, value, depth)
        if not isinstance(node.value, list):
            raise _wrong(text, node.start, f"{'.'.join(path)} is no list")
        return _inserted(text, node, None, value, depth)
    if not isinstance(node.value, dict):
        raise _wrong(text, node.start, f"{'.'.join(path[:depth]) or 'the file'} is no object")
    return _inserted(text, node, path[depth], _nested(path[depth + 1 :], value, is_item=is_item), depth)


def _nested(path: Sequence[str], value: Any, *, is_item: bool) -> Any:
    made = [value] if is_item else value
    for key in reversed(path):
        made = {key: made}
    return made


def _replaced(text: str, node: Node, value: Any, depth: int) -> str:
    made = _laid_out(value, _unit(text), depth, _newline(text))
    return text[: node.start] + made + text[node.end :]


def _inserted(text: str, holder: Node, key: str | None, value: Any, depth: int) -> str:
    """Return the text with one more member or item, behind the others."""
    unit, newline = _unit(text), _newline(text)
    member = ("" if key is None else f"{json.dumps(key)}: ") + _laid_out(value, unit, depth + 1, newline)
    if not holder.children:
        return text[: holder.start + 1] + member + text[holder.start + 1 :]
    last = list(holder.children.values())[-1]
    line = newline + unit * (depth + 1) + member
    behind = last.end if last.comma is None else last.comma + 1
    comment = _REST_OF_LINE.match(text, behind)
    at = comment.end() if comment else behind
    if last.comma is not None:
        return text[:at] + line + "," + text[at:]
    return text[: last.end] + "," + text[last.end : at] + line + text[at:]


def _laid_out(value: Any, unit: str, depth: int, newline: str) -> str:
    lines = json.dumps(value, indent=unit, ensure_ascii=False).split("\n")
    return (newline + unit * depth).join(lines)


def _unit(text: str) -> str:
    return min(_INDENT.findall(text), key=len, default="  ")


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _value(text: str, start: int, at: int, path: Sequence[Step] | None = None) -> Node:
    opening = text[start : start + 1]
    if opening in {"{", "["}:
        return _container(text, start, at, path)
    match = (_STRING if opening == '"' else _PLAIN).match(text, start)
    if match is None:
        raise _wrong(text, start, "a value is expected")
    try:
        return Node(start, match.end(), json.loads(match[0]), at)
    except ValueError as exc:
        raise _wrong(text, start, f"no value: {echoed(match[0])}") from exc


def _part(text: str, start: int, at: int, step: Step, path: Sequence[Step] | None) -> Node:
    if path is None or list(path) == [ALL]:
        return _value(text, start, at)
    return _value(text, start, at, path[1:]) if path and path[0] == step else _beside(text, start, at)


def _beside(text: str, start: int, at: int) -> Node:
    """Return a value that is not on the path, as a whole."""
    if text[start : start + 1] in {"{", "["}:
        # With a comment in it, or something wrong, its parts are read, each of which may be whole.
        with suppress(ValueError):
            value, end = _WHOLE.raw_decode(text, start)
            return Node(start, end, value, at)
    return _value(text, start, at, ())


def _container(text: str, start: int, at: int, path: Sequence[Step] | None) -> Node:
    is_object = text[start] == "{"
    closing = "}" if is_object else "]"
    node = Node(start, start, {} if is_object else [], at)
    place, last = _skip(text, start + 1), None
    while text[place : place + 1] != closing:
        if last is not None and last.comma is None:
            raise _wrong(text, place, f"a comma or {closing} is expected")
        begin, key = place, None
        if is_object:
            name = _STRING.match(text, place)
            colon = _skip(text, name.end()) if name else place
            if name is None or text[colon : colon + 1] != ":":
                raise _wrong(text, place, "a key in double quotes and a colon are expected")
            key, place = _value(text, begin, begin).value, _skip(text, colon + 1)
        last, before = _part(text, place, begin, len(node.value) if key is None else key, path), last
        last.before = before
        _take(text, node, key, last)
        place = _skip(text, last.end)
        if text[place : place + 1] == ",":
            last.comma = place
            place = _skip(text, place + 1)
    node.end = place + 1
    return node


def _take(text: str, holder: Node, key: str | None, node: Node) -> None:
    if key is None:
        holder.children[len(holder.value)] = node
        holder.value.append(node.value)
    elif key in holder.children:
        raise _wrong(text, node.at, f"the key {key} stands twice")
    else:
        holder.children[key] = node
        holder.value[key] = node.value


def _wrong(text: str, at: int, what: str) -> InvalidInputError:
    line = text.count("\n", 0, at) + 1
    return InvalidInputError(f"line {line}: {what}", hint="Mend the file, then run setup again; nothing was changed.")
