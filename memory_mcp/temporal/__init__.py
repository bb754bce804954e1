"""Time as integers: instants, half-open periods, the clock, and the ways people write a time.

An instant is a number of microseconds since 1970-01-01T00:00:00Z. An open end is FOREVER, never None. Nothing
else in this package reads the clock.
"""

from __future__ import annotations

import re
import time
import unicodedata
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple, Protocol, TypeAlias

from memory_mcp.errors import InvalidInputError

Instant: TypeAlias = int
"""Microseconds since 1970-01-01T00:00:00Z."""

FOREVER: Final[Instant] = 2**63 - 1
"""The end of what has no end."""

BEGINNING: Final[Instant] = -62_135_596_800_000_000
"""0001-01-01T00:00:00Z, the first instant that can be written as a date."""

_LAST: Final[Instant] = 253_402_300_799_999_999  # 9999-12-31T23:59:59.999999Z
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_DAY: Final = timedelta(days=1)
_EXAMPLES: Final = (
    "for example 2026-03-01, 2026-03-01T09:30:00Z, 'yesterday', '3 days ago', 'last week' or '8 May 2026'"
)
_LONGEST_TIME_TEXT: Final = 100


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of time ``[start, end)``; an open end is FOREVER. An empty one raises InvalidInputError."""

    start: Instant
    end: Instant = FOREVER

    def __post_init__(self) -> None:
        if not BEGINNING <= self.start <= _LAST or (self.end > _LAST and self.end != FOREVER):
            raise InvalidInputError(
                f"a period outside the years 1 to 9999: [{self.start}, {self.end})", hint="an open end is null"
            )
        if self.start >= self.end:
            raise InvalidInputError(
                f"an empty period: it starts {format_instant(self.start)} and ends {format_instant(self.end)}",
                hint="the end is exclusive and has to lie after the start",
            )

    def contains(self, instant: Instant) -> bool:
        """Say whether the instant lies inside; the end does not."""
        return self.start <= instant < self.end

    def overlaps(self, other: Period) -> bool:
        """Say whether the two share an instant; periods that only meet do not."""
        return self.start < other.end and other.start < self.end

    def intersect(self, other: Period) -> Period | None:
        """Return what both share, or None."""
        if not self.overlaps(other):
            return None
        return Period(max(self.start, other.start), min(self.end, other.end))

    def minus(self, other: Period) -> tuple[Period, ...]:
        """Return what is left of this period without the other: none, one or two pieces in order."""
        if not self.overlaps(other):
            return (self,)
        before = (Period(self.start, other.start),) if self.start < other.start else ()
        after = (Period(other.end, self.end),) if other.end < self.end else ()
        return before + after


@dataclass(frozen=True, slots=True)
class AsOf:
    """A point in both times: what was true at ``valid_at``, as this memory believed it at ``known_at``."""

    valid_at: Instant
    known_at: Instant


class Clock(Protocol):
    """Where "now" comes from."""

    def now(self) -> Instant:
        """Return the present instant; two calls may return the same, and a later call an earlier one."""
        ...


class SystemClock:
    """The clock of this machine."""

    def now(self) -> Instant:
        """Return the machine's time."""
        return time.time_ns() // 1000


class ManualClock:
    """A clock moved by hand, also backwards; it stands still otherwise."""

    def __init__(self, start: Instant = 0) -> None:
        self.instant = start

    def now(self) -> Instant:
        """Return the instant it was set to."""
        return self.instant

    def set(self, instant: Instant) -> None:
        """Move to the instant, in either direction."""
        self.instant = instant

    def advance(self, *, days: float = 0, hours: float = 0, seconds: float = 0, microseconds: int = 0) -> Instant:
        """Move by a stretch of time (negative: backwards) and return the new instant."""
        self.instant += timedelta(days=days, hours=hours, seconds=seconds, microseconds=microseconds) // _MICROSECOND
        return self.instant


def format_instant(instant: Instant) -> str | None:
    """Write an instant as ISO 8601 in UTC with microseconds, ``2026-03-01T09:30:00.000000Z``; FOREVER is None."""
    if instant == FOREVER:
        return None
    if not BEGINNING <= instant <= _LAST:
        raise InvalidInputError(f"an instant outside the years 1 to 9999: {instant}", hint="an open end is null")
    return _moment(instant).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def utc_day(instant: Instant) -> str:
    """Return the instant's date in UTC, ``2026-03-01``; instants beyond year 9999 raise InvalidInputError."""
    return (format_instant(min(instant, _LAST)) or "")[:10]


_GAP_UNITS: Final = (
    (365 * 86_400, "year"), (30 * 86_400, "month"), (86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"),
)  # fmt: skip


def describe_gap(microseconds: int) -> str:
    """Describe a length of time by its largest whole unit, in either direction: '3 days', '1 hour'."""
    seconds = abs(microseconds) // 1_000_000
    for length, unit in _GAP_UNITS:
        if seconds >= length:
            count = seconds // length
            return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
    return "less than a second"


def parse_time(text: str, *, now: Instant, field: str, end_of_day: bool = False) -> Instant:
    """Read a time as people and programs write it: ISO 8601, a date, or plain words.

    Without a zone it is UTC. A day, month or year means its first instant, or with ``end_of_day`` (what an
    exclusive upper bound wants) the first instant after it; after year 9999 that is FOREVER. ``field`` is the
    parameter the text came in. Raises InvalidInputError for whatever cannot be read, never guesses.
    """
    folded = _fold(text) if len(text) <= _LONGEST_TIME_TEXT else ""
    try:
        span = _read_instant(folded, _moment(now)) or _read_day(folded, _moment(now))
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
        return (self.start - _EPOCH) // _MICROSECOND

    def last(self) -> Instant:
        if not self.unit:
            return self.first()
        if self.unit == "day":
            return FOREVER if self.start.date() == date.max else _Span(self.start + _DAY).first()
        months = 12 if self.unit == "year" else 1
        if self.start.year == date.max.year and self.start.month + months > 12:  # noqa: PLR2004 - months of a year
            return FOREVER
        return _Span(_add_months(self.start, months)).first()


def _moment(instant: Instant) -> datetime:
    return _EPOCH + timedelta(microseconds=instant)


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
