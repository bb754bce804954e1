"""What a check found: it is well, deserves a look, or is wrong; and how to mend it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Level: TypeAlias = Literal["pass", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A line of the doctor. ``fix`` mends it without asking, where that loses nothing; ``client`` is whose it is.

    ``where`` ends what was found with paths, which may be of any project.
    """

    check: str
    level: Level
    what: str
    mend: str = ""
    client: str = ""
    fix: Callable[[], object] | None = field(default=None, compare=False)
    where: str = ""

    def as_dict(self) -> dict[str, str]:
        """Return it for programs."""
        what = self.what + self.where
        told = {"check": self.check, "client": self.client, "level": self.level, "what": what, "mend": self.mend}
        return {name: value for name, value in told.items() if value}
