"""JSON with comments is changed as text: what goes in comes out again, and nothing else moves."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import pytest
from examples import examples
from hypothesis import example, given
from hypothesis import strategies as st

from memory_mcp.errors import InvalidInputError
from memory_mcp.setup import block_text, json_cuts, json_text
from memory_mcp.setup.reading import server_in
from memory_mcp.setup.targets import JsonHooks, JsonServer, TomlServer, server_name

HOOKS = JsonHooks(
    {
        event: {"hooks": [{"type": "command", "command": f"/opt/memory-mcp hook {event} --client claude --db /m.db"}]}
        for event in ("SessionStart", "Stop")
    },
    version=1,
)
SERVER = JsonServer(("mcpServers",), {"command": "/opt/memory-mcp", "args": ["serve"]})

_gaps = st.sampled_from(["", " ", "\n", "\n  ", "\t", " // a comment, {with} [signs]\n", "/* one\n two */ ", "\r\n"])
_keys = st.sampled_from(["mcpServers", "hooks", "SessionStart", "Stop", "version", "other", "a b", 'quo"ted'])
_leaves = st.one_of(st.none(), st.booleans(), st.integers(-9, 9), st.text(max_size=5), st.just("http://x // no"))


@st.composite
def _containers(draw: st.DrawFn, children: st.SearchStrategy[str], kinds: str = "{[") -> str:
    is_object = draw(st.sampled_from(kinds)) == "{"
    keys = draw(st.lists(_keys, max_size=4, unique=True))
    parts = []
    for key in keys:
        name = f"{json.dumps(key)}{draw(_gaps)}:{draw(_gaps)}" if is_object else ""
        parts.append(draw(_gaps) + name + draw(children) + draw(_gaps))
    inside = ",".join(parts) + ("," + draw(_gaps) if parts and draw(st.booleans()) else "") if parts else draw(_gaps)
    return "{" + inside + "}" if is_object else "[" + inside + "]"


_values = st.recursive(_leaves.map(json.dumps), _containers, max_leaves=8)


@st.composite
def files(draw: st.DrawFn) -> str | None:
    """A file of a client: absent, blank, or an object whose servers and hooks may be anything that fits."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.sampled_from([None, "", "\n", " \r\n"]))
    events = st.dictionaries(st.sampled_from(["SessionStart", "Stop", "Other"]), _containers(_values, "["), max_size=3)
    members = {"mcpServers": _containers(_values, "{"), "hooks": events, "theme": _values}
    drawn = {key: draw(members[key]) for key in draw(st.permutations(list(members))) if draw(st.booleans())}
    chosen = {key: text if isinstance(text, str) else _joined(draw, text) for key, text in drawn.items()}
    return draw(st.sampled_from(["", "\ufeff"])) + draw(_gaps) + _joined(draw, chosen) + draw(_gaps)


def _joined(draw: st.DrawFn, members: dict[str, str]) -> str:
    parts = [f"{draw(_gaps)}{json.dumps(key)}:{draw(_gaps)}{text}{draw(_gaps)}" for key, text in members.items()]
    trailing = "," + draw(_gaps) if parts and draw(st.booleans()) else draw(_gaps)
    return "{" + ",".join(parts) + trailing + "}"


@pytest.mark.parametrize("part", [SERVER, HOOKS], ids=["server", "hooks"])
@examples(25)
@given(text=files())
@example(text='{"mcpServers": {}, "hooks": {}}')
@example(text='{\n  "hooks": {"Stop": []}, // kept\n}')
def test_what_was_put_in_is_taken_out_to_the_byte_and_goes_in_once(part: Any, text: str | None) -> None:
    added = part.put(text)
    assert part.put(added) == added
    assert part.take(added) == text


@examples(25)
@given(text=files())
def test_server_and_hooks_go_into_one_file_and_out_in_reverse(text: str | None) -> None:
    added = SERVER.put(HOOKS.put(text))
    assert SERVER.put(HOOKS.put(added)) == added
    without = SERVER.take(added)
    assert (None if without is None else HOOKS.take(without)) == text


@examples(25)
@given(text=files())
def test_every_other_value_stays(text: str | None) -> None:
    added = json_text.parsed(SERVER.put(text)).value
    before = json_text.parsed(text).value if text and text.strip("\ufeff \r\n") else {}
    servers = {**before.get("mcpServers", {}), **{key: added["mcpServers"][key] for key in ("memory",)}}
    assert added == {**before, "mcpServers": servers}


@examples(25)
@given(value=st.recursive(_leaves, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20))
def test_plain_json_is_read_as_the_standard_library_reads_it(value: Any) -> None:
    for indent in (None, 2, "\t"):
        assert json_text.parsed(json.dumps(value, indent=indent)).value == value


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{\n  "a": 1\n  "b": 2\n}', 3), ('{"a": }', 1), ("{\n\n'a': 1}", 3), ('{"a": 1} x', 1), ("{", 1),
        ('{"a": 1,\n "a": 2}', 2), ('{"a": "\\q"}', 1), ("[" * 100_000, 1), ('{"a": 1,, }', 1), ("{,}", 1),
    ],
)  # fmt: skip
def test_what_does_not_parse_is_told_with_its_line(text: str, line: int) -> None:
    with pytest.raises(InvalidInputError, match=f": line {line}: "):
        SERVER.put(text)


