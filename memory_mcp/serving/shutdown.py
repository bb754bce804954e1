"""The end of the process: it ends at once, because every write is committed before it is acknowledged.

A client ends a session by closing the pipe, by SIGINT and 100 ms later SIGTERM, or by dying. No client waits for
clean-up, so nothing depends on it: the next process finds the file as the last acknowledged write left it.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from types import FrameType
from typing import Final, NoReturn

_PARENT_CHECK_SECONDS: Final = 1.0
_SYNCHRONIZE: Final = 0x00100000  # the right to wait for a process on Windows

_log = logging.getLogger(__name__)


def leave(status: int = 0) -> NoReturn:
    """End the process now with ``status``, without the interpreter's clean-up, which takes 150 ms."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os._exit(status)


def on_signals() -> None:
    """End the process with status 0 on SIGINT and SIGTERM, and on SIGHUP and SIGBREAK where they exist.

    A handler runs in the main thread, between two of its instructions: one whose signal comes just before a read that
    blocks waits for that read. So a thread ends the process as well, told by what the signal writes into a pipe.
    """
    if sys.platform != "win32":  # there the pipe would have to be a socket, and no client ends a server by a signal
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        threading.Thread(target=_wait_for_signal, args=(reader,), name="signals", daemon=True).start()
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _leave_at_signal)


def _wait_for_signal(reader: int) -> None:
    os.read(reader, 1)
    os._exit(0)


def _leave_at_signal(_number: int, _frame: FrameType | None) -> None:
    os._exit(0)  # nothing is flushed: the signal may have interrupted a write to the same stream


def with_parent() -> None:
    """End the process when its parent is gone, even if the parent left the pipe open to another process.

    A thread looks once a second. PR_SET_PDEATHSIG would not do: its signal comes when the *thread* that started this
    process ends.
    """
    watch = _wait_for_windows_parent if sys.platform == "win32" else _wait_for_posix_parent
    threading.Thread(target=watch, args=(os.getppid(),), name="parent", daemon=True).start()


def _wait_for_posix_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_PARENT_CHECK_SECONDS)
    leave()


def _wait_for_windows_parent(parent: int) -> None:
    import ctypes  # noqa: PLC0415 - wanted on Windows alone

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]  # exists on Windows
    handle = kernel.OpenProcess(_SYNCHRONIZE, 0, parent)
    if not handle:
        _log.warning("cannot watch the client's process %d; the server leaves when its input ends", parent)
        return
    kernel.WaitForSingleObject(handle, 0xFFFFFFFF)
    leave()
