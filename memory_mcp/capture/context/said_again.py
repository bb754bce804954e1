"""Show a text that was said several times once: in its latest form, with the day on which it was said first.

Two texts count as the same whatever the order and the form of their words. Small words and fillers between them make no
difference, but a denial does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from typing import Final

from memory_mcp.language.beginnings import beginning
from memory_mcp.language.folding import plain_in_place
from memory_mcp.store.sessions.statements import Statement
from memory_mcp.store.text_index.fts_query import content_words, words_of
from memory_mcp.temporal import Instant

# Fewer words may say another thing each time: done, go on.
_LEAST: Final = 2
_SHARED: Final = 0.5


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
            and common >= _SHARED * (size + of_group.size - common) and words.are_those_of(of_group)
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


def _begin(word: str) -> str:
    return word if any(map(str.isdigit, word)) else beginning(word)


@cache
def _idle() -> frozenset[str]:
    """Return the small words and fillers of all languages, but those that deny."""
    # They take some hundredths of a second to load, and few starts of sessions need them.
    from memory_mcp.language.data_files import LANGUAGES  # noqa: PLC0415
    from memory_mcp.language.lexicon import LanguageWords  # noqa: PLC0415
    from memory_mcp.language.lexicon import words_of as words_in  # noqa: PLC0415

    known: Iterable[LanguageWords] = [words_in(language) for language in LANGUAGES]
    idle = frozenset().union(*(one.small | one.fillers for one in known))
    return idle.difference(*(one.negators | one.without | one.lacking for one in known))
