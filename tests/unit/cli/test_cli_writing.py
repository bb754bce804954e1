"""What a person is told who stores or corrects a text at a terminal."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from memory_mcp.cli.main import cli


def said(db: Path, *arguments: str) -> Result:
    return CliRunner().invoke(cli, ["--db", str(db), "--no-embed", *arguments])


def test_who_stores_a_password_is_told_that_it_was_masked(tmp_path: Path) -> None:
    db = tmp_path / "m.db"
    learned = said(db, "learn", "The wifi password of the shop is Regenwurm-42.")
    assert "masked before it was stored: 1 password" in learned.stderr
    row = learned.stdout.rpartition(": ")[2].strip()
    corrected = said(db, "edit", row, "--text", "The wifi password of the shop is Blattlaus-43.")
    assert "masked before it was stored: 1 password" in corrected.stderr
    assert "masked" not in said(db, "learn", "The shop has a wifi.").stderr
    assert "Blattlaus" not in said(db, "read", row).stdout
