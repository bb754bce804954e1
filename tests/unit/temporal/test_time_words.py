"""Words for times in seven languages, read the same in each."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

from memory_mcp.errors import InvalidInputError
from memory_mcp.temporal import format_instant, parse_time
from memory_mcp.temporal.instants import moment_of
from memory_mcp.temporal.relative import read_relative
from memory_mcp.temporal.words import date_key, languages, split

# Wednesday, 2026-03-04T10:00:00.000123Z
NOW = 1_772_618_400_000_123
CODES = ("en", "de", "es", "fr", "it", "nl", "pt")


def read(text: str, *, end_of_day: bool = False) -> str:
    written = format_instant(parse_time(text, now=NOW, field="since", end_of_day=end_of_day))
    assert written is not None
    return written.removesuffix("T00:00:00.000000Z").removesuffix(":00:00.000123Z")


# fmt: off
DAYS = {
    "2026-03-02": ["the day before yesterday", "vorgestern", "anteayer", "avant-hier", "l'altro ieri", "eergisteren",
                   "anteontem"],
    "2026-03-03": ["Yesterday", "gestern", "ayer", "hier", "ieri", "gisteren", "ontem"],
    "2026-03-04": ["today", "heute", "hoy", "aujourd\N{RIGHT SINGLE QUOTATION MARK}hui", "oggi", "vandaag", "hoje"],
    "2026-03-05": ["tomorrow", "morgen", "mañana", "demain", "domani", "morgen", "amanhã"],
    "2026-03-06": ["the day after tomorrow", "uebermorgen", "pasado mañana", "après-demain", "dopodomani",
                   "overmorgen", "depois de amanhã"],
}
WEEKDAYS = {
    "2026-02-27": ["last Friday", "letzten Freitag", "el viernes pasado", "vendredi dernier", "venerdì scorso",
                   "afgelopen vrijdag", "sexta-feira passada"],
    "2026-03-02": ["this Monday", "diesen Montag", "este lunes", "ce lundi", "questo lunedì", "deze maandag",
                   "esta segunda-feira"],
    "2026-03-07": ["next Saturday", "nächsten Samstag", "el próximo sábado", "samedi prochain", "sabato prossimo",
                   "volgende zaterdag", "próximo sábado"],
    "2026-03-03": ["tuesday", "Dienstag", "martes", "mardi", "martedì", "dinsdag", "terça-feira"],
}
SHIFTS = {
    "2026-03-01T10": ["3 days ago", "vor drei Tagen", "hace 3 días", "il y a 3 jours", "3 giorni fa",
                      "drie dagen geleden", "há 3 dias"],
    "2026-03-04T09": ["an hour ago", "vor einer Stunde", "hace una hora", "il y a une heure", "un'ora fa",
                      "een uur geleden", "há uma hora"],
    "2026-02-18T10": ["2 weeks ago", "vor 2 Wochen", "hace dos semanas", "il y a deux semaines", "due settimane fa",
                      "2 weken geleden", "há duas semanas"],
    "2025-03-04T10": ["twelve months ago", "vor zwölf Monaten", "hace doce meses", "il y a douze mois",
                      "dodici mesi fa", "twaalf maanden geleden", "há doze meses"],
    "2025-12-04T10": ["last quarter", "letztes Quartal", "el trimestre pasado", "le trimestre dernier",
                      "trimestre scorso", "vorig kwartaal", "último trimestre"],
    "2026-02-25T10": ["last week", "letzte Woche", "la semana pasada", "la semaine dernière", "la settimana scorsa",
                      "vorige week", "a semana passada"],
    "2026-02-04T10": ["last month", "letzten Monat", "el mes pasado", "le mois dernier", "il mese scorso",
                      "vorige maand", "mês passado"],
    "2027-03-04T10": ["next year", "nächstes Jahr", "el próximo año", "l'année prochaine", "l'anno prossimo",
                      "volgend jaar", "próximo ano"],
    "2026-03-06T10": ["in 2 days", "in 2 Tagen", "dentro de 2 días", "dans 2 jours", "tra 2 giorni", "over 2 dagen",
                      "em 2 dias"],
    "2026-03-04T10": ["now", "jetzt", "ahora", "maintenant", "adesso", "nu", "agora"],
}
MOST_RECENT = ["the past 3 days", "die letzten 3 Tage", "los últimos tres días", "les 3 derniers jours",
               "gli ultimi 3 giorni", "de afgelopen 3 dagen", "os últimos 3 dias"]
SPANS = {
    ("2026-03-02", "2026-03-09"): ["this week", "diese Woche", "esta semana", "cette semaine", "questa settimana",
                                   "deze week", "esta semana"],
    ("2026-03-01", "2026-04-01"): ["this month", "diesen Monat", "este mes", "ce mois-ci", "questo mese", "deze maand",
                                   "este mês"],
    ("2026-01-01", "2026-04-01"): ["this quarter", "dieses Quartal", "este trimestre", "ce trimestre",
                                   "questo trimestre", "dit kwartaal", "este trimestre"],
    ("2026-01-01", "2027-01-01"): ["this year", "dieses Jahr", "este año", "cette année", "quest'anno", "dit jaar",
                                   "este ano"],
    ("2025-03-03", "2025-03-04"): ["March 3rd, 2025", "3. März 2025", "3 de marzo de 2025", "3 mars 2025",
                                   "lunedì 3 marzo 2025", "maandag 3 maart 2025", "3 de março de 2025"],
    ("2025-08-01", "2025-08-02"): ["Aug 1, 2025", "1. Aug. 2025", "1 ago 2025", "1er août 2025",
                                   "1\N{DEGREE SIGN} ago 2025", "1 aug 2025", "1º de agosto de 2025"],
    ("2025-02-01", "2025-03-01"): ["February 2025", "Februar 2025", "febrero de 2025", "févr. 2025", "febbraio 2025",
                                   "februari 2025", "fev. de 2025"],
}
# fmt: on


def in_each_language(table: dict) -> list:
    assert all(len(said) == len(CODES) for said in table.values())
    return [
        pytest.param(text, expected, id=f"{code}: {text}")
        for expected, said in table.items()
        for code, text in zip(CODES, said, strict=True)
    ]


@pytest.mark.parametrize(("text", "day"), in_each_language(DAYS | WEEKDAYS))
def test_a_day_is_named_in_any_language_and_begins_at_midnight(text, day):
    assert read(text) == day


@pytest.mark.parametrize(("text", "instant"), in_each_language(SHIFTS | {"2026-03-01T10 ": MOST_RECENT}))
def test_a_distance_from_now_is_said_in_any_language(text, instant):
    assert read(text) == read(text, end_of_day=True) == instant.strip()


@pytest.mark.parametrize(("text", "span"), in_each_language(SPANS))
def test_a_week_month_or_year_has_a_beginning_and_an_end_in_any_language(text, span):
    assert (read(text), read(text, end_of_day=True)) == span


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("NAECHSTE WOCHE", "2026-03-11T10"),
        ("vor fuenf Tagen", "2026-02-27T10"),
        ("hace 3 dias", "2026-03-01T10"),
        ("manana", "2026-03-05"),
        ("3 dias atrás", "2026-03-01T10"),
        ("fra 2 giorni", "2026-03-06T10"),
        ("la semana que viene", "2026-03-11T10"),
        ("avant hier", "2026-03-02"),
        ("3. Maerz 2026", "2026-03-03"),
        ("mar 3 mar 2026", "2026-03-03"),
        ("ieri alle 17:00", "2026-03-03T17:00:00.000000Z"),
        ("gisteren om 17:00", "2026-03-03T17:00:00.000000Z"),
        ("ontem às 17:00", "2026-03-03T17:00:00.000000Z"),
    ],
)
def test_accents_umlauts_and_variants_are_read_as_people_type_them(text, expected):
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "mar", "Mar.", "ago", "marzo", "el mar pasado", "so", "do", "ma", "3 m ago", "il y a 3 m", "hace 3 m",
        "03/05/2026", "3/5/2026", "hace 3 days", "3 giorni ago", "vor trois Tagen", "questa ora", "this minute",
        "letzten 0 Sommer", "trentesette giorni fa",
    ],
)  # fmt: skip
def test_what_is_said_in_no_one_language_or_means_two_things_is_refused(text):
    with pytest.raises(InvalidInputError, match="since: not a time") as caught:
        read(text)

    assert "yesterday" in caught.value.hint
    assert "Portuguese" in caught.value.hint


def phrases() -> list[str]:
    """Every phrase that the words of each language make."""
    made = set()
    for words in languages():
        made |= {*words.now, *words.days, *words.weekdays}
        for name in [*words.units, *words.weekdays]:
            for direction in words.directions:
                made |= {f"{direction} {name}", f"{name} {direction}"}
        for number in [*words.numbers, "3"]:
            for unit in words.units:
                made |= {" ".join([*f.before, number, unit, *f.after]) for f in words.frames}
    return sorted(made)


def test_no_phrase_means_two_times_in_two_languages():
    now = moment_of(NOW)
    meanings = {
        text: {read_relative(split(date_key(text), words.fillers), words, now) for words in languages()} - {None}
        for text in phrases()
    }

    assert {text: found for text, found in meanings.items() if len(found) > 1} == {}
    assert len(meanings) > 5_000


def test_no_month_is_another_month_elsewhere():
    numbers: dict[str, set[int]] = {}
    for words in languages():
        for name, month in words.months.items():
            numbers.setdefault(name, set()).add(month)

    assert {name: found for name, found in numbers.items() if len(found) > 1} == {}


def test_the_words_come_with_their_source_and_licence():
    data = json.loads(resources.files("memory_mcp.temporal").joinpath("date_words.json").read_text(encoding="utf-8"))

    assert data["source"].startswith("Unicode CLDR 48")
    assert data["license"] == "Unicode-3.0"
    assert any("Permission is hereby granted" in line for line in data["notice"])
    assert tuple(data["languages"]) == CODES


@pytest.mark.external
def test_iso_8601_is_read_without_the_words():
    program = (
        "from memory_mcp.temporal import parse_time, words\n"
        "for text in ('2026-03-01', '2026-03-01T09:30:00Z', '2026'): parse_time(text, now=0, field='x')\n"
        "print(words.languages.cache_info().misses)"
    )

    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert shown.stdout.strip() == "0"


@pytest.mark.external
@pytest.mark.slow
def test_the_words_are_those_of_cldr(tmp_path):
    root = Path(__file__).parents[3]
    fresh = tmp_path / "date_words.json"

    subprocess.run([sys.executable, root / ".ci" / "date_words.py", fresh], check=True, capture_output=True)

    assert fresh.read_text(encoding="utf-8") == (root / "memory_mcp/temporal/date_words.json").read_text(
        encoding="utf-8"
    )
