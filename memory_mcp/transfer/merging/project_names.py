"""Match projects by the first commit of their repository, which every clone has, whatever the project is called.

A marker file names a project the same on purpose. A project without a repository is matched by its name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Final

from memory_mcp.project.git_command import ask
from memory_mcp.store.facts.projects import project_identity, project_meeting
from memory_mcp.store.file.database import Database

_TIME_LIMIT_S: Final = 10
_COMMIT: Final = re.compile(r"[0-9a-f]{40,64}")


def identify(db: Database, turn: Callable[[], AbstractContextManager[None]] = nullcontext) -> None:
    """Look for the identity of each project that has a repository here and none yet; a file read only stays as it is.

    The memory is used in a ``turn`` of whoever shares it, git is asked outside of one. Raises BusyError.
    """
    if db.is_read_only:
        return
    with turn(), db.reading() as snapshot:
        waiting = project_identity.without(snapshot)
    found = [(project_id, first) for project_id, root in waiting if (first := first_commit(Path(root)))]
    if found:
        with turn(), db.writing("project") as tx:
            for project_id, commit in found:
                project_meeting.note(tx, project_id, f"commit:{commit}")


def first_commit(root: Path) -> str | None:
    """Return the first commit of the repository at a folder, the least of several; None where there is none.

    A shallow clone does not know it.
    """
    git = root / ".git"
    if not os.path.lexists(git) or (git / "shallow").exists():
        return None
    told = ask(root, "--no-replace-objects", "rev-list", "--max-parents=0", "HEAD", time_limit_s=_TIME_LIMIT_S)
    return min(_COMMIT.findall(told), default=None) if told is not None else None
