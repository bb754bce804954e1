"""What a project ignores, through the hooks of Claude Code: nothing of it is in the file or beside it.

One project holds secrets in four places, each ignored by another kind of pattern. Every form of a tool in which a
client would show them is played as that client writes it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from capture_corpus import lines_of
from ignored_project import ENV, KEYS, SECRET, everything, filled, project, told
from replaying import fire


class Form(NamedTuple):
    """A call of a tool: what it is asked, what comes back, and which words of that must be kept."""

    tool: str
    given: dict[str, Any]
    output: str
    kept: tuple[str, ...] = ()


DIFF = f"""diff --git a/src/app.py b/src/app.py
index 1..2 100644
--- a/src/app.py
+++ b/src/app.py
@@ -1 +1 @@
-print(1)
+print("visible")
diff --git a/config/prod/keys.json b/config/prod/keys.json
index 1..2 100644
--- a/config/prod/keys.json
+++ b/config/prod/keys.json
@@ -1,2 +1,2 @@
 {{
-"motto": "{SECRET}-old"
+"motto": "{SECRET}"
"""

FORMS = {
    "read": Form("Read", {"file_path": "{root}/.env"}, f"     1\t{ENV}"),
    "write": Form("Write", {"file_path": "{root}/deploy/.env", "content": ENV}, "File created"),
    "edit": Form("Edit", {"file_path": "{root}/secrets/a.txt", "old_string": "x", "new_string": SECRET}, "updated"),
    "multi-edit": Form(
        "MultiEdit",
        {"file_path": "{root}/config/prod/keys.json", "edits": [{"old_string": "x", "new_string": SECRET}]},
        "Applied 1 edit",
    ),
    "notebook-edit": Form(
        "NotebookEdit", {"notebook_path": "{root}/secrets/run.ipynb", "new_source": SECRET}, "Updated cell"
    ),
    "grep-content": Form(
        "Grep",
        {"pattern": "TOKEN", "output_mode": "content", "-n": True},
        f"src/app.py:3:TOKEN = 'visible'\n.env:1:{ENV}\nconfig/prod/keys.json-1-{KEYS}\n--\ndeploy/.env:{ENV}",
        ("src/app.py:3:TOKEN = 'visible'",),
    ),
    "grep-files": Form(
        "Grep",
        {"pattern": "TOKEN", "output_mode": "files_with_matches"},
        f"Found 2 files\nsrc/visible.py\nsecrets/{SECRET}.txt",
        ("src/visible.py",),
    ),
    "glob": Form(
        "Glob", {"pattern": "**/*"}, f"{{root}}/src/visible.py\n{{root}}/secrets/{SECRET}.txt", ("src/visible.py",)
    ),
    "cat": Form("Bash", {"command": "cat .env"}, ENV),
    "cat-glob": Form("Bash", {"command": "cat config/*/*.json"}, f'{{"debug": true}}\n{KEYS}', ("$ cat config",)),
    "cat-all": Form("Bash", {"command": "cat secrets/*"}, SECRET),
    "grep-recursive": Form(
        "Bash",
        {"command": "grep -rn TOKEN . | head -20"},
        f"./src/app.py:3:TOKEN = 'visible'\n./.env:1:{ENV}\n./config/prod/keys.json:1:{KEYS}",
        ("./src/app.py:3:TOKEN = 'visible'",),
    ),
    "grep-recursive-without-names": Form(
        "Bash", {"command": "grep -rh TOKEN src . | sort"}, f"TOKEN\n{ENV}", ("$ grep -rh TOKEN",)
    ),
    "grep-of-many-hyphens": Form(
        "Bash",
        {"command": "grep -rn MOTTO ."},
        f"./config/a-b-c-d-e-f-g-h-i-j/keys.json:1:{KEYS}\n./src/app.py:1:visible",
        ("visible",),
    ),
    "rg": Form(
        "Bash",
        {"command": "rg TOKEN"},
        f"src/app.py:TOKEN = 'visible'\nconfig/prod/keys.json:{KEYS}\nserver.pem:{SECRET}\npublic.pem:shown too",
        ("src/app.py:TOKEN = 'visible'", "public.pem:shown too"),
    ),
    "rg-heading": Form(
        "Bash",
        {"command": "rg --heading TOKEN"},
        f"config/prod/keys.json\n{KEYS}\n\nsrc/app.py\nTOKEN = 'visible'",
        ("TOKEN = 'visible'",),
    ),
    "git-diff": Form("Bash", {"command": "git diff"}, DIFF, ('+print("visible")',)),
    "git-show": Form(
        "Bash", {"command": "git show HEAD"}, f"commit 1234567890\nAuthor: a\n\n    subject\n\n{DIFF}", ("    subject",)
    ),
    "git-show-file": Form("Bash", {"command": "git show HEAD~1:config/prod/keys.json"}, KEYS),
    "git-log": Form(
        "Bash",
        {"command": "git log -p -2"},
        f"commit 1234567890\n\n    first\n\n{DIFF}commit 2234567890\n\n    second\n",
        ("    first", "    second"),
    ),
    "git-log-graph": Form(
        "Bash",
        {"command": "git log -p --graph -1"},
        "* commit 1234567890\n| Author: a\n|\n|     first\n|\n" + "".join(f"| {line}\n" for line in DIFF.splitlines()),
        ('| +print("visible")',),
    ),
    "git-diff-other-prefixes": Form(
        "Bash",
        {"command": "git diff --src-prefix=old/ --dst-prefix=new/"},
        DIFF.replace(" a/", " old/").replace(" b/", " new/"),
        ('+print("visible")',),
    ),
    "git-diff-cut": Form(
        "Bash",
        {"command": "git diff"},
        f'{DIFF.partition("diff --git a/config")[0]}\n... [120 lines truncated] ...\n\n+"motto": "{SECRET}"',
        ('+print("visible")', "[120 lines truncated]"),
    ),
    "git-grep-revision": Form(
        "Bash",
        {"command": "git grep -n motto HEAD~3"},
        f"HEAD~3:config/prod/keys.json:1:{KEYS}\nHEAD~3:src/app.py:1:visible",
        ("HEAD~3:src/app.py:1:visible",),
    ),
    "git-grep-heading": Form(
        "Bash",
        {"command": "git grep --heading --break motto"},
        f"config/prod/keys.json\n{KEYS}\n\nsrc/app.py\nvisible",
        ("src/app.py\nvisible",),
    ),
    "diff-of-folders": Form(
        "Bash",
        {"command": "diff -r . ../other"},
        f"diff -r ./config/prod/keys.json ../other/config/prod/keys.json\n1c1\n< {KEYS}\n---\n> {KEYS}\n"
        "diff -r ./src/app.py ../other/src/app.py\n1c1\n< visible",
        ("< visible",),
    ),
    "git-diff-searched": Form("Bash", {"command": "git diff | grep token"}, f'+"motto": "{SECRET}"', ("$ git diff",)),
    "find": Form("Bash", {"command": "find . -name '*.txt'"}, f"./notes.txt\n./secrets/{SECRET}.txt", ("./notes.txt",)),
    "find-exec": Form("Bash", {"command": "find . -name '*.txt' -exec cat {} +"}, f"notes\n{SECRET}", ("$ find",)),
    "find-xargs": Form("Bash", {"command": "find . -type f | xargs grep -h TOKEN"}, ENV, ("$ find",)),
    "ls": Form(
        "Bash",
        {"command": "ls -la ."},
        f"total 8\n-rw-r--r-- 1 me me 12 Nov 22 10:00 notes.txt\n-rw------- 1 me me 33 Nov 22 10:00 {SECRET}.pem -> x",
        ("notes.txt",),
    ),
    "ls-recursive": Form(
        "Bash", {"command": "ls -R"}, f".:\nsrc\n\n./secrets:\na\n{SECRET}.txt\n\n./src:\napp.py", ("./src:\napp.py",)
    ),
    "tree": Form(
        "Bash",
        {"command": "tree"},
        f".\n├── secrets\n│   └── {SECRET}.txt\n└── src\n    └── app.py",
        ("    └── app.py",),
    ),
    "head": Form("Bash", {"command": "head -n 5 .env"}, ENV),
    "head-of-many": Form(
        "Bash",
        {"command": "head -n 1 $(git ls-files)"},
        f"==> notes.txt <==\nnotes\n\n==> .env <==\n{ENV}\n",
        ("$ head",),
    ),
    "sed": Form("Bash", {"command": "sed -n '1,3p' ./config/prod/keys.json"}, KEYS),
    "python": Form("Bash", {"command": "python -c \"print(open('secrets/a.txt').read())\""}, SECRET),
    "cd": Form("Bash", {"command": "cd config/prod && cat keys.json"}, KEYS),
    "dots": Form("Bash", {"command": "cat src/../config/./prod/keys.json"}, KEYS),
    "quoted": Form("Bash", {"command": "cat \"secrets/two words.txt\" 'x y'"}, SECRET),
    "escaped": Form("Bash", {"command": "cat config/my\\ app/keys.json"}, KEYS),
    "braces": Form("Bash", {"command": "cat {notes.txt,.env}"}, f"notes\n{ENV}"),
    "variable": Form("Bash", {"command": "D=secrets; cat ${D}/a.txt"}, SECRET),
    "substituted": Form("Bash", {"command": "cat $(git rev-parse --show-toplevel)/config/prod/keys.json"}, KEYS),
    "backquoted": Form("Bash", {"command": "cat `pwd`/secrets/a.txt"}, SECRET),
    "unknown-variable": Form("Bash", {"command": 'cat "$NO_SUCH_ROOT/secrets/a.txt" "${PWD}/secrets/a.txt"'}, SECRET),
    "substituted-folder": Form(
        "Bash", {"command": "cd $(git rev-parse --show-toplevel)/config/prod; cat keys.json"}, KEYS
    ),
    "container": Form("Bash", {"command": "docker exec shop cat /srv/app/config/prod/keys.json"}, KEYS),
    "background": Form(
        "BashOutput", {"bash_id": "bash_1"}, f"<status>completed</status>\n<stdout>\n{ENV}\n</stdout>", ("bash_1",)
    ),
    "heredoc": Form("Bash", {"command": f"cat > deploy/.env <<'EOF'\n{ENV}\nEOF"}, ""),
    "windows": Form("Bash", {"command": "type config\\prod\\keys.json"}, KEYS),
    "windows-read": Form("Read", {"file_path": "config\\prod\\keys.json"}, KEYS),
    "json": Form(
        "mcp__files__search",
        {"query": "TOKEN"},
        json.dumps({"hits": [{"path": "src/a.py", "text": "x"}, {"path": ".env", "text": ENV}]}),
        ("query: TOKEN",),
    ),
}


def line(number: int, role: str, content: Any, cwd: Path) -> dict[str, Any]:
    message = {"role": role, "content": content}
    return {"type": role, "uuid": f"u{number}", "sessionId": "s1", "timestamp": "2026-02-01T10:00:00Z"} | {
        "message": message, "cwd": str(cwd),
    }  # fmt: skip


def play(forms: dict[str, Form], root: Path, home: Path, *, cwd: Path | None = None) -> Path:
    """Play calls of Claude Code through its hooks, each by its name; return the memory they went to."""
    home.mkdir(exist_ok=True)
    db, transcript, where = home / "memory.db", root.parent / f"{root.name}.jsonl", cwd or root
    payload = {"session_id": "s1", "cwd": str(root), "transcript_path": str(transcript)}
    asked, answered = [], []
    for number, (name, form) in enumerate(forms.items()):
        use = {"type": "tool_use", "id": name, "name": form.tool, "input": filled(form.given, root, name)}
        result = {"type": "tool_result", "tool_use_id": name, "content": filled(form.output, root, name)}
        asked.append(line(2 * number, "assistant", [use], where))
        answered.append(line(2 * number + 1, "user", [result], where))
    transcript.write_bytes(lines_of(asked))
    # A compaction comes while the calls are running: what is open then is kept in the file.
    fire(db, "PreCompact", "claude", payload)
    last = line(10_000, "assistant", [{"type": "text", "text": "done"}], where)
    transcript.write_bytes(lines_of([*asked, *answered, last]))
    fire(db, "Stop", "claude", payload)
    return db


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The memory after a session in which every form was used."""
    base = tmp_path_factory.mktemp("played")
    return play(FORMS, project(base / "shop"), base / "home")


@pytest.mark.parametrize("name", FORMS)
def test_no_form_of_a_tool_brings_what_is_ignored_into_the_file(name: str, played: Path) -> None:
    kept, text = FORMS[name].kept, told(played).get(name, "")
    assert f"{SECRET}-{name}.".encode() not in everything(played)
    assert all(words in text for words in kept), text
    assert bool(text) == bool(kept)


def test_without_patterns_every_one_of_these_forms_would_have_brought_it(tmp_path: Path) -> None:
    root = project(tmp_path / "shop", patterns=[])
    held = everything(play(FORMS, root, tmp_path / "home"))
    assert [name for name in FORMS if f"{SECRET}-{name}.".encode() not in held] == []


@pytest.mark.parametrize("is_linked_at", ["the project", "the path"])
def test_a_link_to_the_project_hides_nothing_from_the_patterns(is_linked_at: str, tmp_path: Path) -> None:
    root = project(tmp_path / "real")
    (tmp_path / "link").symlink_to(root)
    seen = tmp_path / "link" if is_linked_at == "the project" else root
    form = Form("Read", {"file_path": str(tmp_path / "link" / "secrets/a.txt")}, SECRET)
    other = Form("Read", {"file_path": str(root / "secrets/a.txt")}, SECRET)
    db = play({"through": form, "straight": other}, seen, tmp_path / "home")
    assert SECRET.encode() not in everything(db)


def test_a_link_to_an_ignored_file_is_ignored_and_so_is_an_ignored_link_to_another(tmp_path: Path) -> None:
    root = project(tmp_path / "shop")
    (root / "innocent.txt").symlink_to(root / "secrets/a.txt")
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault/x").write_text(SECRET)
    (root / "deploy/.env").unlink()
    (root / "deploy/.env").symlink_to(tmp_path / "vault/x")
    forms = {path: Form("Bash", {"command": f"cat {path}"}, SECRET) for path in ("innocent.txt", "deploy/.env")}
    db = play(forms, root, tmp_path / "home")
    assert SECRET.encode() not in everything(db)


def test_a_linked_folder_is_ignored_by_either_of_its_names(tmp_path: Path) -> None:
    root = project(tmp_path / "real")
    (root / "open").symlink_to(root / "secrets")
    other = project(tmp_path / "other")
    (other / "secrets").rename(tmp_path / "vault")
    (other / "secrets").symlink_to(tmp_path / "vault")
    (tmp_path / "link").symlink_to(other)
    for name, seen, path in (("inside", root, "open/a.txt"), ("outside", tmp_path / "link", "secrets/a.txt")):
        db = play({name: Form("Read", {"file_path": str(seen / path)}, SECRET)}, seen, tmp_path / name)
        assert SECRET.encode() not in everything(db)


def test_a_command_is_read_where_the_shell_had_gone_before(tmp_path: Path) -> None:
    root = project(tmp_path / "shop")
    form = Form("Bash", {"command": "cat keys.json"}, KEYS)
    db = play({"gone": form}, root, tmp_path / "home", cwd=root / "config/prod")
    assert SECRET.encode() not in everything(db)


def test_an_output_that_may_hold_an_ignored_file_says_that_it_was_left_out(played: Path) -> None:
    assert told(played)["find-exec"] == (
        "$ find . -name '*.txt' -exec cat {} +\n[output left out: it may hold what the project's marker file ignores]"
    )
    assert told(played)["rg"].endswith("\n[lines of ignored files left out: 2]")
