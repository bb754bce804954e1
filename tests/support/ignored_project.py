"""A project that holds secrets and ignores them, and what a memory beside it then holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import apsw

# It looks like no secret, so that nothing but the patterns keeps it out; in a form it ends in that form's name.
SECRET = "blue-elephants-waltz-in"
PATTERNS = ["**/.env", "/secrets", "config/**/keys.json", "*.pem", "!public.pem"]
ENV = f"MOTTO={SECRET}"
KEYS = f'{{"motto": "{SECRET}"}}'


def project(root: Path, patterns: list[str] = PATTERNS) -> Path:
    """Make a project that holds secrets and ignores them."""
    for path in (".env", "deploy/.env", "secrets/a.txt", "config/prod/keys.json", "server.pem", "src/app.py"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(SECRET)
    (root / "config/prod/debug.json").write_text("{}")
    (root / ".memory-mcp.toml").write_text(f"[capture]\nignore = {json.dumps(patterns)}\n")
    return root


def everything(db: Path) -> bytes:
    """Return all that stands beside the memory, whatever it is called: file, write-ahead log, spool, hook log."""
    return b"".join(path.read_bytes() for path in db.parent.rglob("*") if path.is_file())


def filled(value: Any, root: Path, name: str) -> Any:
    """Return a call's arguments or its outcome with the project's folder, and the form's own secret, in them."""
    if isinstance(value, str):
        return value.replace("{root}", str(root)).replace(SECRET, f"{SECRET}-{name}.")
    if isinstance(value, dict):
        return {key: filled(entry, root, name) for key, entry in value.items()}
    return [filled(entry, root, name) for entry in value] if isinstance(value, list) else value


def told(db: Path) -> dict[str, str]:
    """Return the texts of the tools' turns by the calls' ids."""
    with apsw.Connection(str(db), flags=apsw.SQLITE_OPEN_READONLY) as connection:
        rows = connection.execute("SELECT external_id, body FROM item WHERE kind = 'turn'").fetchall()
    return {str(key).rpartition(":tool:")[2]: str(body) for key, body in rows}
