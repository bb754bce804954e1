"""Find the lines of an output that come from ignored files: a line or a heading above it names its file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, TypeAlias

IsPath: TypeAlias = Callable[[str], bool]

_MOST_CANDIDATES: Final = 50_000
_LONGEST_PREFIX: Final = 1_024
_MOST_PREFIXES: Final = 8
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_LABEL: Final = re.compile(r"^(?:Output|Stdout|Stderr): ")
_GIT_HEAD: Final = re.compile(
    r"^diff (?:--git (?P<both>.+)|--(?:cc|combined) (?P<one>.+)|(?:-[^-\s]\S* )+(?P<plain>.+))$"
)
_OLD: Final = re.compile(r"^--- (?P<path>[^\t]+)(?:\t.*)?$")
_NEW: Final = re.compile(r"^\+\+\+ (?P<path>[^\t]+)(?:\t.*)?$")
# What draws the lines of a history, left of what it says.
_GRAPH: Final = re.compile(r"^[*|\\/_ ]*[*|\\/] ?")
# A client cut the output here: whose lines follow is not said.
_CUT: Final = re.compile(
    r"(?:…|\.{3}|\[).{0,20}?(?:\d[\d,]* (?:more )?\w+ (?:truncated|omitted)\b|omitted \d|CONTENT TRUNCATED)"
)
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
_TREE: Final = re.compile(r"^(?P<indent>[\s│|]*)[├└`+|][─-]+\s")
_REVISION: Final = re.compile(r"^[\w./~^@{}-]+:(?=[^\s:/])")
_BEFORE_NUMBER: Final = re.compile(r"[:\-=]\d+[:\-=]|:")
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
    asked = _PathAnswers(is_ignored)
    if output.lstrip()[:1] in {"{", "["} and _json_names(output, asked):
        return Filtered(None)
    reading = _Reading(asked, has_headings)
    lines = output.split("\n")
    kept = [line for number, line in enumerate(lines) if reading.keeps(line, lines, number)]
    if asked.has_given_up:
        return Filtered(None)
    return Filtered("\n".join(kept) if len(kept) < len(lines) else output, len(lines) - len(kept))


@dataclass(slots=True)
class _PathAnswers:
    """The answers so far; too many different questions end in none."""

    is_ignored: IsPath
    known: dict[str, bool] = field(default_factory=dict)
    has_given_up: bool = False

    def __call__(self, path: str) -> bool:
        path = path.strip()
        if not path or len(path) > _LONGEST_PREFIX:
            return False
        found = self.known.get(path)
        if found is None:
            if len(self.known) >= _MOST_CANDIDATES:
                self.has_given_up = True
                return True
            found = self.known[path] = self.is_ignored(path)
        return found


@dataclass(slots=True)
class _Reading:
    """Where a reading of lines stands: in which section, and whether that is an ignored file's."""

    asked: _PathAnswers
    has_headings: bool
    is_out: bool = False
    # What ends the section; None outside any. A difference is ended by heads of its own.
    ends: re.Pattern[str] | None = None
    is_difference: bool = False
    has_git_head: bool = False
    # Below a path on a line of its own; below one that a listing begins with, up to an empty line.
    is_below: bool = False
    is_listed: bool = False
    # How far in a drawn tree the name of an ignored folder stands.
    depth: int | None = None
    is_graph: bool = False

    def keeps(self, line: str, lines: list[str], number: int) -> bool:
        line = self._bare(line)
        if _CUT.search(line) and (self.is_difference or self.ends is not None):
            self.is_out, self.ends = True, None
            return _is_mark_alone(line)
        if self._is_head(line, lines, number) or self.is_out:
            return not self.is_out
        if self.is_difference and line[:1] in {"+", "-", " ", "@", "\\"}:
            # What a difference shows is text, not paths.
            return not _is_stat_of(line, self.asked) if line[:1] == " " else True
        return self._keeps_by_its_start(line)

    def _bare(self, line: str) -> str:
        """Return a line without its colours and without what draws a history beside it."""
        line = _LABEL.sub("", _COLOUR.sub("", line)).rstrip("\r")
        drawn = _GRAPH.sub("", line)
        if drawn != line and (_GIT_HEAD.match(drawn) or _COMMIT.match(drawn)):
            self.is_graph = True
        return drawn if self.is_graph else line

    def _is_head(self, line: str, lines: list[str], number: int) -> bool:
        """Take in a line that begins or ends a section."""
        if self.ends is not None and self.ends.match(line):
            was_out, self.is_out, self.ends = self.is_out, False, None
            if was_out and not any(head.match(line) for head, _ in _HEADINGS):
                return True
        if (head := _GIT_HEAD.match(line)) is not None:
            paths = [head["one"]] if head["one"] else _both(head["both"] or head["plain"])
            is_too_long = len(line) > 2 * _LONGEST_PREFIX
            self._begin(is_too_long or any(self._is_side(path) for path in paths), has_git_head=not head["plain"])
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
        old, new = _OLD.match(line), _NEW.match(self._bare(following))
        if old is not None and new is not None:
            is_out = any(self._is_side(path) for path in _sides(old["path"], new["path"]))
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
            if line.strip() and (self.has_headings or self.is_listed or _NUMBERED.match(line)):
                return False
            self.is_below = False
        drawn = _TREE.match(line)
        if self.depth is not None and drawn is not None and len(drawn["indent"]) > self.depth:
            return False
        self.depth = None
        if any(self.asked(path) for path in _alone(line)):
            self.is_below, self.is_listed = True, "/" in line and line.endswith(":")
            self.depth = None if drawn is None else len(drawn["indent"])
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
    """Yield what could be the path a line begins with, or has behind a revision: before a sign."""
    cut = line[:_LONGEST_PREFIX]
    revision = _REVISION.match(cut)
    for rest in (cut, cut[revision.end() :]) if revision else (cut,):
        for found in islice(re.finditer(r"[:\-=|(\0\t]", rest), _MOST_PREFIXES):
            if found.start():
                yield rest[: found.start()]
        # A name may hold more hyphens than that.
        for found in islice(_BEFORE_NUMBER.finditer(rest), 2):
            yield rest[: found.start()]


