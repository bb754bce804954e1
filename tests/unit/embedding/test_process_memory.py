"""Threads of one process share a heap where they would each have their own."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

_THREADS_THAT_ALLOCATE = """
import ctypes, sys, tempfile, threading
from memory_mcp.embedding.process_memory import share_one_heap

if sys.argv[1] == "shared":
    share_one_heap()
library = ctypes.CDLL(None)
library.malloc.restype = ctypes.c_void_p
at_once = threading.Barrier(4)

def allocate():
    at_once.wait()
    for _ in range(1_000):
        library.malloc(1_000)
    at_once.wait()

threads = [threading.Thread(target=allocate) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
library.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]
library.fopen.restype = ctypes.c_void_p
with tempfile.NamedTemporaryFile() as told:
    library.fopen.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
    library.fclose.argtypes = [ctypes.c_void_p]
    file = library.fopen(told.name.encode(), b"w")
    library.malloc_info(0, file)
    library.fclose(file)
    print(told.read().decode())
"""


def heaps(how: str) -> int:
    """Return how many heaps glibc has after four threads have allocated."""
    done = subprocess.run(
        [sys.executable, "-c", _THREADS_THAT_ALLOCATE, how], capture_output=True, text=True, check=True
    )
    return len(re.findall(r"<heap nr=", done.stdout))


@pytest.mark.external
@pytest.mark.skipif(sys.platform != "linux", reason="only glibc gives each thread a heap of its own")
def test_threads_share_one_heap() -> None:
    """Otherwise there are more: what shows that the count counts."""
    assert heaps("shared") == 1
    assert heaps("each its own") > 1
