"""Environments as another machine has them: an empty home and no trace of this one's Python."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

UV = os.environ.get("UV") or shutil.which("uv") or "uv"


def in_home(home: Path) -> dict[str, str]:
    """Return an environment for a program; only the cache of packages is shared, which saves downloads."""
    inherited = {name: value for name, value in os.environ.items() if name not in {"VIRTUAL_ENV", "PYTHONPATH"}}
    return inherited | {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "UV_CACHE_DIR": _package_cache()}


@cache
def _package_cache() -> str:
    return subprocess.run([UV, "cache", "dir"], capture_output=True, text=True, check=True).stdout.strip()
