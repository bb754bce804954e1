"""Report what became of every record of a file: each is counted once, and each problem says why and where."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal

from memory_mcp.privacy.redaction import guard_name

Outcome = Literal["added", "merged", "unchanged"]

MOST_PROBLEMS: Final = 20
_LONGEST_PROBLEM: Final = 300
# What an import was, not what became of its records: the only fields that do not add up.
_NO_SUMS: Final = frozenset({"format", "dry_run"})


@dataclass
class Report:
    """The account of an import: ``read`` is the sum of what was added, merged, unchanged and skipped.

    ``problems`` are the first of ``problem_count``: skipped records, and records kept with something left out.
    ``redacted`` counts the secrets that were masked, by kind. ``missing`` are records that the head of the file
    promises and that are not there. ``erased_texts`` are the words of what was erased because another memory did, to be
    looked for beside the file.
    """

    format: str = ""
    dry_run: bool = False
    read: int = 0
    added: int = 0
    merged: int = 0
    unchanged: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    problem_count: int = 0
    redacted: Counter[str] = field(default_factory=Counter)
    missing: int = 0
    erased_texts: list[str] = field(default_factory=list, repr=False)

    def count(self, outcome: Outcome, records: int = 1) -> None:
        """Account for records that were kept."""
        self.read += records
        setattr(self, outcome, getattr(self, outcome) + records)

    def skip(self, reason: str, where: str, detail: str = "") -> None:
        """Account for a record that was not kept."""
        self.read += 1
        self.skipped[reason] += 1
        self.note(where, f"skipped: {reason}" + (f" ({detail})" if detail else ""))

    def note(self, where: str, problem: str) -> None:
        """Note something a person should know of a record, whatever became of it; secrets in it are masked."""
        self.problem_count += 1
        if len(self.problems) < MOST_PROBLEMS:
            told = guard_name(f"{where}: {problem}", "mask", "problem").text
            self.problems.append(told[:_LONGEST_PROBLEM])

    def compare(self, promised: int | None) -> None:
        """Say it first of all when the file holds fewer records than its head promises."""
        self.missing = max(0, (promised or 0) - self.read)
        if self.missing:
            self.problem_count += 1
            short = (
                f"the file is cut short or damaged: {self.missing} of the {promised} records it promises are missing"
            )
            self.problems = [short, *self.problems][:MOST_PROBLEMS]

    def plus(self, other: Report) -> Report:
        """Return the account of both as one, of this one's format; problems of this one come first."""
        names = [one.name for one in fields(self) if one.name not in _NO_SUMS]
        sums = {name: getattr(self, name) + getattr(other, name) for name in names}
        return replace(self, **sums | {"problems": sums["problems"][:MOST_PROBLEMS]})

    def as_dict(self) -> dict[str, Any]:
        """Return the account as an answer shows it."""
        return {
            "read": self.read,
            "added": self.added,
            "merged": self.merged,
            "unchanged": self.unchanged,
            "skipped": dict(self.skipped),
            "problems": list(self.problems),
            "dryRun": self.dry_run,
        }

    def saved(self) -> dict[str, Any]:
        """Return all of the account as JSON values, for an import that is resumed later."""
        return self.as_dict() | {"problemCount": self.problem_count, "redacted": dict(self.redacted)}

    @classmethod
    def resumed(cls, format_: str, saved: dict[str, Any]) -> Report:
        """Return the account of an interrupted import from what ``saved`` returned."""
        return cls(
            format=format_, read=saved["read"], added=saved["added"], merged=saved["merged"],
            unchanged=saved["unchanged"], skipped=Counter(saved["skipped"]), problems=list(saved["problems"]),
            problem_count=saved["problemCount"], redacted=Counter(saved["redacted"]),
        )  # fmt: skip
