"""How the histories of the benchmark of openings are read, on lines small enough to do by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from opening_facts import entries, sessions_in


@pytest.mark.parametrize(
    ("ended", "code", "has_failed"),
    [
        ("0", "0", False),
        ("exit 0", "0", False),
        ("exit code 0", "0", False),
        ("1", "1", True),
        ("exit code 7", "7", True),
    ],
)
def test_a_command_has_failed_where_its_code_says_so(ended: str, code: str, *, has_failed: bool) -> None:
    [session] = sessions_in(f"@ 1 09:00\nT make test => {ended}\n")
    [(*_, [_, result])] = entries(session, Path("/srv/work"))
    [given] = result["message"]["content"]
    assert (given["content"], given.get("is_error", False)) == (f"exit {code}", has_failed)
