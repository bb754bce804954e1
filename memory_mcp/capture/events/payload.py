"""Read what a client tells a hook, under whatever names: the event, the client, the session, the folder, the words."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from memory_mcp.capture.clients.utterance import Json, objects_of, text_of
from memory_mcp.project import here as working_folder
from memory_mcp.store.facts.client_names import client_name
from memory_mcp.temporal import Instant

Kind: TypeAlias = Literal["start", "prompt", "tool", "compact", "compacted", "turn-end", "session-end", "other"]

# The variables an event is read with.
_ENVIRONMENT: Final = ("CLAUDE_PROJECT_DIR", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "HOME", "USERPROFILE")

# By the folded name of the event: without case, hyphens and underscores.
_KINDS: Final[Mapping[str, Kind]] = {
    "sessionstart": "start",
    "userpromptsubmit": "prompt", "userprompt": "prompt", "beforeagent": "prompt", "beforesubmitprompt": "prompt",
    "chatmessage": "prompt",
    "posttooluse": "tool", "aftertool": "tool", "posttoolusefailure": "tool",
    "precompact": "compact", "precompress": "compact",
    "postcompact": "compacted",
    "stop": "turn-end", "afteragent": "turn-end", "turnend": "turn-end", "afteragentresponse": "turn-end",
    "sessionidle": "turn-end",
    "sessionend": "session-end", "sessiondeleted": "session-end",
}  # fmt: skip
_CLIENTS: Final = {
    "claude": "claude-code", "claudecode": "claude-code", "codex": "codex", "codexcli": "codex", "gemini": "gemini-cli",
    "geminicli": "gemini-cli", "cursor": "cursor", "opencode": "opencode",
}  # fmt: skip
_GEMINI_EVENTS: Final = frozenset({"BeforeAgent", "AfterAgent", "AfterTool", "PreCompress"})


class Event(NamedTuple):
    """One event of one session. ``id`` is the client's own name for the turn, where it gives one."""

    kind: Kind
    name: str
    client: str
    session: str
    at: Instant
    folder: Path
    payload: Json
    transcript: Path | None = None
    source: str = ""
    id: str = ""
    prompt: str = ""
    answer: str = ""
    # Where Claude Code and Codex keep what is theirs, where the environment says it.
    claude_home: Path | None = None
    codex_home: Path | None = None


class Heard(NamedTuple):
    """What a hook was told, before it is read: the parameters of ``event_of``."""

    name: str
    client: str
    payload: Json
    environment: Mapping[str, str]
    at: Instant


def event_of(
    name: str, client: str, payload: Json, environment: Mapping[str, str], at: Instant, *, here: str = ""
) -> Event:
    """Read a payload; what is missing is empty. The payload says better than the command line which client it is.

    ``here``: the folder of an event that names none, by default the one this process is in.
    """
    said_name = text_of(payload.get("hook_event_name")) or name
    who = client_of(client, payload)
    transcript = _first(payload, "transcript_path", "transcriptPath")
    folder = _first(payload, "cwd") or _first_of_list(payload, "workspace_roots", "workspacePaths")
    if who == "claude-code":
        # The folder a shell is in changes; the project does not.
        folder = environment.get("CLAUDE_PROJECT_DIR") or folder
    return Event(
        kind=_KINDS.get(_without_separators(name)) or _KINDS.get(_without_separators(said_name), "other"),
        name=said_name,
        client=who,
        session=_first(payload, "session_id", "sessionId", "sessionID", "conversation_id", "conversationId"),
        at=at,
        folder=Path(folder or here) if folder or here else working_folder(),
        transcript=Path(transcript) if _is_path(transcript) else None,
        source=_first(payload, "source", "trigger", "reason"),
        id=_turn_id(who, payload),
        prompt=_first(payload, "prompt", "user_prompt", "userPrompt"),
        answer=_first(payload, "last_assistant_message", "prompt_response", "text"),
        payload=payload,
        claude_home=_home_of("CLAUDE_CONFIG_DIR", ".claude", environment),
        codex_home=_home_of("CODEX_HOME", ".codex", environment),
    )


def own_environment() -> dict[str, str]:
    """Return the variables an event is read with as this process has them."""
    return {name: value for name in _ENVIRONMENT if (value := os.environ.get(name))}


def _is_path(text: str) -> bool:
    """Whether the system can be asked for a path: it has no NUL and no half of a character, and is not too long."""
    try:
        os.stat(text)  # noqa: PTH116 - a text is all that is needed
    except ValueError:
        return False
    except OSError as exc:
        return bool(text) and exc.errno != errno.ENAMETOOLONG
    return True


def _home_of(variable: str, name: str, environment: Mapping[str, str]) -> Path | None:
    """Return the folder a variable names, else one in the home folder; None where neither is known."""
    if named := environment.get(variable):
        return Path(named)
    home = environment.get("HOME") or environment.get("USERPROFILE")
    return Path(home, name) if home else None


def client_of(client: str, payload: Json) -> str:
    """Return the client's name in this memory: what the payload gives away, else what the command line says."""
    if "cursor_version" in payload:
        # Cursor runs Claude's hooks too, with its own payload.
        return "cursor"
    if text_of(payload.get("hook_event_name")) in _GEMINI_EVENTS:
        return "gemini-cli"
    named = _CLIENTS.get(_without_separators(client))
    if named:
        return named
    if "turn_id" in payload:
        # Where Codex keeps no transcript.
        return "codex"
    transcript = _first(payload, "transcript_path").replace("\\", "/")
    for folder, known in (
        (".codex/", "codex"),
        (".gemini/", "gemini-cli"),
        (".cursor/", "cursor"),
        (".claude/", "claude-code"),
    ):
        if folder in transcript:
            return known
    return client_name(client) or "claude-code"


def _turn_id(client: str, payload: Json) -> str:
    match client:
        case "codex":
            return _first(payload, "turn_id", "turnId")
        case "cursor":
            return _first(payload, "generation_id", "generationId")
        case "gemini-cli":
            return _first(payload, "timestamp")
        case "opencode":
            return _first(payload, "messageID", "message_id")
        case _:
            return ""


def _without_separators(name: str) -> str:
    return name.replace("-", "").replace("_", "").replace(".", "").replace(" ", "").lower()


def _first(payload: Json, *names: str) -> str:
    return next((value for name in names if (value := text_of(payload.get(name)))), "")


def _first_of_list(payload: Json, *names: str) -> str:
    for name in names:
        value: Any = payload.get(name)
        if isinstance(value, list) and value and isinstance(value[0], str):
            return value[0]
    return ""


def messages_of(payload: Json) -> list[Json]:
    """Return the messages a client without a transcript hands over with the event."""
    return objects_of(payload.get("messages"))
