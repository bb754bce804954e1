"""The closed family of failures, chosen by who has to act next.

Every failure a caller can meet is one of these seven; anything else that escapes is a defect of ours and is
reported as ``internal``. A failure says what went wrong with which object, and its hint says the next step.
"""

from __future__ import annotations

import re
from typing import ClassVar, Final

# How a hint ends, or begins, where a call is all or nothing.
_NOTHING: Final = re.compile(r";\s*nothing was written(?=\.)|nothing was written\.\s*", re.IGNORECASE)


def with_extra(name: str) -> str:
    """Return how this program comes to have an extra: from its folder, for no index has it."""
    return f"Install the extra: uv tool install '.[{name}]' in a clone of this program"


class MemoryMcpError(Exception):
    """Base of all failures: a stable ``code``, a message that names the object, a ``hint`` with the next step."""

    code: ClassVar[str] = "internal"
    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str = "", field: str = "") -> None:
        """``field`` is the parameter (camelCase, as on the wire) that has to change, where there is one."""
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.field = field

    def __str__(self) -> str:
        """Return ``code: message`` and, on the next line, the hint."""
        first = f"{self.code}: {self.message}"
        return f"{first}\n{self.hint}" if self.hint else first


def partly_done(failure: MemoryMcpError, done: str) -> MemoryMcpError:
    """Return a failure with what was ``done`` before it, in the place of a hint that nothing was written."""
    hint = _NOTHING.sub("", failure.hint).strip()
    return type(failure)(failure.message, hint=f"{hint} {done}".strip(), field=failure.field)


class InvalidInputError(MemoryMcpError):
    """The caller must change what it sent."""

    code = "invalid_input"
    exit_code = 2


class NotFoundError(MemoryMcpError):
    """The caller named something that is not in this memory."""

    code = "not_found"
    exit_code = 3


class ConflictError(MemoryMcpError):
    """The object is not in the state the call needs; the caller must look again."""

    code = "conflict"
    exit_code = 4


class RefusedError(MemoryMcpError):
    """The call was understood and will not be done; the person must decide."""

    code = "refused"
    exit_code = 4


class BusyError(MemoryMcpError):
    """Another process holds the file; the same call may succeed later."""

    code = "busy"
    exit_code = 5


class UnsupportedError(MemoryMcpError):
    """This machine, file version or build cannot do it; the installation must change."""

    code = "unsupported"


class CorruptError(MemoryMcpError):
    """The file is damaged; a backup has to be restored."""

    code = "corrupt"
    exit_code = 6
