"""Two imports of one edited folder write its lists one after the other."""

from __future__ import annotations

import apsw
from click.testing import CliRunner

from memory_mcp.cli.main import cli
from memory_mcp.transfer.formats import markdown_edits


def test_no_other_import_writes_the_lists_while_they_are_read_and_written(tmp_path, monkeypatch):
    db, folder = tmp_path / "memory.db", tmp_path / "pages"

    def run(*arguments: str):
        return CliRunner().invoke(cli, ["--db", str(db), "--no-embed", *arguments])

    run("learn", "We use iron.")
    run("export", str(folder), "--format", "markdown")
    page = folder / "learnings/fact.md"
    page.write_text(page.read_text("utf-8").replace("iron", "brass"), "utf-8")
    busy = []
    note_taken = markdown_edits.note_taken

    def noted(*arguments):
        with apsw.Connection(str(db)) as other:
            other.set_busy_timeout(0)
            try:
                other.execute("BEGIN IMMEDIATE")
            except apsw.BusyError:
                busy.append(True)
        return note_taken(*arguments)

    monkeypatch.setattr(markdown_edits, "note_taken", noted)
    assert run("import", str(folder), "--yes").exit_code == 0
    assert busy == [True]
    assert "We use brass." in markdown_edits.written(folder).values()
