"""Read and write the head of a markdown page: YAML between two lines of ``---``, within bounds.

Every scalar is read as the text that is written, except null. YAML's own types would make 1.1 of ``1.10``, false of
``No`` and a number of seconds of ``12:30:00``; the reader of a field knows what it should be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import yaml

from memory_mcp.language.unseen_characters import is_blank

_FENCE: Final = "---"
_LONGEST_HEAD: Final = 64_000
_MOST_NODES: Final = 10_000
_LONGEST_NAME: Final = 60
_PLAIN: Final = re.compile(r"[^\s\"'#&*!|<=?>%@`{}\[\],:-][^\n:#]*")
_NULLS: Final = frozenset({"", "~", "null", "Null", "NULL"})
_NULL_TAG: Final = "tag:yaml.org,2002:null"
_NO_PRINT: Final = re.compile(
    r"[\"\\]|[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


class MarkdownPage(NamedTuple):
    """A page: its fields (a text, None, a list or a map), what follows the head, and why the head was not read.

    The lines of the ``body`` end in line feeds, and an empty one below the head is left out.
    """

    fields: dict[str, Any]
    body: str
    problem: str = ""


class _Loader(yaml.SafeLoader):
    """YAML without types but null; what a tag asks for beyond texts, lists and maps is an error."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - the library's own name for them
        first: [(tag, pattern) for tag, pattern in resolvers if tag == _NULL_TAG]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def read(text: str) -> MarkdownPage:
    """Return a page's head and body; a page without a head, or with one that says nothing, is all body.

    A head that is no YAML, is too long, or stands for too much says nothing but its ``problem``.
    """
    text = _begun(text)
    found = _parted(text)
    if found is None:
        return MarkdownPage({}, _fed(text))
    head, body = _fed(found[0]), _fed(found[1]).removeprefix("\n")
    if len(head) > _LONGEST_HEAD:
        return MarkdownPage({}, body, f"front matter is longer than {_LONGEST_HEAD:,} characters")
    try:
        fields = _fields(head)
    except yaml.YAMLError as exc:
        return MarkdownPage({}, body, f"front matter is not YAML: {_reason(exc)}")
    except (ValueError, TypeError, RecursionError) as exc:
        return MarkdownPage({}, body, f"front matter cannot be read: {str(exc)[:100]}")
    # Two rules with words between them are no head.
    return MarkdownPage({}, _fed(text)) if fields is None else MarkdownPage(fields, body)


def below(text: str) -> str:
    """Return what stands below the head of a page to the character; of a page without one all of it."""
    text = _begun(text)
    found = _parted(text)
    return text if found is None else found[1]


def _begun(text: str) -> str:
    # What some editors put before a text is none of it.
    return text.removeprefix("\ufeff")


def _parted(text: str) -> tuple[str, str] | None:
    """Return what stands between the lines of a head, and what stands below; None where there is no head."""
    lines = text.split("\n")
    if lines[0].rstrip() != _FENCE:
        return None
    end = next((number for number, line in enumerate(lines) if number and line.rstrip() in {_FENCE, "..."}), None)
    return None if end is None else ("\n".join(lines[1:end]), "\n".join(lines[end + 1 :]))


def _fed(text: str) -> str:
    return text.replace("\r\n", "\n")


def _fields(head: str) -> dict[str, Any] | None:
    """Return what a head says; None where it is no map. Raises YAMLError, ValueError, TypeError and RecursionError."""
    loader = _Loader(head)
    try:
        node = loader.get_single_node()
        if node is None:
            return {}
        if not isinstance(node, yaml.MappingNode):
            return None
        _check_size(node)
        names = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"{twice[0][:_LONGEST_NAME]!r} stands in it twice")
        value = loader.construct_document(node)
    finally:
        loader.dispose()
    return {str(key): entry for key, entry in value.items()}


