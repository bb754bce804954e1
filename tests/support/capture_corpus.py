"""Conversations as each client writes them: what was said, the transcript it becomes, and what else stands in there.

One conversation is made once, client by client written down: prompts, answers, tools with short and huge outputs,
failures, compaction, a resume, secrets, Chinese, Japanese and Korean; and what nobody said: reminders, wrappers, side
chains, meta lines, our own tools, our own context.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

# Characters kept of what a tool gave back.
TOOL_CAP = 20_000
SECRET = "ghp_" + "a8Kd03Jf9sLq27Xz5Vb1Nm4Qw6Er8Ty0Ui2P"
FRAMED = "<memory-context>\nnever to be stored again\n</memory-context>"
REMINDER = "<system-reminder>never to be stored either</system-reminder>"
NOT_SAID = ("never to be stored", "side chain", "meta line", "memory_learn", SECRET, "<command-name>")
CLIENTS = ("claude", "codex", "gemini", "cursor", "opencode")

_PROMPTS = (
    "why does test_{n} fail on Windows?",
    "rename parse_{n} to read_{n} everywhere",
    "测试第{n}个模块为什么失败",
    "モジュール{n}の名前を変えてください",
    "모듈 {n}을 고쳐 주세요",
    "continue",
    "Größe und Länge in Fall {n} prüfen — naïve café",
)
_ANSWERS = (
    "I looked at case {n}: the path is compared with backslashes.",
    "Done.",
    "第{n}个问题出在编码。",
    "Renamed in {n} files:\n\n- `src/a.py`\n- `src/b.py`",
)


@dataclass(frozen=True)
class Tool:
    id: str
    command: str
    output: str
    exit: int = 0


@dataclass(frozen=True)
class Turn:
    """One prompt and what followed, in order: texts and tools. ``extra`` asks for what was not said."""

    prompt: str
    steps: tuple[str | Tool, ...]
    compacted: bool = False


@dataclass
class Conversation:
    session: str
    turns: list[Turn] = field(default_factory=list)

    def said(self) -> Iterator[tuple[str, str]]:
        """Yield (role, text) of all that must be in the memory, as it is stored."""
        for turn in self.turns:
            yield "user", hidden(turn.prompt)
            for step in turn.steps:
                if isinstance(step, Tool):
                    status = f"\n[exit {step.exit}]" if step.exit else ""
                    yield "tool", cut(hidden(f"$ {step.command}{status}\n{step.output}"))
                else:
                    yield "assistant", hidden(step)
            if turn.compacted:
                yield "tool", "[the conversation was compacted]"


def hidden(text: str) -> str:
    return text.replace(SECRET, "[redacted: github-token]")


def cut(text: str) -> str:
    """Return what is kept of a long outcome: two thirds of the most from its head, the rest from its tail."""
    if len(text) <= TOOL_CAP:
        return text
    head, tail = text[: TOOL_CAP - TOOL_CAP // 3], text[-(TOOL_CAP // 3) :]
    return f"{head}\n[... {len(text) - TOOL_CAP:,} characters left out ...]\n{tail}"


def conversation(session: str, turns: int, *, seed: int = 1, huge: int = 0) -> Conversation:
    """Make a conversation; with ``huge`` the second turn has a tool that gives back that many characters."""
    chance = random.Random(seed)
    made = Conversation(session)
    for n in range(turns):
        prompt = chance.choice(_PROMPTS).format(n=n)
        if n % 9 == 4:
            prompt = f"use the token {SECRET} for host {n}"
        steps: list[str | Tool] = [f"Step {n}: " + chance.choice(_ANSWERS).format(n=n)]
        for number in range(max(chance.randint(0, 3), bool(huge) and n == 1)):
            failed = chance.random() < 0.3
            output = f"{'FAILED' if failed else 'ok'} {n}.{number}\n" + "出力 line\n" * chance.randint(0, 5) + "end"
            if huge and n == 1 and number == 0:
                output = "".join(f"line {i}\n" for i in range(huge // 10)) + "end"
            tool = Tool(f"call_{session}_{n}_{number}", f"pytest -q tests/test_{n}.py -k {number}", output, int(failed))
            steps.append(tool)
        steps.append(chance.choice(_ANSWERS).format(n=n))
        made.turns.append(Turn(prompt, tuple(steps), compacted=n % 10 == 7))
    return made


class Clock:
    def __init__(self) -> None:
        self.moment = datetime(2026, 2, 1, 10, tzinfo=UTC)

    def text(self) -> str:
        self.moment += timedelta(milliseconds=1_250)
        return self.moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def milliseconds(self) -> int:
        self.text()
        return int(self.moment.timestamp() * 1000)


class Writer:
    """Write the turns of a conversation as one client does: lines for its transcript, or messages for our plugin."""

    def __init__(self, client: str, session: str, folder: str) -> None:
        self.client, self.session, self.folder = client, session, folder
        self.clock, self.ids = Clock(), itertools.count(1)

    def head(self) -> list[Any]:
        match self.client:
            case "codex":
                meta = {"id": self.session, "cwd": self.folder, "originator": "codex_cli_rs"}
                return [self._codex("session_meta", meta)]
            case "gemini":
                return [
                    {"sessionId": self.session, "projectHash": "f00", "startTime": self.clock.text(), "kind": "main"}
                ]
            case "claude":
                return [
                    {"type": "summary", "summary": "an older talk", "leafUuid": "x"},
                    {"type": "file-history-snapshot"},
                ]
            case _:
                return []

    def turn(self, turn: Turn) -> list[Any]:
        made: list[Any] = getattr(self, f"_{self.client}_turn")(turn)
        return made

    def _claude(self, kind: str, content: Any, **more: Any) -> dict[str, Any]:
        number = next(self.ids)
        message = {"role": kind, "content": content, **({"model": "m"} if kind == "assistant" else {})}
        line = {"type": kind, "uuid": f"{self.session}-{number}", "parentUuid": f"{self.session}-{number - 1}"}
        return line | {
            "sessionId": self.session, "timestamp": self.clock.text(), "cwd": self.folder, "gitBranch": "main",
            "isSidechain": False, "message": message, **more,
        }  # fmt: skip

    def _claude_turn(self, turn: Turn) -> list[Any]:
        lines = [
            self._claude("user", "a meta line: Caveat", isMeta=True),
            self._claude("user", "<command-name>/model</command-name><command-args>x</command-args>"),
            self._claude("user", turn.prompt),
            self._claude("user", REMINDER),
            self._claude("user", f"{FRAMED}\n"),
            self._claude("user", "a side chain asks", isSidechain=True),
            self._claude("assistant", [{"type": "text", "text": "a side chain answers"}], isSidechain=True),
        ]
        for step in turn.steps:
            if isinstance(step, Tool):
                use = {"type": "tool_use", "id": step.id, "name": "Bash", "input": {"command": step.command}}
                lines.append(self._claude("assistant", [{"type": "thinking", "thinking": "a meta line"}]))
                lines.append(self._claude("assistant", [use]))
                said = f"Exit code {step.exit}\n{step.output}" if step.exit else step.output
                result = {"type": "tool_result", "tool_use_id": step.id, "content": said, "is_error": step.exit > 0}
                more = {"stdout": step.output, "stderr": "", "interrupted": False}
                lines.append(self._claude("user", [result], toolUseResult=f"Error: {said}" if step.exit else more))
            else:
                lines.append(self._claude("assistant", [{"type": "text", "text": step}]))
        own = {
            "type": "tool_use",
            "id": f"own{next(self.ids)}",
            "name": "mcp__memory__memory_learn",
            "input": {"content": "x"},
        }
        lines.append(self._claude("assistant", [own]))
        lines.append(
            self._claude("user", [{"type": "tool_result", "tool_use_id": own["id"], "content": "memory_learn: x"}])
        )
        if turn.compacted:
            lines.append({**self._claude("user", ""), "type": "system", "subtype": "compact_boundary", "message": None})
            lines.append(self._claude("user", "a meta line: all that was said before", isCompactSummary=True))
        return lines

    def _codex(self, kind: str, payload: dict[str, Any]) -> dict[str, Any]:
        return {"timestamp": self.clock.text(), "type": kind, "payload": payload}

    def _codex_turn(self, turn: Turn) -> list[Any]:
        def item(role: str, text: str) -> dict[str, Any]:
            return self._codex(
                "response_item", {"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]}
            )

        lines = [
            self._codex("turn_context", {"cwd": self.folder, "model": "m"}),
            item("developer", FRAMED), item("user", turn.prompt),
            self._codex("event_msg", {"type": "user_message", "message": turn.prompt, "images": []}),
        ]  # fmt: skip
        for step in turn.steps:
            if isinstance(step, Tool):
                arguments = json.dumps({"command": ["bash", "-lc", step.command]}, ensure_ascii=False)
                call = {"type": "function_call", "name": "shell", "arguments": arguments, "call_id": step.id}
                output = json.dumps({"output": step.output, "metadata": {"exit_code": step.exit}}, ensure_ascii=False)
                lines.append(self._codex("response_item", call))
                lines.append(self._codex("event_msg", {"type": "token_count", "info": None}))
                result = {"type": "function_call_output", "call_id": step.id, "output": output}
                lines.append(self._codex("response_item", result))
            else:
                lines.append(self._codex("event_msg", {"type": "agent_message", "message": step}))
                lines.append(item("assistant", step))
        own = {
            "type": "function_call",
            "name": "memory_learn",
            "namespace": "mcp__memory",
            "arguments": "{}",
            "call_id": f"own{next(self.ids)}",
        }
        lines.append(self._codex("response_item", own))
        lines.append(
            self._codex(
                "response_item", {"type": "function_call_output", "call_id": own["call_id"], "output": "memory_learn"}
            )
        )
        if turn.compacted:
            lines.append(self._codex("compacted", {"message": "a meta line: all that was said before"}))
        return lines

    def _gemini_turn(self, turn: Turn) -> list[Any]:
        def message(kind: str, content: Any, **more: Any) -> dict[str, Any]:
            return {
                "id": f"m{next(self.ids)}",
                "timestamp": self.clock.text(),
                "type": kind,
                "content": content,
                **more,
            }

        prompt = f"{turn.prompt}\n\n<hook_context>never to be stored</hook_context>"
        lines = [message("info", "a meta line"), message("user", [{"text": prompt}])]
        answer: dict[str, Any] = {}
        for step in turn.steps:
            if isinstance(step, Tool):
                call = {
                    "id": step.id, "name": "run_shell_command", "args": {"command": step.command},
                    "timestamp": self.clock.text(), "status": "executing",
                }  # fmt: skip
                done = {**call, "status": "error" if step.exit else "success"}
                said = f"Exit Code: {step.exit}\n{step.output}" if step.exit else step.output
                done["result"] = [{"functionResponse": {"id": step.id, "response": {"output": said}}}]
                before = answer.get("toolCalls", [])
                lines.append({**answer, "toolCalls": [*before, call]})
                answer = {**answer, "toolCalls": [*before, done]}
                lines.append(answer)
            else:
                answer = message("gemini", step, thoughts=[], model="m")
                lines.append(answer)
        lines.append({"$set": {"lastUpdated": self.clock.text()}})
        own = {
            "id": "own",
            "name": "mcp_memory_memory_learn",
            "args": {},
            "status": "success",
            "result": "memory_learn",
        }
        lines.append({**answer, "toolCalls": [*answer.get("toolCalls", []), own]})
        return lines

    def _cursor_turn(self, turn: Turn) -> list[Any]:
        def line(role: str, *blocks: dict[str, Any]) -> dict[str, Any]:
            return {"role": role, "message": {"content": list(blocks)}}

        query = {
            "type": "text",
            "text": f"<timestamp>a meta line</timestamp>\n<user_query>\n{turn.prompt}\n</user_query>",
        }
        lines = [line("user", query)]
        for step in turn.steps:
            if isinstance(step, Tool):
                # Neither an id nor, later, what came of it.
                use = {"type": "tool_use", "name": "run_terminal_cmd", "input": {"command": step.command}}
                lines.append(line("assistant", use))
            else:
                lines.append(line("assistant", {"type": "text", "text": step}))
        lines.append(line("assistant", {"type": "tool_use", "name": "memory_learn", "input": {}}))
        return lines

    def side(self) -> list[Any]:
        """Write what a sub-agent says into a transcript of its own, as the clients do that give it one."""
        line = self.turn(Turn("a side chain asks", ("a side chain answers", Tool("side", "ls", "side chain"))))
        match self.client:
            case "codex":
                source = {"subagent": {"parent_thread_id": self.session}}
                return [self._codex("session_meta", {"id": "side", "cwd": self.folder, "source": source}), *line]
            case "gemini":
                return [{"sessionId": "side", "projectHash": "f00", "kind": "subagent"}, *line]
            case _:
                return line

    def _opencode_turn(self, turn: Turn) -> list[Any]:
        def message(role: str, parts: list[dict[str, Any]]) -> dict[str, Any]:
            return {
                "info": {
                    "id": f"msg{self.session}{next(self.ids)}",
                    "role": role,
                    "time": {"created": self.clock.milliseconds()},
                },
                "parts": parts,
            }

        def text(words: str, **more: Any) -> dict[str, Any]:
            return {"id": f"prt{next(self.ids)}", "type": "text", "text": words, **more}

        made = [message("user", [text(turn.prompt), text("a meta line", synthetic=True)])]
        for step in turn.steps:
            if isinstance(step, Tool):
                state = {
                    "status": "completed", "input": {"command": step.command}, "output": step.output,
                    "metadata": {"exit": step.exit}, "time": {"start": self.clock.milliseconds()},
                }  # fmt: skip
                part = {"id": f"prt{next(self.ids)}", "type": "tool", "tool": "bash", "callID": step.id, "state": state}
                made.append(message("assistant", [part]))
            else:
                made.append(message("assistant", [{"type": "step-start"}, text(step), {"type": "step-finish"}]))
        own = {
            "id": "own",
            "type": "tool",
            "tool": "memory_memory_learn",
            "callID": "own",
            "state": {"status": "completed", "output": "memory_learn"},
        }
        made.append(message("assistant", [own]))
        if turn.compacted:
            made.append(message("user", [{"id": f"prt{next(self.ids)}", "type": "compaction", "auto": True}]))
        return made


def lines_of(entries: list[Any]) -> bytes:
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries).encode()
