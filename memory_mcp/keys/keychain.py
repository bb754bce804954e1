"""Ask the system's keychain, through the package ``keyring``, which is an extra of this one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Final

from memory_mcp.errors import RefusedError, UnsupportedError, with_extra
from memory_mcp.keys.lookup import checked_key

_SERVICE: Final = "memory-mcp"
_SILENCE_S: Final = 2.0


# Entries for which the keychain did not answer in time: nobody waits for them twice.
_silent: Final[set[str]] = set()


def read_entry(name: str, *, patience_s: float | None = None) -> str:
    """Return the key of an entry. ``patience_s``: how many seconds the keychain has to answer, None for any time.

    Raises RefusedError where there is none, and UnsupportedError without a keychain that answers in time.
    """
    key = entry_or_none(name) if patience_s is None else _in_time(name, patience_s)
    if key is None:
        raise RefusedError(
            f"the keychain has no entry {name!r} of {_SERVICE}",
            hint="Check MEMORY_DB_KEYCHAIN, or ask memory-mcp key test. Nothing was opened.",
        )
    return checked_key(key.encode(), f"the keychain entry {name!r}")


def entry_or_none(name: str) -> str | None:
    """Return what an entry holds, None where there is none; says so where the keychain lets somebody wait.

    Raises UnsupportedError without a keychain.
    """
    with _waited_for():
        return _entry(name)


def _entry(name: str) -> str | None:
    with _asked() as keyring:
        key: str | None = keyring.get_password(_SERVICE, name)
    return key


@contextmanager
def _waited_for() -> Iterator[None]:
    """Say once on standard error that the keychain is waited for, where it does not answer within two seconds."""
    # Loads what only this way takes.
    from threading import Timer  # noqa: PLC0415

    def say() -> None:
        with suppress(OSError, ValueError):
            if sys.stderr is not None:
                sys.stderr.write("waiting for the keychain ...\n")
                sys.stderr.flush()

    timer = Timer(_SILENCE_S, say)
    # A process does not wait at its end for a thread of this kind.
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _in_time(name: str, patience_s: float) -> str | None:
    """Return what an entry holds; a keychain that asks somebody to unlock it, or hangs, is left alone."""
    # Loads what only this way takes.
    from threading import Thread  # noqa: PLC0415

    answers: list[str | None] = []
    failures: list[Exception] = []

    def ask() -> None:
        try:
            answers.append(_entry(name))
        except Exception as exc:  # noqa: BLE001 - raised where it was asked
            failures.append(exc)

    if name not in _silent:
        # A process does not wait at its end for a thread of this kind.
        asking = Thread(target=ask, daemon=True)
        asking.start()
        asking.join(patience_s)
    if failures:
        raise failures[0]
    if not answers:
        _silent.add(name)
        raise UnsupportedError(
            f"the system's keychain does not answer within {patience_s:g} s",
            hint="Unlock it, or keep the key in a file: MEMORY_DB_KEY_FILE.",
        )
    return answers[0]


def write_entry(name: str, key: str) -> None:
    """Store a key under a name, in the place of what is there. Raises UnsupportedError without a keychain."""
    with _waited_for(), _asked() as keyring:
        keyring.set_password(_SERVICE, name, key)


def remove_entry(name: str) -> None:
    """Delete an entry that is there. Raises UnsupportedError without a keychain."""
    with _waited_for(), _asked() as keyring:
        keyring.delete_password(_SERVICE, name)


@contextmanager
def _asked() -> Iterator[ModuleType]:
    try:
        import keyring  # noqa: PLC0415 - an extra, and it looks for the system's keychain when it is imported
    except ImportError as exc:
        raise UnsupportedError(
            "the key is in the system's keychain, and keyring is not installed",
            hint=f"{with_extra('keyring')}, or keep the key in a file: MEMORY_DB_KEY_FILE.",
        ) from exc
    try:
        yield keyring
    except Exception as exc:
        raise UnsupportedError(
            f"the system's keychain cannot be used: {exc or type(exc).__name__}",
            hint="Unlock it, or keep the key in a file: MEMORY_DB_KEY_FILE.",
        ) from exc
