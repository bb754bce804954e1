"""A sealed export comes back whole under its secret, and not at all when it was altered; a plain one is asked for."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from calling import Client, learn, server
from click.testing import CliRunner

from memory_mcp.cli.main import cli
from memory_mcp.errors import InvalidInputError, RefusedError, UnsupportedError
from memory_mcp.keys.storage import KeyFile
from memory_mcp.store.file.copies.key_change import change_key
from memory_mcp.store.file.database import Database
from memory_mcp.tools.transfer import memory_export, memory_import
from memory_mcp.transfer.exporting import export_file
from memory_mcp.transfer.importing import import_file
from memory_mcp.transfer.joining import join
from memory_mcp.transfer.model import sealed as sealed_export
from memory_mcp.transfer.model.sealed import Seal, Sealer, Unsealed, opened_seal, sealed_with

TEA, COFFEE = f"raw:{'7e' * 32}", f"raw:{'c0' * 32}"
SEALED = "all.sealed"


@pytest.fixture
def encrypted(tmp_path, clock):
    """A server on an encrypted memory with one lesson."""
    with server(tmp_path, clock, key=TEA) as runtime:
        client = Client(runtime, tmp_path)
        learn(client, "planted: tabs over spaces")
        yield client


def sealed(path: Path, data: bytes, secret: str = TEA) -> Path:
    with Sealer(path, secret, "memory") as file:
        file.write(data)
    return path


def read(path: Path, secret: str = TEA) -> bytes:
    with Unsealed(path, opened_seal(path, secret)) as file:
        return file.readall()


def bodies(db: Database) -> list[tuple[str]]:
    with db.reading() as snapshot:
        return snapshot.rows("SELECT body FROM item")


@pytest.mark.parametrize("size", [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])
def test_what_is_sealed_comes_back_byte_for_byte(tmp_path, size):
    data = bytes(number % 251 for number in range(size))
    assert read(sealed(tmp_path / SEALED, data)) == data


def altered(whole: bytes, how: str) -> bytes:
    head = whole.index(b"\n") + 1
    chunk = 65_536 + 16
    match how:
        case "a byte":
            return whole[:-1] + bytes([whole[-1] ^ 1])
        case "the head":
            return whole.replace(b'"secret":"memory"', b'"secret":"phrase"')
        case "cut at a chunk":
            return whole[: head + chunk]
        case "cut to the head":
            return whole[:head]
        case "swapped chunks":
            return (
                whole[:head]
                + whole[head + chunk : head + 2 * chunk]
                + whole[head : head + chunk]
                + whole[head + 2 * chunk :]
            )
        case _:
            return whole + b"more"


@pytest.mark.parametrize("how", ["a byte", "the head", "cut at a chunk", "cut to the head", "swapped chunks", "longer"])
def test_a_sealed_file_that_was_altered_is_refused(tmp_path, how):
    path = sealed(tmp_path / SEALED, bytes(200_000))
    path.write_bytes(altered(path.read_bytes(), how))
    with pytest.raises(RefusedError, match="altered"):
        read(path)


def test_a_wrong_secret_is_refused(tmp_path):
    with pytest.raises(RefusedError, match="opens with another key"):
        read(sealed(tmp_path / SEALED, b"secret"), COFFEE)


@pytest.mark.parametrize(
    "change",
    [
        {"n": 1 << 30},
        {"n": 1_000},
        {"n": "8"},
        {"p": -1},
        {"kdf": "none"},
        {"salt": "zz"},
        {"salt": ""},
        {"secret": "x"},
    ],
)
def test_a_head_that_asks_for_too_much_or_makes_no_sense_is_refused_before_anything_is_derived(tmp_path, change):
    path = sealed(tmp_path / SEALED, b"secret")
    head, _, rest = path.read_bytes().partition(b"\n")
    path.write_bytes(json.dumps(json.loads(head) | change, separators=(",", ":")).encode() + b"\n" + rest)
    with pytest.raises(RefusedError, match="cannot be right"):
        sealed_with(path)


@pytest.mark.parametrize("change", [{"n": 1}, {"n": 1 << 20, "r": 1, "p": 2}, {"n": 2, "r": 1 << 20}])
def test_a_head_that_no_key_is_derived_with_is_refused(tmp_path, change):
    path = sealed(tmp_path / SEALED, b"secret")
    head, _, rest = path.read_bytes().partition(b"\n")
    path.write_bytes(json.dumps(json.loads(head) | change, separators=(",", ":")).encode() + b"\n" + rest)
    with pytest.raises(RefusedError, match="cannot be right"):
        read(path, TEA)


def test_a_later_version_is_said_to_be_one(tmp_path):
    path = sealed(tmp_path / SEALED, b"secret")
    path.write_bytes(path.read_bytes().replace(b'"version":1', b'"version":2'))
    with pytest.raises(UnsupportedError, match="not known here"):
        sealed_with(path)


def test_no_two_chunks_have_a_nonce_in_common():
    seal = Seal(b"", bytes(32))
    nonces = {seal.nonce(number, is_last=is_last) for number in (0, 1, 255, 256) for is_last in (False, True)}
    assert (len(nonces), {len(nonce) for nonce in nonces}) == (8, {12})


def test_an_encrypted_memory_goes_through_a_sealed_file_and_back(encrypted, tmp_path, clock):
    path = tmp_path / "exports" / SEALED
    encrypted.call(memory_export, path=SEALED, project="*")
    assert b"planted" not in path.read_bytes()
    (tmp_path / "other").mkdir()
    with server(tmp_path / "other", clock, key=TEA) as other:
        report = Client(other, tmp_path, is_person=True).call(memory_import, path=str(path))
        assert report["added"] == 1
        assert bodies(other.db) == [("planted: tabs over spaces",)]


@pytest.fixture
def older(tmp_path, clock):
    """An export sealed with the key before that of a memory, and the settings of the memory."""
    place, path = KeyFile(tmp_path / "key"), tmp_path / "memory.db"
    place.put("", COFFEE)
    place.put(".old", TEA)
    with closing(Database(path, clock, key=COFFEE)) as db:
        export_file(db, tmp_path / SEALED, secret=(TEA, "memory"))
    return place, ["--db", str(path), "--key-file", str(tmp_path / "key"), "import", str(tmp_path / SEALED)]


def test_an_export_of_before_the_key_was_changed_opens_with_the_key_that_was_kept(older):
    assert CliRunner().invoke(cli, older[1]).exception is None


def test_an_export_under_a_key_that_is_not_kept_says_how_to_give_it(older):
    older[0].remove(".old")
    refused = CliRunner().invoke(cli, older[1]).exception
    assert isinstance(refused, RefusedError)
    assert "opens with another key" in refused.message
    assert f"memory-mcp import --phrase {older[1][-1]}" in refused.hint
    assert "the key before" in refused.hint


def test_a_plain_memory_is_sealed_with_a_phrase_that_is_typed(db, clock, tmp_path, monkeypatch):
    # What is dear is meant to be: half a second each time.
    monkeypatch.setattr(sealed_export, "_COST", 1 << 10)
    export_file(db, tmp_path / SEALED, secret=("correct horse battery", "phrase"))
    assert sealed_with(tmp_path / SEALED) == "phrase"
    other = Database(tmp_path / "other.db", clock)
    with pytest.raises(RefusedError, match="there is no key to open it"):
        import_file(other, tmp_path / SEALED)
    assert import_file(other, tmp_path / SEALED, secret="correct horse battery").skipped == {}
    other.close()


def test_without_a_key_or_in_another_format_nothing_is_sealed(db, tmp_path):
    with pytest.raises(RefusedError, match="no key to seal"):
        export_file(db, tmp_path / SEALED)
    with pytest.raises(InvalidInputError, match="only the native format"):
        export_file(db, tmp_path / SEALED, format="studiomeyer", secret=(TEA, "memory"))
    assert not (tmp_path / SEALED).exists()


@pytest.mark.parametrize(
    ("name", "format_"), [("all.jsonl", "native"), ("all.json", "studiomeyer"), ("all", "markdown")]
)
def test_on_a_models_word_an_encrypted_memory_is_not_written_in_the_clear(encrypted, tmp_path, name, format_):
    with pytest.raises(RefusedError, match="is encrypted") as raised:
        encrypted.call(memory_export, path=name, format=format_)
    assert "ends in .sealed" in raised.value.hint
    assert not (tmp_path / "exports" / name).exists()


def test_a_plain_export_of_a_plain_memory_asks_nothing(client, tmp_path):
    assert client.call(memory_export, path="all.jsonl")["path"] == str(tmp_path / "exports" / "all.jsonl")


def test_at_the_command_line_a_plain_export_of_an_encrypted_memory_has_to_be_said(tmp_path, clock):
    path = tmp_path / "memory.db"
    Database(path, clock).close()
    change_key(path, clock, old=None, new=TEA)
    program = ["--db", str(path), "--no-embed", "export", str(tmp_path / "all.jsonl")]
    unsaid = CliRunner().invoke(cli, program, env={"MEMORY_DB_KEY": TEA})
    assert isinstance(unsaid.exception, RefusedError)
    assert not (tmp_path / "all.jsonl").exists()
    said = CliRunner().invoke(cli, [*program, "--plain"], env={"MEMORY_DB_KEY": TEA})
    assert (said.exit_code, (tmp_path / "all.jsonl").exists()) == (0, True)


def test_a_sealed_export_is_joined_with_another_memory(encrypted, tmp_path, clock):
    encrypted.call(memory_export, path=SEALED)
    with closing(Database(tmp_path / "other.db", clock)) as other:
        join(other, tmp_path / "exports" / SEALED, secret=TEA)
        assert bodies(other) == [("planted: tabs over spaces",)]
