"""Notes that say one thing in other words: what tells a contradiction of them from two things that both hold."""

from __future__ import annotations

import pytest

from memory_mcp.contradiction.parsing.notes import note_of
from memory_mcp.contradiction.parsing.token_similarity import are_negated_forms
from memory_mcp.contradiction.verdict import contradict
from memory_mcp.language.clock_times import digital


@pytest.mark.parametrize(
    ("a", "b", "kind", "evidence"),
    [
        ("The boiler room is locked at night.", "At night the boiler room stays unlocked.", "antonym",
         "locked / unlocked"),
        ("The `ledger` repo is public.", "`ledger` is a private repo, ask Noor.", "antonym", "public / private"),
        ("The session cookie lives for 30 minutes.", "Session cookie lifetime: 8 h", "value", "30 minutes / 8 h"),
        ("All our pages are rendered with Svelte.", "We render all pages with React, on the server.", "value",
         "Svelte / React"),
        ("The search index is owned by Noor.", "Ivo is the owner of the search index, ask him.", "value", "Noor / Ivo"),
        ("Mum eats fish.", "Mum never touches or eats fish, it makes her ill.", "negation", "denied in one: never"),
        ("Nobody of the night shift has a key to the store.", "The night shift has a key to the store, from Ivo.",
         "negation", "denied in one: nobody"),
        ("Choir practice: Tuesday 19:30", "Choir practice, new hall, is on Thursday at 20:00.", "value",
         "Tuesday / Thursday"),
        ("Der Schuppen ist verschlossen.", "Der Schuppen ist jetzt unverschlossen, Riegel kaputt.", "antonym",
         "verschlossen / unverschlossen"),
        ("Der Dienst Amsel ist zustandslos.", "Amsel, unser Dienst, ist zustandsbehaftet.", "antonym",
         "zustandslos / zustandsbehaftet"),
        ("De fietsenstalling is bewaakt.", "Onze fietsenstalling is onbewaakt, zet hem op slot.", "antonym",
         "bewaakt / onbewaakt"),
        ("La cantina è allagata dal temporale.", "La cantina non è allagata.", "negation", "denied in one: non"),
        ("A reunião de pais começa às 18h.", "A reunião de pais é às 19h30, na quadra.", "value", "18:00 / 19:30"),
    ],
)  # fmt: skip
def test_notes_in_other_words_contradict_each_other_by_one_contrast(a, b, kind, evidence):
    found = contradict(a, b)
    assert found is not None
    assert (found.kind, found.evidence) == (kind, evidence)
    assert contradict(b, a) is not None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        # Two contrasts are two things.
        ("In summer the kiosk closes at ten.", "The kiosk closes at six in winter."),
        ("Anna from sales has a parking space.", "Anna from design has no parking space."),
        ("The support team answers within 4 hours.", "Within 2 days the sales team answers, mostly."),
        ("The `billing-worker` listens on port 8081.", "Port 9090 is where the `billing-proxy` listens."),
        ("The attic measures 55 square metres.", "The cellar measures 80 square metres, with the hall."),
        ("Uploads are allowed on staging.", "Uploads are forbidden on production, as agreed."),
        # It is of another kind of speech.
        ("Is the pool heated?", "The pool is not heated."),
        ("The brochure promises that the pool is heated.", "The pool is not heated."),
        ("We would like to heat the pool next year.", "The pool is not heated, alas."),
        ("Until 2021 the pool was heated with oil.", "The pool is heated with gas."),
        # It is narrowed, excepted or added.
        ("The dog may sit on the sofa.", "The dog may not sit on the sofa if Gran is there."),
        ("Everybody works on Fridays except Noor.", "Noor does not work on Fridays."),
        ("The club meets on Mondays.", "The club meets on Thursdays too."),
        # It is the same said otherwise.
        ("The upload limit is 2 GB.", "You can upload 2048 MB at most: the limit."),
        ("The dentist is at half past two in the afternoon.", "Dentist: 14:30"),
        ("Nothing is missing from the toolbox.", "The toolbox is not missing anything, I checked."),
        # A name denies nothing, and a number of a thing is no amount.
        ("Our quiz team is called Never Again.", "Our quiz team is called up again, great."),
        ("Room 12 has a beamer.", "Room 14 has a beamer as well."),
        # What happened may happen again.
        ("On Monday the import failed.", "The import failed on Tuesday, again because of the disk."),
        ("Mio nonno ha 82 anni.", "Mia nonna ha 79 anni, portati bene."),
        ("Für Mitglieder ist der Eintritt frei.", "Nichtmitglieder zahlen 5 Euro Eintritt."),
    ],
)
def test_notes_in_other_words_both_hold_where_they_speak_of_two_things_or_say_it_otherwise(a, b):
    assert (contradict(a, b), contradict(b, a)) == (None, None)


