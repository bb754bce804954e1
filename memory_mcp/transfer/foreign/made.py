"""Make records for the readers of other programs' files: utterances, lessons, documents, people and things."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from memory_mcp.store.facts.memory_types import CATEGORIES
from memory_mcp.transfer.model.entry import Record

SAID: Final = "said"
"""The kind of a record that is an utterance."""
NAMED: Final = "named"
"""The kind of a record that is a person or thing known by its name alone."""
RELATED: Final = "related"
"""The kind of a record that is a relation between two of them."""

# What other memories call it, in our words.
_OTHER_WORDS: Final = {
    "bugfix": "mistake", "error": "mistake", "discovery": "insight", "learning": "insight", "observation": "insight",
    "decision": "architecture", "preferences": "preference", "task": "workflow", "feature": "workflow",
    "refactor": "workflow", "change": "workflow", "procedural": "workflow",
}  # fmt: skip
_SECONDS_BEFORE_MILLISECONDS: Final = 100_000_000_000


def utterance(
    where: str, *, key: str, session: str, text: str, role: str, at: Any, speaker: str = "", project: str | None = None,
    left_out: Iterable[str] = (), title: str = "",
) -> Record:  # fmt: skip
    """Return something that was said; ``at`` is a text, or seconds or milliseconds since 1970.

    ``title`` is what the conversation is called; its first utterance says so.
    """
    data = {"id": key, "session": session, "text": text, "role": role, "ts": iso(at), "speaker": speaker}
    data |= {"title": title} if title else {}
    return Record(SAID, data | {"project": project, "leftOut": sorted(set(left_out))}, where)


def lesson(
    where: str, uid: str, text: Any, *, kind: Any = "", at: Any = None, changed_at: Any = None, tags: Any = (),
    source: str, project: str | None = None,
) -> Record:  # fmt: skip
    """Return a lesson; ``kind`` is what its program files it under, kept as a tag where we have no such category."""
    said = str(kind or "").strip().casefold()
    category = said if said in CATEGORIES else _OTHER_WORDS.get(said, "fact")
    labels = [str(tag) for tag in tags if str(tag).strip()] if isinstance(tags, (list, tuple)) else []
    labels += [said] if said and said != category and said not in labels else []
    since = iso(at)
    return Record("learning", {
        "id": uid, "content": text, "category": category, "tags": labels, "source": source, "project": project,
        "validFrom": since, "recordedAt": iso(changed_at) or since,
    }, where)  # fmt: skip


def document(
    where: str, uid: str, title: str, text: str, *, at: Any, source: str, project: str | None = None
) -> Record:
    """Return a text that is kept whole."""
    since = iso(at)
    return Record("document", {"id": uid, "title": title, "text": text, "source": source, "project": project,
                               "validFrom": since, "recordedAt": since}, where)  # fmt: skip


def nothing(where: str, reason: str) -> Record:
    """Return a record that is left out, with the reason the report counts it under."""
    return Record("", None, where, reason)


def iso(at: Any) -> str | None:
    """Return a time as ISO text: a text as it is, a number as seconds or milliseconds since 1970; None for none."""
    if isinstance(at, str):
        return at or None
    if not isinstance(at, (int, float)) or isinstance(at, bool) or not 0 < at < 1e14:  # noqa: PLR2004 - the year 5138
        return None
    seconds = at / 1_000 if at > _SECONDS_BEFORE_MILLISECONDS else at
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def mapping(value: Any) -> Mapping[str, Any]:
    """Return a JSON object, an empty one in the place of anything else."""
    return value if isinstance(value, dict) else {}


def listed(value: Any) -> list[Any]:
    """Return a JSON list, an empty one in the place of anything else."""
    return value if isinstance(value, list) else []
