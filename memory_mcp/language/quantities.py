"""What a value is: numbers with units, versions, dates, months, weekdays; each in one form for seven languages."""

from __future__ import annotations

import re
from typing import Final

from memory_mcp.language.data_files import LANGUAGES, Language, lines_of, words


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
    es="enero|ene febrero|feb marzo abril|abr mayo junio|jun julio|jul agosto|ago septiembre|setiembre|sept|sep "
    "octubre|oct noviembre|nov diciembre|dic",
    fr="janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
    it="gennaio|genn febbraio|feb marzo aprile|apr maggio|magg giugno|giu luglio|lug agosto|ago settembre|sett "
    "ottobre|ott novembre|nov dicembre|dic",
    pt="janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
    nl="januari|jan februari|feb maart|mrt april|apr mei juni|jun juli|jul augustus|aug september|sep|sept oktober|okt "
    "november|nov december|dec",
)
WEEKDAYS: Final = _numbered(
    en="monday|mondays tuesday|tuesdays wednesday|wednesdays thursday|thursdays friday|fridays saturday|saturdays "
    "sunday|sundays",
    de="montag|montags dienstag|dienstags mittwoch|mittwochs donnerstag|donnerstags freitag|freitags "
    "samstag|samstags|sonnabend sonntag|sonntags",
    es="lunes martes miercoles jueves viernes sabado|sabados domingo|domingos",
    fr="lundi|lundis mardi|mardis mercredi|mercredis jeudi|jeudis vendredi|vendredis samedi|samedis dimanche|dimanches",
    it="lunedi|lun martedi|mart mercoledi|merc giovedi|giov venerdi|ven sabato|sabati|sab domenica|domeniche",
    pt="segunda-feira|segunda|segundas|segundas-feiras|2a-feira terca-feira|terca|tercas|tercas-feiras|3a-feira "
    "quarta-feira|quarta|quartas|quartas-feiras|4a-feira quinta-feira|quinta|quintas|quintas-feiras|5a-feira "
    "sexta-feira|sexta|sextas|sextas-feiras|6a-feira "
    "sabado|sabados domingo|domingos",
    nl="maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
)
# In Dutch the time of day makes one word with the weekday.
_PARTS_OF_DAY: Final = "s ochtend ochtends morgen middag middags avond avonds nacht"
WEEKDAYS["nl"].update(
    {f"{day}{part}": place for day, place in WEEKDAYS["nl"].items() for part in _PARTS_OF_DAY.split()}
)
# From two on: "one" is an article in most of them, and counts before a unit only.
NUMBER_WORDS: Final = _numbered(
    en="- two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty",
    de="erste|ersten|erster|erstes|erstem zwei|zweite|zweiten|zweiter|zweites drei|dritte|dritten|dritter|drittes "
    "vier|vierte|vierten|vierter|viertes funf|funfte|funften|funfter|funftes sechs|sechste|sechsten|sechster|sechstes "
    "sieben|siebte|siebten|siebter|siebtes acht|achte|achter|achtes neun|neunte|neunten|neunter|neuntes "
    "zehn|zehnte|zehnten|zehnter|zehntes elf|elfte|elften|elfter zwolf|zwolfte|zwolften|zwolfter dreizehn|dreizehnte "
    "vierzehn|vierzehnte funfzehn|funfzehnte sechzehn siebzehn achtzehn neunzehn zwanzig",
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
# Full tens, in all languages; what is said in two words is added up or multiplied: treinta y cinco, two hundred.
_TENS: Final = """
    thirty|dreissig|treinta|trente|trenta|trinta|dertig
    forty|vierzig|cuarenta|quarante|quaranta|quarenta|veertig
    fifty|funfzig|cincuenta|cinquante|cinquanta|cinquenta|vijftig
    sixty|sechzig|sesenta|soixante|sessanta|sessenta|zestig
    seventy|siebzig|setenta|septante|settanta|zeventig
    eighty|achtzig|ochenta|huitante|ottanta|oitenta|tachtig
    ninety|neunzig|noventa|nonante|novanta|negentig
"""
TENS: Final = {form: 10 * place for place, line in enumerate(_TENS.split(), 3) for form in line.split("|")}
# Languages that say such a number in one word, and what stands between its ones and its tens.
_IN_ONE_WORD: Final[dict[Language, tuple[str, str, str]]] = {
    "de": ("ein zwei drei vier funf sechs sieben acht neun", "und", "zwanzig"),
    "nl": ("een twee drie vier vijf zes zeven acht negen", "en", "twintig"),
    "es": ("uno dos tres cuatro cinco seis siete ocho nueve", "", "veinti"),
    "it": ("uno due tre quattro cinque sei sette otto nove", "", "venti"),
}


def _in_one_word(language: Language) -> dict[str, int]:
    """Return the numbers from 21 to 99 a language says in one word: fünfundzwanzig, vijfendertig, trentotto."""
    ones, joint, twenty = _IN_ONE_WORD[language]
    found = {}
    for ten, tens in (TENS | {twenty: 20}).items():
        for place, one in enumerate(ones.split(), 1):
            before = ten[:-1] if language == "it" and one[0] in "uo" else ten
            found[f"{one}{joint}{ten}" if joint else f"{before}{one}"] = tens + place
    return found


NUMBER_WORDS["es"].update(
    doscientos=200, doscientas=200, trescientos=300, trescientas=300, cuatrocientos=400, cuatrocientas=400,
    quinientos=500, quinientas=500, seiscientos=600, setecientos=700, ochocientos=800, novecientos=900,
)  # fmt: skip
for _language in _IN_ONE_WORD:
    NUMBER_WORDS[_language].update(_in_one_word(_language))
MULTIPLIERS: Final = dict.fromkeys(words("hundred hundert cien ciento cientos cent cents cento cem honderd"), 100) | (
    dict.fromkeys(words("thousand tausend mil mille mila duizend"), 1_000)
)
TIMES: Final = {"twice": 2, "thrice": 3, "zweimal": 2, "dreimal": 3, "viermal": 4, "tweemaal": 2, "driemaal": 3}
HALF: Final = words("half halbe halben media demi demie mezza mezzo meia")
AFTERNOON: Final = words("pm p.m")
FORENOON: Final = words("am a.m")
ONE: Final = words(
    "one a an ein eine einer einen un una uno une um uma een every each jede jeder jedes jeden cada chaque ogni elke "
    "elk iedere ieder"
)

ORDINALS: Final = words("second seconde segundo secondo")
UNITS: Final = {
    form: (dimension, float(factor))
    for dimension, factor, *forms in (line.split() for line in lines_of("all", "units"))
    for form in forms
}
"""Of each unit, in whatever language, its dimension and how many of the dimension's base unit it is."""

NUMBER: Final = re.compile(r"v?\d+(?:[.,:h]\d+)*")
_WITH_UNIT: Final = re.compile(r"(?P<number>[\u20ac$]?\d+(?:[.,]\d+)?)(?P<unit>[a-z%\u20ac$]{1,6})")
_DATE: Final = re.compile(r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})")
_OTHER_DATE: Final = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2((?:19|20)\d\d)|((?:19|20)\d\d)/(\d{1,2})/(\d{1,2})")
_PRICE: Final = re.compile(r"(r\$|[\u20ac$\u00a3])(\d[\d.,]*)")
_CLOCK: Final = re.compile(r"(\d{1,2}(?:[:.]\d\d)?)([ap]m)")
ORDINAL: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|ro|o)")
_MONTHS_IN_YEAR: Final = 12
_NOON: Final = 12
_FULL_HOUR: Final = ":00"
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:[.,]\d{3})+")


