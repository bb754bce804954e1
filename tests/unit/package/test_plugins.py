"""Plugins and the registry's entry: made from one place, and as the programs and the registry want them."""

from __future__ import annotations

import importlib.util
import json
import re
import tomllib
from base64 import b64decode
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def build():
    spec = importlib.util.spec_from_file_location("build_plugins", ROOT / "plugins" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_committed_files_are_those_that_are_made(build):
    made = dict(build.files())
    there = {
        path.relative_to(build.HERE).as_posix(): path.read_text("utf-8")
        for path in build.HERE.rglob("*")
        if path.is_file() and path.name != "build.py" and "__pycache__" not in path.parts
    }
    assert there == made


def test_name_version_and_address_stand_in_the_project_file_alone(build):
    address = PROJECT["urls"]["Repository"]
    for name, text in build.files():
        for told in (json.loads(text),) if name.endswith(".json") else ():
            assert told.get("version", PROJECT["version"]) == PROJECT["version"], name
            assert told.get("homepage", address) == address, name
    named = [
        path.relative_to(ROOT).as_posix()
        for path in (*ROOT.glob("*.md"), *ROOT.glob("memory_mcp/**/*.md"), *ROOT.glob("memory_mcp/**/*.py"))
        if address in path.read_text("utf-8")
    ]
    assert named == []


def test_the_registry_s_entry_keeps_its_limits(build):
    entry = build.registry_entry()
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", entry["name"])
    assert 1 <= len(entry["description"]) <= 100
    assert {"$schema", "name", "description", "version", "packages"} <= entry.keys()
    for package in entry["packages"]:
        assert {"registryType", "identifier", "version", "transport"} <= package.keys()
        assert (package["identifier"], package["transport"]) == (PROJECT["name"], {"type": "stdio"})


def test_a_plugin_s_hook_ends_well_where_the_program_is_gone(build):
    for name, text in build.files():
        if name.endswith("hooks.json"):
            commands = re.findall(r'"command": "(.*)"', text)
            assert commands
            assert all(command.endswith("2>/dev/null || :") for command in commands), name


def test_every_action_of_a_workflow_is_pinned_by_its_hash():
    used = [
        (path.name, line.strip())
        for path in (ROOT / ".github" / "workflows").glob("*.yml")
        for line in path.read_text("utf-8").splitlines()
        if "uses:" in line
    ]
    assert used
    assert [one for one in used if not re.fullmatch(r"-? ?uses: [\w/.-]+@[0-9a-f]{40} # v[\d.]+", one[1])] == []


def test_the_icon_is_the_one_that_is_drawn():
    spec = importlib.util.spec_from_file_location("icon", ROOT / "mcpb" / "icon.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.png() == module.ICON.read_bytes()


def test_a_link_carries_the_server_s_entry(build):
    cursor, code = re.findall(r"\]\((.*?)\)", dict(build.files())["LINKS.md"])
    config = parse_qs(urlsplit(cursor).query)["config"][0]
    assert json.loads(b64decode(config)) == build.SERVER
    assert json.loads(unquote(urlsplit(code).query)) == {"name": "memory"} | build.SERVER
