"""Set up four real clients in an empty home, work in each, ask the doctor, and take everything out again.

    uv run python tests/clients/in_and_out.py

``setup --yes`` finds Claude Code, Codex, Gemini CLI and OpenCode; a decision made in the first must be shown to the
second at its start; after a session in each the doctor must find nothing wrong, and all that was said in its
transcripts here; after ``setup --remove`` every configuration must be, to the byte, as it was. Models are scripted.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any, Final

from hooked import ANSWER, COMMAND, DECISION, GOODBYE, HELLO, PROMPT, SHELLS, memory_in
from hosts import HOSTS, SCRATCH, Launch, install, node_environment, run, version_of, write_json
from scripted_model import ScriptedModel

from memory_mcp.setup.clients import CLIENTS
from memory_mcp.setup.places import Places
from memory_mcp.setup.program import Program
from memory_mcp.setup.signature import is_our_command

# Without a person nobody can say yes to each command.
ALLOWED: Final = {"codex": ["--dangerously-bypass-approvals-and-sandbox"]}
BAR_S: Final = 60


class Home:
    """An empty home folder with four clients on its PATH, and what was in its files before setup."""

    def __init__(self, folder: Path, clients: Path, model_url: str) -> None:
        self.folder = folder
        self.programs = {name: install(host, clients / name) for name, host in HOSTS.items()}
        self.launches = {name: host.configure(folder, None, model_url) for name, host in HOSTS.items()}
        # OpenCode would put it there itself.
        path = folder / ".config" / "opencode" / "opencode.json"
        write_json(path, {"$schema": "https://opencode.ai/config.json", **json.loads(path.read_text("utf-8"))})
        self.project = folder / "code" / "parser"
        self.project.mkdir(parents=True)
        subprocess.run(["git", "init", "-q", str(self.project)], check=True)
        here = [Path(sys.executable).parent, *(program.parent for program in self.programs.values())]
        path = os.pathsep.join([*map(str, here), node_environment({})["PATH"]])
        self.environment = {"HOME": str(folder), "PATH": path, "LANG": "C.UTF-8"}
        self.before = self.files()

    def files(self) -> dict[Path, bytes | None]:
        """Return every file setup may touch, None where there is none."""
        places, program = Places(self.folder, {}), Program(("memory-mcp",), self.folder / "memory.db")
        paths = {target.path for name in HOSTS for target in CLIENTS[name].targets(places, program, None)}
        return {path: path.read_bytes() if path.exists() else None for path in sorted(paths)}

    def memory(self, *arguments: str) -> dict[str, Any]:
        """Run this program and return what it prints as JSON."""
        command = ["memory-mcp", *arguments, "--json"]
        ended = subprocess.run(
            command, env=self.environment, cwd=self.folder, capture_output=True, text=True, check=False
        )
        if not ended.stdout:
            raise SystemExit(f"{' '.join(command)}: {ended.stderr}")
        told: dict[str, Any] = json.loads(ended.stdout)
        return told

    def session(self, name: str, prompt: str) -> None:
        """Run one session of a client."""
        launch = self.launches[name]
        arguments = [*launch.arguments[:1], *ALLOWED.get(name, []), *launch.arguments[1:]]
        # OpenCode quotes a prompt that is given as one word with spaces in it.
        words = prompt.split() if name == "opencode" else [prompt]
        started = Launch([*arguments, *words[:-1]], launch.environment)
        run(self.programs[name], started, words[-1], home=self.folder, folder=self.project)

    def trust_hooks(self) -> None:
        """Say yes to Codex's question whether it may run the hooks: as its dialogue does, through its own server."""
        environment = self.environment | self.launches["codex"].environment
        with subprocess.Popen(
            [str(self.programs["codex"]), "app-server"], env=environment, cwd=self.project, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        ) as server:  # fmt: skip
            ask(server, 1, "initialize", {"clientInfo": {"name": "in_and_out", "version": "1"}})
            hooks = ask(server, 2, "hooks/list", {"cwds": [str(self.project)]})["data"][0]["hooks"]
            state = {hook["key"]: {"trusted_hash": hook["currentHash"]} for hook in hooks}
            edit = {"keyPath": "hooks.state", "value": state, "mergeStrategy": "upsert"}
            ask(server, 3, "config/batchWrite", {"edits": [edit]})
            hooks = ask(server, 4, "hooks/list", {"cwds": [str(self.project)]})["data"][0]["hooks"]
            server.terminate()
        wrong = [hook["key"] for hook in hooks if hook["trustStatus"] != "trusted"]
        if wrong:
            raise SystemExit(f"Codex does not trust {wrong}")

    def left_behind(self) -> list[str]:
        """Return what differs from before setup, but for what clients wrote themselves meanwhile."""
        return [
            str(path) for path, now in self.files().items() if now != self.before[path] and not self._is_theirs(path)
        ]

    def _is_theirs(self, path: Path) -> bool:
        """Whether a client wrote the difference: Claude Code made its file, Codex noted which hooks are trusted."""
        now, before = path.read_bytes() if path.exists() else b"", self.before[path]
        if path.name == ".claude.json" and before is None:
            servers = json.loads(now).get("mcpServers", {})
            return not any(is_our_command([entry["command"], *entry["args"]]) for entry in servers.values())
        if path.name == "config.toml" and before is not None and now.startswith(before):
            added = tomllib.loads(now[len(before) :].decode())
            return set(added) == {"hooks"} and set(added["hooks"]) == {"state"}
        return False