def _is_stat_of(line: str, asked: _PathAnswers) -> bool:
    found = _STAT.match(line)
    return found is not None and any(asked(path) for path in found["path"].split(" => "))


def _both(sides: str) -> Iterator[str]:
    """Yield the two paths of a difference's head, wherever the space between them is."""
    if sides.startswith('"'):
        quoted = [_unquoted(one) for one in re.findall(r'"(?:[^"\\]|\\.)*"|\S+', sides)]
        yield from _sides(quoted[0], quoted[-1])
        return
    for found in re.finditer(" ", sides[: 2 * _LONGEST_PREFIX]):
        yield from _sides(sides[: found.start()], sides[found.end() :])


def _sides(old: str, new: str) -> Iterator[str]:
    """Yield two paths of a difference, and what they have in common behind prefixes that differ."""
    yield from (old, new)
    first, _, old_rest = old.partition("/")
    second, _, new_rest = new.partition("/")
    if old_rest == new_rest and first != second:
        yield old_rest


def _is_mark_alone(line: str) -> bool:
    """Whether a line says that something was cut and nothing else, not even part of what it cut."""
    return (
        re.fullmatch(r"[\s.…\[\]<>()]*[\w ,]*\b(?:truncated|omitted)\b[\w ,]*[\s.…\[\]<>()]*", line, re.IGNORECASE)
        is not None
    )


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


def _json_names(output: str, asked: _PathAnswers) -> bool:
    """Whether an ignored path is among the texts of what may be JSON: what belongs to it cannot be told there."""
    for found in _JSON_TEXT.finditer(output):
        for line in found[1].split("\\n"):
            text = line.replace('\\"', '"').replace("\\\\", "\\").replace("\\/", "/")
            if asked(text) or any(asked(path) for path in _at_start(text)):
                return True
    return False
