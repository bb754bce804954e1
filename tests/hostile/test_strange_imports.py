"""Files to import whose records are not of the kinds they should be."""

from __future__ import annotations

import io
import json
import os
import time
import zipfile

import pytest
from calling import Client, server
from click.testing import CliRunner

from memory_mcp.cli.main import cli
from memory_mcp.errors import InvalidInputError, RefusedError
from memory_mcp.tools.transfer import memory_import
from memory_mcp.transfer.foreign.chats import chatgpt
from memory_mcp.transfer.model.elements import elements
from memory_mcp.transfer.model.json_values import Broken


@pytest.mark.parametrize("kind", [["entity"], {"entity": 1}, 5], ids=["list", "object", "number"])
def test_a_record_whose_type_is_no_text_is_skipped_and_reported(tmp_path, kind):
    head = {"format": "memory-mcp-export", "version": 1}
    lines = (json.dumps(one) for one in (head, {"type": kind, "role": kind, "id": "x"}))
    (tmp_path / "all.jsonl").write_text("\n".join(lines), encoding="utf-8")

    told = CliRunner().invoke(
        cli, ["--no-embed", "--db", str(tmp_path / "memory.db"), "import", str(tmp_path / "all.jsonl"), "--json"]
    )

    assert json.loads(told.stdout)["skipped"] == {"no known type": 1}


def test_an_erasure_of_what_is_no_kind_is_skipped_and_reported(tmp_path):
    head = {"format": "memory-mcp-export", "version": 1}
    lines = (json.dumps(one) for one in (head, {"type": "erasure", "id": "x", "kind": {"a": 1}}))
    (tmp_path / "all.jsonl").write_text("\n".join(lines), encoding="utf-8")

    told = CliRunner().invoke(
        cli, ["--no-embed", "--db", str(tmp_path / "memory.db"), "import", str(tmp_path / "all.jsonl"), "--json"]
    )

    assert json.loads(told.stdout)["skipped"] == {"no kind of what was erased: \"{'a': 1}\"": 1}


@pytest.mark.parametrize("key", ["confidence", "position"])
def test_a_number_that_no_float_can_hold_counts_as_none(tmp_path, key):
    head = {"format": "memory-mcp-export", "version": 1}
    told = ({"type": "learning", "id": str(one), "content": f"told {one}", key: 10 ** (400 * one)} for one in (0, 1))
    (tmp_path / "all.jsonl").write_text("\n".join(map(json.dumps, (head, *told))), encoding="utf-8")

    told = CliRunner().invoke(
        cli, ["--no-embed", "--db", str(tmp_path / "memory.db"), "import", str(tmp_path / "all.jsonl"), "--json"]
    )

    assert json.loads(told.stdout)["added"] == 2


def test_a_number_of_more_digits_than_python_reads_takes_no_record_along(tmp_path):
    head = {"format": "memory-mcp-export", "version": 1}
    told = ({"type": "learning", "id": str(one), "content": f"told {one}", "position": "DIGITS"} for one in (0, 1))
    written = "\n".join(map(json.dumps, (head, *told))).replace('"DIGITS"', "9" * 5_000)
    (tmp_path / "all.jsonl").write_text(written, encoding="utf-8")

    told = CliRunner().invoke(
        cli, ["--no-embed", "--db", str(tmp_path / "memory.db"), "import", str(tmp_path / "all.jsonl"), "--json"]
    )

    assert json.loads(told.stdout)["added"] == 2


def test_an_attribute_that_is_nested_too_deeply_is_skipped_and_reported(tmp_path):
    head = {"format": "memory-mcp-export", "version": 1}
    deep = '{"type": "learning", "id": "deep", "content": "deep", "attributes": {"x": %s}}' % ("[" * 600 + "]" * 600)
    good = {"type": "learning", "id": "good", "content": "good"}
    (tmp_path / "all.jsonl").write_text("\n".join((json.dumps(head), deep, json.dumps(good))), encoding="utf-8")

    told = CliRunner().invoke(
        cli, ["--no-embed", "--db", str(tmp_path / "memory.db"), "import", str(tmp_path / "all.jsonl"), "--json"]
    )

    found = json.loads(told.stdout)
    assert (found["added"], found["skipped"]) == (1, {"nested too deeply": 1})


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("mem0.json", {"results": [{"memory": "likes \ud800 tea"}, {"id": "b", "memory": "likes coffee"}]}),
        ("agent.af", {"agents": [], "blocks": [{"label": "a", "value": "\ud800"}, {"label": "b", "value": "b"}]}),
        ("mif.json", {"mif_version": "2.0", "memories": [{"content": "\ud800 tea"}, {"content": "coffee"}]}),
    ],
)
def test_half_a_character_keeps_nothing_from_being_taken_over(tmp_path, name, told):
    (tmp_path / name).write_text(json.dumps(told), encoding="utf-8")

    told = CliRunner().invoke(
        cli, ["--no-embed", "--db", str(tmp_path / "memory.db"), "import", str(tmp_path / name), "--json"]
    )

    assert json.loads(told.stdout)["added"] == 2


