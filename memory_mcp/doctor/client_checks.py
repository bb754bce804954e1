"""Check each client: its entry, the command, how fast it starts, its hooks, what was heard of it, its own memory."""

from __future__ import annotations

import shlex
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from memory_mcp.capture.clients.incremental import TOO_LONG
from memory_mcp.capture.events.payload import client_of
from memory_mcp.capture.transcripts.coverage import Coverage, coverage
from memory_mcp.config import Settings
from memory_mcp.doctor.client_files import UNREADABLE, Looked, hooks_at, targets_of_project, unread
from memory_mcp.doctor.finding import Finding
from memory_mcp.errors import MemoryMcpError
from memory_mcp.language.plurals import counted, in_number
from memory_mcp.language.typed_commands import quoted
from memory_mcp.setup import json_text, plugins
from memory_mcp.setup.block_text import toml_values
from memory_mcp.setup.changes import removals
from memory_mcp.setup.clients import CLIENTS, RULES
from memory_mcp.setup.codex_trust import untrusted
from memory_mcp.setup.history import opencode_database, transcripts
from memory_mcp.setup.places import Places
from memory_mcp.setup.program import Program
from memory_mcp.setup.proof import prove
from memory_mcp.setup.reading import hooks_in
from memory_mcp.setup.signature import command_of, hook_words, is_same_file, memory_of, told_event
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import DAY_US, Instant, describe_gap, format_instant

DAYS: Final = 14
# Seconds a client waits for its server: Claude Code's and Codex's own limits, and what setup writes.
_LIMIT_S: Final = 30
_SLOW_S: Final = 10
_LISTED: Final = 5


def twice_finding(looked: Looked, places: Places, program: Program, project: Path | None = None) -> Iterator[Finding]:
    """Yield whether the client has this memory as a plugin, and what it has twice.

    That is a plugin beside its own files, and hooks of its own beside those in the files of a ``project``.
    """
    if project is not None:
        yield from _hooks_twice(looked, places, program, project)
    if looked.plugin is None:
        return
    targets = CLIENTS[looked.client].targets(places, program, None)
    taken = [one for one in removals((looked.client, one) for one in targets if one.what not in RULES) if one.is_one]
    if taken:
        where = f", in {', '.join(places.shown(one.path) for one in taken)}"
        mend = f"memory-mcp setup --remove {looked.client}, or {looked.plugin.removal}"
        yield Finding("plugin", "warn", "it is there twice, as a plugin too", mend, looked.client, where=where)
    else:
        yield Finding("plugin", "pass", f"it is there as a plugin: {looked.plugin.folder}", client=looked.client)


def _hooks_twice(looked: Looked, places: Places, program: Program, project: Path) -> Iterator[Finding]:
    """Yield whether hooks of a project are told events that the client's own hooks, or its plugin's, are told too."""
    client = looked.client
    mine = set[str]()
    for one in CLIENTS[client].targets(places, program, None):
        # One that cannot be read is told of where the client's own files are looked at.
        with suppress(*UNREADABLE):
            mine |= hooks_at(one)
    of_plugin = set(looked.plugin.hooks) if looked.plugin else set[str]()
    for one in targets_of_project(client, places, program, project):
        try:
            there = hooks_at(one)
        except UNREADABLE as exc:
            if (problem := unread(client, places, one, exc)) not in looked.problems:
                yield problem
            continue
        if there & (mine | of_plugin):
            whose = "your own files" if there & mine else "its plugin"
            what = f"they stand in {whose} and in this project's files, so an event may be handled twice"
            mend = f"memory-mcp setup --remove --scope project {client}"
            yield Finding("hooks", "warn", what, mend, client, where=f": {places.shown(one.path)}")


