"""The names of countries, and where they come from."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from memory_mcp.language.countries import is_country


@pytest.mark.parametrize("name", ["france", "deutschland", "osterreich", "espana", "etats-unis", "nederland", "brasil"])
def test_a_country_is_known_in_its_languages(name):
    assert is_country(name)


def test_a_town_is_no_country():
    assert not is_country("berlin")


@pytest.mark.external
@pytest.mark.slow
def test_the_names_are_those_of_cldr(tmp_path):
    root = Path(__file__).parents[3]
    fresh = tmp_path / "countries.txt"

    subprocess.run([sys.executable, root / ".ci" / "country_names.py", fresh], check=True, capture_output=True)

    assert fresh.read_bytes() == (root / "memory_mcp/language/data/all/countries.txt").read_bytes()
