"""What a session is told of what was said in the days before: planted facts in the opening, by hooks and by import.

``python bench/opening_facts.py FOLDER`` reads histories from a folder, two files each. ``NAME.txt`` holds sessions: ``@
DAY HH:MM`` begins one, ``U words`` and ``A words`` are what the person and the assistant said, ``T line => exit`` is a
command and how it ended (``0``, ``exit code 1``), ``W path`` a file that was written. ``NAME.json`` names under
``facts`` what was planted: ``all`` are words that one line of an opening must have, from day ``from`` on and until
before day ``to``; ``outdated`` are words that no line may have once the fact is over (from ``to`` on, else from
``from`` on), unless it has one of ``unless``: a line that goes on with what was said later tells both. How many facts
that hold are told so is counted too. Each history is fed twice into a new file: through the hooks' own code, event by
event under a clock, and by an import of its transcripts, all of which the network reads. After 1, 4 and 14 days a new
session asks for its opening.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from _report import report

from memory_mcp.capture.context.block import SessionStart
from memory_mcp.capture.context.budget import LATER
from memory_mcp.capture.context.framing import weight
from memory_mcp.capture.events.payload import event_of
from memory_mcp.capture.events.reading_on import is_worth_reading, read_on
from memory_mcp.capture.events.recording import record, source_of
from memory_mcp.capture.transcripts.history_import import import_transcripts
from memory_mcp.config import Settings
from memory_mcp.project import survey
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock, format_instant

START = 1_772_323_200_000_000
DAY = 86_400_000_000
ASKED_AFTER = (1, 4, 14)
BAR_FOUND, BAR_TOKENS = 0.85, 1_500
READ_S = 600
"""Seconds that what an import or the end of a session left to a process apart may take."""


@dataclass
class Session:
    """A session: its name, its day, when it began, and its lines as (what, words)."""

    name: str
    day: int
    at: int
    lines: list[tuple[str, str]] = field(default_factory=list)


def sessions_in(text: str) -> list[Session]:
    """Read the sessions of a history."""
    found: list[Session] = []
    for raw in filter(None, map(str.strip, text.splitlines())):
        what, _, words = raw.partition(" ")
        if what == "@":
            day, _, time = words.partition(" ")
            hours, minutes = map(int, time.split(":"))
            at = START + (int(day) - 1) * DAY + (hours * 60 + minutes) * 60_000_000
            found.append(Session(f"s{len(found) + 1}", int(day), at))
        else:
            found[-1].lines.append((what, words))
    return found


def entries(session: Session, folder: Path) -> Iterator[tuple[str, str, int, list[dict[str, Any]]]]:
    """Yield (what, words, when, lines of the transcript) of each line of a session."""
    contents: list[tuple[str, Any]]
    for number, (what, words) in enumerate(session.lines):
        at = session.at + number * 40_000_000
        common: dict[str, Any] = {"sessionId": session.name, "cwd": str(folder), "timestamp": format_instant(at)}
        call = f"{session.name}-call-{number}"
        match what:
            case "U" | "A":
                role = "user" if what == "U" else "assistant"
                contents = [(role, words if what == "U" else [{"type": "text", "text": words}])]
            case _:
                command, _, ended_with = words.partition(" => ")
                # Writers put it as 0, exit 0 or exit code 0.
                code = ended_with.rpartition(" ")[2]
                name, given = ("Bash", {"command": command}) if what == "T" else ("Write", {"file_path": words})
                ended: dict[str, Any] = {"tool_use_id": call, "type": "tool_result", "content": f"exit {code or 0}"}
                ended |= {"is_error": True} if code not in ("", "0") else {}
                contents = [
                    ("assistant", [{"type": "tool_use", "id": call, "name": name, "input": given}]),
                    ("user", [ended]),
                ]
        lines = [
            {"type": role, "uuid": f"{session.name}-{number}-{part}", "message": {"role": role, "content": content}}
            | common
            for part, (role, content) in enumerate(contents)
        ]
        yield what, words, at, lines


class Fed:
    """A new memory that a history is fed into, and the clock it goes by."""

    def __init__(self, place: Path) -> None:
        self.folder, self.transcripts = place / "work", place / "transcripts"
        (self.folder / ".git").mkdir(parents=True)
        (self.folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        self.transcripts.mkdir()
        self.clock = ManualClock(START)
        self.db = Database(place / "memory.db", self.clock)
        self.settings = Settings(db_path=self.db.path)

    def until(self, at: int) -> None:
        """Let time go on until an instant."""
        self.clock.advance(seconds=max(0, at - self.clock.now()) / 1_000_000)

    def fire(self, event: str, session: str, **more: Any) -> None:
        """Handle an event as the hook does."""
        path = self.transcripts / f"{session}.jsonl"
        payload = {"session_id": session, "cwd": str(self.folder), "transcript_path": str(path), **more}
        read = event_of(event, "claude", payload, {}, self.clock.now())
        source = source_of(read, self.settings)
        assert source is not None
        record(self.db, read, source)
        if event == "SessionEnd" and is_worth_reading(self.db, self.settings):
            # A process apart does so.
            read_on(self.db, self.settings, READ_S)

    def live(self, session: Session) -> None:
        """Let a session happen under hooks."""
        self.until(session.at)
        self.fire("SessionStart", session.name, source="startup")
        path = self.transcripts / f"{session.name}.jsonl"
        for what, words, at, lines in entries(session, self.folder):
            self.until(at)
            if what == "U":
                self.fire("UserPromptSubmit", session.name, prompt=words)
            with path.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
            if what == "A":
                self.fire("Stop", session.name)
        self.fire("SessionEnd", session.name)

    def opening(self, day: int) -> str:
        """Return what a session is told that starts in the morning after a day."""
        self.until(START + day * DAY + 8 * 3_600_000_000)
        around = survey(self.folder, environment=None)
        start = SessionStart(around.project, "claude-code", folder=self.folder)
        with self.db.reading() as snapshot:
            return start.read(snapshot)


def by_hooks(history: list[Session], place: Path) -> dict[int, str]:
    """Return the openings of a history that hooks captured, by day."""
    fed, told = Fed(place), {}
    for day in ASKED_AFTER:
        for session in history:
            if max((one for one in ASKED_AFTER if one < day), default=0) < session.day <= day:
                fed.live(session)
        told[day] = fed.opening(day)
    return told


def by_import(history: list[Session], place: Path) -> dict[int, str]:
    """Return the openings of a history whose transcripts were imported in one go, by day, each in a file of its own."""
    told = {}
    for day in ASKED_AFTER:
        fed = Fed(place / str(day))
        for session in history:
            if session.day <= day:
                lines = [line for *_, some in entries(session, fed.folder) for line in some]
                (fed.transcripts / f"{session.name}.jsonl").write_text(
                    "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8"
                )
        fed.until(START + day * DAY + 7 * 3_600_000_000)
        import_transcripts(fed.db, fed.transcripts, fed.settings)
        # An import reads for 20 seconds, and a process apart what is left.
        read_on(fed.db, fed.settings, READ_S)
        told[day] = fed.opening(day)
    return told


def has(line: str, words: list[str]) -> bool:
    """Whether a line has all words."""
    return all(word.casefold() in line.casefold() for word in words)


def judged(told: str, facts: list[dict[str, Any]], day: int) -> tuple[list[str], list[str], list[str]]:
    """Return the facts that an opening should tell and does, those it does not, and those it tells out of date."""
    lines = told.splitlines()
    found: list[str] = []
    missed: list[str] = []
    old: list[str] = []
    for fact in facts:
        if fact["from"] <= day < (fact.get("to") or 99):
            (found if any(has(line, fact["all"]) for line in lines) else missed).append(
                fact.get("id", " ".join(fact["all"]))
            )
        if day >= (fact.get("to") or fact["from"]) and any(
            has(line, [word]) and not any(has(line, [but]) for but in fact.get("unless", ()))
            for word in fact.get("outdated", ())
            for line in lines
        ):
            old.append(fact.get("id", " ".join(fact["all"])))
    return found, missed, old


def outdated_whole(told: str, facts: list[dict[str, Any]], day: int) -> int:
    """Return how many facts are told out of date by a line that has all of their outdated words: the narrow reading."""
    return sum(
        any(has(line, fact["outdated"]) and not any(has(line, [but]) for but in fact.get("unless", ()))
            for line in told.splitlines())
        for fact in facts
        if fact.get("outdated") and day >= (fact.get("to") or fact["from"])
    )  # fmt: skip


def doubted(told: str, facts: list[dict[str, Any]], day: int) -> int:
    """Return how many facts that hold are told with a later word behind them, as if that might replace them."""
    return sum(
        any(
            has(before, fact["all"])
            for line in told.splitlines()
            for before, later, _ in [line.rpartition(LATER)]
            if later
        )
        for fact in facts
        if fact["from"] <= day < (fact.get("to") or 99)
    )


def measured(folder: Path, *, show: bool = False) -> tuple[dict[str, float], dict[str, Any]]:
    """Feed every history of a folder both ways; return the figures of all, and the rows of each opening."""
    rows: dict[str, Any] = {}
    whole = with_later = 0
    due = told_right = told_old = heaviest = 0
    for path in sorted(folder.glob("*.txt")):
        history = sessions_in(path.read_text(encoding="utf-8"))
        facts = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["facts"]
        for how, feed in (("hooks", by_hooks), ("import", by_import)):
            with tempfile.TemporaryDirectory(prefix="bench-opening-") as name:
                openings = feed(history, Path(name))
            for day, told in openings.items():
                found, missed, old = judged(told, facts, day)
                due, told_right = due + len(found) + len(missed), told_right + len(found)
                whole += outdated_whole(told, facts, day)
                with_later += doubted(told, facts, day)
                told_old, heaviest = told_old + len(old), max(heaviest, weight(told) // 4)
                rows[f"{path.stem} {how} day {day}"] = {
                    "told": len(found), "due": len(found) + len(missed), "missed": ", ".join(missed),
                    "out_of_date": ", ".join(old), "tokens": weight(told) // 4,
                }  # fmt: skip
                if show:
                    sys.stdout.write(f"=== {path.stem} {how} day {day}\n{told}\n")
    figures = {"share_told": round(told_right / max(1, due), 3), "told": told_right, "due": due,
               "out_of_date": told_old, "told_with_a_later_word": with_later,
               "lines_with_all_words_out_of_date": whole, "most_tokens": heaviest}  # fmt: skip
    return figures, rows


def main() -> int:
    """Feed every history both ways, and say whether the bars were met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true", help="Print the openings too.")
    asked = parser.parse_args()
    figures, rows = measured(asked.folder, show=asked.show)
    bars = {
        f"at least {BAR_FOUND:.0%} of planted facts told": figures["told"] >= BAR_FOUND * figures["due"],
        "nothing told out of date": figures["out_of_date"] == 0,
        f"at most {BAR_TOKENS:,} tokens": figures["most_tokens"] <= BAR_TOKENS,
    }
    report("opening_facts", {"total": figures, **rows}, bars)
    return 0 if all(bars.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
