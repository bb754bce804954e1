"""Secrets in names and ids: what an import, a transcript or a client calls something is masked like any text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from calling import Client, server
from claude_session import Claude, result, use
from click.testing import CliRunner
from transfers import Stores, exported, imported, written

from memory_mcp.application.assembly import open_application
from memory_mcp.capture.transcripts.history_import import import_transcripts
from memory_mcp.cli.main import cli
from memory_mcp.config import Settings
from memory_mcp.errors import RefusedError
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.framework.declare import RequestFacts
from memory_mcp.tools.handoffs import memory_handoff
from memory_mcp.tools.learnings import memory_learn
from memory_mcp.tools.sessions import memory_session_start
from memory_mcp.tools.upkeep import memory_contradictions

AT: Final = "2026-01-01T00:00:00Z"
# It has the form of a provider's key from its ninth letter on.
LIKE_A_KEY: Final = "c7302da2-25c8-4495-9d27-0ef29109d5d9"


class Secrets:
    """Makes a secret a place, and names the places of those that stand somewhere, in whatever case."""

    def __init__(self, form: str) -> None:
        self.form = form
        self.made: dict[str, str] = {}

    def __call__(self, place: str) -> str:
        drawn = hashlib.sha256(place.encode()).hexdigest()
        self.made[place] = f"ghp_{drawn[:36]}" if self.form == "token" else f"zqword{drawn[:10]}"
        return f"x {self.made[place]}" if self.form == "token" else f"a <private>{self.made[place]}</private> b"

    def left_in(self, told: bytes) -> list[str]:
        said = {place: secret.removeprefix("ghp_") for place, secret in self.made.items()}
        return [place for place, drawn in said.items() if drawn.encode() in told.lower()]


@pytest.fixture(params=["token", "private"])
def secret(request: pytest.FixtureRequest) -> Secrets:
    return Secrets(request.param)


def bytes_of(db: Database) -> bytes:
    assert db.checkpoint()
    return db.path.read_bytes()


def native(folder: Path, secret: Secrets) -> Path:
    """An export of this memory, a record of each kind, with a secret in each name and id that is no UUID."""

    def common(kind: str) -> dict[str, Any]:
        own = {key: secret(f"{kind}.{key}") for key in ("id", "project", "actor", "origin", "actorSession")}
        times = {"validFrom": AT, "recordedAt": AT, "changedAt": AT, "startedAt": AT, "createdAt": AT, "at": AT}
        return {"type": kind} | own | times

    records: list[dict[str, Any]] = [
        {"format": "memory-mcp-export", "version": 1, "origin": secret("origin"), "project": secret("head.project")},
        common("entity") | {"name": "Ada", "seen": {secret("seen"): AT}},
        common("learning") | {"content": "The door is green.", "category": "fact", "sessionId": secret("sessionId")},
        common("turn") | {"text": "Good morning.", "role": "user", "externalId": secret("externalId")},
        common("session") | {"client": secret("client"), "clientSession": secret("clientSession")},
        common("handoff") | {"summary": "Go on.", "state": "open", "toClient": secret("toClient")}
        | {"fromSession": secret("fromSession")},
        common("goal") | {"goal": "Paint."},
        common("project") | {"identity": secret("identity"), "name": secret("project.name")},
        common("erasure") | {"kind": "learning", "capturedKey": secret("capturedKey")},
    ]  # fmt: skip
    return written(folder / "native.jsonl", records)


def turns(folder: Path, secret: Secrets) -> Path:
    line = {key: secret(f"turns.{key}") for key in ("id", "session", "speaker", "project", "title")}
    return written(folder / "turns.jsonl", [line | {"text": "Good morning.", "role": "user", "ts": AT}])


def markdown(folder: Path, secret: Secrets) -> Path:
    # A tag has a slash, which no file's name has.
    place = folder / "notes" / secret("folder").replace("/", "\uff0f")
    place.mkdir(parents=True)
    page = place / f"{secret('file').replace('/', chr(0xFF0F))}.md"
    page.write_text(f"---\ntype: document\nproject: {secret('project')}\nid: {secret('id')}\n---\nhello\n")
    head = f"type: entity\nname: Ada\nentityType: {secret('entityType')}\nproject: {secret('entity.project')}"
    (folder / "notes" / "ada.md").write_text(f"---\n{head}\n---\n# Ada\n")
    body = f"## Relations\n- {secret('relation')} [[{secret('target')}]]\n"
    (folder / "notes" / "note.md").write_text(f"---\ntitle: Note\npermalink: note\ntype: note\n---\n# Note\n\n{body}")
    return folder / "notes"


def chatgpt(folder: Path, secret: Secrets) -> Path:
    author = {"role": "user", "name": secret("author")}
    said = {"id": secret("message"), "author": author, "content": {"content_type": "text", "parts": ["Good morning."]}}
    nodes = {"b": {"id": "b", "parent": None, "children": [], "message": said | {"create_time": 1_760_000_000}}}
    told = {"title": "Talk", "conversation_id": secret("conversation"), "current_node": "b", "mapping": nodes}
    (folder / "conversations.json").write_text(json.dumps([told]))
    return folder / "conversations.json"


def claude_ai(folder: Path, secret: Secrets) -> Path:
    said = {"uuid": secret("message"), "sender": "human", "text": "Good morning.", "created_at": AT}
    talk = {"uuid": secret("conversation"), "name": "Talk", "created_at": AT, "chat_messages": [said]}
    doc = {"uuid": secret("doc"), "filename": "plan", "content": "Paint.", "created_at": AT}
    project = {"uuid": secret("project.uuid"), "name": secret("project"), "description": "Walls.", "docs": [doc]}
    (folder / "export").mkdir()
    (folder / "export" / "conversations.json").write_text(json.dumps([talk]))
    (folder / "export" / "projects.json").write_text(json.dumps([project]))
    return folder / "export"


def mem0(folder: Path, secret: Secrets) -> Path:
    ends = {"source": "Ada", "source_type": secret("type"), "target": "Bo", "relationship": secret("relationship")}
    told = {"results": [{"id": secret("id"), "memory": "The door is green."}], "relations": [ends]}
    return written(folder / "mem0.json", told)


@pytest.mark.parametrize("make", [native, turns, markdown, chatgpt, claude_ai, mem0])
def test_no_name_or_id_of_an_import_brings_a_secret_in(
    tmp_path: Path, stores: Stores, secret: Secrets, make: Callable[[Path, Secrets], Path]
) -> None:
    db = stores.new()
    report = imported(db, make(tmp_path, secret))

    assert report.added
    assert not report.skipped
    assert secret.left_in(bytes_of(db)) == []
    assert secret.left_in(json.dumps(report.saved()).encode()) == []


def test_what_joined_by_an_id_with_a_secret_still_joins_and_two_stay_two(
    tmp_path: Path, stores: Stores, secret: Secrets
) -> None:
    ids = [secret("one"), secret("other")]
    entities = [{"type": "entity", "id": uid, "name": f"Ada {at}"} for at, uid in enumerate(ids)]
    said = [
        {"type": "observation", "id": f"o{at}", "entityId": uid, "content": f"Paints {at}."}
        for at, uid in enumerate(ids)
    ]
    head = {"format": "memory-mcp-export", "version": 1}
    path = written(tmp_path / "in.jsonl", [head, *entities, *said])
    db = stores.new()
    imported(db, path)

    first = exported(db, tmp_path / "out.json")
    names = {one["id"]: one["name"] for one in first["entities"]}
    told = {names[one["entityId"]]: one["content"] for one in first["observations"]}
    assert told == {"Ada 0": "Paints 0.", "Ada 1": "Paints 1."}
    # The same file, and what was made of it, say nothing new.
    assert imported(db, path).added == 0
    other = stores.new()
    imported(other, tmp_path / "out.json")
    assert exported(other, tmp_path / "again.json")["entities"] == first["entities"]


def test_a_project_is_called_as_a_tool_calls_it(tmp_path: Path, stores: Stores) -> None:
    secret = Secrets("token")
    db = stores.new()
    imported(db, written(tmp_path / "in.jsonl", [{"text": "Good morning.", "project": secret("project")}]))

    with db.reading() as snapshot:
        assert list(projects.names(snapshot).values()) == ["x [redacted: github-token]"]


def test_a_uuid_that_begins_like_a_key_stays_as_it_is(tmp_path: Path, stores: Stores) -> None:
    record = {"type": "turn", "id": LIKE_A_KEY, "text": "Good morning.", "externalId": f"codex:{LIKE_A_KEY}:7"}
    db = stores.new()
    imported(db, written(tmp_path / "in.jsonl", [{"format": "memory-mcp-export", "version": 1}, record]))

    (turn,) = exported(db, tmp_path / "out.json")["turns"]
    assert (turn["id"], turn["externalId"]) == (record["id"], record["externalId"])


def test_a_record_with_a_secret_for_a_name_is_skipped_where_secrets_are_refused(tmp_path: Path, stores: Stores) -> None:
    secret = Secrets("token")
    db = stores.new()
    path = written(tmp_path / "in.jsonl", [{"text": "Good morning.", "project": secret("project")}])
    report = imported(db, path, redact="refuse")

    assert report.skipped == {"holds a secret": 1}
    with pytest.raises(RefusedError):
        imported(db, path, redact="refuse", project=secret("other"))


def transcript(folder: Path, clock: ManualClock, db: Database, secret: Secrets) -> Claude:
    """A transcript with a secret in its session's name, its folder, and the ids and names of its calls."""
    told = Claude(db, clock, folder, "talk")
    about = {"sessionId": secret("session"), "cwd": f"/w/{secret('cwd')}", "uuid": secret("line")}
    call, waiting = secret("call"), secret("waiting")
    told.write(
        told.line("user", "Good morning.", **about),
        told.line("assistant", use(call, command="ls"), **about),
        told.line("user", result(call, "a.txt"), **about),
        told.line("assistant", use(waiting, secret("tool"), command="make"), **about),
    )
    return told


