"""Read conversations from the exports of ChatGPT and Claude.ai, and from Letta's agent files.

No maker publishes a schema of the first two. The shapes are those of files that people describe: ChatGPT's messages are
a tree (``mapping``) of which ``current_node`` ends the branch that counts, Claude.ai's are a list (``chat_messages``).
Letta publishes its agent files: https://github.com/letta-ai/agent-file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from memory_mcp.transfer.foreign.made import document, listed, mapping, nothing, utterance
from memory_mcp.transfer.model.elements import Place, where
from memory_mcp.transfer.model.entry import Record
from memory_mcp.transfer.model.made_ids import made_uid

_SPOKEN: Final = frozenset({"text", "multimodal_text", "code", "execution_output"})
_OF_AN_AGENT: Final = ("id", "name", "created_at")
_ROLES: Final = {"human": "user", "user": "user", "assistant": "assistant", "tool": "tool"}


def chatgpt(conversation: Any, where: str) -> Iterator[Record]:
    """Yield the messages of one conversation of ChatGPT, those of the branch that counts in their order."""
    data = mapping(conversation)
    nodes = mapping(data.get("mapping"))
    session = str(data.get("conversation_id") or data.get("id") or where)
    branch = _branch(nodes, data.get("current_node"))
    at, title = data.get("create_time"), str(data.get("title") or "")
    for name in [*branch, *(name for name in nodes if name not in branch)]:
        message = mapping(mapping(nodes[name]).get("message"))
        if not message:
            continue
        place = f"{where}, message {name}"
        if branch and name not in branch:
            yield nothing(place, "another version of an answer or question")
        else:
            # One without a time was said after the one before it.
            at = message.get("create_time") or at
            record = _chatgpt_message(message, session, place, at, title)
            title = title if record.fault else ""
            yield record


def _branch(nodes: Mapping[str, Any], last: Any) -> dict[str, None]:
    """Return the names of the messages from the first to ``last``, in order; none where it names no message."""
    names: dict[str, None] = {}
    while isinstance(last, str) and last in nodes and last not in names:
        names[last] = None
        last = mapping(nodes[last]).get("parent")
    return dict.fromkeys(reversed(names))


def _chatgpt_message(message: Mapping[str, Any], session: str, where: str, at: Any, title: str) -> Record:
    author, content = mapping(message.get("author")), mapping(message.get("content"))
    role, kind = str(author.get("role") or ""), str(content.get("content_type") or "")
    about = mapping(message.get("metadata"))
    if role not in _ROLES or about.get("is_visually_hidden_from_conversation"):
        return nothing(where, "a message of the system")
    if kind not in _SPOKEN:
        return nothing(where, f"no words that were said ({kind or 'empty'})")
    parts = listed(content.get("parts")) or [content.get("text")]
    spoken = [part if isinstance(part, str) else str(mapping(part).get("text") or "") for part in parts if part]
    other = [str(mapping(part).get("content_type") or "a part") for part in parts if part and not _says(part)]
    text = "\n".join(filter(None, spoken))
    if not text.strip():
        return nothing(where, f"no words that were said ({', '.join(other) or 'empty'})")
    return utterance(
        where, key=str(message.get("id") or where), session=session, text=text, role=_ROLES[role],
        speaker=str(author.get("name") or about.get("model_slug") or ""), at=at, left_out=other,
        title=title,
    )  # fmt: skip


def _says(part: Any) -> bool:
    return isinstance(part, str) or bool(mapping(part).get("text"))


def claude_ai(conversation: Any, where: str) -> Iterator[Record]:
    """Yield the messages of one conversation of Claude.ai, with what was read out of attached files."""
    data = mapping(conversation)
    session, title = str(data.get("uuid") or where), str(data.get("name") or "")
    for number, message in enumerate(map(mapping, listed(data.get("chat_messages"))), 1):
        place = f"{where}, message {number}"
        blocks = [mapping(block) for block in listed(message.get("content"))]
        said = [str(block.get("text") or "") for block in blocks if block.get("type") == "text"]
        text = "\n".join(filter(None, said)) or str(message.get("text") or "")
        for file in map(mapping, listed(message.get("attachments"))):
            if content := file.get("extracted_content"):
                text += f"\n\n[{file.get('file_name') or 'attachment'}]\n{content}"
        left_out = [str(block.get("type")) for block in blocks if block.get("type") != "text"]
        left_out += ["file"] * len(listed(message.get("files")))
        if not text.strip():
            yield nothing(place, f"no words that were said ({', '.join(sorted(set(left_out))) or 'empty'})")
            continue
        yield utterance(
            place, key=str(message.get("uuid") or f"{session} {number}"), session=session, text=text.strip(),
            role=_ROLES.get(str(message.get("sender")), "user"), left_out=left_out,
            at=message.get("created_at") or data.get("created_at"), title=title,
        )  # fmt: skip
        title = ""


class Letta:
    """What a Letta agent file says; its first reading tells whose a message is, whatever comes first in the file."""

    def __init__(self, first_reading: Iterator[tuple[Place, Any]]) -> None:
        self._about = {place: value for place, value in first_reading if place and place[-1] in _OF_AN_AGENT}

    def read(self, value: Any, place: Place) -> Iterator[Record]:
        """Yield a block, kept as a document under its label, or a message."""
        data = mapping(value)
        match place:
            case ("blocks", number):
                label, text = str(data.get("label") or f"block {number}"), str(data.get("value") or "")
                uid, at = made_uid("letta", label, text), self._about.get(("created_at",))
                made = document(where(place), uid, label, text, at=at, source="Letta")
                yield made if text else nothing(where(place), "an empty block")
            case ("agents", _, "messages", number):
                yield self._message(data, place[:2], int(number))

    def _message(self, message: Mapping[str, Any], agent: Place, number: int) -> Record:
        uid = self._about.get((*agent, "id"))
        name = str(self._about.get((*agent, "name")) or uid or "agent")
        at, role, said = f"{name}, message {number}", str(message.get("role")), message.get("content")
        blocks = said if isinstance(said, list) else [{"type": "text", "text": said}]
        text = "\n".join(str(one["text"]) for one in map(mapping, blocks) if one.get("text"))
        if role not in _ROLES or not text.strip():
            return nothing(at, "a message of the system" if role not in _ROLES else "no words that were said")
        speaker = name if role == "assistant" else str(message.get("name") or "")
        key = str(message.get("id") or made_uid("letta", name, json.dumps(message, sort_keys=True)))
        return utterance(at, key=f"{name} {key}", session=f"letta {uid or name}", text=text, role=_ROLES[role],
                         speaker=speaker, at=message.get("created_at"))  # fmt: skip
