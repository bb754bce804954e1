"""A project's own files as documents of no authority: what goes in, what a second run does, what stays out."""

from __future__ import annotations

import json
import os
import subprocess

import pytest
from calling import Client, server
from talks import Captured
from transfers import Stores, exported, imported

from memory_mcp.capture.bootstrap import files as tree
from memory_mcp.capture.bootstrap.importing import apply, plan
from memory_mcp.capture.events.ignoring import ignoring
from memory_mcp.errors import InvalidInputError, NotFoundError, RefusedError
from memory_mcp.project import CaptureRules
from memory_mcp.store.documents import documents
from memory_mcp.store.facts import facts, versions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.mending import invariants
from memory_mcp.temporal import format_instant
from memory_mcp.tools.decisions import memory_decide
from memory_mcp.tools.documents import memory_read, memory_save
from memory_mcp.tools.forget import memory_forget
from memory_mcp.tools.search import memory_search
from memory_mcp.tools.sessions import memory_session_end, memory_session_start
from memory_mcp.tools.timeline import memory_timeline
from memory_mcp.tools.upkeep import memory_retention

README = "# Shop\n\nStaging listens on port 6543.\n"
SECRET = "ghp_" + "a8Kd03Jf9sLq27Xz5Vb1Nm4Qw6Er8Ty0Ui2P"


def git(folder, *words):
    moment = "2026-02-01T10:00:00Z"
    settings = {"GIT_COMMITTER_DATE": moment, "GIT_AUTHOR_DATE": moment, "GIT_CONFIG_GLOBAL": os.devnull}
    command = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-C", str(folder), *words]
    return subprocess.run(command, env=os.environ | settings, check=True, capture_output=True, text=True).stdout.strip()


def write(folder, files):
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content if isinstance(content, bytes) else content.encode())


def commit(folder, said="Say what the shop is"):
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", said)


@pytest.fixture
def shop(tmp_path):
    """A repository with a readme."""
    folder = tmp_path / "shop"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    write(folder, {"README.md": README})
    commit(folder)
    return folder


@pytest.fixture
def plain(tmp_path, monkeypatch):
    """A folder that names its project, on a machine without git."""
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    folder = tmp_path / "plain"
    folder.mkdir()
    write(folder, {".memory-mcp.toml": 'project = "plain"\n', "README.md": README})
    return folder


@pytest.fixture
def bring(db, clock):
    """Bring a folder in, a minute after whatever was before."""

    def bring(folder, **more):
        clock.advance(seconds=60)
        made = plan(db, folder, **more)
        apply(db, made)
        return made

    return bring


def left_out(made):
    return {one.path: one.reason for one in made.left_out}


def held(db, name):
    """Return the documents of a project by title."""
    with db.reading() as snapshot:
        kept = documents.under_keys(snapshot, projects.by_name(snapshot, name), "bootstrap:")
        return {(item := versions.require(snapshot, one.uid)).title: item for one in kept}


def text_of(db, item):
    with db.reading() as snapshot:
        return documents.whole_text(snapshot, item.uid)


def test_a_file_becomes_a_document_with_its_place_and_commit(db, shop, bring):
    bring(shop)
    readme = held(db, "shop")["README.md"]

    assert text_of(db, readme) == README
    assert readme.attributes["source"] == f"README.md @ {git(shop, 'log', '-1', '--format=%h')}"
    assert (readme.tags, readme.importance) == (("bootstrap",), 0.0)
    assert format_instant(readme.valid.start) == "2026-02-01T10:00:00.000000Z"


def test_the_recent_history_is_a_document(db, shop, bring):
    write(shop, {"x.txt": "x"})
    commit(shop, "Move the job to midnight\n\nIt locked the table.")
    bring(shop)

    name = git(shop, "log", "-1", "--format=%h")
    assert text_of(db, held(db, "shop")["git log"]).startswith(
        f"2026-02-01 {name} Ann: Move the job to midnight\n  It locked the table.\n\n2026-02-01 "
    )


TELLING = {
    "CLAUDE.md": "Use tabs in every file.",
    "pkg/AGENTS.md": "Run the tests of the package.",
    ".cursorrules": "No semicolons at line ends.",
    ".cursor/rules/style.mdc": "---\nglobs: '*'\n---\nShort names.",
    ".github/copilot-instructions.md": "Answer briefly, please.",
    ".windsurfrules": "Ask before deleting a file.",
    "GEMINI.md": "Metric units only.",
    "docs/setup/first.rst": "Setup\n=====\nRun make.",
    "CONTRIBUTING.md": "Sign your commits.",
}


