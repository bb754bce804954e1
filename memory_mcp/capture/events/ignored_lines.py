"""The lines of an output that come from ignored files: each says whose it is, at its start or in a heading above it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

IsPath: TypeAlias = Callable[[str], bool]

_MOST_CANDIDATES: Final = 50_000
_LONGEST_PREFIX: Final = 1_024
_MOST_PREFIXES: Final = 8
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_LABEL: Final = re.compile(r"^(?:Output|Stdout|Stderr): ")
_GIT_HEAD: Final = re.compile(r"^diff --(?:git (?P<both>.+)|(?:cc|combined) (?P<one>.+))$")
_OLD: Final = re.compile(r"^--- (?P<path>[^\t]+)(?:\t.*)?$")
_NEW: Final = re.compile(r"^\+\+\+ (?P<path>[^\t]+)(?:\t.*)?$")
_COMMIT: Final = re.compile(r"^(?:commit [0-9a-f]{7,}|From [0-9a-f]{40} )")
# A heading, and what ends its section besides the next heading of its kind.
_HEADINGS: Final = (
    (re.compile(r"^==> (?P<path>.+) <==$"), re.compile(r"(?!)")),
    (re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (?P<path>.+)$"), re.compile(r"^\*\*\* (?!Move)")),
    (re.compile(r"^--- (?P<path>.+) ---$"), re.compile(r"(?!)")),
    (re.compile(r"^Content from @?(?P<path>.+):$"), re.compile(r"^--- End of content")),
    (re.compile(r"^File: (?P<path>.+)$"), re.compile(r"^---$")),
    (re.compile(r"^\s*<(?:file|document|source)\b[^>]*?(?:path|name|src)=\"(?P<path>[^\"]+)\".*$"),
     re.compile(r"^\s*</(?:file|document|source)>")),
)  # fmt: skip
_NUMBERED: Final = re.compile(r"^\s*(?:Line |L)?\d+\s*[:|\-]")
_LONG_LISTING: Final = re.compile(r"^[-dlbcps][-rwxsStT]{9}[.+@]?\s+(?:\S+\s+){7}(?P<path>.+?)(?: -> .*)?$")
_STATUS: Final = re.compile(
    r"^(?:[ MADRCTU?!]{1,2}\s+|\t?(?:modified|new file|deleted|renamed|both modified):\s+)(?P<path>.+)$"
)
_STAT: Final = re.compile(r"^ (?P<path>\S.*?)\s+\|\s")
_NUMSTAT: Final = re.compile(r"^(?:\d+|-)\t(?:\d+|-)\t(?P<path>.+)$")
_BINARY: Final = re.compile(r"^(?:grep: |Binary file |Only in )(?P<path>.+?)(?:: .*| matches| differ)?$")
_JSON_TEXT: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPED: Final = re.compile(r"\\([0-7]{3}|.)")


@dataclass(slots=True)
class Filtered:
    """An output without the lines of ignored files, and how many those were; None where it cannot be told apart."""

    text: str | None
    left_out: int = 0


def filtered(output: str, is_ignored: IsPath, *, has_headings: bool = False) -> Filtered:
    """Return an output without the lines of ignored files.

    ``has_headings``: a path on a line of its own says whose the lines below are, to the next empty line.
    """
    asked = _Asked(is_ignored)
    if output.lstrip()[:1] in {"{", "["} and _json_names(output, asked):
        return Filtered(None)
    reading = _Reading(asked, has_headings)
    lines = output.split("\n")
    kept = [line for number, line in enumerate(lines) if reading.keeps(line, lines, number)]
    if asked.is_over:
        return Filtered(None)
    return Filtered("\n".join(kept) if len(kept) < len(lines) else output, len(lines) - len(kept))


@dataclass(slots=True)
class _Asked:
    """The answers so far; too many different questions end in none."""

    is_ignored: IsPath
    known: dict[str, bool] = field(default_factory=dict)
    is_over: bool = False

    def __call__(self, path: str) -> bool:
        path = path.strip()
        if not path or len(path) > _LONGEST_PREFIX:
            return False
        found = self.known.get(path)
        if found is None:
            if len(self.known) >= _MOST_CANDIDATES:
                self.is_over = True
                return True
            found = self.known[path] = self.is_ignored(path)
        return found


@dataclass(slots=True)
class _Reading:
    """Where a reading of lines stands: in which section, and whether that is an ignored file's."""

    asked: _Asked
    has_headings: bool
    is_out: bool = False
    # What ends the section; None outside any. A difference is ended by heads of its own.
    ends: re.Pattern[str] | None = None
    is_difference: bool = False
    has_git_head: bool = False
    # Below a path on a line of its own.
    is_below: bool = False

    def keeps(self, line: str, lines: list[str], number: int) -> bool:
        line = _LABEL.sub("", _COLOUR.sub("", line)).rstrip("\r")
        if self._is_head(line, lines, number) or self.is_out:
            return not self.is_out
        if self.is_difference and line[:1] in {"+", "-", " ", "@", "\\"}:
            # What a difference shows is text, not paths.
            return not _is_stat_of(line, self.asked) if line[:1] == " " else True
        return self._keeps_by_its_start(line)

    def _is_head(self, line: str, lines: list[str], number: int) -> bool:
        """Take in a line that begins or ends a section."""
        if self.ends is not None and self.ends.match(line):
            was_out, self.is_out, self.ends = self.is_out, False, None
            if was_out and not any(head.match(line) for head, _ in _HEADINGS):
                return True
        if (head := _GIT_HEAD.match(line)) is not None:
            paths = [head["one"]] if head["one"] else list(_both(head["both"]))
            is_too_long = len(line) > 2 * _LONGEST_PREFIX
            self._begin(is_too_long or any(self._is_side(path) for path in paths), has_git_head=True)
            return True
        if self._is_pair(line, lines, number):
            return True
        if _COMMIT.match(line):
            self.is_out = self.is_difference = self.has_git_head = False
            self.ends = None
            return True
        for pattern, ends in _HEADINGS:
            # A difference shows text behind its signs.
            if (found := pattern.match(line)) is not None and not (self.is_difference and line[0] in "+- "):
                self.is_out, self.ends, self.is_difference = self.asked(_unquoted(found["path"])), ends, False
                return True
        return False

    def _is_pair(self, line: str, lines: list[str], number: int) -> bool:
        """Take in the two lines that name the file a difference is of."""
        following = lines[number + 1] if number + 1 < len(lines) else ""
        old, new = _OLD.match(line), _NEW.match(_COLOUR.sub("", following).rstrip("\r"))
        if old is not None and new is not None:
            is_out = self._is_side(old["path"]) or self._is_side(new["path"])
            self._begin(is_out or (self.has_git_head and self.is_out), has_git_head=self.has_git_head)
            return True
        if (alone := _NEW.match(line)) is not None and not self.has_git_head and self._is_side(alone["path"]):
            # The line above is gone: somebody kept only what was added.
            self._begin(True, has_git_head=False)
            return True
        return False

    def _begin(self, is_out: bool, *, has_git_head: bool) -> None:
        self.is_out, self.is_difference, self.has_git_head, self.ends = is_out, True, has_git_head, None

    def _is_side(self, path: str) -> bool:
        path = _unquoted(path.strip())
        return self.asked(path) or (path[1:2] == "/" and self.asked(path[2:]))

    def _keeps_by_its_start(self, line: str) -> bool:
        if self.is_below:
            if line.strip() and (self.has_headings or _NUMBERED.match(line)):
                return False
            self.is_below = False
        if any(self.asked(path) for path in _alone(line)):
            self.is_below = True
            return False
        return not any(self.asked(path) for path in _at_start(line))


