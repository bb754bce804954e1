"""The values that every client's reader yields: what a transcript says, whichever client wrote it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from memory_mcp.language.digests import blake2b
from memory_mcp.language.long_numbers import read_json
from memory_mcp.store.facts.versions import NO_ATTRIBUTES
from memory_mcp.store.sessions.turns import Role
from memory_mcp.temporal import BEGINNING, EPOCH, LATEST, MICROSECOND, Instant

Json: TypeAlias = dict[str, Any]

PASSED: Final = "passed"
"""Under which name a reading keeps which lines are passed over: the last line before them, and the last of them."""

_MILLISECONDS: Final = 1_000_000_000_000


class ToolCall(NamedTuple):
    """What a tool's turn was asked: the paths its arguments name, and the folders those may begin at.

    ``output_at`` is where in the turn's text begins what came back. ``is_withheld``: that was decided to stay out when
    the call was read, before it was cut. ``folder``: where the client was at work when it called.
    """

    places: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    output_at: int = 0
    is_withheld: bool = False
    folder: str = ""


class TranscriptEntry(NamedTuple):
    """One utterance of a transcript. ``key`` is unique within the client; ``session`` empty means that of the file.

    ``call`` is known of what a tool gave back. ``folder`` is where the client was at work, ``asked`` the key of the
    prompt behind it, if that is said.
    """

    key: str
    role: Role
    text: str
    at: Instant | None = None
    speaker: str = ""
    session: str = ""
    attributes: Mapping[str, Any] = NO_ATTRIBUTES
    call: ToolCall | None = None
    folder: str = ""
    asked: str = ""


def compaction(key: str, at: Instant | None, *details: str, session: str = "", folder: str = "") -> TranscriptEntry:
    """Return the turn that says that the conversation was compacted; of ``details`` the empty ones are left out."""
    said = ", ".join(("the conversation was compacted", *filter(None, details)))
    return TranscriptEntry(key, "tool", f"[{said}]", at, "compaction", session, folder=folder)


class Reading:
    """Where a reader stands in a transcript. ``pending`` is kept between two readings: what is open, and head facts."""

    __slots__ = ("is_keyed", "number", "pending", "raw", "session", "unreadable")

    def __init__(self, session: str, number: int = 0, *, pending: Json | None = None) -> None:
        self.session = session
        self.number = number
        self.raw = b""
        self.pending: Json = {} if pending is None else pending
        # Whether a line may say again what others said, under the same keys; a reader knows.
        self.is_keyed = False
        # Lines that are not what clients write.
        self.unreadable = 0

    def fact(self, name: str) -> Any:
        """Return what an earlier line of this file said of the whole."""
        return self.pending.get("facts", {}).get(name)

    @property
    def folder(self) -> str:
        """Where the client was at work as this line was written, empty where no line said so."""
        return text_of(self.fact("cwd"))

    @property
    def is_passed_over(self) -> bool:
        """Whether nothing of this line is to be told."""
        passed = self.pending.get(PASSED, ())
        at = bisect_left(passed, self.number, key=itemgetter(1))
        return at < len(passed) and passed[at][0] < self.number

    def note(self, **facts: Any) -> None:
        """Keep what a line says of the whole file."""
        self.pending.setdefault("facts", {}).update(facts)

    def line_hash(self) -> str:
        """Return what names a line that brings no id of its own."""
        return blake2b(self.raw.strip(), digest_size=12).hexdigest()


LineReader: TypeAlias = Callable[[Json, Reading], Iterator[TranscriptEntry]]


def instant(value: Any) -> Instant | None:
    """Read a time as clients write it: ISO 8601, or a number of seconds or milliseconds; None for anything else.

    A number of no year from 1 to 9999 is none: nothing could be stored, or shown, as of it.
    """
    if isinstance(value, bool):
        return None
    try:
        if isinstance(value, int | float):
            at = int(value * (1_000 if value > _MILLISECONDS / 10 else 1_000_000))
            return at if BEGINNING <= at <= LATEST else None
        if isinstance(value, str) and value:
            moment = datetime.fromisoformat(value)
            return ((moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - EPOCH) // MICROSECOND
    except (ValueError, OverflowError):
        return None
    return None


def text_of(value: Any) -> str:
    """Return a JSON value that should be a text; anything else is none."""
    return value if isinstance(value, str) else ""


def parsed(value: Any) -> Any:
    """Return the object that a text of JSON holds; any other value as it is."""
    if isinstance(value, str) and value.lstrip()[:1] == "{":
        try:
            return read_json(value)
        except (ValueError, RecursionError):
            return value
    return value


def object_of(value: Any) -> Json:
    """Return a JSON value that should be an object; anything else is an empty one."""
    return value if isinstance(value, dict) else {}


def objects_of(value: Any) -> list[Json]:
    """Return the objects of a JSON value that should be a list of them."""
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
