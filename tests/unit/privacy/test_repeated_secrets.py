"""A secret that a text says again goes everywhere; files and names of programs keep what only looks like one."""

from __future__ import annotations

from memory_mcp.privacy.redaction import redact


def test_a_password_goes_wherever_the_text_says_it_again() -> None:
    said = redact("The password is Kestrel-4471x\nIt still asks me. I typed Kestrel-4471x twice.").text
    assert "Kestrel-4471x" not in said
    assert said.endswith(" twice.")


def test_what_only_begins_like_it_stays() -> None:
    said = redact("The password is Kestrel-4471x\nThe branch is Kestrel-4471xylophone.").text
    assert "Kestrel-4471xylophone" in said


def test_a_file_keeps_what_is_said_again() -> None:
    padding = "Nothing to see here.\n" * 300
    said = redact(f"The password is Kestrel-4471x\n{padding}I typed Kestrel-4471x twice.").text
    assert "I typed Kestrel-4471x twice." in said