def ask(server: subprocess.Popen[str], number: int, method: str, parameters: dict[str, Any]) -> Any:
    """Ask Codex's server and return its result."""
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(json.dumps({"id": number, "method": method, "params": parameters}) + "\n")
    server.stdin.flush()
    while line := server.stdout.readline():
        answer = json.loads(line)
        if answer.get("id") == number:
            if "error" in answer:
                raise SystemExit(f"{method}: {answer['error']}")
            return answer["result"]
    raise SystemExit(f"{method}: no answer")


def work(home: Home, model: ScriptedModel) -> tuple[float, bool]:
    """Set up, decide something in the first client, say hello in the others; return the time to the second's hello."""
    started = time.monotonic()
    told = home.memory("setup", "--yes")
    print(f"setup: {', '.join(told['clients'])}; {len(told['changed'])} files, {time.monotonic() - started:.1f} s")
    for one in told["proof"]:
        print(f"  {one['client']}: handshake {one['handshakeMs']} ms, fact found: {one['found']}")
    home.trust_hooks()
    names = list(HOSTS)
    model.script = [SHELLS[names[0]](COMMAND), *HOSTS[names[0]].script("memory_decide", dict(DECISION))]
    model.last_words = ANSWER
    home.session(names[0], PROMPT)
    model.script, model.last_words, seconds, is_shown = [], GOODBYE, 0.0, True
    for name in names[1:]:
        model.requests.clear()
        home.session(name, HELLO)
        is_told = DECISION["decision"] in memory_in(model.requests[0])
        seconds = seconds or time.monotonic() - started
        is_shown = is_shown and is_told
        print(f"{names[0]} -> {name}: the decision was {'shown' if is_told else 'NOT shown'} at its start")
    return seconds, is_shown


def prove(home: Home, model: ScriptedModel) -> bool:
    """Go the whole way; print each step and return whether all were right."""
    seconds, is_shown = work(home, model)
    print(f"from nothing to remembered in the second client: {seconds:.1f} s (bar: {BAR_S})")
    found = home.memory("doctor")
    wrong = [one for one in found["checks"] if one["level"] != "pass"]
    covered = {one["client"]: one["what"] for one in found["checks"] if one["check"] == "coverage"}
    print(f"doctor: {found['pass']} pass, {found['warn']} warn, {found['fail']} fail")
    for one in wrong:
        print(f"  {one}")
    for client, what in covered.items():
        print(f"  coverage of {client}: {what}")
    again = home.memory("setup", "--yes", "--no-history")["changed"]
    print(f"a second setup changes {len(again)} files")
    removed = home.memory("setup", "--remove", "--yes")
    left = home.left_behind()
    print(f"setup --remove: {len(removed['changed'])} files; not as before: {left or 'none'}")
    is_covered = all(what.startswith("100 %") for what in covered.values()) and len(covered) == len(HOSTS)
    return is_shown and not wrong and is_covered and not again and not left and seconds <= BAR_S


def main() -> int:
    """Prove it once."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--clients", type=Path, default=SCRATCH / "clients", help="where the clients are installed")
    asked = parser.parse_args()
    for name, host in HOSTS.items():
        print(f"{name} {version_of(install(host, asked.clients / name))}")
    with (
        tempfile.TemporaryDirectory(prefix="memory-in-and-out-", ignore_cleanup_errors=True) as folder,
        ScriptedModel([]) as model,
    ):
        is_right = prove(Home(Path(folder), asked.clients, model.url), model)
    print("all as it should be" if is_right else "NOT all as it should be")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
