"""Of a text too long to be read whole, the sentences in which a secret may be told are."""

from __future__ import annotations

import time

from memory_mcp.privacy.values.likely_places import LONGEST, LONGEST_WHOLE, MOST, likely_places

FILLER = "The meeting went on and on, and nobody said anything new about the plans for the summer.\n"
TOLD = "To get into the shed you line up 2856 and pull hard."


def read(text: str) -> list[str]:
    [places] = likely_places([text])
    return [text] if places is None else [text[start:stop] for start, stop in places]


def test_a_text_that_is_short_enough_is_read_whole() -> None:
    assert likely_places([FILLER, "x" * LONGEST_WHOLE]) == [None, None]


def test_of_a_long_text_a_line_with_what_may_be_a_secret_is_read_wherever_it_stands() -> None:
    for before in (0, 20, 200):
        assert f"{TOLD}\n".strip() in read(FILLER * before + TOLD + "\n" + FILLER * (220 - before))


def test_of_a_long_line_the_sentence_is_read() -> None:
    line = FILLER.replace("\n", " ")
    assert any(TOLD in one for one in read(line * 40 + TOLD + " " + line * 40))


def test_what_names_a_secret_comes_before_what_has_a_number() -> None:
    numbers = "".join(
        f"We sold {number} of the blue ones to those people on the second day.\n" for number in range(300, 400)
    )
    named = "the password of the guest network is wobblyteapot42 since the move"
    shown = read(numbers + named + "\n" + numbers)
    assert named in shown
    assert sum(map(len, shown)) <= LONGEST_WHOLE


def test_a_line_of_a_programs_output_is_not_read() -> None:
    assert read("2025-06-24 14:36:53 status installed javascript-common:all 11+nmu1\n" * 60) == []


def test_no_more_is_read_of_many_texts_than_of_a_few() -> None:
    texts = [f"{FILLER * 6}{TOLD}\n" for _ in range(100)]
    found = likely_places(texts)
    assert None not in found
    assert 0 < sum(stop - start for places in found for start, stop in places or ()) <= MOST


def test_what_room_is_left_is_for_the_first_of_many_short_texts() -> None:
    texts = ["Mia: 'Otter42Blue'", *(FILLER * 6 for _ in range(15))]
    found = likely_places(texts)
    assert found[0] == [(0, len(texts[0]))]
    assert found[-1] == []
    assert sum(stop - start for places in found for start, stop in places or ()) <= MOST


def test_what_is_too_long_is_looked_through_at_its_beginning() -> None:
    assert read(FILLER * (LONGEST // len(FILLER) + 1) + TOLD) == []


def test_lines_of_one_letter_each_are_looked_through_as_fast_as_words() -> None:
    def taken() -> float:
        begun = time.process_time()
        assert likely_places(["a\n" * (LONGEST // 2)]) == [[]]
        return time.process_time() - begun

    assert min(taken() for _ in range(3)) < 0.25