def _alone(line: str) -> Iterator[str]:
    """Yield what could be the path a line consists of, or says it is about."""
    stripped = line.strip()
    yield stripped
    if stripped.endswith(":"):
        yield stripped[:-1]
    if stripped[:1] in {"'", '"'}:
        yield _unquoted(stripped)
    for form in (_LONG_LISTING, _STATUS, _STAT, _NUMSTAT, _BINARY):
        if (found := form.match(line)) is not None:
            for path in found["path"].split(" -> "):
                yield _unquoted(path)
    # The marks of a drawn tree, and of a list.
    yield re.sub(r"^(?:[\s│├└─|`+\-*•]|\[(?:DIR|FILE)\]\s)+", "", line)


def _at_start(line: str) -> Iterator[str]:
    """Yield what could be the path a line begins with, before a colon, a hyphen or the like."""
    cut = line[:_LONGEST_PREFIX]
    for count, found in enumerate(re.finditer(r"[:\-=|(\0\t]", cut)):
        if count == _MOST_PREFIXES:
            return
        if found.start():
            yield cut[: found.start()]


def _is_stat_of(line: str, asked: _Asked) -> bool:
    found = _STAT.match(line)
    return found is not None and any(asked(path) for path in found["path"].split(" => "))


def _both(sides: str) -> Iterator[str]:
    """Yield the two paths of a difference's head, wherever the space between them is."""
    if sides.startswith('"'):
        yield from re.findall(r'"(?:[^"\\]|\\.)*"|\S+', sides)
        return
    for found in re.finditer(" ", sides[: 2 * _LONGEST_PREFIX]):
        yield sides[: found.start()]
        yield sides[found.end() :]


def _unquoted(path: str) -> str:
    """Return a path without git's quotes and escapes."""
    if len(path) < 2 or path[0] != path[-1] or path[0] not in "'\"":  # noqa: PLR2004 - a pair of quotes
        return path
    if "\\" not in path:
        return path[1:-1]
    raw = _ESCAPED.sub(lambda one: chr(int(one[1], 8)) if one[1].isdigit() else one[1], path[1:-1])
    try:
        return raw.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return raw


def _json_names(output: str, asked: _Asked) -> bool:
    """Whether an ignored path is among the texts of what may be JSON: what belongs to it cannot be told there."""
    for found in _JSON_TEXT.finditer(output):
        for line in found[1].split("\\n"):
            text = line.replace('\\"', '"').replace("\\\\", "\\").replace("\\/", "/")
            if asked(text) or any(asked(path) for path in _at_start(text)):
                return True
    return False
