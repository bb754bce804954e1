"""Pin every dependency to the newest versions that pass the tests: ``python3 .ci/pin.py``.

The pins stand in pyproject.toml as constraints, so that a clone resolves today as it did when the tests last passed,
on every platform and Python at once, while the published package keeps its low floors. Nothing changes when the
tests fail.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"
PINS = re.compile(r"^constraint-dependencies = \[.*?\]$", re.MULTILINE | re.DOTALL)


def with_pins(text: str, pins: list[str]) -> str:
    """Return the project file with these pins instead of its own."""
    lines = "".join(f'    "{pin}",\n' for pin in pins)
    block = f"constraint-dependencies = [\n{lines}]" if pins else "constraint-dependencies = []"
    written, count = PINS.subn(lambda _: block, text)
    if count != 1:
        message = f"{PYPROJECT} has {count} lists of constraint-dependencies, expected one"
        raise SystemExit(message)
    return written


def newest(text: str) -> list[str]:
    """Return the newest version of every package the project can need, with its markers."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pyproject.toml").write_text(with_pins(text, []), encoding="utf-8")
        subprocess.run(["uv", "lock", "--directory", folder], check=True)
        export = ["uv", "export", "--directory", folder, "--all-groups", "--no-emit-project"]
        plain = ["--no-hashes", "--no-header", "--no-annotate", "--quiet"]
        listed = subprocess.run([*export, *plain], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [" ".join(line.split()).replace('"', "'") for line in listed.splitlines() if line]


def main() -> int:
    """Write the pins, run the tests, and put the old pins back if they fail."""
    before = PYPROJECT.read_text(encoding="utf-8")
    PYPROJECT.write_text(with_pins(before, newest(before)), encoding="utf-8")
    status = subprocess.run(["uv", "run", "pytest"], check=False).returncode
    if status:
        PYPROJECT.write_text(before, encoding="utf-8")
        print("The tests failed with the newest versions: the pins stay as they were.", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