def canonical_number(text: str) -> str:
    """Return a number or version in one form: thousands together, a comma as a point, no leading v."""
    text = text.lstrip("v\u20ac$")
    if _THOUSANDS.fullmatch(text) and not text.startswith("0"):
        return text.replace(".", "").replace(",", "")
    return text.replace(",", ".").replace("h", ":").removesuffix(_FULL_HOUR).removesuffix(":")


def in_afternoon(number: str) -> str:
    """Return a time of day after noon as one of 24 hours: 6, 6:30 are 18, 18:30."""
    hour, colon, minutes = number.partition(":")
    if not hour.isdigit() or int(hour) >= _NOON:
        return number
    return f"{int(hour) + _NOON}{colon}{minutes}"


def split_unit(text: str) -> tuple[str, str] | None:
    """Return (number, unit) of a word like 25MB or 90%, or None."""
    if found := _PRICE.fullmatch(text):
        return found[2], found[1]
    if found := _CLOCK.fullmatch(text):
        return found[1].replace(".", ":"), found[2]
    found = _WITH_UNIT.fullmatch(text)
    return (found["number"], found["unit"]) if found and found["unit"] in UNITS else None


def iso_date(text: str, language: Language) -> str | None:
    """Return the date a word is, as year-month-day without leading zeros, or None.

    Of 3/4/2026 the month comes first in English alone.
    """
    if found := _DATE.fullmatch(text):
        return f"{found['year']}-{int(found['month'])}-{int(found['day'])}"
    found = _OTHER_DATE.fullmatch(text)
    if found is None:
        return None
    if found[5]:
        return f"{found[5]}-{int(found[6])}-{int(found[7])}"
    day, month = int(found[1]), int(found[3])
    if (language == "en" and found[2] == "/" and day <= _MONTHS_IN_YEAR) or month > _MONTHS_IN_YEAR:
        day, month = month, day
    return f"{found[4]}-{month}-{day}"


def measured(number: str, unit: str) -> tuple[str, str] | None:
    """Return (dimension, amount in the dimension's base unit), or None where the number is none (a version)."""
    dimension, factor = UNITS[unit]
    try:
        return dimension, f"{float(number) * factor:g}"
    except ValueError:
        return None
