"""Conversations that were really captured: said in a client, brought in by its hooks, in a folder of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from capture_corpus import Clock, Conversation, Tool, Turn
from replaying import Client, environment

SECOND = Turn("and what does \x1b[31mred\x1b[0m mean?", ("It means\r\nthat it failed.",))
TURNS = [
    Turn(
        "why does the checkout fail on Fridays?",
        (
            "I look at the schedule first.",
            Tool("t1", "pytest -q tests/test_checkout.py", "FAILED test_friday\nAssertionError: 5 != 6\nend", 1),
            "The job that renews the tokens runs at noon and locks the table.",
        ),
    ),
    SECOND,
    Turn("then move it to midnight", (Tool("t2", "sed -i s/12/0/ crontab", ""), "Moved: it runs at 00:00 now.")),
]


class Now(Clock):
    """The time a client writes into its transcript: that of the machine, as its hooks have it."""

    def text(self) -> str:
        self.moment = datetime.now(UTC)
        return self.moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass
class Captured:
    """A file with what hooks of ``client`` captured in ``folder``."""

    db: Path
    folder: Path
    session: str
    turns: list[Turn] = field(default_factory=lambda: list(TURNS))
    client: str = "claude"

    def replay(self, *, end: bool = True) -> Captured:
        """Say it all, turn by turn, through the real hook command."""
        talk = Conversation(self.session, self.turns)
        played = Client(self.client, talk, self.folder, self.db)
        played.writer.clock = Now()
        played.start()
        for turn in talk.turns:
            played.turns_begun += 1
            played.fire(1, prompt=turn.prompt)
            # Not before: what is answered is said later than what was asked.
            played.write(played.writer.turn(turn))
            played.end_turn(turn)
        if end:
            played.end()
        return self

    def replay_at_once(self) -> Captured:
        """Say it all before the hooks run for the first time, as when they are installed late."""
        talk = Conversation(self.session, self.turns)
        played = Client(self.client, talk, self.folder, self.db)
        for turn in talk.turns:
            played.write(played.writer.turn(turn))
        played.end_turn(talk.turns[-1])
        return self

    def run(self, *arguments: str, code: int = 0, **more: str) -> str:
        """Run the program on the file, in the folder, with its output in a pipe."""
        ended = self.ran(*arguments, **more)
        assert ended.returncode == code, ended.stderr
        return ended.stdout

    def ran(self, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run the program and return how it ended."""
        return subprocess.run(
            self.command(*arguments), capture_output=True, encoding="utf-8", cwd=self.folder, check=False,
            env=environment(**more), timeout=60, stdin=subprocess.DEVNULL,
        )  # fmt: skip

    def command(self, *arguments: str) -> list[str]:
        """Return the command line that runs the program on the file."""
        return [sys.executable, "-m", "memory_mcp", "--db", str(self.db), "--no-embed", *arguments]


def folder_of(parent: Path, project: str) -> Path:
    """Make a folder that belongs to a project."""
    folder = parent / project
    folder.mkdir()
    (folder / ".memory-mcp.toml").write_text(f'project = "{project}"{os.linesep}', encoding="utf-8")
    return folder
