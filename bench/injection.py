"""When a prompt is told what this memory holds on it: how often it speaks, and how often rightly.

``python bench/injection.py --data DIR`` asks stores that hold an answer (questions of ``devbench.json``, ``locomo-dev``
and ``xquad-en-en`` in DIR, each in its own store), stores that hold nothing on it (the same questions in the others'),
and all of them ordinary prompts of a day's work. It speaks rightly when an answer is among the at most three rows. One
half of the questions and prompts tries every limit, the other half measures those in the code.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Literal
from zlib import crc32

from _report import report
from retrieval_data import DataSet, load

from memory_mcp.capture.context.prompt import LEAST_INFORMATION, LEAST_SHARE, LEAST_WORDS, MOST
from memory_mcp.store.facts import versions
from memory_mcp.store.file.database import Database
from memory_mcp.store.sessions import sessions, turns
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.store.text_index.deferred_indexing import indexed_together
from memory_mcp.store.text_index.prompt_matches import relevant
from memory_mcp.temporal import Period, SystemClock

SETS = ("devbench.json", "locomo-dev", "xquad-en-en")
ELSEWHERE = 40
"""Questions of a store that each of the others is asked."""
GRID = tuple(product((4.0, 5.0, 6.0, 7.0, 8.0, 10.0), (0.4, 0.5, 0.6), (2, 3, 4)))
ORDINARY = """
fix the failing test | run the tests again | commit this | commit and push | yes | go ahead | continue | thanks |
looks good | why does this fail? | add a unit test for this function | refactor this to be cleaner |
what does this function do? | explain this file | rename the variable | make it faster | update the readme |
fix the lint errors | can you check the types? | use the other approach | that is not what I meant |
revert the last change | show me the diff | write a commit message | please add error handling | what is left to do? |
add logging | clean up the imports | remove the dead code | let's move on to the next step | how do I run this? |
is there a simpler way? | add a docstring to every public function | the build is broken, please fix it |
open a pull request | try again | do the same for the other file | what changed since yesterday? |
can you make the button blue and a little bigger |
write a script that renames all the files in this folder to lower case |
there is a bug in the login form, the error message does not show up | add pagination to the list of users |
convert this class to a dataclass | the page is slow, find out why | install the dependencies and start the dev server |
set up continuous integration for this repository | write a function that parses dates in different formats |
please review my changes and tell me what you think | I get a null pointer exception when I click save |
make this work on Windows too | sort the results by date, newest first |
create a new endpoint that returns the current user | translate the strings to German |
bump the version and update the changelog | merge main into this branch and resolve the conflicts |
which of the two options is better? | summarize what we did today |
check if there are any security problems in this code |
delete the temporary files | split this module into two | the tests pass on my machine but not on the server |
when I open the settings page and change the language the whole window goes white and I have to restart it
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """One text asked of one store: what is expected of it, and of the best rows what decides and if they answer."""

    of: Literal["held", "not held", "ordinary"]
    store: str
    is_tried: bool
    rows: tuple[tuple[float, float, int, bool], ...]

    def told(self, information: float, share: float, words: int) -> list[bool]:
        """Return of the rows that would be told whether each answers."""
        return [row[3] for row in self.rows if row[0] >= information and row[1] >= share and row[2] >= words][:MOST]


def fill(data: DataSet, db: Database) -> None:
    """Put a data set into a file as it would get there: turns in their sessions, anything else as lessons."""
    with db.writing("bench") as tx, indexed_together(tx):
        if data.kind != "turns":
            for row in data.rows:
                versions.insert(tx, versions.Draft("learning", row.text, Period(tx.now), external_id=row.id))
            return
        opened = {
            name: sessions.start(tx, project_id=0, client="bench", client_session=name)[0].uid
            for name in dict.fromkeys(row.session for row in data.rows)
        }
        turns.add_many(
            tx,
            [
                Utterance(
                    row.text, 0, opened[row.session], external_id=row.id, speaker=row.speaker, role=row.role or "user"
                )
                for row in data.rows
            ],
        )