def test_notes_of_two_languages_are_not_laid_side_by_side():
    assert (
        contradict("We support Node 18 in all of our services.", "A versão mínima do Node no monorepo é a 20.") is None
    )


@pytest.mark.parametrize(
    ("text", "language", "written"),
    [
        ("at half past two", "en", "at 2:30"),
        ("halb drei", "de", "2:30"),
        ("um 20 Uhr", "de", "um 20:00"),
        ("kwart voor negen", "nl", "8:45"),
        ("a las cinco y media de la tarde", "es", "a las 17:30"),
        ("alle tre e mezza", "it", "alle 3:30"),
        ("alle 3 del pomeriggio", "it", "alle 15:00"),
        ("duas e meia da tarde", "pt", "14:30"),
        ("le film dure 1 h 30", "fr", "le film dure 1 h 30"),
    ],
)
def test_a_time_of_day_is_written_in_digits(text, language, written):
    assert digital(text, language) == written


@pytest.mark.parametrize(
    ("a", "b", "are_opposites"),
    [
        ("signed", "unsigned", True),
        ("versleuteld", "onversleuteld", True),
        ("zustandslos", "zustandsbehaftet", True),
        ("sovradimensionato", "sottodimensionato", True),
        ("side", "inside", True),
        ("art", "part", False),
        ("table", "stable", False),
    ],
)
def test_a_word_is_known_from_its_opposite_by_how_it_begins_or_ends(a, b, are_opposites):
    assert are_negated_forms(a, b) is are_negated_forms(b, a) is are_opposites


def test_a_note_claims_its_first_sentence_with_and_without_the_clauses_behind_it():
    claims = note_of("The pool is heated, the sauna is not, and the hall is cold.", "en").claims
    assert [len(claim.words) for claim in claims] == [4, 8, 13]
    assert [claim.is_denied("en") for claim in claims] == [False, True, True]


@pytest.mark.parametrize(
    "text",
    [
        "De winkel sluit om 8 uur 's avonds.",
        "De winkel sluit om 8 's avonds.",
        "Der Laden schließt um 8 abends.",
        "Le magasin ferme à 8 heures du soir.",
        "Le magasin ferme à 8h du soir.",
        "Il negozio chiude alle 8 della sera.",
        "A loja fecha às 8 da noite.",
    ],
)
def test_an_hour_of_the_evening_is_one_of_24(text):
    assert note_of(text).values == {"#20"}


def test_what_shows_that_something_is_so_is_no_part_of_what_a_note_claims():
    assert note_of("Il s'avère que le serveur est en Irlande.").keys == note_of("Le serveur est en Irlande.").keys


@pytest.mark.parametrize(
    ("paid", "price"),
    [
        ("The domain costs 12 euros a year.", "The domain costs 12 euros."),
        ("La cotisation coûte 80 euros l'année.", "La cotisation coûte 80 euros."),
        ("El plan cuesta 700 dólares al mes.", "El plan cuesta 700 dólares."),
        ("Der Beitrag kostet 30 Franken pro Monat.", "Der Beitrag kostet 30 Franken."),
    ],
)
def test_what_is_paid_by_a_stretch_of_days_is_a_price(paid, price):
    assert note_of(paid).claims == note_of(price).claims


@pytest.mark.parametrize("text", ["", " ", ".", "?!", "\x00", "`", "«»", "não", "a" * 5_000, "(" * 500, ", " * 300])
def test_any_text_has_a_note_of(text):
    for language in ("en", "de", "es", "fr", "it", "pt", "nl"):
        assert note_of(text, language).language == language
    assert contradict(text, "The pool is not heated.") is None
