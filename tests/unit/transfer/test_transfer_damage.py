"""Files that were damaged, or written to do harm: what can be kept is kept, and the store stays whole."""

from __future__ import annotations

import gzip
import json
import os
import random
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from examples import examples
from hypothesis import example, given
from hypothesis import strategies as st
from transfers import Stores, bodies, imported, written

from memory_mcp.capture.transcripts.origins import is_transcript
from memory_mcp.errors import InvalidInputError, RefusedError, UnsupportedError
from memory_mcp.store.facts import facts, lifecycle
from memory_mcp.store.facts.versions import Draft
from memory_mcp.temporal import ManualClock, Period
from memory_mcp.transfer.exporting import export_file
from memory_mcp.transfer.importing import import_file, import_text

START = 1_772_355_600_000_000
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.just("2026-01-01T00:00:00Z"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = """
    name entityType summary aliases entityId content source fromEntityId toEntityId relationType weight category
    memoryType title decision reasoning alternatives text role caption speaker sessionId externalId position tags
    confidence importance attributes validFrom validTo recordedAt supersededAt supersededById actor origin project state
    changes client clientSession startedAt endedAt goal field value a b reason at toClient createdAt expiresAt
    relation values
"""
TYPES = (
    "entity observation relation learning decision document turn session goal profile handoff dismissal relationValue"
)
records = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES.split()), "id": st.sampled_from(["a", "b", "c"])},
    optional={key: anything | st.sampled_from(["a", "b", "c", "text"]) for key in KEYS.split()},
)  # fmt: skip


@given(st.lists(records | anything, min_size=1, max_size=12))
@examples(25)
def test_any_records_at_all_are_accounted_for_and_leave_the_store_whole(lines):
    head = {"format": "memory-mcp-export", "version": 1}
    with tempfile.TemporaryDirectory() as folder:
        stores = Stores(Path(folder), ManualClock(START))
        path = written(stores.path("in.jsonl"), [head, *lines])
        first = imported(stores.new(), path)
        stores.close()

    assert first.read == len(lines)


@pytest.mark.parametrize(
    "lines",
    [
        # Two rows have the id that is dismissed; one of the kind that may contradict is meant.
        [
            {"type": "decision", "id": "a", "title": "Queue", "decision": "Use Kafka."},
            {"type": "dismissal", "a": "a", "b": "b"},
            {"type": "document", "id": "a", "text": "A long text."},
            {"type": "learning", "id": "b", "category": "fact", "content": "The queue is RabbitMQ."},
        ],
        # A fact waits for its entity to the end of the file, and its dismissal for the fact.
        [
            {"type": "dismissal", "a": "a", "b": "b"},
            {"type": "observation", "id": "a", "entityId": "nowhere", "content": "It listens on port 1."},
            {"type": "learning", "id": "b", "category": "fact", "content": "It listens on port 2."},
        ],
    ],
)
def test_a_dismissal_finds_its_facts_wherever_they_stand_in_the_file(lines, tmp_path):
    stores = Stores(tmp_path, ManualClock(START))
    db = stores.new()
    path = written(stores.path("in.jsonl"), [{"format": "memory-mcp-export", "version": 1}, *lines])
    first, second = imported(db, path), imported(db, path)
    stores.close()

    assert (first.added, first.skipped) == (len(lines), {})
    assert (second.added, second.unchanged) == (0, len(lines))


@given(st.lists(records, min_size=1, max_size=8))
@example(
    [
        {"type": "entity", "id": "a", "externalId": "c", "name": "a"},
        {"type": "document", "id": "a", "externalId": "c", "text": "a"},
    ]
)
@examples(12)
def test_any_records_at_all_change_nothing_the_second_time(lines):
    head = {"format": "memory-mcp-export", "version": 1}
    with tempfile.TemporaryDirectory() as folder:
        stores = Stores(Path(folder), ManualClock(START))
        db = stores.new()
        path = written(stores.path("in.jsonl"), [head, *lines])
        imported(db, path)
        stores.clock.advance(seconds=1)
        export_file(db, stores.path("once.jsonl"))
        imported(db, path)
        export_file(db, stores.path("twice.jsonl"))
        once, twice = (_facts(path) for path in sorted(Path(folder).glob("*ce.jsonl")))
        stores.close()

    assert twice == once


