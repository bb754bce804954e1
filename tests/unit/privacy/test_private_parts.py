"""What stands between private tags is heard by nobody; a word about the tag costs nothing."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from examples import examples
from hypothesis import example, given
from hypothesis import strategies as st

from memory_mcp.language.folding import small_in_place
from memory_mcp.privacy import private_parts
from memory_mcp.privacy.private_parts import without_private
from memory_mcp.privacy.redaction import guard, redact

OPENINGS = (
    "<private>", "<PRIVATE>", "<Private >", "< private>", "<private\n>", '<private reason="x">', "<private  lang=en >",
    "&lt;private&gt;", "&#60;private&#62;", "&#x3c;private&#x3E;", "\\u003cprivate\\u003e", "\\\\u003cprivate\\\\u003e",
    "\\x3cprivate\\x3e", "%3Cprivate%3E",
    "<pri\u200bvate>", "<\u200bprivate>", "<private\ufeff>", "\uff1cprivate\uff1e",
    "<private\\n>", "<\tprivate\t>", "<pri\u00advate>", "\\<private\\>",
)  # fmt: skip


def closing(opening: str) -> str:
    """Return the tag that closes, in the same spelling."""
    at = min(index for index in (opening.lower().find("p"), opening.find("\u200bp")) if index >= 0)
    return f"{opening[:at]}/{opening[at:]}"


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_private_part_is_cut_out_in_every_spelling_of_its_tag(opening: str):
    shown = redact(f"keep {opening}drop this{closing(opening)} and this")

    assert "drop" not in shown.text
    assert shown.text.startswith("keep ")
    assert shown.text.endswith(" and this")
    assert shown.found == {"private": 1}


def test_a_tag_that_closes_itself_opens_a_part():
    assert redact("keep <private/>drop this</private> and this").text == "keep  and this"


@pytest.mark.parametrize("unseen", list("\u034f\ufe0f\u180e\u3164\u202e\u2066\U000e0041"))
def test_a_letter_that_nobody_sees_hides_no_tag(unseen):
    assert without_private(f"a <pri{unseen}vate>Wolfsmilch</{unseen}private> b").text == "a  b"


_WIDE = "".join(chr(ord(letter) + 0xFEE0) for letter in "private")


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        (f"\uff1c{_WIDE}\uff1e", f"\uff1c\uff0f{_WIDE}\uff1e"), (f"<{_WIDE.upper()}>", "</private>"),
        ("\ufe64\U0001d429rivate\ufe65", "\uff1c\uff0fprivate>"), (f"<{_WIDE[:3]}\u200bvate>", f"</{_WIDE}>"),
    ],
)  # fmt: skip
def test_a_tag_in_another_form_of_its_letters_is_heard_and_the_rest_keeps_its_own(opening, closing):
    heard = without_private(f"\uff50\uff41 \U0001d429 {opening}Wolfs\uff4dilch{closing} \uff1c\uff42")
    assert (heard.text, heard.parts) == ("\uff50\uff41 \U0001d429  \uff1c\uff42", ("Wolfs\uff4dilch",))


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("&ltprivate&gt", "&lt/private&gt"), ("\\u{3c}private\\u{3e}", "\\u{3c}/private\\u{3e}"),
        ("%253Cprivate%253E", "%253C%252Fprivate%253E"),
    ],
)  # fmt: skip
def test_a_tag_that_was_escaped_in_other_ways_is_heard(opening, closing):
    assert "Wolfsmilch" not in without_private(f"a {opening}Wolfsmilch{closing} b").text


def test_a_backtick_between_two_letters_begins_no_code():
    assert "Wolfsmilch" not in without_private("don`t tell <private>Wolfsmilch</private> it`s mine").text
    assert without_private("the tag `<private>` hides").text == "the tag `<private>` hides"


@pytest.mark.parametrize("amp", ["&amp;", "&amp;amp;"])
def test_a_tag_that_was_escaped_twice_is_heard(amp: str):
    shown = redact(f"keep {amp}lt;private{amp}gt;drop this{amp}lt;/private{amp}gt; and this")

    assert (shown.text, shown.found) == ("keep  and this", {"private": 1})


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_closing_tag_may_be_spelled_otherwise_than_the_opening_one(opening: str):
    assert redact(f"keep {opening}drop this</private> and this").text == "keep  and this"


@pytest.mark.parametrize(
    "text",
    [
        "Use the `<private>` tag to hide things, the deploy happens on Fridays",
        "Between `<private>` and `</private>` nothing is stored, but this is.",
        "Use ``a `<private>` b`` and read on",
        "```html\n<private>\nhidden\n```\nand the rest",
        "~~~\n<private>x</private>\n~~~\nand the rest",
        "> ```\n> <private>\n> ```\nand the rest",
        "the private part of <b>it</b> is <private_key>",
        "a closing </private> without its opening",
    ],
)
def test_in_code_the_tag_is_text(text: str):
    assert redact(text).text == text


def test_a_part_that_is_not_closed_reaches_to_the_end_of_its_paragraph():
    shown = redact("keep <private>this goes\nand this\n\nThe deploy happens on Fridays.")

    assert shown.text == "keep \n\nThe deploy happens on Fridays."
    assert shown.left_open == len("this goes\nand this")


def test_a_part_that_is_not_closed_does_not_keep_a_later_one_from_ending():
    assert redact("a <private>b\n\nc <private>d</private> e").text == "a \n\nc  e"


def test_a_closed_part_leaves_no_count_of_what_was_open():
    assert redact("a <private>b\n\nc</private> d").left_open == 0


def test_in_a_file_the_tag_is_text_and_a_secret_is_none():
    kept = guard("Write <private> and </private>.\n\npassword: hunter2", "mask", "README.md", is_verbatim=True)

    assert kept.text == "Write <private> and </private>.\n\npassword: [redacted: password]"


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    ["<private>", "<private", "`<private>", "```\n", "&lt;", "<private \n", "</private>", "` ", f"\uff1c{_WIDE}\uff1e"],
)
def test_many_tags_cost_no_more_than_their_length(unit: str):
    few, many = (min(_seconds(unit * count) for _ in range(3)) for count in (8_000, 64_000))
    # Eight times as many; sixty-four would be quadratic.
    assert many < 24 * max(few, 1e-3)


def _seconds(text: str) -> float:
    begun = time.process_time()
    redact(text)
    return time.process_time() - begun


_PIECES = st.sampled_from(
    [
        "<private>",
        "</private>",
        "`",
        "``",
        "```",
        "```\n",
        "~~~\n",
        "\n",
        "\n\n",
        "\n \n",
        "word ",
        "> ",
        "\r\n",
        "x" * 9,
    ]
)


@given(st.lists(_PIECES, max_size=24))
def test_code_is_read_around_a_tag_as_it_is_in_the_whole_text(pieces: list[str]) -> None:
    text = "".join(pieces)
    code = [match.span() for match in re.finditer(private_parts._FENCE, text)]
    position = 0
    for begin, end in [*code, (len(text), len(text))]:
        code += [span.span() for span in re.compile(private_parts._SPAN).finditer(text, position, begin)]
        position = end
    tags = [
        tag.span()
        for tag in re.finditer(r"</?private>", text)
        if not any(begin <= tag.start() and tag.end() <= end for begin, end in code)
    ]

    assert [tag.span() for tag in private_parts._tags(text)] == tags


def test_a_word_without_a_tag_before_it_is_no_tag_where_letters_have_no_width() -> None:
    text = "a private\u200b word, then private again"

    assert redact(text).text == text


_SPELLED = st.sampled_from(
    [
        "<", "&lt;", "&amp;lt", "\\u003c", "\\<", "%253c", "\uff1c", ">", "&gt;", "&gt", "\\u003e", "\\>", "%3e", "/",
        "%2f", "private", "private", "PRIVATE", "pr\u0131vate", "pr\u0130vate", " ", " " * 21, "&nbsp;", "&nbsp;" * 12,
        "\\n", "\n", "x", "x" * 130, "x" * 199,
        "\\", "<private>", "</private>", "<private ", "pri\u200bvate", "\u200b", "`",
    ]
)  # fmt: skip


@examples(200)
@given(st.lists(_SPELLED, max_size=40))
@example(["&lt;", "private", "&nbsp;" * 12, "x" * 199, "private", ">"])
@example(["<", "pr\u0131vate", ">", "<private>"])
def test_tags_are_found_where_the_whole_pattern_finds_them_around_each_word(pieces: list[str]) -> None:
    text = "".join(pieces)

    assert [tag.span() for tag in private_parts._written(text)] == list(_searched(text))


def _searched(text: str) -> Iterator[tuple[int, int]]:
    """Yield where tags stand as a search for all of the pattern around each word finds them."""
    tag = re.compile(private_parts._TAG, private_parts._TRIED)
    text = text.replace("\uff1c", "<")
    small = small_in_place(text)
    if "\u200b" in text:
        if private_parts._may_open(small, ["\u200b"]):
            yield from (found.span() for found in tag.finditer(text))
        return
    reach = private_parts._FARTHEST
    end = 0
    for word in re.finditer("private", small):
        begin = max(end, word.start() - reach)
        if word.start() >= end and small[begin : word.start()].rstrip().endswith(private_parts._IN_FRONT):
            found = tag.search(text, begin, word.end() + reach)
            if found is not None and found.start() <= word.start() < found.end():
                end = found.end()
                yield found.span()


def test_the_whole_pattern_is_not_tried_on_words_that_nothing_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    compiled = private_parts.compiled
    monkeypatch.setattr(
        private_parts, "compiled", lambda pattern, flags=0: tried.append(pattern) or compiled(pattern, flags)
    )

    list(private_parts._written("<private " * 100 + "&lt;private" + " x" * 300))

    assert private_parts._TAG not in tried