def test_a_transcript_that_is_imported_brings_no_secret_in_by_its_names(
    tmp_path: Path, clock: ManualClock, db: Database, secret: Secrets
) -> None:
    path = transcript(tmp_path, clock, db, secret).path
    account = import_transcripts(db, path, Settings(db_path=db.path))

    assert account.added
    assert secret.left_in(bytes_of(db)) == []
    assert import_transcripts(db, path, Settings(db_path=db.path)).added == 0


def test_a_transcript_that_hooks_read_brings_no_secret_in_by_its_names(
    tmp_path: Path, clock: ManualClock, db: Database, secret: Secrets
) -> None:
    told = transcript(tmp_path, clock, db, secret)
    told.session = secret("hook.session")
    told.fire("Stop")
    told.fire("SessionEnd")

    assert len(told.said()) > 1
    assert secret.left_in(bytes_of(db)) == []


def test_two_sessions_whose_names_hold_secrets_stay_two(tmp_path: Path, clock: ManualClock, db: Database) -> None:
    secret = Secrets("token")
    for name in ("one", "other"):
        told = Claude(db, clock, tmp_path, "talk")
        told.session = secret(name)
        told.fire("UserPromptSubmit", prompt=f"Good morning, {name}.")

    with db.reading() as snapshot:
        assert snapshot.value("SELECT count(DISTINCT client_session) FROM session") == len(secret.made)


