"""How many examples Hypothesis makes: the same ones each time in the gate, twenty times as many at random when slow."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

GATE = "gate"
EXPLORE = "explore"
_DEFAULT = 100
_FACTOR = 20


def register() -> None:
    """Register both profiles. Neither has a limit by the clock: how fast the machine is tells nothing of the code.

    What exploring finds is kept as an ``@example`` of its test, which the gate runs before the examples it makes.
    """
    unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile(GATE, unhurried, derandomize=True, database=None, max_examples=_DEFAULT)
    settings.register_profile(EXPLORE, unhurried, print_blob=True, max_examples=_DEFAULT * _FACTOR)


def examples(count: int = _DEFAULT, *allowed: HealthCheck, steps: int = 50) -> settings:
    """Return settings of ``count`` examples in the gate; ``allowed`` are checks that the test may fail."""
    return settings(
        max_examples=count * settings().max_examples // _DEFAULT,
        suppress_health_check=[HealthCheck.too_slow, *allowed],
        stateful_step_count=steps,
    )
