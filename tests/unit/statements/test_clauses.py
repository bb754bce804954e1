"""A clause ends at a sign with space behind it, or at a dash between spaces, wherever statements are read."""

from __future__ import annotations

import pytest

from memory_mcp.statements.allowing import allowed_in
from memory_mcp.statements.sentences import clauses_of
from memory_mcp.statements.settling import finished_in


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("the dns is done, the mail is not", ["the dns is done", "the mail is not"]),
        ("dns is done \u2014 mail is not", ["dns is done", "mail is not"]),
        ("wait... done", ["wait", "done"]),
        ("the way back (down) is open", ["the way back (down", "is open"]),
        ("at 10:30 it is v1.2, I think", ["at 10:30 it is v1.2", "I think"]),
        ("a well-known-name", ["a well-known-name"]),
    ],
)
def test_a_text_falls_into_its_clauses(text: str, clauses: list[str]):
    assert clauses == clauses_of(text)


def test_what_is_allowed_behind_a_dash_is_a_clause_of_its_own():
    assert allowed_in("the freeze is over \u2014 you can push to main now") == "you can push to main now"


def test_what_is_done_before_a_dash_is_all_that_is_done():
    assert finished_in("the layout is done \u2014 still open is the changelog") == "the layout is done"
