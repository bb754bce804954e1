"""What a value is: numbers with units, versions, dates, months, weekdays; each in one form for seven languages."""

from __future__ import annotations

import re
from typing import Final

from memory_mcp.store.clash_lexicon import LANGUAGES, Language, words


def _numbered(**given: str) -> dict[Language, dict[str, int]]:
    """Return {word: place} of each language; words of one place are joined by |."""
    return {
        language: {
            form: place for place, forms in enumerate(given[language].split(), 1) for form in forms.split("|") if form
        }
        for language in LANGUAGES
    }


MONTHS: Final = _numbered(
    en="january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sep|sept october|oct "
    "november|nov december|dec",
    de="januar|janner|jan februar|feb marz april|apr mai juni|jun juli|jul august|aug september|sep|sept oktober|okt "
    "november|nov dezember|dez",
    es="enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre",
    fr="janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
    it="gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    pt="janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
    nl="januari februari maart april mei juni juli augustus september oktober november december",
)
WEEKDAYS: Final = _numbered(
    en="monday|mondays tuesday|tuesdays wednesday|wednesdays thursday|thursdays friday|fridays saturday|saturdays "
    "sunday|sundays",
    de="montag|montags dienstag|dienstags mittwoch|mittwochs donnerstag|donnerstags freitag|freitags "
    "samstag|samstags|sonnabend sonntag|sonntags",
    es="lunes martes miercoles jueves viernes sabado|sabados domingo|domingos",
    fr="lundi|lundis mardi|mardis mercredi|mercredis jeudi|jeudis vendredi|vendredis samedi|samedis dimanche|dimanches",
    it="lunedi martedi mercoledi giovedi venerdi sabato domenica",
    pt="segunda-feira terca-feira quarta-feira quinta-feira sexta-feira sabado domingo",
    nl="maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
)
# From two on: "one" is an article in most of them, and counts before a unit only.
NUMBER_WORDS: Final = _numbered(
    en="- two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty",
    de="- zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn "
    "sechzehn siebzehn achtzehn neunzehn zwanzig",
    es="- dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis "
    "diecisiete dieciocho diecinueve veinte",
    fr="- deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize - - - vingt",
    it="- due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici "
    "quindici sedici diciassette diciotto diciannove venti",
    pt="- dois|duas tres quatro cinco seis sete oito nove dez onze doze treze catorze|quatorze quinze "
    "dezasseis|dezesseis dezassete|dezessete dezoito dezanove|dezenove vinte",
    nl="- twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien "
    "zeventien achttien negentien twintig",
)
ONE: Final = words("one a an ein eine einer einen un una uno une um uma een")

ORDINALS: Final = words("second seconde segundo secondo")

_UNITS: Final = (
    ("time", 0.001, "ms millisecond milliseconds millisekunde millisekunden milisegundos millisecondes millisecondi"),
    ("time", 1.0, "s sec secs second seconds sekunde sekunden segundo segundos seconde secondes secondi seconden"),
    ("time", 60.0, "min mins minute minutes minuten minuto minutos minuti minuut"),
    ("time", 3_600.0, "h hour hours hr hrs stunde stunden hora horas heure heures ora ore uur uren"),
    ("time", 86_400.0, "d day days tag tage tagen dia dias jour jours giorno giorni dag dagen"),
    ("time", 604_800.0, "week weeks woche wochen semana semanas semaine semaines settimana settimane weken"),
    ("months", 1.0, "month months monat monate monaten mes meses mois mese mesi maand maanden"),
    ("months", 12.0, "year years yr yrs jahr jahre jahren ano anos an ans annee annees anno anni jaar"),
    ("bytes", 1.0, "b byte bytes octet octets"),
    ("bytes", 1e3, "kb ko kib"),
    ("bytes", 1e6, "mb mo mib"),
    ("bytes", 1e9, "gb go gib"),
    ("bytes", 1e12, "tb to tib"),
    ("length", 1.0, "m meter meters metre metres metros metri"),
    ("length", 1_000.0, "km kilometer kilometers kilometre kilometres kilometros chilometri"),
    ("weight", 1.0, "kg kilo kilos kilogram kilograms"),
    ("share", 1.0, "% percent prozent procent pourcent"),
    ("euro", 1.0, "euro euros eur \u20ac"),
    ("dollar", 1.0, "dollar dollars usd $"),
)
UNITS: Final = {word: (dimension, factor) for dimension, factor, forms in _UNITS for word in forms.split()}

NUMBER: Final = re.compile(r"v?\d+(?:[.,:h]\d+)*")
_WITH_UNIT: Final = re.compile(r"(?P<number>[\u20ac$]?\d+(?:[.,]\d+)?)(?P<unit>[a-z%\u20ac$]{1,6})")
_DATE: Final = re.compile(r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})")
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:[.,]\d{3})+")


def canonical_number(text: str) -> str:
    """Return a number or version in one form: thousands together, a comma as a point, no leading v."""
    text = text.lstrip("v\u20ac$")
    if _THOUSANDS.fullmatch(text) and not text.startswith("0"):
        return text.replace(".", "").replace(",", "")
    return text.replace(",", ".").replace("h", ":")


def split_unit(text: str) -> tuple[str, str] | None:
    """Return (number, unit) of a word like 25MB or 90%, or None."""
    found = _WITH_UNIT.fullmatch(text)
    return (found["number"], found["unit"]) if found and found["unit"] in UNITS else None


def iso_date(text: str) -> str | None:
    """Return the date a word is, as year-month-day without leading zeros, or None."""
    found = _DATE.fullmatch(text)
    return None if found is None else f"{found['year']}-{int(found['month'])}-{int(found['day'])}"


def measured(number: str, unit: str) -> tuple[str, str] | None:
    """Return (dimension, amount in the dimension's base unit), or None where the number is none (a version)."""
    dimension, factor = UNITS[unit]
    try:
        return dimension, f"{float(number) * factor:g}"
    except ValueError:
        return None
