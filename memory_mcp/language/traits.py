"""Grammatical traits, each with the languages that have it: a line of a language's ``traits.txt`` names one."""

from __future__ import annotations

from typing import Final

from memory_mcp.language.data_files import LANGUAGES, Language, lines_of


def _languages_with(trait: str) -> frozenset[Language]:
    return frozenset(language for language in LANGUAGES if trait in lines_of(language, "traits"))


NOUN_FIRST: Final = _languages_with("noun_first")
"""What narrows a noun stands behind it: casa blanca, réunion d'équipe. Elsewhere it stands before it."""
NEGATIVE_CONCORD: Final = _languages_with("negative_concord")
"""Two negators are one denial: non ... mai."""
NEGATOR_FIRST: Final = _languages_with("negator_first")
"""A negator stands right before what it denies: does not run. Elsewhere it may stand behind it."""
COMPOUNDING: Final = _languages_with("compounding")
"""One word is made of others: Pflichtfeld."""
VERB_LAST: Final = _languages_with("verb_last")
"""The verb may stand last."""
A_IS_TO: Final = _languages_with("a_is_to")
"""The word "a" says "to", and is no article."""
SMALL_MONTHS: Final = _languages_with("small_months")
"""The names of months are written without a capital."""
CAPITAL_NOUNS: Final = _languages_with("capital_nouns")
"""Every noun has a capital, so a capital makes no name."""
BARE_HOURS: Final = _languages_with("bare_hours")
"""A full hour is a bare number behind the word that leads to it: at 9, a las 10, alle 15."""
HOURS_WITH_H: Final = _languages_with("hours_with_h")
"""A full hour is a number with an h: 18h."""
TWO_ENDINGS: Final = _languages_with("two_endings")
"""A word may have an ending behind an ending: of number behind gender, of case behind number."""
RESPELT_STEMS: Final = _languages_with("respelt_stems")
"""A stem is spelt otherwise where its ending goes: katten is of kat, huizen of huis, brieven of brief."""
VOWEL_ENDINGS: Final = _languages_with("vowel_endings")
"""Nearly every word ends in a vowel."""
ELIDED_TENS: Final = _languages_with("elided_tens")
"""A ten loses its last vowel before a one that begins with a vowel: ventuno, trentotto."""
MONTH_FIRST: Final = _languages_with("month_first")
"""Of a date in numbers between strokes the month comes first: 3/4/2026 is in March."""
