"""Read a time as people and programs write it: ISO 8601, a date, or plain words."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from memory_mcp.errors import InvalidInputError
from memory_mcp.temporal.instants import EPOCH, FOREVER, MICROSECOND, Instant, moment_of

_DAY: Final = timedelta(days=1)
_EXAMPLES: Final = (
    "for example 2026-03-01, 2026-03-01T09:30:00Z, 'yesterday', '3 days ago', 'last week' or '8 May 2026'"
)
_LONGEST_TIME_TEXT: Final = 100


def parse_time(text: str, *, now: Instant, field: str, end_of_day: bool = False) -> Instant:
    """Read a time as people and programs write it: ISO 8601, a date, or plain words.

    Without a zone it is UTC. A day, month or year means its first instant, or with ``end_of_day`` (what an
    exclusive upper bound wants) the first instant after it; after year 9999 that is FOREVER. ``field`` is the
    parameter the text came in. Raises InvalidInputError for whatever cannot be read, never guesses.
    """
    folded = _fold(text) if len(text) <= _LONGEST_TIME_TEXT else ""
    try:
        span = _read_instant(folded, moment_of(now)) or _read_day(folded, moment_of(now))
        if span is not None:
            return span.last() if end_of_day else span.first()
        reason = "not a time"
    except OverflowError:
        reason = "outside the years 1 to 9999"
    except ValueError as exc:
        reason = f"no such time ({exc})"
    shown = text if len(text) <= _LONGEST_TIME_TEXT else text[:_LONGEST_TIME_TEXT] + "..."
    raise InvalidInputError(f"{field}: {reason}: {shown!r}", hint=_EXAMPLES, field=field)


class _Span(NamedTuple):
    """What a text denotes: an instant (no unit), or a whole day, month or year."""

    start: datetime
    unit: str = ""

    def first(self) -> Instant:
        return (self.start - EPOCH) // MICROSECOND

    def last(self) -> Instant:
        if not self.unit:
            return self.first()
        if self.unit == "day":
            return FOREVER if self.start.date() == date.max else _Span(self.start + _DAY).first()
        months = 12 if self.unit == "year" else 1
        if self.start.year == date.max.year and self.start.month + months > 12:  # noqa: PLR2004 - months of a year
            return FOREVER
        return _Span(_add_months(self.start, months)).first()


def _add_months(moment: datetime, months: int) -> datetime:
    """Move by calendar months; the 31st becomes the last day of a shorter month."""
    year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    first = moment.replace(year=year, month=month + 1, day=1)
    last_day = 31 if month == 11 else (first.replace(month=month + 2) - _DAY).day  # noqa: PLR2004 - December
    return first.replace(day=min(moment.day, last_day))


def _fold(text: str) -> str:
    """Drop case, accents and surplus space, so that "Nächste  Woche" and "nachste woche" read alike."""
    decomposed = unicodedata.normalize(
        "NFKD", text.replace("\N{MINUS SIGN}", "-").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    )
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).casefold().split())


# Patterns are compiled when first used (re keeps them): most processes import this module and parse nothing.
_ZONE: Final = r"(?P<zone>\s*(?:z|(?:utc|gmt)?[+-][0-9]{2}(?::?[0-9]{2})?|utc|gmt))?"
_TIME: Final = (
    r"(?P<hour>[0-9]{1,2})(?::(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?:[.,](?P<fraction>[0-9]+))?)?)?"
    r"(?:\s*(?P<half>[ap])\.?m\.?)?"
)
_DATE_THEN_TIME: Final = r"(?P<day>.+?)(?:(?<=[0-9])t|\s*,\s*|\s+(?:(?:at|um|a las|a)\s+)?)" + _TIME + _ZONE
_TIME_THEN_DATE: Final = _TIME + r"(?:\s*,\s*|\s+on\s+|\s+)(?P<day>[^:]+?)" + _ZONE
_COMPACT: Final = (
    r"(?P<day>[0-9]{8})t(?P<hour>[0-9]{2})(?P<minute>[0-9]{2})(?P<second>[0-9]{2})?"
    r"(?:[.,](?P<fraction>[0-9]+))?(?P<half>)?" + _ZONE
)
_NUMERIC_DAYS: Final = (
    r"(?P<y>[0-9]{4})-(?P<m>[0-9]{1,2})-(?P<d>[0-9]{1,2})",
    r"(?P<y>[0-9]{4})/(?P<m>[0-9]{1,2})/(?P<d>[0-9]{1,2})(?: \((?:mon|tue|wed|thu|fri|sat|sun)\))?",
    r"(?P<y>[0-9]{4})(?P<m>[0-9]{2})(?P<d>[0-9]{2})",
    r"(?P<d>[0-9]{1,2})\.(?P<m>[0-9]{1,2})\.(?P<y>[0-9]{4})",
)


def _read_instant(text: str, now: datetime) -> _Span | None:
    """Read a day with a time of that day, in either order, with or without a zone."""
    for pattern in (_COMPACT, _DATE_THEN_TIME, _TIME_THEN_DATE):
        match = re.fullmatch(pattern, text)
        if match is None or (match["minute"] is None and match["half"] is None):
            continue
        day = _read_day(match["day"], now)
        if day is not None and day.unit == "day":
            return _Span(_at_time(day.start, match))
    return None


def _at_time(day: datetime, match: re.Match[str]) -> datetime:
    hour = int(match["hour"])
    if match["half"]:
        if not 1 <= hour <= 12:  # noqa: PLR2004 - a twelve-hour clock
            raise ValueError(f"hour {hour} on a twelve-hour clock")
        hour = hour % 12 + (12 if match["half"] == "p" else 0)
    # Digits finer than a microsecond are dropped, not rounded: rounding could move a time into the next year.
    fraction = int((match["fraction"] or "0")[:6].ljust(6, "0"))
    local = day.replace(
        hour=hour, minute=int(match["minute"] or 0), second=int(match["second"] or 0), microsecond=fraction
    )
    return local - _offset((match["zone"] or "").strip())


def _offset(zone: str) -> timedelta:
    sign = re.search("[+-]", zone)
    if sign is None:
        return timedelta()
    digits = zone[sign.end() :].replace(":", "").ljust(4, "0")
    hours, minutes = int(digits[:2]), int(digits[2:])
    if hours > 23 or minutes > 59:  # noqa: PLR2004 - hours of a day, minutes of an hour
        raise ValueError(f"zone offset {zone}")
    offset = timedelta(hours=hours, minutes=minutes)
    return -offset if sign[0] == "-" else offset


def _read_day(text: str, now: datetime) -> _Span | None:
    """Read a date, a month, a year, or words that say when."""
    for pattern in _NUMERIC_DAYS:
        if match := re.fullmatch(pattern, text):
            return _Span(datetime(int(match["y"]), int(match["m"]), int(match["d"]), tzinfo=UTC), "day")
    if match := re.fullmatch(r"([0-9]{4})-([0-9]{2})", text):
        return _Span(datetime(int(match[1]), int(match[2]), 1, tzinfo=UTC), "month")
    if re.fullmatch(r"[0-9]{4}", text):
        return _Span(datetime(int(text), 1, 1, tzinfo=UTC), "year")
    words = [word for word in re.split(r"[\s,']+", text) if word and word not in _EMPTY_WORDS]
    return _read_named_month(words) or _read_relative(words, now)


_EMPTY_WORDS: Final = frozenset(("the", "on", "of", "el", "la", "le", "l", "de", "del", "du", "den", "der", "am"))
_DAY_WORDS: Final = {
    "today": 0, "heute": 0, "hoy": 0, "aujourd hui": 0,
    "yesterday": -1, "gestern": -1, "ayer": -1, "hier": -1,
    "tomorrow": 1, "morgen": 1, "manana": 1, "demain": 1,
    "day before yesterday": -2, "vorgestern": -2, "anteayer": -2, "avant-hier": -2,
    "day after tomorrow": 2, "ubermorgen": 2, "pasado manana": 2, "apres-demain": 2,
}  # fmt: skip
_NOW_WORDS: Final = frozenset(("now", "jetzt", "ahora", "maintenant"))


def _names(*rows: str) -> dict[str, int]:
    return {name: number for number, row in enumerate(rows) for name in row.split()}


_MONTHS: Final = _names(
    "", "january jan januar janner enero ene janvier janv", "february feb februar febrero fevrier fevr",
    "march mar marz maerz marzo mars", "april apr abril abr avril avr", "may mai mayo",
    "june jun juni junio juin", "july jul juli julio juillet juil", "august aug agosto ago aout",
    "september sep sept septiembre septembre", "october oct oktober okt octubre octobre",
    "november nov noviembre novembre", "december dec dezember dez diciembre dic decembre",
)  # fmt: skip
_WEEKDAYS: Final = _names(
    "monday mon montag lunes lundi", "tuesday tue dienstag martes mardi", "wednesday wed mittwoch miercoles mercredi",
    "thursday thu donnerstag jueves jeudi", "friday fri freitag viernes vendredi",
    "saturday sat samstag sonnabend sabado samedi", "sunday sun sonntag domingo dimanche",
)  # fmt: skip
_COUNTS: Final = _names(
    "", "a an one ein eine einer einem un una une", "two zwei dos deux", "three drei tres trois",
    "four vier cuatro quatre", "five funf cinco cinq", "six sechs seis", "seven sieben siete sept",
    "eight acht ocho huit", "nine neun nueve neuf", "ten zehn diez dix", "eleven", "twelve",
)  # fmt: skip
_UNITS: Final = {
    name: unit
    for unit, names in {
        "seconds": "second seconds sec secs sekunde sekunden segundo segundos seconde secondes",
        "minutes": "minute minutes min mins minuten minuto minutos",
        "hours": "hour hours hr hrs stunde stunden hora horas heure heures",
        "days": "day days tag tage tagen dia dias jour jours",
        "weeks": "week weeks woche wochen semana semanas semaine semaines",
        "months": "month months monat monate monaten mes meses mois",
        "years": "year years jahr jahre jahren ano anos an ans annee annees",
    }.items()
    for name in names.split()
}
_LAST_WORDS: Final = "last past letzte letzten letzter letztes vergangene pasado pasada dernier derniere passe passee"
_NEXT_WORDS: Final = "next nachste nachsten nachster nachstes kommende proximo proxima prochain prochaine"
_DIRECTIONS: Final = dict.fromkeys(_LAST_WORDS.split(), -1) | dict.fromkeys(_NEXT_WORDS.split(), 1)


def _read_named_month(words: list[str]) -> _Span | None:
    """Read "8 May 2023", "May 8 2023", "8. Mai 2023", "8 de mayo de 2023", "May 2023", with or without a weekday."""
    parts = [word.rstrip(".") for word in words if word.rstrip(".") not in _WEEKDAYS]
    months = [_MONTHS[part] for part in parts if part in _MONTHS]
    years = [int(part) for part in parts if re.fullmatch(r"[0-9]{4}", part)]
    days = [int(found[1]) for part in parts if (found := re.fullmatch(r"([0-9]{1,2})(?:st|nd|rd|th|er)?", part))]
    if len(months) != 1 or len(years) != 1 or len(days) != len(parts) - 2 or len(days) > 1:
        return None
    return _Span(datetime(years[0], months[0], days[0] if days else 1, tzinfo=UTC), "day" if days else "month")


def _read_relative(words: list[str], now: datetime) -> _Span | None:
    """Read what is said from the present: now, yesterday, 3 days ago, in 2 weeks, last month, last monday."""
    if len(words) == 1 and words[0] in _NOW_WORDS:
        return _Span(now)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    offset = _DAY_WORDS.get(" ".join(words))
    if offset is not None:
        return _Span(midnight + offset * _DAY, "day")
    return _read_distance(words, now) or _read_last_or_next(words, now, midnight)


def _read_distance(words: list[str], now: datetime) -> _Span | None:
    """Read a count of units before or after the present."""
    match words:
        case [count, unit, "ago"] | ["vor" | "hace", count, unit] | ["il", "y", "a", count, unit]:
            direction = -1
        case [count, unit, "from", "now"] | ["in" | "en" | "dans", count, unit]:
            direction = 1
        case [word, count, unit] if word in _DIRECTIONS:
            direction = _DIRECTIONS[word]
        case _:
            return None
    number = int(count) if re.fullmatch(r"[0-9]{1,12}", count) else _COUNTS.get(count)
    return None if number is None or unit not in _UNITS else _Span(_shift(now, direction * number, _UNITS[unit]))


def _read_last_or_next(words: list[str], now: datetime, midnight: datetime) -> _Span | None:
    """Read "last week", "la semana pasada", "next friday", "friday"."""
    match words:
        case [word, name] if word in _DIRECTIONS:
            direction = _DIRECTIONS[word]
        case [name, word] if word in _DIRECTIONS:
            direction = _DIRECTIONS[word]
        case [name]:
            direction = 0
        case _:
            return None
    if name in _WEEKDAYS:
        return _Span(_weekday(midnight, _WEEKDAYS[name], direction), "day")
    return _Span(_shift(now, direction, _UNITS[name])) if direction and name in _UNITS else None


def _weekday(midnight: datetime, weekday: int, direction: int) -> datetime:
    """Find the nearest such day: strictly before or after today if that was said, else the latest, today included."""
    back = (midnight.weekday() - weekday) % 7
    if direction > 0:
        return midnight + (7 - back) * _DAY
    return midnight - (back or 7 if direction < 0 else back) * _DAY


def _shift(moment: datetime, count: int, unit: str) -> datetime:
    if unit == "months":
        return _add_months(moment, count)
    if unit == "years":
        return _add_months(moment, 12 * count)
    return moment + timedelta(**{unit: count})