@pytest.mark.parametrize("path", TELLING)
def test_rules_readmes_and_documents_are_taken_whole(db, shop, bring, path):
    write(shop, {path: TELLING[path]})
    bring(shop)

    assert text_of(db, held(db, "shop")[path]) == TELLING[path]


HEADERS = {
    "shop/__init__.py": ('"""A shop for Fridays.\n\nOnly."""\nx = 1\n', "A shop for Fridays.\n\nOnly."),
    "src/main.go": ("// Package main sells things.\n// On Fridays.\npackage main\n",
                    "Package main sells things.\nOn Fridays."),
    "src/a.ts": ("/**\n * Sells things to people.\n */\nexport {}\n", "Sells things to people."),
    "src/lib.rs": ("//! Sells things to people.\n\nfn main() {}\n", "Sells things to people."),
    "run.sh": ("#!/bin/sh\n# Starts the shop on Fridays.\nset -e\n", "Starts the shop on Fridays."),
}  # fmt: skip


@pytest.mark.parametrize("path", HEADERS)
def test_of_a_module_its_header_is_taken(db, shop, bring, path):
    source, header = HEADERS[path]
    write(shop, {path: source})
    bring(shop)

    assert text_of(db, held(db, "shop")[path]) == header


SILENT = {
    "LICENSE": "MIT License ...",
    "data.csv": "a,b\n1,2\n",
    "src/empty.py": "x = 1\n",
    "src/b.ts": "/* Copyright 2026 Ann. All rights reserved. */\n",
    "src/notes.txt": "not among the documents",
    "node_modules/x/index.js": "// Somebody else's module, that came along.\n",
}


@pytest.mark.parametrize("path", SILENT)
def test_what_tells_nothing_of_the_project_is_passed_over(db, shop, bring, path):
    write(shop, {path: SILENT[path]})
    made = bring(shop)

    assert path not in held(db, "shop")
    assert path not in left_out(made)


def test_a_second_run_changes_nothing(db, shop, bring):
    bring(shop)
    before = held(db, "shop")
    made = bring(shop)

    assert (made.steps, sorted(made.unchanged)) == ([], ["README.md", "git log"])
    assert held(db, "shop") == before


def test_a_changed_file_is_replaced_and_its_history_kept(db, shop, bring):
    bring(shop)
    old = held(db, "shop")["README.md"]
    write(shop, {"README.md": "# Shop\n\nStaging listens on port 7000.\n"})
    made = bring(shop)
    new = held(db, "shop")["README.md"]

    assert made.paths("replaced") == ["README.md"]
    assert "7000" in text_of(db, new)
    assert text_of(db, old) == README
    with db.reading() as snapshot:
        assert facts.last_change(snapshot, old.uid).reason == f"replaced by {new.uid}, the file as it is now"
        assert invariants.check(snapshot) == []


def test_a_file_that_is_not_committed_as_it_is_names_no_commit(db, shop, bring):
    write(shop, {"README.md": "# Changed since\n", "docs/new.md": "# New\n"})
    bring(shop)

    assert {item.attributes["source"] for title, item in held(db, "shop").items() if title != "git log"} == {
        "README.md", "docs/new.md",
    }  # fmt: skip


def test_a_vanished_file_is_retired_and_comes_back(db, shop, bring):
    bring(shop)
    (shop / "README.md").unlink()
    gone = bring(shop)
    assert gone.paths("retired") == ["README.md"]
    assert "README.md" not in held(db, "shop")

    write(shop, {"README.md": README})
    bring(shop)

    assert "README.md" in held(db, "shop")


def test_two_files_may_swap_their_texts(db, shop, bring):
    write(shop, {"docs/a.md": "the first text", "docs/b.md": "the second text"})
    bring(shop)
    write(shop, {"docs/a.md": "the second text", "docs/b.md": "the first text"})
    bring(shop)

    found = held(db, "shop")
    assert [text_of(db, found[path]) for path in ("docs/a.md", "docs/b.md")] == ["the second text", "the first text"]