def entry_findings(looked: Looked, settings: Settings) -> Iterator[Finding]:
    """Yield what is to be said of a client's entry, its command and its hooks."""
    client = looked.client
    yield from looked.problems
    mend = f"memory-mcp setup {client}"
    if looked.entry is None:
        if not looked.problems:
            yield Finding("entry", "fail", "this memory is not among its servers", mend, client)
    elif looked.is_foreign:
        what = "the project's entry starts another command than setup writes, and is not started here"
        mend, where = f"memory-mcp setup --scope project {client}", f": {shlex.join(command_of(looked.entry))}"
        yield Finding("entry", "warn", what, mend, client, where=where)
    else:
        yield from _command_findings("entry", looked.entry, settings, client)
    wrong = list(_hook_findings(looked, mend))
    yield from wrong
    if looked.expected and not wrong:
        words = [word for command in list(filter(None, looked.hooks.values()))[:1] for word in hook_words(command)]
        yield from _command_findings("hooks", {"command": words}, settings, client)


def _hook_findings(looked: Looked, mend: str) -> Iterator[Finding]:
    """Yield which events have no hook, which hooks stand at no event of ours, and which are told another one."""
    stray = f"one stands at {', '.join(looked.astray)}, which setup does not use" if looked.astray else ""
    if missing := sorted(looked.expected - set(looked.hooks)):
        what = "; ".join(filter(None, (f"no hook for {', '.join(missing)}", stray)))
        yield Finding("hooks", "fail", what, mend, looked.client)
    elif stray:
        yield Finding("hooks", "warn", stray, mend, looked.client)
    for event in sorted(looked.expected & set(looked.hooks)):
        told = told_event(looked.hooks[event])
        if told and event not in {"plugin", told}:
            yield Finding("hooks", "fail", f"the hook of {event} is told {told}", mend, looked.client)


def _command_findings(check: str, entry: dict[str, Any], settings: Settings, client: str) -> Iterator[Finding]:
    mend = f"memory-mcp setup {client}"
    words, named = command_of(entry), memory_of(entry)
    if shutil.which(words[0]) is None:
        yield Finding(check, "fail", f"its command is gone: {words[0]}", mend, client)
    elif named and not is_same_file(named, settings.db_path):
        yield Finding(check, "fail", f"it uses another memory: {named}", mend, client)
    else:
        yield Finding(check, "pass", f"{'there, ' if check == 'hooks' else ''}{words[0]}", client=client)


def guarded(client: str, check: Iterator[Finding]) -> Iterator[Finding]:
    """Yield what a check finds; one that cannot be made says so, and the others go on."""
    try:
        yield from check
    except UNREADABLE as exc:
        what, mend = (exc.message, exc.hint) if isinstance(exc, MemoryMcpError) else (str(exc), "Mend the cause.")
        yield Finding("look", "fail", f"not all of it can be looked at: {what}", mend, client)


def trust_finding(looked: Looked, places: Places) -> Iterator[Finding]:
    """Yield whether Codex runs our hooks: it does once a person has trusted them."""
    if looked.client != "codex" or not looked.hooks:
        return
    path, configuration = places.codex / "hooks.json", places.codex / "config.toml"
    if looked.project is not None and not (path.exists() and hooks_in(path.read_text(encoding="utf-8"))):
        path = looked.project / ".codex" / "hooks.json"
    name: Path | str = path
    if looked.plugin is not None:
        path = looked.plugin.hooks_file
        name = f"{plugins.NAME}:{path.relative_to(looked.plugin.folder).as_posix()}"
    hooks = json_text.parsed(path.read_text(encoding="utf-8"), ()).value["hooks"]
    values = toml_values(configuration.read_text(encoding="utf-8")) if configuration.exists() else {}
    events = untrusted(name, hooks, values)
    if events:
        mend = "Start codex and trust them: it asks, or type /hooks."
        yield Finding("trust", "fail", f"Codex does not trust the hooks of {', '.join(events)}", mend, looked.client)
    else:
        yield Finding("trust", "pass", "Codex trusts them", client=looked.client)