def test_facts_that_came_from_one_place_come_in_together(stores):
    lines = [{"type": "learning", "id": uid, "externalId": "notes.md", "content": uid} for uid in ("a", "b")]
    db = stores.new()
    report = imported(db, written(stores.path("in.jsonl"), [{"format": "memory-mcp-export", "version": 1}, *lines]))

    assert (report.added, report.skipped, report.problems) == (2, {}, [])


def _facts(path: Path) -> list[Any]:
    return path.read_text(encoding="utf-8").splitlines()[1:]


@given(st.randoms(use_true_random=False), st.sampled_from([".json", ".jsonl"]))
@examples(12)
def test_an_export_with_bytes_changed_at_random_is_read_as_far_as_it_goes(chance: random.Random, suffix):
    with tempfile.TemporaryDirectory() as folder:
        stores = Stores(Path(folder), ManualClock(START))
        source = stores.new()
        with source.writing("test") as tx:
            for number in range(20):
                facts.assert_(
                    tx, Draft("learning", f"lesson {number}", Period(tx.now), attributes={"category": "fact"})
                )
        path = stores.path(f"out{suffix}")
        export_file(source, path)
        data = bytearray(path.read_bytes())
        for _ in range(3):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(data)
        target = stores.new()
        stores.clock.advance(seconds=1)
        # A head that cannot be read is refused as a whole; that is an answer too.
        with suppress(InvalidInputError, UnsupportedError):
            imported(target, path)
        stores.close()


def test_a_line_that_is_damaged_costs_that_line(stores):
    source, target = stores.new(), stores.new()
    with source.writing("test") as tx:
        for number in range(20):
            facts.assert_(tx, Draft("learning", f"lesson {number}", Period(tx.now)))
    export_file(source, path := stores.path("out.jsonl"))
    lines = path.read_text().splitlines()
    lines[7] = lines[7][:40]
    path.write_text("\n".join(lines))
    stores.clock.advance(seconds=1)
    report = imported(target, path)

    assert (report.added, report.problems) == (19, ["line 8: skipped: not JSON"])


