"""The server's log: it goes to standard error, which clients keep or show, and to a file apart from the data."""

from __future__ import annotations

import logging
import os
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from memory_mcp.config import Settings
from memory_mcp.keys.private_folders import make_private

_LARGEST: Final = 1_000_000
_FORMAT: Final = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"


class _LateFile(RotatingFileHandler):
    """A log file of its owner alone that its first line makes, with its folder: a start without trouble leaves none."""

    def _open(self) -> TextIOWrapper:
        make_private(Path(self.baseFilename).parent)
        # In a folder that was there before, the file's own rights are all that closes it.
        os.close(os.open(self.baseFilename, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600))
        return super()._open()


def start_log(settings: Settings) -> None:
    """Send this package's log to standard error and to ``settings.log_path``, a file of 1 MB with one older copy."""
    log = logging.getLogger("memory_mcp")
    log.setLevel(settings.log_level.upper())
    log.propagate = False
    file = _LateFile(settings.log_path, maxBytes=_LARGEST, backupCount=1, encoding="utf-8", delay=True)
    for handler in (logging.StreamHandler(), file):
        handler.setFormatter(logging.Formatter(_FORMAT))
        log.addHandler(handler)