def test_the_same_text_is_kept_once(db, shop, bring):
    write(shop, {"AGENTS.md": "Use tabs in every file.", "CLAUDE.md": "Use tabs in every file."})
    made = bring(shop)

    assert left_out(made) == {"CLAUDE.md": "the same text as AGENTS.md"}


def test_a_plan_alone_writes_nothing(db, shop):
    assert sorted(plan(db, shop).paths("added")) == ["README.md", "git log"]
    with db.reading() as snapshot:
        assert projects.by_name(snapshot, "shop") is None


def test_what_git_ignores_stays_out(db, shop, bring):
    write(shop, {".gitignore": "docs/private/\n", "docs/private/plan.md": "# Secret plan\n"})
    bring(shop)

    assert "docs/private/plan.md" not in held(db, "shop")


@pytest.mark.parametrize("name", ["neat", "a=b.c"])
def test_no_filter_a_repository_names_is_run(db, shop, bring, name):
    write(shop, {".gitattributes": f"* filter={name}\n"})
    for part, command in (("clean", "touch ../ran && cat"), ("process", "touch ../ran"), ("required", "true")):
        git(shop, "config", f"filter.{name}.{part}", command)
    # As long as before, so that only its words tell whether it changed.
    write(shop, {"README.md": README.swapcase()})
    bring(shop)
    assert not (shop.parent / "ran").exists()
    assert held(db, "shop")["README.md"].attributes["source"] == "README.md"


def test_nothing_that_a_repository_lacks_is_fetched(db, shop, bring):
    tree_of_head = git(shop, "rev-parse", "HEAD^{tree}")
    write(shop, {"docs/plan.md": "# Plan\n"})
    commit(shop)
    settings = {
        "core.repositoryFormatVersion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true",
        "remote.origin.url": "ssh://example.org/shop", "core.sshCommand": f"touch {shop.parent}/ran;",
    }  # fmt: skip
    for name, value in settings.items():
        git(shop, "config", name, value)
    (shop / ".git/objects" / tree_of_head[:2] / tree_of_head[2:]).unlink()
    bring(shop)
    assert not (shop.parent / "ran").exists()
    assert "docs/plan.md" in held(db, "shop")


def test_without_git_plain_patterns_of_gitignore_hold_too(db, plain, bring):
    write(plain, {".gitignore": "# ours\n/docs/private/\n*.local.md\n", "docs/private/plan.md": "# Secret plan\n",
                  "docs/a.local.md": "# Mine\n", "docs/b.md": "# Everybody's\n"})  # fmt: skip
    bring(plain)

    assert sorted(held(db, "plain")) == ["README.md", "docs/b.md"]


def test_without_git_there_is_no_commit(db, plain, bring):
    bring(plain)

    assert held(db, "plain")["README.md"].attributes["source"] == "README.md"


def test_what_the_marker_file_ignores_stays_out_and_is_said(db, shop, bring):
    marker = 'project = "shop"\n[capture]\nignore = ["docs/private/**"]\n'
    write(shop, {".memory-mcp.toml": marker, "docs/private/plan.md": "# Secret plan\n"})
    made = bring(shop)

    assert "docs/private/plan.md" not in held(db, "shop")
    assert left_out(made) == {"docs/private/plan.md": "kept out by the marker file"}


def test_what_a_marker_file_further_down_keeps_out_stays_out_and_is_said(db, shop, bring):
    write(shop, {
        "docs/off/.memory-mcp.toml": "[capture]\nenabled = false\n", "docs/off/plan.md": "# Secret plan\n",
        "docs/part/.memory-mcp.toml": '[capture]\nignore = ["plan.md"]\n', "docs/part/plan.md": "# Secret plan\n",
        "docs/part/open.md": "# Open\n",
    })  # fmt: skip
    made = bring(shop)

    assert left_out(made) == dict.fromkeys(("docs/off/plan.md", "docs/part/plan.md"), "kept out by the marker file")
    assert "docs/part/open.md" in held(db, "shop")


