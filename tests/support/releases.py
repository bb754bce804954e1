"""A memory of each released schema, kept as SQL: what every later program must open."""

from __future__ import annotations

from pathlib import Path

import apsw

DATA = Path(__file__).parents[1] / "releases"
START = 1_772_355_600_000_000


def dumps() -> list[Path]:
    return sorted(DATA.glob("schema_*.sql"))


def load(dump: Path, target: Path) -> Path:
    """Make the file a dump was taken of."""
    connection = apsw.Connection(str(target))
    connection.execute(dump.read_text(encoding="utf-8"))
    connection.close()
    return target


def schema(path: Path) -> list[tuple[str, ...]]:
    """Return what a file consists of, without how it is spaced and where it lies."""
    connection = apsw.Connection(str(path))
    rows = connection.execute("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema").fetchall()
    connection.close()
    return sorted((kind, name, table, " ".join(sql.split())) for kind, name, table, sql in rows)