def test_an_export_cut_off_in_the_middle_gives_all_records_before_the_cut(stores):
    source, target = stores.new(), stores.new()
    with source.writing("test") as tx:
        for number in range(200):
            facts.assert_(tx, Draft("learning", f"lesson {number}", Period(tx.now)))
    export_file(source, path := stores.path("out.json"))
    text = path.read_text()
    path.write_text(text[: len(text) // 2])
    stores.clock.advance(seconds=1)
    report = imported(target, path)

    assert 90 < len(bodies(target, "learning")) < 110
    assert report.skipped == {"the file is damaged here": 1}


@pytest.mark.parametrize(
    "value",
    [
        "[" * 100_000,
        '{"format": "memory-mcp-export", "version": 1, "learnings": ' + "[" * 100_000,
        '{"a":' * 50_000,
        '{"id": "1", "text": ' + "9" * 10_000 + "}",
    ],
)
def test_nesting_and_numbers_without_end_are_refused_or_skipped(stores, value):
    db = stores.new()
    with suppress(InvalidInputError):
        import_text(db, value)

    assert bodies(db, "learning") == []


def test_a_text_of_any_length_is_a_problem_of_its_record_alone(stores):
    head = {"format": "memory-mcp-export", "version": 1}
    lines = [
        {"type": "learning", "id": "a", "content": "x" * 2_000_001},
        {"type": "learning", "id": "b", "content": "short"},
        {"type": "learning", "id": "c" * 501, "content": "short"},
    ]
    db = stores.new()
    report = imported(db, written(stores.path("in.jsonl"), [head, *lines]))

    assert report.skipped == {"content is longer than 2000000 characters": 1, "id is longer than 500 characters": 1}
    assert bodies(db, "learning") == ["short"]


def test_an_import_does_not_run_what_a_file_says(stores):
    head = {"format": "memory-mcp-export", "version": 1}
    evil = "'); DROP TABLE item; --"
    lines = [{"type": "learning", "id": evil, "content": evil, "project": evil, "tags": [evil], "actor": evil}]
    db = stores.new()
    imported(db, written(stores.path("in.jsonl"), [head, *lines]))

    assert bodies(db, "learning") == [evil]


def test_nul_and_half_characters_become_signs_that_can_be_stored(stores):
    db = stores.new()
    path = stores.path("in.jsonl")
    path.write_text('{"id": "\\ud83d", "text": "a\\u0000b \\ud83d", "session": "\\u0000"}\n')
    imported(db, path)

    assert bodies(db, "turn") == ["a\ufffdb \ufffd"]


def test_a_state_that_makes_no_sense_is_read_as_far_as_it_does(stores):
    head = {"format": "memory-mcp-export", "version": 1}
    odd = {"archivedAt": "never", "pinned": "yes", "useCount": "many", "verified": 2, "changedAt": []}
    db = stores.new()
    imported(
        db, written(stores.path("in.jsonl"), [head, {"type": "learning", "id": "a", "content": "x", "state": odd}])
    )

    with db.reading() as snapshot:
        found = lifecycle.state(snapshot, "a")
    assert (found.archived_at, found.use_count) == (None, 0)


def test_problems_are_counted_but_only_twenty_are_told(stores):
    lines = [{"format": "memory-mcp-export", "version": 1}, *([7] * 50)]
    report = imported(stores.new(), written(stores.path("in.jsonl"), lines))

    assert (len(report.problems), report.problem_count, report.skipped) == (20, 50, {"not an object": 50})
    assert json.dumps(report.as_dict())


def no_file(path: Path) -> Path:
    """Put a pipe there, which waits for whoever writes to it; a folder where the system has no pipes in folders."""
    if sys.platform == "win32":
        path.mkdir()
    else:
        os.mkfifo(path)
    return path


def test_a_device_is_refused_instead_of_waited_for(stores):
    with pytest.raises(RefusedError, match="neither a file nor a folder"):
        import_file(stores.new(), Path(os.devnull))


def test_a_pipe_in_a_folder_of_pages_is_passed_over(stores):
    (folder := stores.path("pages")).mkdir()
    (folder / "page.md").write_text("# Port\n\nStaging listens on 6543.\n")
    no_file(folder / "pipe.md")
    report = import_file(stores.new(), folder)

    assert report.added > 0


def test_a_pipe_is_no_transcript(stores):
    pipe = no_file(stores.path("pipe.jsonl"))

    assert not is_transcript(pipe)
    assert not is_transcript(pipe.parent)


def test_a_compressed_export_cut_off_gives_all_records_before_the_cut(stores):
    value: dict[str, Any] = {"format": "memory-mcp-export", "version": 1}
    value["learnings"] = [{"id": f"{n}", "content": os.urandom(40).hex(), "category": "fact"} for n in range(300)]
    data = gzip.compress(json.dumps(value).encode())
    (path := stores.path("in.json.gz")).write_bytes(data[: len(data) * 2 // 3])
    report = imported(stores.new(), path)

    assert 150 < report.added < 250
    assert report.skipped == {"the file is damaged here": 1}


def test_a_compressed_export_without_its_check_sum_says_so(stores):
    value: dict[str, Any] = {"format": "memory-mcp-export", "version": 1}
    value["learnings"] = [{"id": "1", "content": "we use tabs", "category": "fact"}]
    (path := stores.path("in.json.gz")).write_bytes(gzip.compress(json.dumps(value).encode())[:-4])
    report = imported(stores.new(), path)

    assert (report.added, report.skipped) == (1, {"the compressed file is damaged": 1})
