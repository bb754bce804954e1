"""What was said again in the same words is told once: as it was said last, with the day it was said first.

Words count in whatever order and form; which small words and fillers stand between them does not, but a denial does.
What an assistant repeats of a person's words, and adds nothing to, is told as the person said it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final

from memory_mcp.language.folding import plain_in_place
from memory_mcp.store.sessions.statements import Statement
from memory_mcp.store.text_index.fts_query import content_words, words_of
from memory_mcp.temporal import Instant

if TYPE_CHECKING:
    from memory_mcp.language.lexicon import LanguageWords

# Words that begin so are forms of one: port, ported, porting.
_STEM: Final = 5
# Fewer words may say another thing each time: done, go on.
_LEAST: Final = 2
_SHARED: Final = 0.5
# A word or two that an answer begins with before it repeats what was said.
_AGREES: Final = re.compile(r"^\W*\w+(?:['\u2019 ]\w+)?[,:.!]\s+")


def said_again(ruled: Sequence[Statement], asides: Sequence[Statement]) -> tuple[frozenset[str], dict[str, Instant]]:
    """Return the ids of what another statement says again, and when each that says it was first said.

    What a rule tells stands for what only may have been said, a person for an assistant, the newest for the rest.
    """
    order = {one.uid: (is_ruled, one.speaker != "assistant", one.said_at)
             for is_ruled, every in ((True, ruled), (False, asides)) for one in every}  # fmt: skip
    groups: list[tuple[_Words, list[Statement]]] = []
    bits: dict[str, int] = {}
    for one in sorted((*ruled, *asides), key=lambda each: order[each.uid], reverse=True):
        words = _Words(one.text, bits)
        near, size = words.matter, words.size
        # Of a hundred statements there are thousands of pairs, and few of them have half their words in common.
        like = next((
            group for of_group, group in groups
            if (common := (near & of_group.matter).bit_count()) >= _LEAST
            and ((common >= _SHARED * (size + of_group.size - common) and words.are_those_of(of_group))
                 or (_echoes(one, group[0]) and words.add_nothing_to(of_group)))
        ), None)  # fmt: skip
        if like is None or one.is_confirmed:
            groups.append((words, [one]))
        else:
            like.append(one)
    several = [group for _, group in groups if len(group) > 1]
    gone = frozenset(one.uid for group in several for one in group[1:])
    return gone, {group[0].uid: min(one.said_at for one in group) for group in several}


class _Words:
    """The words of a text by how they begin, each set made when it is asked for: few texts come near to another.

    ``matter`` has a bit for each that carries content, ``size`` of them; ``bits`` says which, and is added to.
    """

    def __init__(self, text: str, bits: dict[str, int]) -> None:
        self._text = text
        begun = frozenset(map(_begin, content_words(text)))
        self.matter = sum(bits.setdefault(word, 1 << len(bits)) for word in begun)
        self.size = len(begun)

    @cached_property
    def _all(self) -> frozenset[str]:
        return frozenset(words_of(plain_in_place(self._text)))

    @cached_property
    def _begun(self) -> frozenset[str]:
        return frozenset(map(_begin, self._all))

    @cached_property
    def _telling(self) -> frozenset[str]:
        return frozenset(map(_begin, self._all - _idle()))

    def are_those_of(self, other: _Words) -> bool:
        """Whether two texts have the same words but for small ones and fillers; a number has to be the same whole."""
        return self._telling <= other._begun and other._telling <= self._begun

    def add_nothing_to(self, other: _Words) -> bool:
        """Whether a text has none but small words and fillers that the other has not, behind an "understood:"."""
        agrees = _AGREES.match(self._text)
        said = self._all
        if agrees is not None and _denials().isdisjoint(begins := words_of(plain_in_place(agrees[0]))):
            said = said.difference(begins)
        is_alike = _denials().isdisjoint(said) == _denials().isdisjoint(other._all)
        return is_alike and frozenset(map(_begin, said - _idle())) <= other._begun


def _echoes(one: Statement, said: Statement) -> bool:
    """Whether an assistant said one after a person said the other, in the same session."""
    return (
        one.speaker == "assistant" != said.speaker
        and one.session_uid == said.session_uid
        and one.said_at > said.said_at
    )


def _begin(word: str) -> str:
    return word if any(map(str.isdigit, word)) else word[:_STEM]


@cache
def _idle() -> frozenset[str]:
    """Return the small words and fillers of all languages, but those that deny."""
    return frozenset().union(*(one.small | one.fillers for one in _known())) - _denials()


@cache
def _denials() -> frozenset[str]:
    """Return the words of all languages that deny."""
    return frozenset().union(*(one.negators | one.without | one.lacking for one in _known()))


def _known() -> list[LanguageWords]:
    # They take some hundredths of a second to load, and few starts of sessions need them.
    from memory_mcp.language.data_files import LANGUAGES  # noqa: PLC0415
    from memory_mcp.language.lexicon import words_of as words_in  # noqa: PLC0415

    return [words_in(language) for language in LANGUAGES]