def ask(db: Database, of: Any, store: str, text: str, gold: Iterable[str] = ()) -> Asked:
    """Ask a store one text."""
    with db.reading() as snapshot:
        found = relevant(snapshot, text, project=0)[:12]
    answers = set(gold)
    rows = tuple((one.information, one.share, one.words, one.item.external_id in answers) for one in found)
    return Asked(of, store, crc32(text.encode()) % 2 == 0, rows)


def everything(data: Path, folder: Path) -> tuple[list[Asked], float]:
    """Ask all there is to ask; return it with how many milliseconds one asking takes."""
    stores: dict[str, tuple[DataSet, Database]] = {}
    for name in SETS:
        whole = load(data / name)
        for group in whole.groups:
            label = f"{whole.name} {group}".strip()
            stores[label] = (whole.of_group(group), Database(folder / f"{len(stores)}.db", SystemClock()))
            fill(*stores[label])
    chance = random.Random(11)
    asked: list[Asked] = []
    begun = time.process_time()
    for label, (part, db) in stores.items():
        asked += [ask(db, "held", label, one.text, one.gold) for one in part.questions]
        asked += [ask(db, "ordinary", label, text.strip()) for text in ORDINARY.split("|")]
        for other, (away, _) in stores.items():
            if other != label:
                some = chance.sample(away.questions, min(ELSEWHERE, len(away.questions)))
                asked += [ask(db, "not held", label, one.text) for one in some]
    return asked, (time.process_time() - begun) * 1_000 / len(asked)


def measured(asked: list[Asked], limits: tuple[float, float, int]) -> dict[str, Any]:
    """Return how often it speaks, and how often rightly, for each kind of asking."""
    found: dict[str, Any] = {}
    for of in ("held", "not held", "ordinary"):
        told = [one.told(*limits) for one in asked if one.of == of]
        found[of] = {"asked": len(told), "speaks": sum(map(bool, told)) / max(1, len(told))}
        if of == "held":
            found[of]["rightly"] = sum(map(any, told)) / max(1, sum(map(bool, told)))
            found[of]["rows that answer"] = sum(map(sum, told)) / max(1, sum(map(len, told)))
    return found


def worth(asked: list[Asked], limits: tuple[float, float, int]) -> float:
    """Return the share of questions that are answered, less twice that it speaks to in vain, each set counting alike.

    A line nobody needed costs more attention than one that is missing: the model can still search. Limits that let
    it talk idly are worth nothing.
    """
    found = measured(asked, limits)
    if found["ordinary"]["speaks"] > 0 or found["not held"]["speaks"] > 0.02:
        return -2.0
    total = 0.0
    for name in SETS:
        told = [
            one.told(*limits) for one in asked if one.of == "held" and one.store.startswith(name.removesuffix(".json"))
        ]
        total += sum(1 if any(rows) else -2 for rows in told if rows) / max(1, len(told))
    return total / len(SETS)


def main() -> int:
    """Ask, try the limits on one half, measure the other with those in the code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-injection-") as name:
        asked, milliseconds = everything(options.data, Path(name))
    tried, kept = ([one for one in asked if one.is_tried == is_tried] for is_tried in (True, False))
    best = max(GRID, key=lambda limits: worth(tried, limits))
    limits = (LEAST_INFORMATION, LEAST_SHARE, LEAST_WORDS)
    by_set = {
        name.removesuffix(".json"): measured(
            [one for one in kept if one.store.startswith(name.removesuffix(".json"))], limits
        )
        for name in SETS
    }
    other = measured(kept, limits)
    results = {
        "limits": dict(zip(("information", "share", "words"), limits, strict=True)),
        "best limits on the other half": dict(zip(("information", "share", "words"), best, strict=True)),
        "all": other, **by_set, "processor_ms_per_prompt": milliseconds,
    }  # fmt: skip
    bars = {
        "ordinary prompts are told nothing": other["ordinary"]["speaks"] == 0,
        "what it holds nothing on: told something at most once in 50": other["not held"]["speaks"] <= 0.02,
    }
    report("injection", results, bars)
    return 0 if all(bars.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
