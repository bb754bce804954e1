"""Run the git command on a folder that anybody may have made; no other module runs git.

Nothing that a repository's own configuration names is run. Nothing is fetched either: git would fetch a missing object
by a command that the repository names.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

TIME_LIMIT_S: Final = 20.0
_SAFE: Final = (
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.hooksPath="),
    *("-c", "log.showSignature=false"),
    *("-c", "core.quotePath=false"),
)
_QUIET: Final = {
    "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none",
    "LC_ALL": "C.UTF-8",
}  # fmt: skip
_NONE: Final[Mapping[str, str]] = MappingProxyType({})


def ask(
    folder: Path, *words: str, settings: Mapping[str, str] = _NONE, time_limit_s: float = TIME_LIMIT_S
) -> str | None:
    """Run a git command that only reads, under ``settings``; None where it cannot be run, fails or takes too long."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment = kept | _QUIET | {"GIT_CONFIG_COUNT": str(len(settings))}
    for number, (name, value) in enumerate(settings.items()):
        environment |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    command: Sequence[str] = ("git", "--no-pager", *_SAFE, *words)
    try:
        ended = subprocess.run(  # noqa: S603 - git with words of ours; a path is never among them
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=time_limit_s,
            check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return None
    return ended.stdout.decode("utf-8", "surrogateescape") if ended.returncode == 0 else None
