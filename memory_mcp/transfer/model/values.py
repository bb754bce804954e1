"""Read values of a file that anybody may have written: strictly, and telling odd values from wrong ones."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, TypeAlias

from memory_mcp.errors import InvalidInputError, RefusedError
from memory_mcp.language.folding import storable
from memory_mcp.language.long_numbers import read_json
from memory_mcp.language.unseen_characters import is_blank
from memory_mcp.privacy.redaction import Redaction, RedactMode, guard, guard_id, guard_name
from memory_mcp.temporal import BEGINNING, DAY_US, EPOCH, FOREVER, LATEST, MICROSECOND, Instant, parse_time
from memory_mcp.transfer.model.report import Report

Masked: TypeAlias = Callable[[str], str]

LONGEST_TEXT: Final = 2_000_000
_LONGEST_NAME: Final = 500
_YEAR: Final = re.compile(r"\d{4}")
_ISO: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)?")
_WORDS_OF_A_FLAG: Final = {"0": False, "1": True, "false": False, "true": True, "": False}


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the values of records: ``now`` bounds what can have been recorded, the report hears of what is odd."""

    now: Instant
    report: Report
    redact: RedactMode = "mask"
    # What takes out of a text what else may not be stored of it.
    masked: Masked | None = None

    def clean(self, text: str, key: str) -> str:
        """Return a text as it may be stored, with secrets masked.

        Raises RefusedError for a text with a secret where secrets are refused.
        """
        return self._stored(guard(storable(text), self.redact, key))

    def _stored(self, redaction: Redaction) -> str:
        if redaction.found:
            self.report.redacted.update(redaction.found)
        return redaction.text if self.masked is None else self.masked(redaction.text)

    def called(self, name: str, key: str) -> str:
        """Return a name as it may be stored, masked as the tools mask it: both mean the same project by it.

        Raises RefusedError for a name with a secret where secrets are refused.
        """
        return self._stored(guard_name(storable(name.strip()), self.redact, key)).strip()[:_LONGEST_NAME]

    def joining(self, uid: str, key: str) -> str:
        """Return what joins records, such as an id, as it may be stored: what was the same stays so, and no other.

        Raises RefusedError for one with a secret where secrets are refused.
        """
        redaction = guard_id(storable(uid), self.redact, key, self.masked)
        if redaction.found:
            self.report.redacted.update(redaction.found)
        return redaction.text

    def identifier(self, data: Mapping[str, Any], key: str = "id") -> str:
        """Return an id.

        Raises InvalidInputError for an id that is absent, no text or too long, RefusedError as ``joining``.
        """
        value = data.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str) or not value.strip():
            raise InvalidInputError(f"no {key}")
        if len(value) > _LONGEST_NAME:
            raise InvalidInputError(f"{key} is longer than {_LONGEST_NAME} characters")
        return self.joining(value, key)

    def reference(self, data: Mapping[str, Any], key: str) -> str | None:
        """Return an id that may be absent; None where it is. Raises as ``identifier``."""
        return self.identifier(data, key) if data.get(key) not in (None, "") else None

    def name(self, data: Mapping[str, Any], key: str) -> str | None:
        """Return a short name, such as a project's; None when there is none. Raises RefusedError as ``called``."""
        value = data.get(key)
        return self.called(value, key) or None if isinstance(value, str) else None

    def key(self, data: Mapping[str, Any], key: str) -> str | None:
        """Return a short name that joins records, such as a client's of its session; None when there is none.

        Raises RefusedError as ``joining``.
        """
        value = data.get(key)
        if not isinstance(value, str) or not value.strip():
            return None
        return self.joining(value.strip()[:_LONGEST_NAME], key)

    def text(self, data: Mapping[str, Any], key: str, *, required: bool = False) -> str:
        """Return a text as it may be stored; an empty one when it is absent. What is no text is written as JSON.

        Raises InvalidInputError for a required text that is absent or empty and for one of more than LONGEST_TEXT
        characters, RefusedError for a secret where secrets are refused.
        """
        value = data.get(key)
        if value is None or value == "":
            if required:
                raise InvalidInputError(f"no {key}")
            return ""
        if not isinstance(value, str):
            value = json.dumps(value, ensure_ascii=False)
        if len(value) > LONGEST_TEXT:
            raise InvalidInputError(f"{key} is longer than {LONGEST_TEXT} characters")
        cleaned = self.clean(value, key)
        if required and not cleaned.strip():
            raise InvalidInputError(f"no {key}")
        return cleaned

    def said(self, data: Mapping[str, Any], key: str) -> str:
        """Return a text that may be absent as ``text`` does; an empty one where nothing of it is seen."""
        found = self.text(data, key)
        return "" if is_blank(found) else found

    def texts(self, data: Mapping[str, Any], key: str) -> tuple[str, ...]:
        """Return a list of texts without empty ones; one text is a list of one, or the JSON of a list.

        Raises RefusedError for a secret where secrets are refused.
        """
        value = data.get(key)
        if isinstance(value, str):
            value = _list_of(value)
        if not isinstance(value, list):
            return ()
        cleaned = [self.clean(entry, key) for entry in value if isinstance(entry, str) and entry.strip()]
        return tuple(text for text in cleaned if text.strip())

    def moment(self, data: Mapping[str, Any], key: str, where: str) -> Instant | None:
        """Return a time, or None when it is absent or cannot be read; the report hears of the latter."""
        value = data.get(key)
        if value is None or value == "":
            return None
        found = instant(value)
        if found is None:
            self.report.note(where, f"{key} is no time: {str(value)[:60]!r}")
        return found

    def past(self, data: Mapping[str, Any], key: str, where: str) -> Instant | None:
        """Return when something happened; a time more than a day ahead comes of a wrong clock, and becomes now."""
        found = self.moment(data, key, where)
        if found is not None and found > self.now + DAY_US:
            self.report.note(where, f"{key} lies in the future and was set to now")
            return self.now
        return found

    def share(self, data: Mapping[str, Any], key: str, where: str) -> float | None:
        """Return a number between 0 and 1, or None; one outside is moved to the nearer end."""
        value = number(data.get(key))
        if value is None:
            return None
        if not 0 <= value <= 1:
            self.report.note(where, f"{key} {value} is not between 0 and 1")
        return min(max(value, 0.0), 1.0)


