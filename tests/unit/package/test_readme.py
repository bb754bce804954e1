from __future__ import annotations

import re

import pytest
from click.testing import CliRunner
from readme import README, parts, with_parts

from memory_mcp.cli.main import COMMANDS, cli
from memory_mcp.config import VARIABLES


@pytest.fixture(scope="module")
def text() -> str:
    return README.read_text(encoding="utf-8")


def test_the_parts_made_from_the_program_are_up_to_date(text: str) -> None:
    assert with_parts(text, parts()) == text, "run: uv run python tests/support/readme.py"


def test_every_command_the_readme_shows_exists(text: str) -> None:
    shown = set(re.findall(r"memory-mcp ([a-z]+)", text))
    assert shown <= set(COMMANDS)
    assert {"demo", "import", "export", "health"} <= shown


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_explains_itself(name: str) -> None:
    result = CliRunner().invoke(cli, [name, "--help"])
    assert result.exit_code == 0
    assert result.output.split("\n\n")[1].strip().endswith((".", ":")), "a sentence says what it does"


def test_every_setting_is_in_the_readme(text: str) -> None:
    documented = set(re.findall(r"`(MEMORY_[A-Z_]+)`", text))
    assert documented == set(VARIABLES)


def test_the_readme_names_no_registry_host_and_no_other_name_for_the_package(text: str) -> None:
    assert "uv tool install memory-mcp-sqlite" in text
    assert not re.search(r"(uvx|install) memory-mcp(?!-sqlite)", text)
