"""Decide whether two texts can both hold: they contradict where one contrast is all that differs between their claims.

Two texts are compared word by word, wherever the words stand. What only one of them has is a contrast where both sides
are of one kind: opposites, two amounts of one dimension, two names in one part of the sentence; or where one denies
what the other says. One contrast is a contradiction. Two contrasts mean two things: the reading room closes at five in
winter, and at eight in summer. A text that asks, plans, reports, looks back or holds under another condition claims
something else, and contradicts nothing.

The comment at a number of these rules says what the number is worth: how many of the labelled and unseen pairs are told
rightly and wrongly with one step less and with one step more (``bench/contradictions.py --thresholds``). With the
numbers as they are, 2010 pairs are told rightly and 86 wrongly.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from memory_mcp.contradiction.kinds import ComparedFact, Contradiction, ContradictionKind
from memory_mcp.contradiction.parsing.notes import (
    Note,
    are_of_two_languages,
    is_same,
    note_of,
    notes_of,
    overlap,
    said_in_both,
)
from memory_mcp.contradiction.rules.alignment import Contrast, Laid, Parted, Run, laid_out, parted
from memory_mcp.contradiction.rules.change import change
from memory_mcp.contradiction.rules.contrasts import have_other_owners
from memory_mcp.contradiction.rules.opposition import contrast, may_oppose
from memory_mcp.contradiction.rules.other_differences import differ_otherwise
from memory_mcp.contradiction.rules.same_subject import are_about_one_thing
from memory_mcp.language.frequencies import JOINT
from memory_mcp.language.lexicon import words_of
from memory_mcp.language.relation_cardinality import Cardinality
from memory_mcp.language.stemming import stem

_MANY_WORDS: Final = 6  # 5: 2007 / 84, 7: 2013 / 86
# A product is called by the beginning of its name too: Postgres.
_BEGINNING: Final = 5  # 4: 2010 / 86, 6: 2010 / 86


def contradict_facts(
    a: ComparedFact, b: ComparedFact, *, is_one_entity: bool = False, relations: Mapping[str, Cardinality] | None = None
) -> Contradiction | None:
    """Return why two facts cannot both hold, or None: each with its title, or beneath a title that only repeats it.

    What two speakers say of themselves is of two people, and never compared.
    """
    if are_two_people(a, b):
        return None
    found = contradict(a.whole, b.whole, is_one_entity=is_one_entity, relations=relations)
    if found is not None or not (a.title or b.title):
        return found
    found = contradict(a.text, b.text, is_one_entity=is_one_entity, relations=relations)
    if found is None or found.kind != "value":
        return None
    values = found.evidence.split(" / ")
    is_repeated = all(_repeats(said, value) for said, value in zip((a, b), values, strict=False) if said.title)
    return found if is_repeated else None


def are_two_people(a: ComparedFact, b: ComparedFact) -> bool:
    """Whether two facts are what two speakers say of themselves."""
    are_two = a.speaker and b.speaker and a.speaker != b.speaker
    return bool(are_two) and all(note.is_personal for note in notes_of(a.whole, b.whole))


def _repeats(said: ComparedFact, value: str) -> bool:
    """Whether a title has the value of its text, and behind its first word nothing else: Adopt Postgres."""
    told, values = ({token.word[:_BEGINNING] for token in note_of(text).tokens} for text in (said.text, value))
    title = [token.word[:_BEGINNING] for token in note_of(said.title).tokens]
    return told.issuperset(title[1:]) and not values.isdisjoint(title)


def contradict(
    a_text: str,
    b_text: str,
    *,
    is_one_entity: bool = False,
    relations: Mapping[str, Cardinality] | None = None,
) -> Contradiction | None:
    """Return why the two texts cannot both hold, or None. The evidence of the first text comes first.

    ``is_one_entity``: both are facts about one entity, so neither needs to name it. ``relations`` says of relations
    by name whether one thing has one or many of it, where that differs from the default.
    """
    a, b = notes_of(a_text, b_text)
    if (a.keys == b.keys and is_same(a, b)) or are_of_two_languages(a_text, b_text):
        return None
    found = _contrast_of(a, b, _declared(a, b, relations or {}), is_one_entity=is_one_entity) or _change_of(a, b)
    if found is None:
        return None
    if found[0] == "value" and (a.claims[0].adds or b.claims[0].adds):
        # One of several: the team meets on Mondays, the team also meets on Thursdays.
        return None
    return Contradiction(*found, overlap(a, b))


def _declared(a: Note, b: Note, relations: Mapping[str, Cardinality]) -> Cardinality | None:
    """Return how many values the relation has that both texts say, where somebody declared it: speaks, works_at."""
    for name, cardinality in relations.items():
        telling = {stem(word, a.language) for word in name.lower().split("_")} - words_of(a.language).small
        if telling and telling <= a.keys and telling <= b.keys:
            return cardinality
    return None


def _contrast_of(
    a: Note, b: Note, declared: Cardinality | None, *, is_one_entity: bool
) -> tuple[ContradictionKind, str] | None:
    """Return the kind and evidence of the contradiction of two notes, or None."""
    if not _are_comparable(a, b):
        return None
    here, there = said_in_both(a, b)
    if len(here) <= 1 and min(len(a.tokens), len(b.tokens)) >= _MANY_WORDS:
        # One word of so many is chance.
        return None
    hints = may_oppose(a, b)
    theirs = _said(b, there)
    for one in _said(a, here):
        for other in theirs:
            if one.claim.is_unless != other.claim.is_unless or have_other_owners(one.claim, other.claim):
                continue
            laid = laid_out(a.language, one, other)
            found = contrast(laid, a, b, hints, declared)
            if found is not None and are_about_one_thing(laid, found, is_one_entity=is_one_entity):
                whole = laid_out(a.language, parted(a.claims[-1], here), parted(b.claims[-1], there))
                if not differ_otherwise(laid, whole, found):
                    return found.kind, _evidence(laid, found)
    return None


def _change_of(a: Note, b: Note) -> tuple[ContradictionKind, str] | None:
    """Return the kind and evidence of what one note says to be over or changed, and the other still tells."""
    if not (a.turns or b.turns) or not a.is_claim or not b.is_claim or a.is_personal or b.is_personal:
        return None
    here, there = said_in_both(a, b)
    if (found := change(a, b, here, there)) is None:
        return None
    of, said = found
    if not of.of_a:
        return of.kind, f"over in one: {said}"
    sides = (" ".join(token.text.replace(JOINT, " ") for token in run) for run in (of.of_a, of.of_b))
    return of.kind, " / ".join(sides)


def _are_comparable(a: Note, b: Note) -> bool:
    """Whether both claim something, of the same days, and share a word or what may be one."""
    if not a.is_claim or not b.is_claim or (a.language == "en" and a.tells_once != b.tells_once):
        return False
    if a.days != b.days:
        return False
    return not (a.keys.isdisjoint(b.keys) and a.buckets.keys().isdisjoint(b.buckets))


def _said(note: Note, said: frozenset[str]) -> list[Parted]:
    """Return the claims of today of a note of which the other note, that speaks of these keys too, says something."""
    claims = (*note.claims, *note.others)
    found = [parted(claim, said) for claim in claims if claim.is_said and _is_said_too(claim.narrowed, said)]
    return [each for each in found if each.shared]


def _is_said_too(narrowed: Run, said: frozenset[str]) -> bool:
    """Whether half of what narrows a claim is in the other note."""
    return not narrowed or 2 * sum(token.key in said for token in narrowed) >= len(narrowed)


def _evidence(laid: Laid, found: Contrast) -> str:
    if found.kind != "negation":
        return " / ".join(" ".join(token.text.replace(JOINT, " ") for token in run) for run in (found.of_a, found.of_b))
    claim = laid.a if laid.a.is_denied(laid.language) else laid.b
    return f"denied in one: {', '.join(dict.fromkeys(claim.words[place] for place in claim.denials))}"
