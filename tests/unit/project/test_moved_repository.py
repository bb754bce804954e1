"""A repository that was moved is told of, with the way to keep its name."""

from __future__ import annotations

from pathlib import Path

from calling import server

from memory_mcp.temporal import ManualClock
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import RequestFacts


def test_a_repository_nothing_is_known_of_names_the_projects_whose_folders_are_gone(
    tmp_path: Path, clock: ManualClock
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    (old / ".git").mkdir(parents=True)
    (old / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    with server(tmp_path, clock) as runtime:
        first = Call(runtime, RequestFacts(project_dir=str(old)))
        with first.writing() as tx:
            first.home(tx, None)
        old.rename(new)
        reads, writes, again = (Call(runtime, RequestFacts(project_dir=str(new))) for _ in range(3))
        with reads.reading() as snapshot:
            reads.scope(snapshot, None)
        with writes.writing() as tx:
            writes.home(tx, None)
        with again.reading() as snapshot:
            again.scope(snapshot, None)
    assert first.notices == again.notices == []
    for told in (reads.notices, writes.notices):
        assert "the folders of 'old' are gone" in told[0]
        assert "MEMORY_PROJECT" in told[0]
