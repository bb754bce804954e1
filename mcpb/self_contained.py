"""A bundle that needs nothing but Python: the program, its libraries and the model inside, for one platform.

    uv run python mcpb/self_contained.py FILE.mcpb      for this machine and the Python that runs this
    uv run python mcpb/self_contained.py FILE.mcpb --check      and start it as its manifest says, without network

The check unpacks it, starts it with an empty home, shakes hands, stores a fact and finds it by its meaning.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

from build import HERE, ICON, ROOT, manifest


def own_manifest() -> dict[str, Any]:
    """Return the manifest of a bundle that holds everything, for this platform and Python."""
    whole = manifest()
    major, minor = sys.version_info[:2]
    # Clients start it in a project's folder, whose modules Python must not load.
    entry = {"command": "python3", "args": ["-P", "-m", "memory_mcp", "serve"]}
    whole["server"] = {
        "type": "python", "entry_point": "lib/memory_mcp/__main__.py",
        "mcp_config": entry | {"env": whole["server"]["mcp_config"]["env"] | {"PYTHONPATH": "${__dirname}/lib"}},
    }  # fmt: skip
    whole["compatibility"] = {
        "platforms": [sys.platform], "runtimes": {"python": f">={major}.{minor},<{major}.{minor + 1}"},
    }  # fmt: skip
    return whole


def lay_out(folder: Path) -> None:
    """Install the program with what was tested together into the folder, and write its manifest."""
    pins = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["uv"]["constraint-dependencies"]
    with tempfile.TemporaryDirectory() as scratch:
        constraints = Path(scratch) / "pins.txt"
        constraints.write_text("\n".join(pins), encoding="utf-8")
        subprocess.run(["uv", "build", "--quiet", "--wheel", "--out-dir", scratch, ROOT], check=True)
        wheel = next(Path(scratch).glob("*.whl"))
        install = ["uv", "pip", "install", "--quiet", "--target", folder / "lib", "--python", sys.executable]
        subprocess.run([*install, "--constraint", constraints, wheel], check=True)
    (folder / "manifest.json").write_text(json.dumps(own_manifest(), indent=2, ensure_ascii=False) + "\n", "utf-8")
    for path in (HERE / ICON.name, ROOT / "README.md", ROOT / "LICENSE"):
        shutil.copy(path, folder)


def pack(folder: Path, bundle: Path) -> None:
    """Write the folder as a bundle: the same files make the same bytes."""
    with zipfile.ZipFile(bundle, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as packed:
        for path in sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
            info = zipfile.ZipInfo(path.relative_to(folder).as_posix(), (2020, 1, 1, 0, 0, 0))
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            packed.writestr(info, path.read_bytes())


def check(bundle: Path) -> None:
    """Start a bundle as its manifest says, in an empty home without network.

    Raises AssertionError for a wrong answer.
    """
    with tempfile.TemporaryDirectory() as scratch:
        folder, home = Path(scratch) / "bundle", Path(scratch) / "home"
        home.mkdir()
        zipfile.ZipFile(bundle).extractall(folder)
        start = json.loads((folder / "manifest.json").read_text("utf-8"))["server"]["mcp_config"]
        given = {name: value.replace("${__dirname}", str(folder)) for name, value in start["env"].items()}
        # A Python that knows no library but the bundle's: not that of the environment this runs in.
        path = f"{sys.base_prefix}/bin{os.pathsep}{os.environ['PATH']}"
        environment = {"PATH": path, "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"} | given
        alone = ["unshare", "--net"] if shutil.which("unshare") and os.geteuid() == 0 else []
        command = [*alone, start["command"], *start["args"]]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=home, text=True
        ) as server:
            hello = {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "check", "version": "1"},
            }
            assert _ask(server, 1, "initialize", hello)["serverInfo"]["name"] == "memory"
            _tell(server, {"method": "notifications/initialized"})
            _call(server, 2, "memory_learn", {"category": "fact", "content": "The cat sleeps on the windowsill."})
            found = _call(server, 3, "memory_search", {"query": "Where does the pet take a nap?"})
            # No word of the question is in it.
            assert "words only" not in found.get("notice", ""), found
            assert found["hits"][0]["snippet"] == "The cat sleeps on the windowsill.", found
            server.stdin.close()
    print(
        f"{bundle}: handshake, write and a search by meaning, {'without network' if alone else 'network not cut off'}"
    )


def _call(server: subprocess.Popen[str], number: int, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return _ask(server, number, "tools/call", {"name": tool, "arguments": arguments})["structuredContent"]


def _ask(server: subprocess.Popen[str], number: int, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
    _tell(server, {"id": number, "method": method, "params": parameters})
    while line := server.stdout.readline():
        answer = json.loads(line)
        if answer.get("id") == number:
            return answer["result"]
    raise AssertionError(f"the server ended before it answered {method}")


def _tell(server: subprocess.Popen[str], message: dict[str, Any]) -> None:
    server.stdin.write(json.dumps({"jsonrpc": "2.0"} | message) + "\n")
    server.stdin.flush()


def main() -> None:
    """Build the bundle, and check it if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--check", action="store_true", help="start it too")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        lay_out(Path(scratch))
        pack(Path(scratch), asked.bundle)
    print(f"{asked.bundle}: {asked.bundle.stat().st_size / 1e6:.0f} MB")
    if asked.check:
        check(asked.bundle)


if __name__ == "__main__":
    main()
