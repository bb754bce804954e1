"""A table of a TOML file, and words between markers, go in at the end and out again to the byte."""

from __future__ import annotations

import tomllib

import pytest
from examples import examples
from hypothesis import assume, example, given
from hypothesis import strategies as st

from memory_mcp.errors import InvalidInputError
from memory_mcp.setup import block_text
from memory_mcp.setup.targets import MarkedWords, TomlServer

SERVER = TomlServer(("mcp_servers",), {"command": "/opt/memory-mcp", "args": ["serve"], "startup_timeout_sec": 30})
WORDS = MarkedWords("## Memory\n\nRecall first.\n")

_LINES = [
    "",
    "# a comment", 'model = "x"', "[mcp_servers.other]", 'command = "npx"', "[mcp_servers]", "[features] # on",
    'text = """\n[mcp_servers.memory]\n"""', "list = [\n  [1],\n]", "[[many]]", "[mcp_servers.memory.tools.x]",
    '[mcp_servers."a b"]', "  ", "mcp_servers.dotted = { command = 'x' }", "[mcp_servers.memory]",
]  # fmt: skip


@st.composite
def texts(draw: st.DrawFn, lines: list[str]) -> str | None:
    """A file of lines that end as Unix or Windows ends them, the last perhaps not at all; or none."""
    chosen = draw(st.none() | st.lists(st.sampled_from(lines), max_size=6))
    if chosen is None:
        return None
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    text = "\n".join(chosen) + draw(st.sampled_from(["", "\n", "\n\n"]))
    return text.replace("\n", newline)


@examples(40)
@given(text=texts(_LINES))
def test_a_table_that_was_put_in_is_taken_out_to_the_byte_and_goes_in_once(text: str | None) -> None:
    try:
        tomllib.loads(text or "")
        added = SERVER.put(text)
    except (tomllib.TOMLDecodeError, InvalidInputError):
        assume(False)
        raise
    assert SERVER.put(added) == added
    assert SERVER.take(added) == text


def test_a_marker_that_lost_its_end_takes_no_text_of_others_along() -> None:
    text = f"{block_text.BEGIN}\nWe use tabs.\n"

    once = block_text.with_marked(text, "words")

    assert block_text.with_marked(once, "words") == once
    assert block_text.with_marked(once, "other words").startswith(text)
    assert block_text.without_marked(once) == text


@examples(40)
@given(text=texts(["", "# Rules", "Use pnpm.", "<!-- mine -->"]))
def test_words_that_were_put_in_are_taken_out_to_the_byte_and_go_in_once(text: str | None) -> None:
    added = WORDS.put(text)
    assert WORDS.put(added) == added
    assert WORDS.take(added) == text


@examples(60)
@given(
    lines=st.lists(st.tuples(st.sampled_from(["", "# Rules"]), st.sampled_from(["\n", "\r\n", "\r", ""])), max_size=4)
)
@example(lines=[("# Rules", "\r"), ("Use pnpm.", "\r")])
@example(lines=[("# Rules", "\r\n"), ("Use pnpm.", "\n")])
def test_words_go_in_once_and_out_to_the_byte_however_each_line_ends(lines: list[tuple[str, str]]) -> None:
    text = "".join(line + end for line, end in lines)
    added = WORDS.put(text)
    assert WORDS.put(added) == added
    assert WORDS.take(added) == text
    assert WORDS.take(WORDS.put(MarkedWords("Old words.").put(text))) == text


def test_words_of_an_earlier_version_are_replaced_in_place() -> None:
    text = MarkedWords("Old words.").put("Before.\n") + "\nBehind.\n"
    assert WORDS.put(text) == WORDS.put("Before.\n") + "\nBehind.\n"
    assert WORDS.take(WORDS.put(text)) == "Before.\n\nBehind.\n"


def test_a_table_of_an_earlier_version_is_replaced_in_place_with_what_a_person_added() -> None:
    old = '[mcp_servers.memory]\ncommand = "memory-mcp-sqlite"\nrequired = true\n\n# next\n[other]\nx = 1\n'
    added = SERVER.put(old)
    assert tomllib.loads(added)["mcp_servers"]["memory"] == {**SERVER.entry, "required": True}
    assert added.endswith("\n\n# next\n[other]\nx = 1\n")


def test_tables_another_program_put_behind_ours_stay() -> None:
    state = '\n[hooks.state."/home/x/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:1"\n'
    added = SERVER.put('model = "x"\n') + state
    assert SERVER.put(added) == added
    assert SERVER.take(added) == 'model = "x"\n' + state


@pytest.mark.parametrize(
    ("text", "says"), [("a = \n", "line 1"), ("mcp_servers = {}\n", "by hand"), ("a = 1\na = 2\n", "")]
)
def test_what_cannot_be_changed_is_told(text: str, says: str) -> None:
    with pytest.raises(InvalidInputError) as told:
        SERVER.put(text)
    assert says in str(told.value)


@pytest.mark.parametrize(
    ("value", "reason"), [("[" * 20_000, "recursion"), ("{a=" * 20_000, "recursion"), ("9" * 20_000, "digits")]
)
def test_a_file_that_asks_too_much_of_its_reader_is_named_as_one_that_cannot_be_read(value: str, reason: str) -> None:
    for change in (SERVER.put, SERVER.take):
        with pytest.raises(InvalidInputError, match=reason):
            change(f"a = {value}")


BELOW = """
[mcp_servers.memory]
command = "/old/memory-mcp"
args = ["serve"]

[mcp_servers.memory.env]
MEMORY_X = "1"

[mcp_servers.memory.tools.memory_learn]
approval_mode = "approve"

[mcp_servers.other.env]
A = "1"
"""


def test_tables_below_ours_stay_when_it_is_written_anew_and_go_with_it() -> None:
    made = SERVER.put(BELOW)
    server = tomllib.loads(made)["mcp_servers"]["memory"]
    assert server == {
        "command": "/opt/memory-mcp", "args": ["serve"], "startup_timeout_sec": 30, "env": {"MEMORY_X": "1"},
        "tools": {"memory_learn": {"approval_mode": "approve"}},
    }  # fmt: skip
    assert SERVER.put(made) == made
    assert tomllib.loads(str(SERVER.take(made))) == {"mcp_servers": {"other": {"env": {"A": "1"}}}}


def test_a_list_of_tables_below_ours_goes_with_it() -> None:
    text = SERVER.put("") + '\n[[mcp_servers.memory.rules]]\nname = "a"\n'
    assert not str(SERVER.take(text)).strip()