def an_object(data: Any) -> dict[str, Any]:
    """Return a record that is a JSON object.

    Raises InvalidInputError for anything else.
    """
    if not isinstance(data, dict):
        raise InvalidInputError("not an object")
    return data


def number(value: Any) -> float | None:
    """Return a finite number, also from a numeric string; None for anything else."""
    if not isinstance(value, (str, int, float)):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def count(value: Any) -> int:
    """Return a whole number that is not negative; 0 for anything else."""
    found = number(value)
    return 0 if found is None else min(max(int(found), 0), 2**53)


def flag(value: Any) -> bool | None:
    """Return a truth value from 0, 1, JSON booleans and their strings; None for anything else."""
    if isinstance(value, str):
        return _WORDS_OF_A_FLAG.get(value.strip().lower())
    return bool(value) if isinstance(value, (bool, int, float)) else None


def instant(value: Any) -> Instant | None:
    """Return the instant that a text denotes at whatever time it is read; None for anything else.

    Words that count from the present ("yesterday") denote none: a file does not say when they were written.
    """
    if not isinstance(value, str) or not _YEAR.search(value):
        return None
    return _iso_instant(value) if _ISO.fullmatch(value) else _written_instant(value)


@lru_cache(maxsize=4_096)
def _written_instant(value: str) -> Instant | None:
    """Read a time in any of the forms people use; a conversation repeats them."""
    try:
        first, second = (parse_time(value, now=now, field="") for now in (0, 400 * DAY_US))
    except InvalidInputError:
        return None
    return first if first == second and first != FOREVER else None


def _iso_instant(text: str) -> Instant | None:
    """Read the form nearly all times have, thirty times faster than all the forms people use."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    found = (moment - EPOCH) // MICROSECOND
    return found if BEGINNING <= found <= LATEST else None


def reason_of(error: InvalidInputError | RefusedError) -> str:
    """Return why a record is skipped, in words that group like with like."""
    return "holds a secret" if isinstance(error, RefusedError) else error.message


def _list_of(text: str) -> list[Any]:
    if text.startswith("["):
        try:
            value = read_json(text)
        except (ValueError, RecursionError):
            return [text]
        return value if isinstance(value, list) else [text]
    return [text]
