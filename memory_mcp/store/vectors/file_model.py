"""Say which model the file's vectors are of; hooks load this too, which have no time for what else is about vectors."""

from __future__ import annotations

from typing import Final

from memory_mcp.store.file import meta
from memory_mcp.store.file.database import Snapshot, Transaction

_KEY: Final = "model_tag"


def model_tag(snapshot: Snapshot) -> str | None:
    """Return the model of the file's vectors; None before the first."""
    tag: str | None = meta.get(snapshot, _KEY)
    return tag


def set_model_tag(tx: Transaction, tag: str) -> None:
    """Note the model that the file's vectors are of from now on."""
    meta.put(tx, _KEY, tag)