def test_a_conversation_of_very_many_messages_is_followed_in_the_time_of_its_length():
    count = 30_000
    nodes = {str(one): {"parent": str(one - 1)} for one in range(count)}
    started = time.process_time()

    assert list(chatgpt({"mapping": nodes, "current_node": str(count - 1)}, "all")) == []

    assert time.process_time() - started < 2


@pytest.fixture
def inflated(tmp_path, monkeypatch):
    """Return an archive whose member unpacks to more than 100 times its size, and how many bytes of it were read."""
    counted = []
    read1 = zipfile.ZipExtFile.read1

    def counting(self, n):
        counted.append(read1(self, n))
        return counted[-1]

    monkeypatch.setattr(zipfile.ZipExtFile, "read1", counting)
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made, made.open("conversations.json", "w") as member:
        member.write(b'[{"title":"')
        for _ in range(70):
            member.write(b"a" * 1_000_000)
        member.write(b'"}]')
    return path, counted


def test_a_small_archive_that_unpacks_to_a_very_large_file_is_refused_before_it_is_unpacked(tmp_path, inflated):
    path, counted = inflated

    told = CliRunner().invoke(cli, ["--no-embed", "--db", str(tmp_path / "memory.db"), "import", str(path)])

    assert "would unpack to 70 MB" in str(told.exception)
    assert counted == []


def set_flag(whole):
    """Say of the archive's file that it is under a password."""
    for magic, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        whole[whole.find(magic) + at] |= 1


def set_method(whole):
    for magic, at in ((b"PK\3\4", 8), (b"PK\1\2", 10)):
        whole[whole.find(magic) + at] = 99


def set_sum(whole):
    whole[whole.find(b"PK\1\2") + 16] ^= 1


def set_bytes(whole):
    whole[60] ^= 0xFF


@pytest.mark.parametrize(
    ("change", "failure", "method"),
    [
        (set_flag, RefusedError, zipfile.ZIP_DEFLATED), (set_method, RefusedError, zipfile.ZIP_DEFLATED),
        (set_sum, InvalidInputError, zipfile.ZIP_DEFLATED), (set_bytes, InvalidInputError, zipfile.ZIP_DEFLATED),
        (set_bytes, InvalidInputError, zipfile.ZIP_LZMA), (set_bytes, InvalidInputError, zipfile.ZIP_BZIP2),
    ],
)  # fmt: skip
def test_an_archive_that_cannot_be_unpacked_is_refused(tmp_path, change, failure, method):
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w", method) as made:
        made.writestr("conversations.json", json.dumps([{"title": str(one), "mapping": {}} for one in range(50)]))
    whole = bytearray(path.read_bytes())
    change(whole)
    path.write_bytes(whole)

    told = CliRunner().invoke(cli, ["--no-embed", "--db", str(tmp_path / "memory.db"), "import", str(path)])

    assert isinstance(told.exception, failure)


def test_no_more_of_a_value_is_read_than_the_most_it_may_have():
    class Endless(io.StringIO):
        count = 0

        def read(self, size):
            self.count += size
            return '["' + "a" * (size - 2) if self.count == size else "a" * size

    file = Endless()

    class Source:
        def open(self):
            return file

    found = list(elements(Source(), {()}, 5_000_000))

    assert found == [((), None), ((1,), Broken())]
    assert file.count <= 5_000_001


@pytest.fixture
def deep(tmp_path, monkeypatch):
    """A folder with a page, and 1,200 folders each in the one before."""
    (top := tmp_path / "top").mkdir()
    (top / "README.md").write_text("# Harbour\n\nThe quay is 90 metres long.\n", encoding="utf-8")
    monkeypatch.chdir(top)
    # A path of so many could not be given at once, and what removes folders goes as deep as Python does.
    for _ in range(1_200):
        os.mkdir("d")  # noqa: PTH102 - as far as the path from here
        os.chdir("d")
    monkeypatch.chdir(tmp_path)
    yield top
    os.chdir(os.path.join(top, *["d"] * 1_200))  # noqa: PTH118 - a Path is no shorter
    for _ in range(1_200):
        os.chdir("..")
        os.rmdir("d")  # noqa: PTH106 - the same


@pytest.mark.skipif(os.name == "nt", reason="a path has 260 characters there")
@pytest.mark.parametrize(
    ("command", "added"),
    [(("import",), 1), (("import", "--format", "claude-transcripts"), None), (("bootstrap",), ["README.md"])],
)
def test_folders_a_thousand_deep_are_gone_through(tmp_path, deep, command, added):
    told = CliRunner().invoke(
        cli, ["--no-embed", "--db", str(tmp_path / "memory.db"), *command, str(deep), "--json"], standalone_mode=False
    )
    assert told.exception is None
    assert json.loads(told.stdout).get("added") == added


@pytest.mark.skipif(os.name == "nt", reason="a path has 260 characters there")
def test_a_tool_goes_through_folders_a_thousand_deep(tmp_path, deep, clock):
    (deep / ".git").mkdir()
    with server(tmp_path / "data", clock) as runtime:
        assert Client(runtime, deep).call(memory_import, path=str(deep))["added"] == 1