def test_patterns_mean_to_bootstrap_what_they_mean_to_a_hook(db, shop, bring):
    write(shop, {
        ".memory-mcp.toml": 'project = "shop"\n[capture]\nignore = ["**/plan.md", "/docs/drafts", "!docs/plan.md"]\n',
        "docs/plan.md": "# Open plan\n", "docs/a/b/plan.md": "# Secret plan\n", "docs/drafts/x.md": "# Draft\n",
        "sub/docs/drafts/y.md": "# Shown draft\n",
    })  # fmt: skip
    (shop / "docs/harmless.md").symlink_to(shop / "docs/drafts/x.md")
    made = bring(shop)

    out = {"docs/a/b/plan.md", "docs/drafts/x.md", "docs/harmless.md"}
    assert left_out(made) == dict.fromkeys(out, "kept out by the marker file")
    assert {"docs/plan.md", "sub/docs/drafts/y.md"} <= set(held(db, "shop"))


def test_a_pattern_that_could_never_fit_is_refused(db, shop):
    write(shop, {".memory-mcp.toml": '[capture]\nignore = ["docs\\\\private"]\n'})

    with pytest.raises(InvalidInputError, match="no pattern that could ignore anything"):
        plan(db, shop)


def test_without_git_a_gitignore_file_holds_with_its_exceptions(db, tmp_path, bring):
    plain = tmp_path / "plain"
    write(plain, {
        ".memory-mcp.toml": 'project = "plain"\n', ".gitignore": "# drafts\n*.txt.md\n!kept.txt.md\n/docs/out/\n[\n",
        "docs/a.txt.md": "# A\n", "docs/kept.txt.md": "# Kept\n", "docs/out/b.md": "# B\n", "docs/in/out/c.md": "# C\n",
    })  # fmt: skip
    bring(plain)

    assert set(held(db, "plain")) == {"docs/kept.txt.md", "docs/in/out/c.md"}


def test_a_project_that_is_not_captured_is_refused(db, shop):
    write(shop, {".memory-mcp.toml": "capture = false\n"})

    with pytest.raises(RefusedError, match="out of this memory"):
        plan(db, shop)


def test_a_marker_file_that_cannot_be_read_is_refused(db, shop):
    write(shop, {".memory-mcp.toml": "capture = [\n"})

    with pytest.raises(InvalidInputError, match="cannot be read"):
        plan(db, shop)


def test_a_link_that_leads_out_is_not_followed(db, shop, bring, tmp_path):
    write(tmp_path, {"outside.md": "# Somebody's diary\n", "far/diary.md": "# Another diary\n"})
    (shop / "docs").mkdir()
    (shop / "docs/diary.md").symlink_to(tmp_path / "outside.md")
    (shop / "docs/far").symlink_to(tmp_path / "far")
    made = bring(shop)

    assert left_out(made)["docs/diary.md"] == "a link that leads out of the folder"
    assert sorted(held(db, "shop")) == ["README.md", "git log"]


def test_in_a_file_the_private_tag_is_text(db, shop, bring):
    text = "# Shop\n\nWrite <private> and nothing is kept.\n\nThe deploy happens on Fridays.\n"
    write(shop, {"README.md": text})
    bring(shop)

    with db.reading() as snapshot:
        bodies = [row[0] for row in snapshot.execute("SELECT body FROM item WHERE body LIKE '%private%'")]
    assert any("Write <private> and nothing is kept." in body for body in bodies)


UNREADABLE = {
    "docs/a.md": (b"text\x00more", "no text: it holds NUL"),
    "docs/b.md": ("Grüße".encode("latin-1"), "not UTF-8"),
    "docs/c.md": (b"x" * 1_000_001, "1,000,001 bytes, more than 1,000,000"),
    "src/d.py": (b"def (:\n", "cannot be read as Python"),
}


@pytest.mark.parametrize("path", UNREADABLE)
def test_what_cannot_be_read_is_said(shop, bring, path):
    content, reason = UNREADABLE[path]
    write(shop, {path: content})

    assert left_out(bring(shop)) == {path: reason}


def test_a_name_that_is_not_utf_8_is_said(tmp_path):
    # As Python spells a name no system but Linux lets anybody give.
    said = tree._kept_out(tmp_path, "docs/caf\udce9.md", ignoring(CaptureRules(), tmp_path))

    assert said == "its name is not UTF-8"


def test_what_is_beyond_the_most_files_is_counted(shop, bring, monkeypatch):
    monkeypatch.setattr(tree, "MOST_FILES", 2)
    write(shop, {f"docs/{name}.md": f"# {name}" for name in "abcd"})
    made = bring(shop)

    assert sorted(made.paths("added")) == ["README.md", "docs/a.md", "git log"]
    assert left_out(made) == {"docs/b.md": "beyond 2 files or 20,000,000 characters, with 2 more"}


