"""A short name of letters is no secret under any rule, which is why none is loaded for it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import memory_mcp.privacy
from memory_mcp.privacy import finding
from memory_mcp.privacy.redaction import redact

LETTERS, JOINTS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "-_."
LONGEST = 14


def words_of_the_rules() -> list[str]:
    """Return every word of letters that stands in a rule or in its data."""
    rooms = Path(memory_mcp.privacy.__file__).parent
    texts = (
        path.read_text(encoding="utf-8")
        for path in sorted(rooms.rglob("*"))
        if path.suffix in {".py", ".txt", ".json", ".toml"}
    )
    return sorted({word for text in texts for word in re.findall(rf"[A-Za-z]{{1,{LONGEST}}}", text)})


def names(draw: random.Random, words: list[str]) -> Iterator[str]:
    """Yield each word with letters behind it as long as may be, and names of several."""
    for word in words:
        for joint in JOINTS:
            yield f"{word}{joint}{''.join(draw.choices(LETTERS, k=LONGEST))}"[:LONGEST].rstrip(JOINTS)
    for _ in range(30_000):
        parts = [
            draw.choice(words) if draw.random() < 0.6 else "".join(draw.choices(LETTERS, k=draw.randint(1, 9)))
            for _ in range(draw.randint(1, 4))
        ]
        yield draw.choice(JOINTS).join(parts)[:LONGEST].rstrip(JOINTS)


def test_no_rule_finds_a_secret_in_a_short_name_of_letters() -> None:
    found = [name for name in names(random.Random(1), words_of_the_rules()) if finding.find(name)]

    assert found == []


def test_a_name_that_a_rule_knows_is_masked_however_short_it_is() -> None:
    assert redact("weak.W1_si").text != "weak.W1_si"
    assert redact("xoxb-tunnussana").text != "xoxb-tunnussana"