@pytest.mark.parametrize("text", ["", "\ufeff", " \r\n"])
@pytest.mark.parametrize("part", [SERVER, HOOKS])
def test_there_is_nothing_of_ours_in_a_file_that_says_nothing(part: Any, text: str) -> None:
    assert part.take(text) == text


def test_a_comment_at_the_end_of_the_last_line_stays_where_it_is() -> None:
    added = SERVER.put('{\n    "theme": "dark" // mine\n}\n')
    assert '"theme": "dark", // mine\n    "mcpServers": {\n        "memory"' in added


def test_another_server_of_the_same_name_stays_and_ours_takes_another() -> None:
    text = '{"mcpServers": {"memory": {"command": "npx", "args": ["server-memory"]}}}'
    added = SERVER.put(text)
    assert list(json.loads(added)["mcpServers"]) == ["memory", "memory-mcp"]
    assert SERVER.take(added) == text


def test_of_two_servers_of_ours_that_of_this_memory_is_changed_and_the_other_stays() -> None:
    work = {"command": "memory-mcp", "args": ["--db", "/work.db", "serve"]}
    home = {"command": "uvx", "args": ["memory-mcp-sqlite"], "env": {"MEMORY_DB_PATH": "/home.db"}}
    entry = {"command": "/opt/memory-mcp", "args": ["--db", "/home.db", "serve"]}
    part = JsonServer(("mcpServers",), entry)
    made = part.put(json.dumps({"mcpServers": {"work": work, "home": home}}))
    assert json.loads(made)["mcpServers"] == {"work": work, "home": home | entry}
    assert server_in(part, made) == home | entry
    assert server_name(made, ("mcpServers",), "/home.db") == "home"


def test_two_other_servers_of_our_names_stay_and_ours_takes_a_third() -> None:
    text = '{"mcpServers": {"memory": {"command": "npx"}, "memory-mcp": {"command": "theirs"}}}'
    added = SERVER.put(text)
    assert list(json.loads(added)["mcpServers"]) == ["memory", "memory-mcp", "memory-mcp-2"]
    assert SERVER.take(added) == text


@pytest.mark.parametrize(
    "text",
    [
        '{"hooks":{},"version":1}', '{"hooks": {"Stop": []}, "version": 1}', '{"hooks":{},"version":2}',
        '{\n  "hooks": {\n  },\n  "version": 1\n}\n', "{}", "", "\n",
    ],
)  # fmt: skip
def test_a_version_behind_hooks_that_were_there_stays(text: str) -> None:
    assert HOOKS.take(HOOKS.put(text)) == text
    assert HOOKS.take(text) == text


def test_a_comment_in_front_of_what_is_taken_out_hides_nothing_behind_it() -> None:
    ours = json.dumps(SERVER.entry)
    assert SERVER.take(f'{{"mcpServers":{{"a":{{}},// theirs\n"memory":{ours}}}}}') == (
        '{"mcpServers":{"a":{}// theirs\n}}'
    )


def test_an_entry_of_an_earlier_version_is_replaced_in_place_and_what_a_person_added_stays() -> None:
    old = '{"mcpServers": {"mine": {"command": "uvx", "args": ["memory-mcp-sqlite"], "env": {"MEMORY_PROJECT": "x"}}}}'
    added = json.loads(SERVER.put(old))["mcpServers"]
    assert added == {"mine": {**SERVER.entry, "env": {"MEMORY_PROJECT": "x"}}}


def test_a_hook_that_was_put_in_twice_or_at_an_event_of_an_earlier_version_goes() -> None:
    ours = HOOKS.events["Stop"]
    old = json.dumps({"hooks": {"Notification": [ours], "Stop": [{"hooks": [{"command": "bell"}]}, ours, ours]}})
    hooks = json.loads(HOOKS.put(old))["hooks"]
    assert "Notification" not in hooks
    assert hooks["Stop"] == [{"hooks": [{"command": "bell"}]}, ours]
    assert not re.search("memory", str(HOOKS.take(old)))


@examples(50)
@given(text=files(), path=st.sampled_from([(), ("hooks",), ("hooks", "Stop"), ("mcpServers", "memory"), ("other",)]))
@example(text='{"a": [NaN], "b": 1}', path=())
@example(text='{"a": {"b": 1, "b": 2}}', path=("hooks",))
@example(text='{"a": {"b": [1, 2,]}, "hooks": {} /* kept */}', path=("hooks",))
def test_what_is_not_on_the_path_is_read_as_it_is_part_by_part(text: str | None, path: tuple[str, ...]) -> None:
    def places(node: json_text.Node, steps: tuple[str, ...] | None) -> Any:
        children = {} if steps is None else node.children
        inner = {key: places(one, steps[1:] if steps and steps[0] == key else None) for key, one in children.items()}
        return node.start, node.end, node.at, node.comma, node.value, inner

    def read(*how: Any) -> Any:
        try:
            return places(json_text.parsed(text or "", *how), path)
        except InvalidInputError as wrong:
            return wrong.message

    assert read(path) == read()


