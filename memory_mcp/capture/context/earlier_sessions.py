"""Tell of earlier sessions in a few words: what each was for, what came of it, and what it did and left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from memory_mcp.capture.context.repeated import Outdated, ToldTexts, beginnings_of, takes_up
from memory_mcp.language.shortening import one_line
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.sessions import digest_builder, sessions
from memory_mcp.store.sessions.digest_builder import Digest
from memory_mcp.store.sessions.gist import commands_of, is_command, is_telling
from memory_mcp.store.sessions.sessions import Session
from memory_mcp.store.sessions.statements import Statement
from memory_mcp.temporal import Instant

_LISTED: Final = 5
_COMMANDS: Final = 8
_PROMPT: Final = 110
BRIEFLY: Final = 80
"""Characters of what a session was for and of what came of it, in the line of one before the last."""
SHOWN: Final = 5
"""Earlier sessions that are told of."""


class EarlierSession(NamedTuple):
    """What an earlier session was for and what came of it, each perhaps empty; what it did and left: (what, text).

    No prompt of the person stands for what came of it; ``answered`` is the later request it answers, empty where it is
    what the session was for.
    """

    session: Session
    last_active_at: Instant
    asked: str
    answered: str
    about: str
    left: list[tuple[str, str]]


def digests_of(snapshot: Snapshot, past: Sequence[sessions.Past]) -> dict[str, Digest]:
    """Return what was gathered of earlier sessions that did something, by session."""
    found = ((one.session.uid, digest_builder.of_session(snapshot, one.session.uid)) for one in past)
    return {uid: digest for uid, digest in found if digest is not None and (digest.has_real_work or digest.closing)}


def recaps_of(
    past: Sequence[sessions.Past], did: Mapping[str, Digest], told: ToldTexts, old: Outdated, holds: Sequence[Statement]
) -> Iterator[EarlierSession]:  # fmt: skip
    """Yield earlier sessions with what they did, as far as it was gathered, is not told yet, and still holds.

    What a later statement that ``holds`` is about is told by that alone.
    """
    said = [(one.said_at, beginnings_of(one.text)) for one in holds]
    for session, last_active_at in ((one.session, one.last_active_at) for one in past):
        digest = did.get(session.uid)
        if digest is not None:
            digest = _with_requests_alone(digest)
            after = [begun for at, begun in said if at > last_active_at]
            prompt, outcome, answered, *prompts = (
                "" if old.tells(text, last_active_at) or takes_up(after, text) else told.untold(text)
                for text in (digest.prompt, digest.outcome, digest.answered, *digest.prompts)
            )
            digest = digest._replace(prompt=prompt, prompts=tuple(prompts), outcome=outcome, answered=answered)
        yield _recap(session, last_active_at, digest)


def _recap(session: Session, last_active_at: Instant, digest: Digest | None) -> EarlierSession:
    """Return what a session was for, what came of it and what it left, as far as it or its digest says."""
    left = [("open", question) for question in session.open_questions[:_LISTED]]
    left += [("next", step) for step in session.next_steps[:_LISTED]]
    if digest is None:
        return EarlierSession(session, last_active_at, "", "", session.summary, left)
    left += [("to do", todo) for todo in digest.todos[:_LISTED]]
    lately = [text for text in digest.prompts if is_telling(text)]
    asked = [text for text in (digest.prompt, digest.answered) if text] or lately
    left += [("asked", "; ".join(one_line(text, _PROMPT) for text in asked))] if asked else []
    for name, entries in (("files", digest.files), ("failed", digest.failed), ("passed", digest.passed)):
        left += [(name, "; ".join(entries[-_COMMANDS:]))] if entries else []
    answered = "" if session.summary or not digest.outcome else digest.answered
    return EarlierSession(session, last_active_at, digest.prompt, answered, session.summary or digest.outcome, left)


def _with_requests_alone(digest: Digest) -> Digest:
    """Return a digest without the prompts that are typed commands, and without a word where no matter was spoken of."""
    commands = commands_of((*digest.passed, *digest.failed, *digest.ran))
    every = digest.prompt, digest.answered, *digest.prompts
    asked = ["" if is_command(prompt, commands) else prompt for prompt in every]
    if not digest.has_real_work and all(len(prompt) <= BRIEFLY for prompt in asked) and _is_everyday(asked):
        return digest._replace(prompt="", answered="", prompts=(), outcome="")
    return digest._replace(prompt=asked[0], answered=asked[1], prompts=tuple(asked[2:]))


def _is_everyday(prompts: Sequence[str]) -> bool:
    # The words of everyday talk take some hundredths of a second to load, and few starts of sessions need them.
    from memory_mcp.statements.matters import is_everyday  # noqa: PLC0415

    return all(map(is_everyday, prompts))