def test_renaming_a_project_at_a_terminal_masks_its_new_name(
    tmp_path: Path, clock: ManualClock, secret: Secrets
) -> None:
    with server(tmp_path, clock) as runtime:
        Client(runtime, tmp_path).call(memory_learn, category="fact", content="The door is green.", project="pq")
    file = tmp_path / "memory.db"

    told = CliRunner().invoke(cli, ["--no-embed", "--db", str(file), "project", "rename", "pq", secret("new")])

    assert told.exit_code == 0
    assert secret.left_in(told.output.encode()) == []
    assert secret.left_in(b"".join(path.read_bytes() for path in tmp_path.glob("memory.db*"))) == []


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        (memory_handoff, lambda secret: {"action": "begin", "summary": "Go on.", "to_client": secret("toClient")}),
        (memory_contradictions, lambda secret: {"relation": {"name": secret("relation"), "values": "one"}}),
        (memory_session_start, lambda secret: {"client": secret("client")}),
    ],
    ids=["toClient", "relation", "client"],
)
def test_no_tool_keeps_a_secret_in_a_name_it_normalises(
    tmp_path: Path, clock: ManualClock, secret: Secrets, tool: Any, arguments: Callable[[Secrets], dict[str, Any]]
) -> None:
    with server(tmp_path, clock) as runtime:
        answer = Client(runtime, tmp_path).call(tool, **arguments(secret))

        assert secret.left_in(json.dumps(answer).encode()) == []
        assert secret.left_in(bytes_of(runtime.db)) == []


def test_a_handoff_to_a_client_whose_name_is_masked_reaches_it(tmp_path: Path) -> None:
    name = Secrets("token")("client")
    app = open_application(Settings(db_path=tmp_path / "memory.db", embed_disabled=True))
    handoff = app.tools["memory_handoff"].invoke
    begun = handoff(app.make_call(RequestFacts()), {"action": "begin", "summary": "Go on.", "toClient": name})
    taken = handoff(app.make_call(RequestFacts(client_name=name)), {"action": "accept"})
    app.close()

    assert taken["handoff"]["id"] == begun["handoff"]["id"]


def test_what_a_client_calls_itself_is_kept_without_the_secret_in_it(tmp_path: Path, secret: Secrets) -> None:
    app = open_application(Settings(db_path=tmp_path / "memory.db", embed_disabled=True))
    facts = RequestFacts(client_name=secret("client"), session_hint=secret("hint"), session_client="codex")
    for given in (facts, facts._replace(session_hint="", session_client="")):
        call = app.make_call(given)
        app.tools["memory_session_start"].invoke(call, {})
    assert call.runtime.db.checkpoint()
    app.close()

    assert secret.left_in((tmp_path / "memory.db").read_bytes()) == []