@pytest.mark.parametrize("comment", ["", "// mine\n"])
def test_a_large_part_beside_ours_is_read_as_a_whole(monkeypatch: pytest.MonkeyPatch, comment: str) -> None:
    read: list[str] = []
    value = json_text._value
    monkeypatch.setattr(
        json_text, "_value", lambda text, start, *how: read.append(text[start]) or value(text, start, *how)
    )
    text = json.dumps({"permissions": {"allow": [[f"Bash({number})"] for number in range(1_000)]}}, indent=2)
    text = text.replace('"Bash(500)"', f'{comment}"Bash(500)"')

    assert HOOKS.take(HOOKS.put(text)) == text
    assert len(read) < 1_000


@examples(60)
@given(text=_containers(_values))
@example(text='{"a": ["x", // kept\n "x", /* kept */ "x"\n ], "b": [\n  "x"\n]}')
def test_many_values_are_taken_out_as_one_after_the_other(text: str) -> None:
    def is_ours(value: Any) -> bool:
        return value is None or value in ("", "x") or value is True

    def root() -> json_text.Node:
        return json_text.parsed(text)

    paths = json_text.found(root(), is_ours)
    made: str | None = text
    for path in reversed(paths):
        made = json_cuts.without(str(made), json_text.parsed(str(made)), [path])

    assert json_cuts.without(text, root(), paths) == made


def test_hooks_that_stand_many_times_are_taken_out_in_one_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    text = HOOKS.put(None)
    entry = json_text.parsed(text).value["hooks"]["Stop"][0]
    for _ in range(50):
        text = json_text.append(text, ("hooks", "Stop"), entry)
    read: list[str] = []
    parsed = json_text.parsed
    monkeypatch.setattr(json_text, "parsed", lambda text, *path: read.append(text) or parsed(text, *path))

    assert HOOKS.put(text) == HOOKS.put(None)
    assert len(read) < 20


def servers(*memories: str) -> dict[str, Any]:
    return {
        f"mine-{number}": {"command": "memory-mcp", "args": ["--db", memory, "serve"] if memory else ["serve"]}
        for number, memory in enumerate(memories)
    }


@pytest.mark.parametrize(
    ("memories", "left", "others"),
    [
        (("/work.db", "/home.db"), ["mine-0"], {"/work.db"}),
        (("/work.db",), ["mine-0"], {"/work.db"}),
        (("", "/home.db"), ["mine-0"], {""}),
        (("",), [], set()),
    ],
)
def test_of_servers_of_ours_only_that_of_this_memory_is_taken_out(
    memories: tuple[str, ...], left: list[str], others: set[str]
) -> None:
    entry = {"command": "/opt/memory-mcp", "args": ["--db", "/home.db", "serve"]}
    part, text = JsonServer(("mcpServers",), entry), json.dumps({"mcpServers": servers(*memories)})
    assert list(json.loads(part.take(text) or "{}").get("mcpServers", {})) == left
    assert part.others(text) == others
    table = "".join(block_text.with_table(None, ("s", name), one) for name, one in servers(*memories).items())
    toml = TomlServer(("s",), entry)
    assert list(tomllib.loads(toml.take(table) or "").get("s", {})) == left
    assert toml.others(table) == others


def test_hooks_of_another_memory_stay() -> None:
    theirs = HOOKS.put("{}").replace("/m.db", "/n.db")
    assert (HOOKS.take(theirs), HOOKS.others(theirs)) == (theirs, {"/n.db"})
    assert HOOKS.others(HOOKS.put("{}")) == set()


@pytest.mark.parametrize("separators", [(",", ":"), None], ids=["without blanks", "on a line"])
@pytest.mark.parametrize("before", [{}, {"a": 1}, {"hooks": {"Stop": [{"hooks": [{"command": "bell"}]}]}}])
def test_of_a_file_that_its_client_wrote_anew_on_a_line_no_empty_holder_is_left(before: Any, separators: Any) -> None:
    added = json.loads(SERVER.put(HOOKS.put(json.dumps(before))))
    without = SERVER.take(json.dumps(added, separators=separators))
    assert json.loads(str(HOOKS.take(str(without)))) == before


def test_a_number_of_very_many_digits_is_told_by_its_beginning() -> None:
    with pytest.raises(InvalidInputError) as failed:
        json_text.put('{"a": ' + "9" * 50_000 + "}", ["b"], 1)

    assert len(str(failed.value)) < 400
