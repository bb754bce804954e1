"""Which lines of the language data change no labelled pair when they go: those may as well.

Each line of ``opposites.txt``, ``narrowing.txt`` and ``cues.txt`` is taken out by itself in a copy of the data, and the
pairs of its language in which it could play a part, of the development half and of the unseen notes, are judged anew.
Lines of some sections are not looked at, and stay: without those of ``addresses``, ``asks``, ``reports`` and
``harmless`` that no pair needs ``--talk`` tells more false pairs; ``participles`` and what ends or changes is needed in
languages without unseen notes as well.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from labelled import Labelled, labelled, unseen

from memory_mcp.contradiction.parsing import notes, sentences
from memory_mcp.contradiction.verdict import contradict
from memory_mcp.language import antonyms, lexicon, narrowing
from memory_mcp.language.data_files import LANGUAGES, Language
from memory_mcp.language.stemming import stem

NAMES: Final = ("opposites", "narrowing", "cues")
_SHORTEST: Final = 5
_HEAD: Final = re.compile(r"\[([a-z_]+)\]")
_KEPT: Final = (
    "addresses", "asks", "reports", "harmless", "participles", "told", "ended", "gone", "changed", "instead"
)  # fmt: skip


class Lines:
    """The lines of one file of a language's data, in a copy where they can go."""

    def __init__(self, language: Language, name: str, pairs: list[Labelled]) -> None:
        """Copy the data; ``pairs`` are those of the language."""
        self.language, self.name, self.pairs = language, name, pairs
        self._folder = tempfile.TemporaryDirectory()
        copied = Path(self._folder.name) / "data"
        shutil.copytree(lexicon.DATA, copied)
        lexicon.DATA = copied
        self._path = copied / language / f"{name}.txt"
        self.lines = self._path.read_text("utf-8").splitlines()
        self._flat = [sentences.flattened(f"{pair.a} {pair.b}").lower() for pair in pairs]
        self._forms = [
            {form for word in re.findall(r"\w+", flat) for form in (word, stem(word, language))} for flat in self._flat
        ]

    def telling(self, line: str) -> list[Labelled]:
        """Return the pairs in which a line could play a part."""
        if self.name == "cues":
            pattern = re.compile(f"(?:{line})", re.IGNORECASE)
            return [
                pair
                for pair in self.pairs
                if any(pattern.search(sentences.flattened(text).lower()) for text in (pair.a, pair.b))
            ]
        words = [word for word in re.split(r"[\s|/]+", line) if word]
        forms = {form for word in words for form in (word, stem(word, self.language))}
        long = [word for word in words if len(word) >= _SHORTEST]
        return [
            pair
            for pair, known, flat in zip(self.pairs, self._forms, self._flat, strict=True)
            if not forms.isdisjoint(known) or any(word in flat for word in long)
        ]

    def judged(self, pairs: list[Labelled], lines: list[str]) -> list[bool]:
        """Return of each pair whether it is told to contradict itself, with these lines in the file."""
        self._path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        for cache in (lexicon.lines_of, lexicon.cues_of, antonyms.opposites_of, narrowing.members_of):
            cache.cache_clear()
        narrowing.apart_of.cache_clear()
        notes.note_of.cache_clear()
        return [contradict(pair.a, pair.b) is not None for pair in pairs]

    def dead(self) -> Iterator[str]:
        """Yield the lines whose removal changes no pair."""
        section = ""
        for number, line in enumerate(self.lines):
            if head := _HEAD.fullmatch(line):
                section = head[1]
            if head or section in _KEPT:
                continue
            telling = self.telling(line)
            without = self.lines[:number] + self.lines[number + 1 :]
            if self.judged(telling, self.lines) == self.judged(telling, without):
                yield line


def print_dead(names: tuple[str, ...] = NAMES) -> int:
    """Print the dead lines of every language, and return how many there are."""
    pairs, data, count = [*labelled("development"), *unseen()], lexicon.DATA, 0
    for language in LANGUAGES:
        for name in names:
            for line in Lines(language, name, [pair for pair in pairs if pair.language == language]).dead():
                print(f"dead {language}/{name}: {line}")
                count += 1
            lexicon.DATA = data
    return count
