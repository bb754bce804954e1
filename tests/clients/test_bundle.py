"""The bundle for one-click installation: made from the declarations, and accepted by the program that packs it."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from elsewhere import UV, in_home
from wire import Wire

ROOT = Path(__file__).parent.parent.parent
PACKER = "@anthropic-ai/mcpb/dist/cli/cli.js"


@pytest.fixture(scope="module")
def build():
    spec = importlib.util.spec_from_file_location("build", ROOT / "mcpb" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_committed_manifest_says_what_the_code_says(build):
    assert build.manifest_text() == build.MANIFEST.read_text(encoding="utf-8")


def test_the_packer_accepts_the_manifest(build, node):
    done = node(PACKER, "validate", build.MANIFEST)

    assert done.returncode == 0, done.stdout + done.stderr


def test_a_packed_bundle_starts_the_way_a_host_starts_it(build, node, tmp_path):
    build.lay_out(tmp_path / "layout")
    packed = node(PACKER, "pack", tmp_path / "layout", tmp_path / "memory.mcpb")
    assert packed.returncode == 0, packed.stdout + packed.stderr
    unpacked = node(PACKER, "unpack", tmp_path / "memory.mcpb", tmp_path / "unpacked")
    assert unpacked.returncode == 0, unpacked.stdout + unpacked.stderr

    start = json.loads(node(ROOT / "tests/clients/bundle_config.mjs", tmp_path / "unpacked").stdout)
    with Wire([UV, *start["args"]], in_home(tmp_path) | start["env"], cwd=tmp_path) as server:
        assert start["command"] == "uv"
        assert server.initialize()["serverInfo"]["name"] == "memory"


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("unshare") or os.geteuid() != 0, reason="cannot cut a program off the network")
def test_the_self_contained_bundle_needs_no_network_and_nothing_of_an_empty_home(tmp_path):
    command = [sys.executable, ROOT / "mcpb" / "self_contained.py", tmp_path / "memory.mcpb", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "handshake, write and a search by meaning, without network" in done.stdout
