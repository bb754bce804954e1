"""What is worth doing every so often: when the next look is due."""

from __future__ import annotations

from memory_mcp.application.throttle import Every

HOUR_US = 3_600 * 1_000_000


def test_the_first_look_is_due_at_once(clock):
    assert Every(clock, HOUR_US).is_due()


def test_the_next_look_is_due_after_the_whole_stretch(clock):
    looks = Every(clock, HOUR_US)
    looks.note()

    clock.advance(microseconds=HOUR_US - 1)
    assert not looks.is_due()
    clock.advance(microseconds=1)
    assert looks.is_due()


def test_asking_whether_a_look_is_due_does_not_put_it_off(clock):
    looks = Every(clock, HOUR_US)

    assert [looks.is_due(), looks.is_due()] == [True, True]


def test_a_clock_that_is_set_back_does_not_put_the_next_look_off(clock):
    looks = Every(clock, HOUR_US)
    looks.note()

    clock.advance(days=-30)

    assert looks.is_due()