def test_secrets_are_masked(db, shop, bring):
    write(shop, {"docs/login.md": f"the token is {SECRET}\n"})
    made = bring(shop)

    assert SECRET not in text_of(db, held(db, "shop")["docs/login.md"])
    assert made.redacted == {"github-token": 1}


def test_a_file_with_secrets_stays_out_where_they_are_refused(shop, bring):
    write(shop, {"docs/login.md": f"the token is {SECRET}\n"})
    made = bring(shop, redact="refuse")

    assert left_out(made) == {"docs/login.md": "docs/login.md holds what looks like a secret: github-token"}


def test_a_subfolder_leaves_the_rest_as_it_is(db, shop, bring):
    write(shop, {"docs/a.md": "# A\n", "docs/b.md": "# B\n"})
    bring(shop)
    (shop / "docs/a.md").unlink()
    (shop / "README.md").unlink()
    made = bring(shop / "docs")

    assert [step.path for step in made.steps] == ["docs/a.md"]
    assert sorted(held(db, "shop")) == ["README.md", "docs/b.md", "git log"]


def test_folders_that_merely_share_a_name_do_not_retire_each_other(db, tmp_path, bring):
    for name in ("one", "two"):
        write(tmp_path / name, {"README.md": f"# {name}\n"})
        made = bring(tmp_path / name, project="both")

    assert made.paths("retired") == []
    assert held(db, "both").keys() == {"README.md"}
    with db.reading() as snapshot:
        assert len(documents.under_keys(snapshot, projects.by_name(snapshot, "both"), "bootstrap:")) == 2


def test_working_trees_of_a_repository_are_one_place(shop, bring, tmp_path):
    bring(shop)
    git(shop, "worktree", "add", "-q", str(tmp_path / "other"), "-b", "other")
    made = bring(tmp_path / "other")

    assert (made.steps, sorted(made.unchanged)) == ([], ["README.md", "git log"])


def test_a_run_that_was_interrupted_is_finished_by_the_next(db, shop, bring):
    write(shop, {"docs/a.md": "# A\n"})
    made = plan(db, shop)
    made.steps = made.steps[:1]
    apply(db, made)
    again = bring(shop)

    assert len(again.steps) == 2
    assert sorted(held(db, "shop")) == ["README.md", "docs/a.md", "git log"]


def test_a_plan_carried_out_twice_adds_nothing(db, shop):
    made = plan(db, shop)
    apply(db, made)
    before = held(db, "shop")
    apply(db, made)

    assert held(db, "shop") == before


def test_another_machine_that_has_the_export_brings_nothing_in_again(db, clock, shop, bring, tmp_path):
    bring(shop)
    write(shop, {"README.md": "# Another text\n"})
    bring(shop)
    exported(db, tmp_path / "all.json", include_history=True)
    stores = Stores(tmp_path / "other", clock)
    other = stores.new()
    imported(other, tmp_path / "all.json")
    made = plan(other, shop)
    stores.close()

    assert (made.steps, made.left_out, sorted(made.unchanged)) == ([], [], ["README.md", "git log"])


def test_a_program_a_repository_configures_is_not_run(shop, bring, tmp_path):
    spy = tmp_path / "spy.sh"
    write(tmp_path, {"spy.sh": f"#!/bin/sh\ntouch {tmp_path}/was-run\n"})
    spy.chmod(0o755)
    git(shop, "config", "core.fsmonitor", str(spy))
    bring(shop)

    assert not (tmp_path / "was-run").exists()


def test_the_home_folder_is_no_project(db, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))

    with pytest.raises(RefusedError, match="is no project"):
        plan(db, tmp_path)


def test_a_folder_that_is_not_there_is_not_found(db, tmp_path):
    with pytest.raises(NotFoundError, match="no folder"):
        plan(db, tmp_path / "nowhere")


@pytest.fixture
def runtime(tmp_path, clock, db):
    with server(tmp_path, clock) as runtime:
        yield runtime


@pytest.fixture
def client(runtime, shop):
    return Client(runtime, shop)


