"""Files to import whose records are not of the kinds they should be."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from memory_mcp.cli.main import cli


@pytest.mark.parametrize("kind", [["entity"], {"entity": 1}, 5], ids=["list", "object", "number"])
def test_a_record_whose_type_is_no_text_is_skipped_and_reported(tmp_path, kind):
    head = {"format": "memory-mcp-export", "version": 1}
    lines = (json.dumps(one) for one in (head, {"type": kind, "role": kind, "id": "x"}))
    (tmp_path / "all.jsonl").write_text("\n".join(lines), encoding="utf-8")

    told = CliRunner().invoke(
        cli, ["--no-embed", "--db", str(tmp_path / "memory.db"), "import", str(tmp_path / "all.jsonl"), "--json"]
    )

    assert json.loads(told.stdout)["skipped"] == {"no known type": 1}
