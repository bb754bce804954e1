"""The heap of a process stays small: its threads share one, and large arrays have pages of their own."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

_THREADS_THAT_ALLOCATE = """
import ctypes, sys, tempfile, threading
from memory_mcp.embedding.process_memory import keep_heap_small

if sys.argv[1] == "shared":
    keep_heap_small()
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
def test_threads_keep_heap_small() -> None:
    """Otherwise there are more: what shows that the count counts."""
    assert heaps("shared") == 1
    assert heaps("each its own") > 1


_LARGE_FREED = """
import ctypes, sys
from memory_mcp.embedding.process_memory import keep_heap_small

if sys.argv[1] == "small":
    keep_heap_small()
library = ctypes.CDLL(None)
library.malloc.restype = library.sbrk.restype = ctypes.c_void_p
library.malloc.argtypes, library.free.argtypes = [ctypes.c_size_t], [ctypes.c_void_p]
library.free(library.malloc(16 << 20))
before = library.sbrk(0)
library.malloc(8 << 20)
print(library.sbrk(0) - before)
"""


def heap_grown(how: str) -> int:
    """Return by how many bytes the heap grows for 8 MB, after 16 MB were allocated and freed."""
    done = subprocess.run([sys.executable, "-c", _LARGE_FREED, how], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.external
@pytest.mark.skipif(sys.platform != "linux", reason="only glibc lifts the size that has pages of its own")
def test_large_arrays_stay_out_of_the_heap() -> None:
    """Otherwise the heap grows by one: what shows that the growth is that of the heap."""
    assert heap_grown("small") == 0
    assert heap_grown("as it is") > 7 << 20
