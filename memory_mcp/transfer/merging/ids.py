"""Match the ids of a file with ids here; an id that names a row of another kind here is replaced by a made one.

Programs that count their rows per table write files in which a learning 1, a decision 1 and an entity 1 are three
records. Here an id names one row of any kind. The made id follows from kind and id alone, so the same file changes
nothing the second time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from memory_mcp.store.facts import erasure, known_ids
from memory_mcp.store.facts.versions import Kind
from memory_mcp.store.file.database import Transaction
from memory_mcp.transfer.model.made_ids import made_uid

# Of which kind the id in a record is that does not say so; what is told apart by a dismissal comes first.
_WITHOUT_KIND: Final[tuple[Kind, ...]] = (
    "observation",
    "learning",
    "decision",
    "entity",
    "document",
    "turn",
    "digest",
    "statement",
    "relation",
)
_LENGTH_OF_A_UUID: Final = 36


class Identities:
    """The ids of one import: which of them stand for another id here. ``ids`` is kept from batch to batch."""

    def __init__(self, tx: Transaction, ids: dict[str, str]) -> None:
        self._tx: Final = tx
        self._ids: Final = ids

    def of(self, kind: Kind, uid: str) -> str:
        """Return the id here of an id of the file, as far as that was found out."""
        return self._ids.get(_key(kind, uid), uid)

    def of_any(self, uid: str) -> str:
        """Return the id here of an id of the file without a kind; of two rows it may mean, that of the first kind."""
        here = {version.kind for version in known_ids.versions(self._tx, [uid])[uid]}
        for kind in _WITHOUT_KIND:
            if kind in here or _key(kind, uid) in self._ids:
                return self.of(kind, uid)
        return uid

    def point(self, kind: Kind, uid: str, here: str) -> None:
        """Remember that an id of the file stands for another one here."""
        self._ids[_key(kind, uid)] = here

    def settle(self, kind: Kind, uid: str) -> str:
        """Return the id here of an id of the file, made if a row of another kind has it, or had it until erased.

        A UUID is given once: what was erased under it is that row, whatever the file says of its kind.
        """
        here = self.of(kind, uid)
        if here == uid and _is_taken(self._tx, kind, uid, since_erased=len(uid) != _LENGTH_OF_A_UUID):
            here = made_uid(kind, uid)
            self.point(kind, uid, here)
        return here

    def of_successor(self, kind: Kind, uid: str) -> str:
        """Return the id here of what replaced a row of a kind; a UUID is that of the one row that has it.

        Who replaced a lesson by a decision means that decision.
        """
        return self.of(kind, uid) if len(uid) == _LENGTH_OF_A_UUID else self.settle(kind, uid)


def _is_taken(tx: Transaction, kind: Kind, uid: str, *, since_erased: bool) -> bool:
    kinds = {version.kind for version in known_ids.versions(tx, [uid])[uid]}
    erased: Mapping[str, str] = erasure.erased(tx, [uid]) if since_erased else {}
    return bool((kinds | set(erased.values())) - {kind})


def _key(kind: Kind, uid: str) -> str:
    return f"{kind} {uid}"
