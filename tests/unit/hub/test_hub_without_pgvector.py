"""A server of the system's own, older and without pgvector, is a hub too: its search is by words and parts of words."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from transfers import exported, learn

from memory_mcp.hub import schema, searching
from memory_mcp.hub.synchronising import pull, push
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.search.request import Request
from memory_mcp.temporal import AsOf

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[4]))

pytestmark = [
    pytest.mark.external,
    pytest.mark.skipif(not PROGRAMS, reason="the system has no server of PostgreSQL"),
]


@pytest.fixture
def of_the_system():
    folder = Path(tempfile.mkdtemp(prefix="hub"))
    more = {}
    if os.geteuid() == 0:
        # A server refuses to run as root.
        shutil.chown(folder, "postgres")
        more = {"user": "postgres", "extra_groups": []}

    def run(program, *arguments):
        command = [PROGRAMS[-1].with_name(program), *arguments]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, **more)

    run("initdb", "-D", folder / "data", "-U", "owner", "-A", "trust", "-N", "--no-locale", "-E", "UTF8")
    run(
        "pg_ctl",
        "-D",
        folder / "data",
        "-w",
        "-l",
        folder / "log",
        "-o",
        f"-c listen_addresses= -k {folder} -F",
        "start",
    )
    yield f"postgresql://owner@/postgres?host={folder}"
    run("pg_ctl", "-D", folder / "data", "-m", "immediate", "stop")
    shutil.rmtree(folder)


def test_it_carries_a_memory_and_finds_words_and_parts_of_words(stores, here, of_the_system):
    told = schema.init(of_the_system)
    has_trigrams = not any("pg_trgm" in line for line in told)
    uid = learn(here, "the prestagingbox listens on port 8080")
    push(here, of_the_system)
    pull(new := stores.new(), of_the_system)
    assert exported(new, stores.path("new.json")) == exported(here, stores.path("here.json"))
    with here.reading() as snapshot:
        filter_ = Filter(as_of=AsOf(snapshot.now, snapshot.now), project_id=-1)
    for query, is_found in (("listens port", True), ("staging", has_trigrams)):
        answer, _ = searching.search(of_the_system, Request(query, filter_), None, None, "")
        assert [hit.item.uid for hit in answer.hits] == ([uid] if is_found else []), query
