"""Commands as a person types them into a shell: a name or a path in them may be anything."""

from __future__ import annotations

import shlex


def typed(command: str, *given: str) -> str:
    """Return a command of this program with what is given to it, quoted where a shell needs that.

    ``--`` stands before what would be taken for an option.
    """
    marked = ["--"] if any(one.startswith("-") for one in given) else []
    return shlex.join(["memory-mcp", *command.split(), *marked, *given])
