"""Identify this machine to others: by the file's origin, as long as the file is where it first synchronised.

A copied file would be a second machine with the same id, and there would be two logs of one name. So the file remembers
where it is: its path, and a random number that is kept outside it, in the user's folder for state.
"""

from __future__ import annotations

import os
import platform
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Final

import platformdirs

from memory_mcp.errors import ConflictError, RefusedError
from memory_mcp.language.digests import blake2b
from memory_mcp.store.file import meta
from memory_mcp.store.file.atomic_files import new_file
from memory_mcp.store.file.database import Database
from memory_mcp.store.sync import targets

_PLACE: Final = "sync_place"
_ORIGIN: Final = "origin"


def place_of(path: Path) -> str:
    """Return 32 hexadecimal digits that tell a file from its copies elsewhere. Raises RefusedError."""
    told = f"{_number_of_this_user()}\0{os.path.realpath(path)}"
    return blake2b(told.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def name() -> str:
    """Return what a person calls this machine."""
    return platform.node()[:100]


def checked(db: Database, *, is_noted: bool = True) -> str:
    """Return the id of this machine, once the file is found where it first synchronised.

    ``is_noted`` False writes nothing, where it never did before. Raises ConflictError, with the mend, for a file that
    was copied or moved, and RefusedError where the state folder cannot be used.
    """
    here = place_of(db.path)
    with db.reading() as snapshot:
        known, machine = meta.get(snapshot, _PLACE), str(meta.get(snapshot, _ORIGIN))
    if known is None and is_noted:
        with db.writing("sync") as tx:
            meta.put(tx, _PLACE, here)
    elif known not in (None, here):
        raise ConflictError(
            f"{db.path} synchronises as the machine {machine}, and was copied or moved here: two machines of one id "
            "would write one log",
            hint="`memory-mcp sync init --new-machine` makes this file a machine of its own; what it holds stays. Then "
            "start the clients that use it anew.",
        )
    return machine


def renew(db: Database) -> str:
    """Make this file a machine of its own, which tells all it holds to each target once more; return its id."""
    here, machine = place_of(db.path), str(uuid.uuid4())
    with db.writing("sync") as tx:
        meta.put(tx, _ORIGIN, machine)
        meta.put(tx, _PLACE, here)
        for target in targets.targets(tx):
            targets.start_over(tx, target.id)
    return machine


def _number_of_this_user() -> str:
    path = Path(platformdirs.user_state_dir("memory-mcp", appauthor=False)) / "machine-id"
    try:
        if not path.exists():
            with suppress(ConflictError), new_file(path) as draft:
                draft.write_text(uuid.uuid4().hex, encoding="ascii")
        return path.read_text(encoding="ascii")
    except (OSError, UnicodeError) as exc:
        raise RefusedError(
            f"{path} cannot be read or made: {exc}", hint="This machine is told from others by the number in it."
        ) from exc