def _check_size(root: yaml.Node) -> None:
    """Raise ValueError where aliases would make more of a head than its length says, or lead back into themselves."""
    sizes: dict[int, int] = {}

    def size(node: yaml.Node) -> int:
        known = sizes.get(id(node))
        if known == 0:
            raise ValueError("an alias stands for itself")
        if known is None:
            sizes[id(node)] = 0
            children = node.value if isinstance(node, (yaml.SequenceNode, yaml.MappingNode)) else []
            parts = [part for child in children for part in (child if isinstance(child, tuple) else (child,))]
            known = sizes[id(node)] = 1 + sum(size(part) for part in parts)
            if known > _MOST_NODES:
                raise ValueError(f"it stands for more than {_MOST_NODES:,} values")
        return known

    size(root)


def _reason(exc: yaml.YAMLError) -> str:
    """Return what is wrong and in which line of the page, without the text that stands there."""
    mark = getattr(exc, "problem_mark", None)
    said = str(getattr(exc, "problem", None) or getattr(exc, "reason", None) or "a character it cannot hold")
    return f"line {mark.line + 2}: {said[:100]}" if mark is not None else said[:100]


@dataclass(slots=True)
class Fields:
    """The fields of a page as they are asked for, so that in the end it is known which nobody took."""

    given: Mapping[str, Any]
    _taken: set[str] = field(default_factory=set)
    _in_part: set[str] = field(default_factory=set)

    def text(self, *names: str) -> str:
        """Return the first of some fields that is a text and says something, else an empty text."""
        for name in names:
            value = self.given.get(name)
            if isinstance(value, str) and not is_blank(value):
                self._taken.add(name)
                return value
        return ""

    def texts(self, name: str) -> list[str]:
        """Return a field as a list of texts: a list's texts, or a text cut at its commas."""
        value = self.given.get(name)
        if isinstance(value, str):
            self._taken.add(name)
            return [part.strip() for part in value.split(",") if part.strip()]
        if not isinstance(value, list):
            return []
        found = [entry for entry in value if isinstance(entry, str) and entry.strip()]
        if found:
            self._taken.add(name)
        if any(entry not in found for entry in value if entry not in (None, "")):
            self._in_part.add(name)
        return found

    def leave(self, name: str) -> None:
        """Say that a field that was asked for could not be used."""
        self._taken.discard(name)

    def not_taken(self) -> Iterator[str]:
        """Yield the fields that say something nobody took, and those of which only a part was."""
        for name, value in self.given.items():
            shown = "".join(one if one.isprintable() else "?" for one in name[:_LONGEST_NAME])
            if name not in self._taken and value not in (None, "", [], {}):
                yield shown
            elif name in self._in_part:
                yield f"{shown} (in part)"


def write(head: dict[str, Any]) -> str:
    """Return front matter of texts, numbers and lists of texts; what is None, or an empty list, is left out."""
    lines = [_FENCE]
    for key, value in head.items():
        if value is None or value == []:
            continue
        if isinstance(value, list):
            texts = [str(entry) for entry in value]
            # One that needs quotes has them all quoted.
            is_plain = all(_written(entry) == entry for entry in texts)
            lines.append(f"{key}: [{', '.join(texts if is_plain else map(_quoted, texts))}]")
        else:
            lines.append(f"{key}: {_written(str(value))}")
    return "\n".join([*lines, _FENCE, ""])


def _written(text: str) -> str:
    is_plain = _PLAIN.fullmatch(text) and text.isprintable() and text == text.strip() and text not in _NULLS
    return text if is_plain and not set(text) & set(",[]{}") else _quoted(text)


def _quoted(text: str) -> str:
    """Return a text between double quotes; what YAML cannot hold, or would take for an end of line, is escaped."""
    return '"' + _NO_PRINT.sub(_escaped, text) + '"'


def _escaped(found: re.Match[str]) -> str:
    sign = found[0]
    return f"\\{sign}" if sign in '"\\' else {"\n": "\\n", "\t": "\\t"}.get(sign, f"\\u{ord(sign):04x}")
