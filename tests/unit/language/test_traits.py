"""What a language's folder says of its grammar."""

from __future__ import annotations

from memory_mcp.language import traits
from memory_mcp.language.data_files import LANGUAGES, lines_of


def test_each_line_of_traits_is_a_trait_with_a_name():
    known = {name.lower() for name, value in vars(traits).items() if isinstance(value, frozenset)}
    assert {trait for language in LANGUAGES for trait in lines_of(language, "traits")} == known
