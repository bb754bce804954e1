"""The documentation says what the program does: parts made from it, commands, links, names and settings."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from pages import DOCS, ROOT, pages

from memory_mcp.cli.main import COMMANDS, cli
from memory_mcp.config import VARIABLES, Settings
from memory_mcp.docs.pages import PAGES, read_page
from memory_mcp.embedding.choose import DEFAULT_MODEL
from memory_mcp.errors import NotFoundError
from memory_mcp.setup.clients import CLIENTS
from memory_mcp.setup.places import Places
from memory_mcp.setup.program import Program
from memory_mcp.tools import registry
from memory_mcp.tools.guide import sections

TEXTS = {path.name: path.read_text(encoding="utf-8") for path in [*ROOT.glob("*.md"), *DOCS.glob("*.md")]}
each_text = pytest.mark.parametrize("name", TEXTS)
MOST_LINES_OF_README = 150


def code_of(text: str) -> Iterator[str]:
    """Yield what stands in code: the lines of fenced blocks, and spans."""
    for number, part in enumerate(re.split(r"^```.*\n", text, flags=re.MULTILINE)):
        if number % 2:
            yield from part.splitlines()
        else:
            yield from (" ".join(span.split()) for span in re.findall(r"`([^`]+)`", part))


def commands_of(text: str) -> list[str]:
    """Return the arguments of each ``memory-mcp ...`` in a text, without what a shell adds."""
    generated = r"<!-- options -->.*<!-- /options -->"
    shown = [
        match["rest"] or ""
        for code in code_of(re.sub(generated, "", text, flags=re.DOTALL))
        if (match := re.search(r"(?<![\w./-])memory-mcp(?: (?P<rest>.*))?$", code))
    ]
    return [re.split(r"\s+#|\s*[|;>]\s|\)\"", rest, maxsplit=1)[0] for rest in shown]


def parse(arguments: str) -> None:
    """Read a command line as the program would, and run nothing; a command's bare name is enough.

    Raises click's UsageError for a command, an option or an argument that the program does not take.
    """
    context = click.Context(cli)
    _options, words, _order = cli.make_parser(context).parse_args(shlex.split(arguments))
    if not words or words[0].isupper():
        return
    command = cli.get_command(context, words[0])
    if command is None:
        raise click.UsageError(f"no command {words[0]}")
    if words[1:]:
        try:
            command.make_context(words[0], words[1:], parent=context)
        except click.exceptions.Exit:
            return


def links_of(text: str) -> list[str]:
    return re.findall(r"\[[^\]]+\]\(([^)]+)\)", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))


def anchors_of(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.casefold()).replace(" ", "-") for heading in headings}


def test_the_parts_made_from_the_program_are_up_to_date() -> None:
    for path, text in pages().items():
        assert path.read_text(encoding="utf-8") == text, "run: uv run python .ci/pages.py"


def test_the_readme_is_short() -> None:
    assert len(TEXTS["README.md"].splitlines()) <= MOST_LINES_OF_README


def test_every_page_is_listed_and_every_listed_page_is_there() -> None:
    assert sorted(f"{name}.md" for name in PAGES) == sorted(path.name for path in DOCS.glob("*.md"))


def test_the_readme_links_every_page() -> None:
    assert {f"memory_mcp/docs/{name}.md" for name in PAGES} <= set(links_of(TEXTS["README.md"]))


@each_text
def test_every_link_leads_somewhere(name: str) -> None:
    folder = ROOT if (ROOT / name).is_file() else DOCS
    for link in links_of(TEXTS[name]):
        if link.startswith("https://"):
            continue
        file, _, anchor = link.partition("#")
        target = folder / file if file else folder / name
        assert target.is_file(), link
        assert not anchor or anchor in anchors_of(target.read_text(encoding="utf-8")), link


@pytest.mark.parametrize("page", PAGES)
def test_a_page_links_only_to_pages_so_that_the_program_can_show_what_a_link_names(page: str) -> None:
    # A picture is for those who read the page elsewhere; that it is there is looked at with all links.
    for link in links_of(read_page(page).text):
        assert link.endswith(".png") or read_page(link).name in PAGES


@each_text
def test_every_command_shown_is_one_the_program_takes(name: str) -> None:
    for arguments in commands_of(TEXTS[name]):
        try:
            parse(arguments)
        except (click.ClickException, ValueError) as exc:
            pytest.fail(f"memory-mcp {arguments}: {exc}")


@pytest.mark.parametrize("wrong", ["remember x", "search --everywhere x", "setup emacs --print", "import --dry-run"])
def test_a_command_the_program_does_not_take_would_be_noticed(wrong: str) -> None:
    shown = f"Type `memory-mcp {wrong}`.\n\n```bash\n$ uv run memory-mcp {wrong}  # so\n```\n"
    assert commands_of(shown) == [wrong, wrong]
    with pytest.raises(click.ClickException):
        parse(wrong)


def test_the_readme_shows_the_first_steps() -> None:
    shown = {arguments.partition(" ")[0] for arguments in commands_of(TEXTS["README.md"])}
    assert {"demo", "setup", "search", "import", "export", "docs"} <= shown
    assert "uv run pytest" in TEXTS["README.md"]


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_explains_itself(name: str) -> None:
    result = CliRunner().invoke(cli, [name, "--help"])
    assert result.exit_code == 0
    assert result.output.split("\n\n")[1].strip().endswith((".", ":")), "a sentence says what it does"


@each_text
def test_every_tool_named_is_there(name: str) -> None:
    assert set(re.findall(r"`(memory_[a-z_]+)`", TEXTS[name])) <= set(registry())


@each_text
def test_every_file_of_the_repository_named_is_there_and_takes_the_options_shown(name: str) -> None:
    for code in code_of(TEXTS[name]):
        for path in re.findall(r"(?<![\w/])(?:bench|tests|mcpb|memory_mcp|\.ci)/[\w/.-]*\w(?![\w<])", code):
            assert (ROOT / path).exists(), path
        if match := re.search(r"python3? ((?:bench|mcpb|tests)/\S+\.py)(.*)", code):
            options = re.findall(r"--[a-z-]+", match[2])
            source = (ROOT / match[1]).read_text(encoding="utf-8")
            assert all(option in source for option in options), code


def test_every_setting_is_on_its_page_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `(MEMORY_[A-Z_]+)` \| (.*?) ?\|", TEXTS["settings.md"], re.MULTILINE))
    assert set(rows) == set(VARIABLES)
    somewhere = {"MEMORY_DB_PATH": str(ROOT / "memory.db")}
    model = rows.pop("MEMORY_EMBED_MODEL")
    assert f"`{DEFAULT_MODEL}`" == model
    for name, default in rows.items():
        if literal := re.fullmatch(r"`([^`]+)`", default):
            assert Settings.load(somewhere | {name: literal[1]}) == Settings.load(somewhere), name


@each_text
def test_every_variable_named_is_one_that_is_read(name: str) -> None:
    assert set(re.findall(r"\b(MEMORY_[A-Z_]+)\b", TEXTS[name])) <= set(VARIABLES)


def test_every_dependency_says_what_it_buys() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [requirement for extra in project["optional-dependencies"].values() for requirement in extra]
    wanted = {re.split(r"[^\w-]", requirement, maxsplit=1)[0] for requirement in project["dependencies"] + extras}
    table = TEXTS["design.md"].partition("## Dependencies")[2]
    told = {name for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(.+?)`", row)}
    assert told == wanted


@pytest.mark.parametrize("client", CLIENTS)
def test_the_page_of_clients_names_every_file_a_client_is_configured_in(client: str) -> None:
    places = Places(Path("/home"), {}, "linux")
    for target in CLIENTS[client].targets(places, Program(("memory-mcp",), Path("memory.db")), None):
        assert f"`{places.shown(target.path)}`" in TEXTS["clients.md"]


def test_every_room_of_the_package_is_in_the_table_of_rooms() -> None:
    table = TEXTS["CONTRIBUTING.md"].partition("| room |")[2].partition("\n\n")[0]
    rows = [row.partition(" |")[0] for row in table.split("\n| ")]
    listed = {name.rstrip("/") for row in rows for name in re.findall(r"`(.+?)`", row)}
    package = DOCS.parent
    rooms = {path.name for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert listed == rooms - {"__init__.py"}


@pytest.fixture(scope="module")
def demonstration() -> dict[str, Any]:
    """Return what the demonstration tells a program."""
    told: dict[str, Any] = json.loads(subprocess.check_output([sys.executable, "-m", "memory_mcp", "demo", "--json"]))
    return told


@pytest.mark.external
def test_the_demonstration_tells_a_program_that_every_answer_was_right(demonstration: dict[str, Any]) -> None:
    told = demonstration
    assert (told["failures"], all(answer["right"] for answer in told["answers"])) == (0, True)
    assert "server started" in [step["what"] for step in told["steps"]]


@pytest.mark.external
def test_the_transcript_in_the_readme_is_of_the_demonstration(demonstration: dict[str, Any]) -> None:
    transcript = TEXTS["README.md"].partition("```text\n╭")[2].partition("```")[0]
    boxes = [" ".join(re.sub("[│╭╮╰╯─]", " ", box).split()) for box in transcript.split("╰")]
    said = {one["heading"]: " ".join([one["asked"], *one["lines"]]) for one in demonstration["answers"]}
    assert len(boxes) > 3
    for box in filter(None, boxes):
        match = re.fullmatch(r"(?P<heading>.+) \(\d+ ms\) \? (?P<shown>.+)", box)
        assert match is not None, box
        assert without_dates(match["shown"]) in without_dates(said[match["heading"]])


def without_dates(text: str) -> str:
    return " ".join(re.sub(r"\d{4}-\d\d-\d\d", "", text).split())


@each_text
def test_no_text_says_that_an_index_has_the_package(name: str) -> None:
    assert not re.search(r"(?<!un)install memory-mcp|uvx memory-mcp", TEXTS[name])
    assert not re.search(r"pypi|pythonhosted|registry\.npmjs|/(?:root|tmp|work)/", TEXTS[name], re.IGNORECASE)


def test_the_guide_has_the_topics_that_its_tool_names() -> None:
    assert list(sections()) == ["remember", "find", "time", "correct", "forget", "projects", "sessions", "privacy"]


@pytest.mark.parametrize("asked", ["file-format", "file-format.md", "file-format.md#exports", "Files", "FILE-FORMAT"])
def test_a_page_is_found_by_its_name_by_a_link_to_it_and_by_its_title(asked: str) -> None:
    assert read_page(asked).name == "file-format"


def test_a_page_that_is_not_there_names_the_nearest() -> None:
    with pytest.raises(NotFoundError) as caught:
        read_page("benchmark")
    assert caught.value.hint == "Did you mean benchmarks?"


def test_a_page_shows_none_of_the_marks_around_its_parts() -> None:
    assert not [page for page in PAGES if "<!--" in read_page(page).text]


def test_each_page_says_in_a_sentence_what_it_is_about() -> None:
    for page in map(read_page, PAGES):
        assert page.summary.endswith("."), page.name
        assert "](" not in page.summary, page.name


@pytest.mark.parametrize("name", ["README.md", "time.md"])
def test_the_searches_shown_find_what_the_page_of_time_records(name: str, tmp_path: Path) -> None:
    def run(arguments: list[str]) -> str:
        result = CliRunner().invoke(cli, ["--db", str(tmp_path / "memory.db"), "--no-embed", *arguments])
        assert result.exit_code == 0, result.output
        return result.stdout

    calls = [shlex.split(arguments) for arguments in commands_of(TEXTS["time.md"]) if arguments.startswith("call ")]
    ids = [re.findall(r"^observationId: (\S+)", run(call), re.MULTILINE)[0] for call in calls[:2]]
    run([*calls[2][:2], calls[2][2].replace("OLD", ids[0]).replace("NEW", ids[1])])
    shown = re.findall(r"^\$ memory-mcp (search .*)\n((?:.*\n)+?)(?=\$|```)", TEXTS[name], re.MULTILINE)
    assert len(shown) == 2
    for command, rows in shown:
        _id, kind, _since, _project, text, _state = run(shlex.split(command)).splitlines()[1].split("\t")
        told = " ".join(re.sub(r"\S+-\S+-\S+", "", rows).split())
        assert (kind in told.split(), told.endswith(text)) == (True, True)