def test_its_passages_are_found_and_its_lines_read(client, shop, bring):
    bring(shop)
    (hit,) = client.call(memory_search, query="staging port", types=["document"])["hits"]
    read = client.call(memory_read, id=hit["id"], lines=hit["lines"])

    assert (hit["title"], hit["project"], hit["lines"]) == ("README.md", "shop", "3-3")
    assert read["body"] == "Staging listens on port 6543.\n"


def test_the_old_text_is_not_found_any_more(client, shop, bring):
    bring(shop)
    write(shop, {"README.md": "# Shop\n\nNothing to see.\n"})
    bring(shop)

    assert client.call(memory_search, query="staging port 6543")["hits"] == []


@pytest.mark.parametrize("options", [{}, {"mode": "fts"}, {"ranking": {"fusion": "rrf"}}])
def test_what_was_decided_ranks_above_what_a_file_says(client, shop, bring, options):
    bring(shop)
    decided = client.call(
        memory_decide, title="Staging port", decision="Staging listens on port 7000 from now on, everywhere.",
        reasoning="Another program took the old one.",
    )  # fmt: skip
    hits = client.call(memory_search, query="which port does staging listen on", **options)["hits"]

    assert hits[0]["id"] == decided["id"]
    assert len(hits) == 2


def test_what_files_say_is_not_what_happened(client, shop, bring):
    session = client.call(memory_session_start)["sessionId"]
    client.call(memory_session_end, sessionId=session, summary="looked around")
    write(shop, {"docs/new.md": "# New\n"})
    bring(shop)
    started = client.call(memory_session_start)

    assert "docs/new.md" not in json.dumps(started)
    assert "document" not in json.dumps(started["sinceLast"])


def test_files_are_in_the_timeline_only_when_it_is_asked_for_documents(client, shop, bring):
    bring(shop)
    client.call(memory_save, content="A note of my own.")

    def told(**more):
        page = client.call(memory_timeline, **more)
        return [event["snippet"] for session in page["sessions"] for event in session["events"]]

    assert told() == ["A note of my own."]
    assert sorted(told(types=["document"])) == ["A note of my own.", "README.md", "git log"]


def test_retention_leaves_files_alone(client, shop, bring, clock):
    bring(shop)
    saved = client.call(memory_save, content="A note of my own.")["id"]
    clock.advance(days=40)

    rows = client.call(memory_retention, action="preview", types=["document"])["rows"]
    assert [row["id"] for row in rows] == [saved]


def test_what_was_erased_is_not_brought_back(client, db, shop, bring):
    bring(shop)
    client.call(memory_forget, ids=[held(db, "shop")["README.md"].uid], erase=True)

    assert left_out(bring(shop)) == {"README.md": "erased here before"}


def test_what_was_forgotten_comes_back_only_changed(client, db, shop, bring):
    bring(shop)
    client.call(memory_forget, ids=[held(db, "shop")["README.md"].uid])
    assert left_out(bring(shop)) == {"README.md": "forgotten here before"}

    write(shop, {"README.md": "# Shop\n\nAnother text.\n"})

    assert bring(shop).paths("added") == ["README.md"]


def test_a_text_somebody_saved_is_not_doubled(client, shop, bring):
    client.call(memory_save, content=README)

    assert left_out(bring(shop)) == {"README.md": "saved here already"}


@pytest.mark.external
def test_the_command_says_what_it_did(shop, tmp_path):
    program = Captured(tmp_path / "memory.db", shop, "none")
    (shop / "docs").mkdir()
    (shop / "docs/a.md").write_bytes(b"\0")

    dry = program.ran("bootstrap", "--dry-run")
    assert not program.db.exists()
    done = program.ran("bootstrap", str(shop))

    assert dry.stdout == done.stdout == "added\tREADME.md\nadded\tgit log\nleft out\tdocs/a.md\tno text: it holds NUL\n"
    assert "project shop: 2 added, 0 replaced, 0 retired, 0 unchanged, 1 left out" in done.stderr
    assert "dry run: nothing was written" in dry.stderr
    again = json.loads(program.run("bootstrap", "--json"))
    assert again == {
        "project": "shop", "added": [], "replaced": [], "retired": [], "unchanged": 2,
        "leftOut": [{"path": "docs/a.md", "reason": "no text: it holds NUL"}], "passages": 0, "notes": 0,
        "dryRun": False,
    }  # fmt: skip
