"""The key is found in the environment, a key file or the keychain, by server, hooks and command line alike."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import keyring
import pytest
from calling import Client, learn, server
from click.testing import CliRunner
from keyring.backend import KeyringBackend

from memory_mcp import hooks
from memory_mcp.cli.main import cli
from memory_mcp.config import Settings
from memory_mcp.errors import InvalidInputError, RefusedError, UnsupportedError
from memory_mcp.keys.lookup import find_key, place_of_key
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock, SystemClock


class Chain(KeyringBackend):
    """A keychain in memory."""

    priority = 1  # type: ignore[assignment]  # the way of keyring's own backends

    def __init__(self) -> None:
        super().__init__()
        self.entries: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.entries[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.entries[service, username]


@pytest.fixture
def chain() -> Chain:
    before = keyring.get_keyring()
    keyring.set_keyring(made := Chain())
    yield made
    keyring.set_keyring(before)


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    path = tmp_path / "memory.key"
    path.touch(mode=0o600)
    path.write_text("of the file\n")
    return path


def settings(tmp_path: Path, **given: object) -> Settings:
    return Settings.load({}, db_path=tmp_path / "memory.db", **given)


def test_the_environment_goes_before_the_file_and_the_file_before_the_keychain(tmp_path, key_file, chain):
    chain.set_password("memory-mcp", "mine", "of the keychain")
    places = {"key": "of the environment", "key_file": key_file, "keychain": "mine"}
    found = []
    for name in ("key", "key_file", "keychain"):
        here = settings(tmp_path, **places)
        found.append((find_key(here), place_of_key(here)))
        del places[name]

    assert found == [
        ("of the environment", "MEMORY_DB_KEY"),
        ("of the file", f"the key file {key_file}"),
        ("of the keychain", "the keychain entry 'mine'"),
    ]
    assert find_key(settings(tmp_path)) is None


@pytest.mark.parametrize(
    ("content", "key"),
    [(b"tea\n", "tea"), (b"tea\r\n", "tea"), (b" two words ", " two words "), ("schlüssel\n".encode(), "schlüssel")],
)
def test_a_key_file_holds_the_key_as_its_line(tmp_path, key_file, content, key):
    key_file.write_bytes(content)
    assert find_key(settings(tmp_path, key_file=key_file)) == key


@pytest.mark.parametrize("content", [b"", b"\n", b"  \n", b"a\0b", b"\xff\xfe", b"x" * 5_000, b"${KEY}", b'""'])
def test_a_key_file_without_a_key_is_refused(tmp_path, key_file, content):
    key_file.write_bytes(content)
    with pytest.raises(RefusedError, match="holds no key"):
        find_key(settings(tmp_path, key_file=key_file))


def test_a_key_file_that_others_can_read_is_refused_with_the_mend(tmp_path, key_file):
    key_file.chmod(0o640)
    with pytest.raises(RefusedError, match="can be read by others") as raised:
        find_key(settings(tmp_path, key_file=key_file))
    assert f"chmod 600 {key_file}" in raised.value.hint


def test_a_key_file_that_is_not_there_or_no_file_is_refused(tmp_path):
    for path in (tmp_path / "missing.key", tmp_path / "missing" / "key"):
        with pytest.raises(RefusedError, match="cannot be read"):
            find_key(settings(tmp_path, key_file=path))
    with pytest.raises(InvalidInputError, match="is a folder") as raised:
        settings(tmp_path, key_file=tmp_path)
    assert raised.value.hint == f"for example {tmp_path / 'memory.key'}"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes among its files")
def test_a_key_file_that_is_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(path := tmp_path / "pipe", 0o600)
    with pytest.raises(RefusedError, match="holds no key"):
        find_key(settings(tmp_path, key_file=path))


def test_a_keychain_that_fails_in_a_way_of_its_own_is_said_to_be_one_nobody_can_use(tmp_path, chain, monkeypatch):
    def fail(service, username):
        raise ModuleNotFoundError("No module named 'nosuch'")

    monkeypatch.setattr(chain, "get_password", fail)
    with pytest.raises(UnsupportedError, match="keychain cannot be used: No module named 'nosuch'"):
        find_key(settings(tmp_path, keychain="mine"))


def test_an_entry_the_keychain_lacks_is_refused_and_a_keychain_nobody_can_use_is_said_to_be_one(tmp_path, chain):
    with pytest.raises(RefusedError, match="has no entry 'mine'"):
        find_key(settings(tmp_path, keychain="mine"))
    keyring.set_keyring(keyring.backends.fail.Keyring())
    with pytest.raises(UnsupportedError, match="keychain cannot be used") as raised:
        find_key(settings(tmp_path, keychain="mine"))
    assert "MEMORY_DB_KEY_FILE" in raised.value.hint


def test_without_the_package_for_keychains_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(UnsupportedError, match="keyring is not installed") as raised:
        find_key(settings(tmp_path, keychain="mine"))
    assert "uv tool install '.[keyring]'" in raised.value.hint


@pytest.mark.external
def test_only_who_keeps_the_key_in_the_keychain_loads_the_package_for_it(tmp_path, key_file):
    program = (
        "import sys; from memory_mcp.config import Settings; from memory_mcp.keys.lookup import find_key;"
        "find_key(Settings.load({}, db_path=sys.argv[1], key_file=sys.argv[2])); print(*sys.modules)"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "memory.db"), str(key_file)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert {"keyring", "memory_mcp.keys.keychain", "platformdirs"}.isdisjoint(shown)


def fire(monkeypatch: pytest.MonkeyPatch, *arguments: str, said: str) -> None:
    """Run a hook in this process."""
    payload = json.dumps({"session_id": "s", "cwd": "/", "prompt": said}).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(payload)))
    assert hooks.run(["user-prompt", "--client", "claude", *arguments]) == 0


def test_server_hook_and_command_line_find_the_key_the_same_way(tmp_path, key_file, clock, monkeypatch, chain):
    chain.set_password("memory-mcp", "mine", "of the file")
    db = tmp_path / "memory.db"
    with server(tmp_path, clock, key_file=key_file) as runtime:
        learn(Client(runtime, tmp_path), "said to the server")
    fire(monkeypatch, "--db", str(db), "--keychain", "mine", said="said to the hook")
    found = CliRunner().invoke(
        cli, ["--db", str(db), "--key-file", str(key_file), "--no-embed", "log", "--all", "--json"]
    )

    assert "said to the server" in found.output
    assert "said to the hook" in found.output
    assert b"said to" not in db.read_bytes()


def test_a_hook_does_not_wait_for_a_keychain_that_does_not_answer(tmp_path, monkeypatch, chain):
    was_asked, is_over, asked = threading.Event(), threading.Event(), list[str]()

    def waiting(service: str, username: str) -> str | None:
        asked.append(username)
        was_asked.set()
        is_over.wait(60)
        return None

    monkeypatch.setattr(chain, "get_password", waiting)
    monkeypatch.setattr(hooks, "HOOK_BUSY_TIMEOUT_MS", 20)
    db = tmp_path / "memory.db"
    Database(db, SystemClock(), key=TEA).close()
    fire(monkeypatch, "--db", str(db), "--keychain", "slow", said="secret")

    assert was_asked.wait(60)
    is_over.set()
    assert asked == ["slow"], "nobody waits twice"
    assert "keychain does not answer within 0.02 s" in (tmp_path / "memory.db-hooks.log").read_text()


def test_who_waits_for_a_keychain_that_does_not_answer_is_told_so_and_goes_on(tmp_path, monkeypatch, chain):
    was_said = threading.Event()

    class Told(io.StringIO):
        def flush(self) -> None:
            was_said.set()

    def waiting(service: str, username: str) -> str | None:
        return f"of {username}" if was_said.wait(60) else None

    monkeypatch.setattr(chain, "get_password", waiting)
    monkeypatch.setattr("memory_mcp.keys.keychain._SILENCE_S", 0.01)
    monkeypatch.setattr("sys.stderr", told := Told())
    assert find_key(settings(tmp_path, keychain="slow")) == "of slow"
    assert told.getvalue() == "waiting for the keychain ...\n"


def test_a_keychain_that_answers_says_nothing(tmp_path, chain, capfd):
    chain.set_password("memory-mcp", "mine", "of the file")
    assert find_key(settings(tmp_path, keychain="mine")) == "of the file"
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("is_in_memory", [False, True], ids=["on the disk", "in memory"])
def test_a_hook_with_a_wrong_key_seals_only_what_could_be_kept_nowhere_else(tmp_path, monkeypatch, chain, is_in_memory):
    chain.set_password("memory-mcp", "old", COFFEE)
    db, runtime = tmp_path / "memory.db", tmp_path / "runtime"
    Database(db, SystemClock(), key=TEA).close()
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    monkeypatch.setattr("memory_mcp.store.capture_state.spool_places.lies_in_memory", lambda _: is_in_memory)
    fire(monkeypatch, "--db", str(db), "--keychain", "old", said="secret")
    assert len(list(tmp_path.rglob("*.sealed"))) == (not is_in_memory)
    waiting = [path for path in runtime.rglob("*") if path.is_file() and b"secret" in path.read_bytes()]
    assert len(waiting) == is_in_memory
    assert not any(b"secret" in path.read_bytes() for path in tmp_path.glob("memory.db*/*") if path.is_file())
    assert "is encrypted with another key" in (tmp_path / "memory.db-hooks.log").read_text()


@pytest.mark.parametrize("command", [("key", "test"), ("log",), ("repair",)])
def test_a_key_that_ends_in_a_blank_is_said_to_where_it_does_not_open_the_file(tmp_path, key_file, command):
    db = tmp_path / "memory.db"
    Database(db, SystemClock(), key="of the file").close()
    key_file.write_text("of the file \n")
    done = CliRunner().invoke(cli, ["--db", str(db), "--key-file", str(key_file), "--no-embed", *command])
    assert isinstance(done.exception, RefusedError)
    assert "The key here begins or ends with a blank" in done.exception.hint


# Keys that are used as they are: a pass phrase is stretched for a tenth of a second each time.
TEA, COFFEE = f"raw:{'7e' * 32}", f"raw:{'c0' * 32}"
LESSON = '{"category": "fact", "content": "secret"}'
CASES = {
    "another key": (TEA, {"key": COFFEE}, "is encrypted with another key", "Check MEMORY_DB_KEY"),
    "no key": (TEA, {}, "is encrypted, or not an SQLite file", "Set MEMORY_DB_KEY"),
    "a key for a plain file": (None, {"key": TEA}, "is not encrypted, but a key is given", "memory-mcp key init"),
    "no key file": (TEA, {"key_file": "/nowhere/memory.key"}, "cannot be read", "Check MEMORY_DB_KEY_FILE"),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("way", ["server", "hook", "command line"])
def test_a_wrong_key_is_a_clear_error_with_its_mend_and_changes_nothing(tmp_path, clock, monkeypatch, case, way):
    made_with, given, message, hint = CASES[case]
    db = tmp_path / "memory.db"
    Database(db, ManualClock(SystemClock().now()), key=made_with).close()
    before = db.read_bytes()
    variables = {"key": "MEMORY_DB_KEY", "key_file": "MEMORY_DB_KEY_FILE"}
    for name, value in given.items():
        monkeypatch.setenv(variables[name], value)
    if way == "server":
        loaded = Settings.load({variables[name]: value for name, value in given.items()}, db_path=db)
        with server(tmp_path, clock, key=loaded.key, key_file=loaded.key_file) as runtime:
            with pytest.raises(RefusedError) as raised:
                learn(Client(runtime, tmp_path), "secret")
            said = str(raised.value)
    elif way == "hook":
        fire(monkeypatch, "--db", str(db), said="secret")
        said = (tmp_path / "memory.db-hooks.log").read_text()
    else:
        done = CliRunner().invoke(cli, ["--db", str(db), "--no-embed", "call", "memory_learn", LESSON])
        said = str(done.exception)

    assert message in said
    assert hint in said
    assert db.read_bytes() == before
    assert not any(b"secret" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_nobody_takes_the_key_of_the_environment_for_all_there_is():
    package = Path(hooks.__file__).parent
    asking = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if re.search(r"\bsettings\.key\b", path.read_text("utf-8"))
    }
    assert asking <= {"keys/lookup.py", "keys/storage.py", "cli/maintenance/key.py", "cli/connection/setup.py"}
