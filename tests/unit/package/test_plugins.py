"""Plugins and the registry's entry: made from one place, and as the programs and the registry want them."""

from __future__ import annotations

import importlib.util
import json
import re
import tomllib
from base64 import b64decode
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import jsonschema
import pytest
import yaml

from memory_mcp.tools import registry

ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
_TEXT = {"type": "string"}
# What the registry asks of the fields used here, by its published schema and the rules for publishing:
# https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json
ENTRY = {
    "type": "object",
    "required": ["$schema", "name", "description", "version", "packages"],
    # It takes others too; one that is not named here is likely a slip.
    "additionalProperties": False,
    "properties": {
        "$schema": {"const": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"},
        "name": {"type": "string", "minLength": 3, "maxLength": 200, "pattern": "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$"},
        "title": {"type": "string", "minLength": 1, "maxLength": 100},
        "description": {"type": "string", "minLength": 1, "maxLength": 100},
        "version": {"type": "string", "maxLength": 255, "pattern": r"^\d+\.\d+\.\d+"},
        "websiteUrl": {"type": "string", "format": "uri"},
        "repository": {
            "type": "object",
            "required": ["url", "source"],
            "properties": {"url": {"type": "string", "format": "uri"}, "source": _TEXT},
        },
        "packages": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["registryType", "identifier", "version", "transport"],
                "properties": {
                    "registryType": {"enum": ["npm", "pypi", "cargo", "oci", "nuget", "mcpb"]},
                    "identifier": _TEXT,
                    "version": {"type": "string", "minLength": 1, "maxLength": 255, "not": {"const": "latest"}},
                    "runtimeHint": _TEXT,
                    "registryBaseUrl": {"type": "string", "format": "uri"},
                    "fileSha256": {"type": "string", "pattern": "^[a-f0-9]{64}$"},
                    "transport": {
                        "type": "object",
                        "required": ["type"],
                        "anyOf": [
                            {"properties": {"type": {"const": "stdio"}}},
                            {"required": ["url"], "properties": {"type": {"enum": ["streamable-http", "sse"]}}},
                        ],
                        "properties": {"url": _TEXT},
                    },
                    "environmentVariables": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["name"],
                            "properties": {
                                "name": _TEXT,
                                "description": _TEXT,
                                "format": {"enum": ["string", "number", "boolean", "filepath"]},
                                "isRequired": {"type": "boolean"},
                                "isSecret": {"type": "boolean"},
                                "default": _TEXT,
                                "placeholder": _TEXT,
                                "value": _TEXT,
                                "choices": {"type": "array", "items": _TEXT},
                            },
                        },
                    },
                },
            },
        },
    },
}


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
        if path.is_file() and path.name not in {"build.py", "icon.png"} and "__pycache__" not in path.parts
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


def test_the_registry_takes_the_entry(build):
    jsonschema.validate(build.registry_entry(), ENTRY, format_checker=jsonschema.FormatChecker())


@pytest.mark.parametrize("change", [
    {"name": "memory"}, {"name": "io.github.a/b/c"}, {"description": "x" * 101}, {"description": ""}, {"version": None},
    {"title": "x" * 101}, {"repository": {"url": "https://example.org"}},
    {"packages": [{"registryType": "pypi", "identifier": "memory"}]},
    {"packages": [
        {"registryType": "pypi", "identifier": "memory", "transport": {"type": "pipe"}, "version": "0.1.0"},
    ]},
    {"packages": [
        {"registryType": "pypi", "identifier": "memory", "transport": {"type": "sse"}, "version": "0.1.0"},
    ]},
    {"packages": [{
        "registryType": "pypi", "identifier": "memory", "transport": {"type": "stdio"}, "version": "0.1.0",
        "environmentVariables": [{"name": "MEMORY_PROJECT", "default": 1}],
    }]},
    {"packages": [
        {"registryType": "pypi", "identifier": "memory", "transport": {"type": "stdio"}, "version": "latest"},
    ]},
])  # fmt: skip
def test_an_entry_that_the_registry_refuses_would_be_noticed(build, change):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(build.registry_entry() | change, ENTRY)


def test_the_entry_names_this_package_at_this_version(build):
    entry = build.registry_entry()
    assert entry["version"] == PROJECT["version"]
    for package in entry["packages"]:
        told = [package[name] for name in ("identifier", "version", "transport")]
        assert told == [PROJECT["name"], PROJECT["version"], {"type": "stdio"}]


def test_a_command_names_only_tools_and_parameters_there_are(build):
    texts = [text for name, text in build.files() if name.startswith("claude-code/commands/")]
    assert len(texts) == len(build.COMMANDS)
    for text in texts:
        named = [registry()[name].input_schema["properties"] for name in re.findall(r"memory_\w+", text)]
        assert named
        assert {word for word in re.findall(r"(\w+)=true|\((\w+)\)", text) for word in word if word} <= {
            name for properties in named for name in properties
        }


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


def test_no_workflow_keeps_credentials_and_a_release_takes_nothing_from_a_cache():
    workflows = {path.name: yaml.safe_load(path.read_text("utf-8")) for path in (ROOT / ".github/workflows").iterdir()}
    steps = [
        (name, step["uses"].partition("@")[0], step.get("with", {}))
        for name, workflow in workflows.items() for job in workflow["jobs"].values() for step in job["steps"]
        if "uses" in step
    ]  # fmt: skip
    kept = [given.get("persist-credentials") for _name, action, given in steps if action == "actions/checkout"]
    cached = [
        given.get("enable-cache") for name, action, given in steps
        if (name, action) == ("release.yml", "astral-sh/setup-uv")
    ]  # fmt: skip
    assert kept
    assert cached
    assert {*kept, *cached} == {False}


def test_the_icon_is_the_one_that_is_drawn():
    spec = importlib.util.spec_from_file_location("icon", ROOT / "mcpb" / "icon.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.png() == module.ICON.read_bytes()


def test_the_plugin_has_the_icon_of_the_bundle(build):
    assert (build.HERE / build.ICON).read_bytes() == build.DRAWN.read_bytes()


def test_a_link_carries_the_server_s_entry(build):
    cursor, code = re.findall(r"\]\((.*?)\)", dict(build.files())["LINKS.md"])
    config = parse_qs(urlsplit(cursor).query)["config"][0]
    assert json.loads(b64decode(config)) == build.SERVER
    assert json.loads(unquote(urlsplit(code).query)) == {"name": "memory"} | build.SERVER
