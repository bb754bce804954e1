"""Mask in a caller's texts what must not be stored: secrets, private parts, and what repeats a private part."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final

from memory_mcp.errors import RefusedError
from memory_mcp.language.folding import storable
from memory_mcp.language.plurals import counted
from memory_mcp.privacy.redaction import guard, redact

if TYPE_CHECKING:
    from memory_mcp.capture.events.private_echo import PrivateEcho
    from memory_mcp.config import Settings
    from memory_mcp.reading.readers import Readers

_log: Final = logging.getLogger(__name__)


@dataclass
class Masking:
    """What is masked in the texts of one call: ``counts`` says how often, by kind.

    ``echoes_heard`` returns what the person told as private in the call's conversation; it is asked once, when a text
    is first looked at. Of what was not stored for another reason a line is added to ``notices``.
    """

    settings: Settings
    notices: list[str]
    echoes_heard: Callable[[], list[PrivateEcho]]
    counts: Counter[str] = field(default_factory=Counter)
    # Texts in which a secret was read: without it, and how many they were.
    _read: dict[str, tuple[str, int]] = field(default_factory=dict)

    def look_through(self, values: object, load: Callable[[], Readers | None]) -> None:
        """Read the texts among these values for secrets that no rule finds: before a transaction has the write lock.

        That takes some milliseconds for 40 words, so of a text of over 2,000 characters only those sentences are read
        that may tell one, as many as 2,000 characters hold, and 8,000 in one call. Loading what reads takes .2 s once.
        """
        if self.settings.redact == "off" or (readers := load()) is None:
            return
        # What tells where to read is loaded with the reader.
        from memory_mcp.privacy.values.likely_places import LONGEST, likely_places  # noqa: PLC0415

        texts = [redact(storable(text)).text for text in _up_to(LONGEST, _sentences_in(values))]
        for left, places in zip(texts, likely_places(texts), strict=True):
            if places == []:
                continue
            try:
                masked, count = readers.secrets.masked(left, is_awaited=True, places=places)
            except Exception:  # noqa: BLE001 - whatever a model's library raises, the rules hold
                _log.exception("reading for secrets failed")
                return
            if count:
                self._read[left] = masked, count

    def clean(self, text: str, field_name: str = "content") -> str:
        """Return the text as it may be stored: secrets masked, nothing SQLite or JSON cannot hold.

        Raises RefusedError for a secret where the settings refuse them.
        """
        redaction = guard(storable(text), self.settings.redact, field_name)
        self.counts.update(redaction.found)
        read, count = self._read.get(redaction.text, (redaction.text, 0))
        if count:
            self._count_read(count, field_name)
        shown = self.without_echo(read)
        if redaction.left_open:
            self.notices.append(
                f"{field_name}: a <private> tag was not closed, and what stands behind it in its paragraph "
                f"({counted(redaction.left_open, 'character')}) was not stored; close it with </private>, or put it in "
                "`backticks` if it is only named"
            )
        return shown

    def cleaned(self, texts: list[str], field_name: str) -> list[str]:
        """Return a list of short texts as they may be stored, without empty ones. Raises what ``clean`` does."""
        return [text for text in (self.clean(entry, field_name).strip() for entry in texts) if text]

    def without_echo(self, text: str) -> str:
        """Return a text of the model's with its echo of the conversation's private parts masked and counted."""
        shown = text
        for echo in self._echoes:
            shown = echo.masked(shown)
        if shown != text:
            self.counts["private"] += 1
        return shown

    @cached_property
    def _echoes(self) -> list[PrivateEcho]:
        return self.echoes_heard()

    def _count_read(self, count: int, field_name: str) -> None:
        if self.settings.redact == "refuse":
            raise RefusedError(
                f"{field_name} holds what reads like a secret",
                hint="remove it, or set MEMORY_REDACT=mask to have it masked",
                field=field_name,
            )
        self.counts["secret"] += count


def _up_to(most: int, texts: Iterator[str]) -> Iterator[str]:
    """Yield the texts, once each, that have at most so many characters together; one that is too long is left out."""
    for text in dict.fromkeys(texts):
        if len(text) <= most:
            most -= len(text)
            yield text


def _sentences_in(values: object) -> Iterator[str]:
    """Yield the texts of several words among the arguments of a call, however deep they stand."""
    match values:
        case str():
            # An id is one word, a sentence of Chinese is, too.
            if not values.isascii() or len(values.split()) > 1:
                yield values
        case dict():
            for value in values.values():
                yield from _sentences_in(value)
        case list() | tuple():
            for value in values:
                yield from _sentences_in(value)
