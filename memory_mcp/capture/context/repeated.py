"""Tell whether a text repeats what was shown already, or says what a newer text has replaced."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from memory_mcp.language.beginnings import beginning
from memory_mcp.statements.sentences import sentences
from memory_mcp.store.sessions.gist import is_telling
from memory_mcp.store.sessions.statements import Statement
from memory_mcp.store.text_index.fts_query import content_words
from memory_mcp.temporal import Instant

_WORD: Final = re.compile(r"\w+")
# A shorter text is in many by chance.
_LEAST_CONTAINED: Final = 12
_LEAST_VALUE: Final = 3
_SHARED: Final = 0.4


class ToldTexts:
    """Texts that are told, compared by their words alone."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self.texts: list[str] = []
        # All of them, a line each: looked through at once.
        self.lines = "\n"
        for text in texts:
            self.add(text)

    def add(self, text: str) -> bool:
        """Take a text in; whether it is none that was told, nor a part of one."""
        said = _words(text)
        if self._holds(said):
            return False
        self.texts.append(said)
        self.lines += f"{said}\n"
        return True

    def repeats(self, text: str) -> bool:
        """Whether a text is one that was told, a part of one, or holds one."""
        said = _words(text)
        return self._holds(said) or any(len(one) >= _LEAST_CONTAINED and one in said for one in self.texts)

    def has(self, text: str) -> bool:
        """Whether a text is one that was told, or a part of one."""
        return self._holds(_words(text))

    def untold(self, text: str) -> str:
        """Return the part of a text that is not told yet, where it still says something."""
        if not self.repeats(text):
            return text
        rest = " ".join(one for one in sentences(text) if not self.repeats(one))
        return rest if is_telling(rest) else ""

    def _holds(self, said: str) -> bool:
        return not said.strip() or (said if len(said) >= _LEAST_CONTAINED else f"\n{said}\n") in self.lines


class Outdated(NamedTuple):
    """What was said and does not hold any more, until when it did, and the values that changes name as those before."""

    retired: ToldTexts
    until: Mapping[str, Instant]
    changes: list[tuple[re.Pattern[str], str, Instant]]

    def tells(self, text: str, said_at: Instant) -> bool:
        """Whether a text of that time says what does not hold any more."""
        return self.retired.repeats(text) or self._is_changed(text, said_at)

    def ends(self, said: Statement) -> bool:
        """Whether a statement says what does not hold any more; said again since, it holds.

        An assistant repeats what was so, as of what it changed: what it says again is only what is left to do.
        """
        is_retired = self.retired.repeats(said.text)
        if is_retired and (said.speaker != "assistant" or said.is_confirmed or said.role == "open"):
            later = ToldTexts(one for one, until in self.until.items() if said.said_at < until)
            is_retired = later.repeats(said.text)
        return is_retired or self._is_changed(said.text, said.said_at)

    def _is_changed(self, text: str, said_at: Instant) -> bool:
        folded = text.casefold()
        return any(said_at < at and before.search(folded) and after not in folded for before, after, at in self.changes)


def outdated(retired: Mapping[str, Instant], changes: Iterable[Statement]) -> Outdated:
    """Return what is outdated by what was ``retired``, each with the time it held to, and by what ``changes`` say."""
    values = []
    for one in changes:
        before, after = one.value_before.casefold().strip(), one.value_after.casefold().strip()
        if len(before) >= _LEAST_VALUE or any(map(str.isdigit, before)):
            values.append((re.compile(rf"(?<!\w){re.escape(before)}(?!\w)"), after or before, one.said_at))
    return Outdated(ToldTexts(retired), retired, values)


def beginnings_of(text: str) -> frozenset[str]:
    """Return the beginnings of a text's words that carry content."""
    return frozenset(map(beginning, content_words(text)))


def takes_up(later: Iterable[frozenset[str]], said: str) -> bool:
    """Whether one of the ``later`` texts, each told by its ``beginnings_of``, takes up what was said.

    It does where the words they share have two in five of the letters of those words said that carry content.
    """
    words = content_words(said)
    least = _SHARED * sum(map(len, words))
    return any(sum(len(word) for word in words if beginning(word) in begun) >= least for begun in later if words)


def _words(text: str) -> str:
    return f" {' '.join(_WORD.findall(text.casefold()))} "
