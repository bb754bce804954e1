"""Keep what was read of a text for comparing it: what it speaks of and what it claims, each read when first needed.

Each text is compared with many others, so the readings of the last few thousand texts are kept.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final

from memory_mcp.language.data_files import Language
from memory_mcp.language.folding import plain_in_place
from memory_mcp.statements import allowing, claims, matters, recognition
from memory_mcp.statements.phrases import language_of, phrase_of
from memory_mcp.statements.weighing import weigh

# A project's newest turns have some thousands of sentences, each of which meets its statements.
_MOST: Final = 8_192


class Text:
    """A text, and what is read of it; a ``later_`` one is read as what was said after another text.

    Its cue words tell its ``language``, whose rules are read; its everyday words tell which is ``spoken``, also without
    a cue word.
    """

    def __init__(self, text: str) -> None:
        self.text: Final = text

    @cached_property
    def matters(self) -> dict[str, str]:
        """What it speaks of, as ``matters.matters_of`` names it."""
        return matters.matters_of(self.text, self.spoken)

    @cached_property
    def later_matters(self) -> dict[str, str]:
        """The same with short words that are written small."""
        return matters.matters_of(self.text, self.spoken, is_later=True)

    @cached_property
    def names(self) -> dict[str, str]:
        """What it speaks of, with no word marked."""
        return matters.unmarked(self.matters)

    @cached_property
    def later_names(self) -> dict[str, str]:
        """The same with short words that are written small."""
        return matters.unmarked(self.later_matters)

    @cached_property
    def clauses(self) -> tuple[frozenset[str], ...]:
        """What each of its clauses speaks of."""
        return matters.by_clause(self.text, self.matters)

    @cached_property
    def later_clauses(self) -> tuple[frozenset[str], ...]:
        """The same with short words that are written small."""
        return matters.by_clause(self.text, self.later_matters)

    @cached_property
    def values(self) -> dict[str, frozenset[str]]:
        """Its numbers by their form."""
        return matters.values_of(self.text)

    @cached_property
    def spoken(self) -> Language:
        """The language it is written in, by its words of everyday talk."""
        return matters.spoken_in(self.text)

    @cached_property
    def says_now(self) -> bool:
        """Whether it says that something is another now, or no longer."""
        return bool(phrase_of(self.spoken, "now").search(plain_in_place(self.text)))

    @cached_property
    def shares(self) -> dict[str, float]:
        """How likely it says each of what a sentence may say."""
        return weigh(self.text)

    @cached_property
    def language(self) -> Language | None:
        """The language whose cue words it has; None without any."""
        return language_of(self.text)

    @cached_property
    def claim(self) -> str:
        """What holds from it on."""
        return claims.claim_of(self.text)

    @cached_property
    def content(self) -> frozenset[str]:
        """The stems of its words that carry content."""
        return claims.content_of(self.text, self.language)

    @cached_property
    def allowed(self) -> str:
        """The clause that allows something; empty where none does."""
        return allowing.allowed_in(self.text)

    @cached_property
    def allowed_content(self) -> frozenset[str]:
        """The stems of the words that say what it allows."""
        return claims.content_of(self.allowed, self.language) if self.allowed else frozenset()

    @cached_property
    def withdrawn_content(self) -> frozenset[str]:
        """The stems of the words that say what it withdraws; those of all of it where these clauses name nothing."""
        return claims.content_of(recognition.withdrawing_in(self.text), self.language) or self.content

    @cached_property
    def forbids(self) -> bool:
        """Whether it says what is not to be done."""
        return allowing.denies(self.text, self.language or "en")


@lru_cache(maxsize=_MOST)
def text_of(text: str) -> Text:
    """Return a text with what was read of it before."""
    return Text(text)


def forget_texts() -> None:
    """Let go of the texts and of what was read of them."""
    text_of.cache_clear()