def start_findings(every: list[Looked]) -> Iterator[Finding]:
    """Start each client's entry as the client would, on a throw-away file, and yield how that went.

    One that is foreign is not started.
    """
    entries = {
        one.client: one.entry
        for one in every
        if one.entry is not None and not one.is_foreign and shutil.which(command_of(one.entry)[0])
    }
    with tempfile.TemporaryDirectory(prefix="memory-mcp-doctor-", ignore_cleanup_errors=True) as folder:
        for one in prove(entries, Path(folder)):
            mend = "MEMORY_LOG_LEVEL=debug tells more; `memory-mcp serve` starts it by hand."
            seconds = one.handshake_ms / 1_000
            if one.problem or not one.has_found:
                what = one.problem or "a fact that was stored was not found"
                yield Finding("start", "fail", what, mend, one.client)
            elif seconds > _SLOW_S:
                what = f"its first answer took {seconds:.1f} s, and clients wait {_LIMIT_S} s"
                yield Finding("start", "warn", what, "Close other programs, or install on a faster disk.", one.client)
            else:
                yield Finding("start", "pass", f"{one.tools} tools in {seconds:.1f} s", client=one.client)


def heard_finding(looked: Looked, heard: Mapping[str, Instant], now: Instant) -> Iterator[Finding]:
    """Yield when something was last captured of a client that has hooks."""
    if not looked.expected:
        return
    at = heard.get(client_of(looked.client, {}))
    if at is None:
        mend = "Say something in it; if nothing comes in, see `memory-mcp docs troubleshooting`."
        yield Finding("last event", "warn", "nothing was heard of it yet", mend, looked.client)
    else:
        what = f"{(format_instant(at) or '')[:16].replace('T', ' ')}, {describe_gap(max(0, now - at))} ago"
        yield Finding("last event", "pass", what, client=looked.client)


def own_memory_finding(client: str, places: Places) -> Iterator[Finding]:
    """Yield what memory a client keeps by itself, and which of the two is asked."""
    if client == "claude":
        notes = list((places.claude / "projects").glob("*/memory/*.md"))
        if notes:
            said = f"MEMORY.md, {counted(len(notes), 'note')}"
            what = f"its own memories ({said}) stand in its prompt and go first; this memory goes further"
            yield Finding("own memory", "pass", what, client=client)
    elif client == "codex" and (places.codex / "memories").is_dir():
        yield Finding("own memory", "pass", "its own memories stand in its prompt; this one is asked", client=client)
    elif client == "gemini" and "Gemini Added Memories" in _text(places.gemini / "GEMINI.md"):
        yield Finding("own memory", "pass", "facts it saved in GEMINI.md stand in its prompt", client=client)


def coverage_finding(client: str, places: Places, db: Database, settings: Settings, now: Instant) -> Iterator[Finding]:
    """Yield how much of a client's transcripts of the last days is in memory, and what is missing."""
    since = now - DAYS * DAY_US
    files = [path for path, _size in transcripts([client], places) if path.stat().st_mtime * 1e6 >= since]
    database = opencode_database(places) if client == "opencode" else None
    files += [database] if database else []
    if not files:
        return
    found = coverage(db, files, settings, since)
    said = (
        f"{found.percent} % of {found.turns:,} {in_number(found.turns, 'turn')} of the last {DAYS} days"
        if found.turns
        else "nothing was said"
    )
    if found.too_long:
        named = "; ".join(map(str, found.too_long[:_LISTED]))
        what = f"{len(found.too_long):,} too long to be read, each {TOO_LONG}"
        yield Finding("coverage", "warn", what, "Begin a new chat there.", client, where=f": {named}")
    if not found.missing:
        yield Finding("coverage", "pass", said, client=client)
        return
    shown = [f"{path} ({count})" for path, count in sorted(found.files.items(), key=lambda one: -one[1])]
    more = f" and {len(shown) - _LISTED} more" if len(shown) > _LISTED else ""
    mend = f"memory-mcp import {quoted(str(_common(found)))}" if database is None else "memory-mcp setup opencode"
    what, where = f"{said}; {found.missing:,} are missing", f", of {'; '.join(shown[:_LISTED])}{more}"
    yield Finding("coverage", "warn", what, mend, client, where=where)


def _common(found: Coverage) -> Path:
    """Return the one transcript that lacks something, else the folder that holds all of them."""
    files = list(found.files)
    if len(files) == 1:
        return files[0]
    return next(folder for folder in files[0].parents if all(path.is_relative_to(folder) for path in files))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
