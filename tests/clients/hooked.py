"""Let real clients with hooks work in one session and see what the next one starts with, theirs or another's.

    uv run python tests/clients/hooked.py claude codex claude:codex

``claude`` is two sessions of Claude Code, ``claude:codex`` begins there and goes on in Codex. The entries are those of
``memory-mcp setup CLIENT``, put into what the scripted model needs. In the first session the client runs a
command of its own and records a decision; nobody says "remember". In the second one a person only says hello: its
model must be shown what the first left, and the file must hold every word of both, once.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from hosts import HOSTS, SCRATCH, Launch, install, run, version_of, write_json
from scripted_model import Json, ScriptedModel, Step, walk

from memory_mcp.capture.clients.injected_markup import FRAME_CLOSE, FRAME_OPEN

PROMPT: Final = "The CSV parser drops the last line of files that end without a newline. Find out why."
COMMAND: Final = "printf 'a,b\\n1,2' > sample.csv && wc -l sample.csv"
DECISION: Final = {
    "title": "How the parser ends a file",
    "decision": "The end of a file closes the last record",
    "reasoning": "Editors disagree about a newline at the end of a file",
}
ANSWER: Final = "It only counts newline characters, so the last record is never closed. Next: mend read_records."
HELLO: Final = "Hello again, where were we?"
GOODBYE: Final = "We were about to mend read_records."

# How each client's own shell is called by its model.
SHELLS: Final[dict[str, Callable[[str], Step]]] = {
    "claude": lambda command: Step("Bash", {"command": command, "description": "Try a file"}),
    "codex": lambda command: Step("exec_command", {"cmd": command}),
    "gemini": lambda command: Step("run_shell_command", {"command": command, "description": "Try a file"}),
    "opencode": lambda command: Step("bash", {"command": command, "description": "Try a file"}),
}
EXTRA: Final = {
    # A person trusts the hooks once in a dialogue; without one it is said here.
    "codex": ["--dangerously-bypass-hook-trust", "--dangerously-bypass-approvals-and-sandbox"],
}


def memory(db: Path, *arguments: str) -> str:
    """Run this program's command line on the file and return what it prints."""
    command = [sys.executable, "-m", "memory_mcp", "--db", str(db), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def set_up(name: str, home: Path, db: Path) -> None:
    """Let ``setup`` put its entries into what is there already."""
    given = {name: value for name, value in os.environ.items() if name not in {"CLAUDE_CONFIG_DIR", "CODEX_HOME"}}
    command = [sys.executable, "-m", "memory_mcp", "--db", str(db), "setup", name, "--yes", "--no-history"]
    subprocess.run(command, env=given | {"HOME": str(home)}, capture_output=True, check=True)
    if name == "codex":
        # Without this a first question does not wait for the server.
        path = home / ".codex" / "config.toml"
        path.write_text(path.read_text(encoding="utf-8").rstrip() + "\nrequired = true\n", encoding="utf-8")


def session(name: str, clients: Path, home: Path, db: Path, prompt: str, script: list[Step], answer: str) -> list[Json]:
    """Run one session of a client and return what its model was shown."""
    host = HOSTS[name]
    program = install(host, clients / name)
    folder = home / "code" / "parser"
    with ScriptedModel(script, answer) as model:
        launch = host.configure(home, None, model.url)
        set_up(name, home, db)
        arguments = [*launch.arguments[:1], *EXTRA.get(name, []), *launch.arguments[1:]]
        # OpenCode quotes a prompt that is given as one word with spaces in it.
        words = prompt.split() if name == "opencode" else [prompt]
        run(program, Launch([*arguments, *words[:-1]], launch.environment), words[-1], home=home, folder=folder)
    return model.requests


def memory_in(request: Json) -> str:
    """Return the block of memory a request carries, wherever its client puts it and however it escapes it."""
    texts = [html.unescape(value) for part in walk(request) for value in part.values() if isinstance(value, str)]
    block = re.compile(re.escape(FRAME_OPEN) + ".*?" + re.escape(FRAME_CLOSE), re.DOTALL)
    return next((found[0] for text in texts if (found := block.search(text))), "")


def captured(db: Path, out: Path) -> list[Any]:
    """Return role and text of every turn in the file."""
    out.unlink(missing_ok=True)
    memory(db, "export", str(out), "--all")
    envelope = json.loads(out.read_text(encoding="utf-8"))
    return [(row["role"], row["text"]) for row in envelope["turns"]]


def prove(first: str, second: str, clients: Path, out: Path) -> bool:
    """Work in one client, say hello in another; print what its model saw; return whether that was all there was."""
    print(f"## {first} {version_of(install(HOSTS[first], clients / first))}", end=" -> ")
    print(f"{second} {version_of(install(HOSTS[second], clients / second))}")
    with tempfile.TemporaryDirectory(prefix="memory-hooked-", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        db = home / "memory" / "memory.db"
        project = home / "code" / "parser"
        project.mkdir(parents=True)
        subprocess.run(["git", "init", "-q", str(project)], check=True)
        work = [SHELLS[first](COMMAND), *HOSTS[first].script("memory_decide", dict(DECISION))]
        shown = [session(first, clients, home, db, PROMPT, work, ANSWER)]
        shown.append(session(second, clients, home, db, HELLO, [], GOODBYE))
        out.mkdir(parents=True, exist_ok=True)
        for turn, requests in enumerate(shown, start=1):
            for number, request in enumerate(requests, start=1):
                write_json(out / f"{first}-{second}-session{turn}-request{number}.json", request)
        block = memory_in(shown[1][0])
        turns = captured(db, out / f"{first}-{second}-export.json")
        log = db.with_name("hook.log")
        trouble = log.read_text(encoding="utf-8") if log.exists() else ""
    print(f"\n{block}\n")
    missing = [words for words in (PROMPT, DECISION["decision"], ANSWER) if words not in block]
    said = [("user", PROMPT), ("assistant", ANSWER), ("user", HELLO), ("assistant", GOODBYE)]
    wrong = [(words, turns.count(words)) for words in said if turns.count(words) != 1]
    wrong += [("unsaid", turn) for turn in turns if turn[0] in {"user", "assistant"} and turn not in said]
    if not any(role == "tool" and COMMAND in text for role, text in turns):
        wrong.append(("the command", 0))
    for problem in (f"not shown: {missing}" if missing else "", f"not as said: {wrong}" if wrong else "", trouble):
        print(problem, end="\n" if problem else "")
    return not missing and not wrong and not trouble


def main() -> int:
    """Prove the pairs named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pairs", nargs="*", metavar="CLIENT[:CLIENT]", help=f"of {', '.join(HOSTS)}")
    parser.add_argument("--clients", type=Path, default=SCRATCH / "clients", help="where the clients are installed")
    parser.add_argument("--out", type=Path, default=SCRATCH / "hooked", help="where every model request is kept")
    asked = parser.parse_args()
    names = list(HOSTS)
    ring = [f"{one}:{other}" for one, other in zip(names, names[1:] + names[:1], strict=True)]
    pairs = [(pair.partition(":")[0], pair.partition(":")[2] or pair) for pair in asked.pairs or [*names, *ring]]
    if unknown := {name for pair in pairs for name in pair} - set(HOSTS):
        parser.error(f"no such client: {', '.join(sorted(unknown))}")
    failed = [f"{one}:{other}" for one, other in pairs if not prove(one, other, asked.clients, asked.out)]
    print(f"failed: {', '.join(failed)}" if failed else "every second session was shown what the first left")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
