"""How the server leaves: at a signal, at the end of its input, and when nobody is left to serve."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from wire import KILLED, PATIENCE, PROJECT, Gate, Wire

TOY = [sys.executable, "tests/support/toy_server.py"]


@pytest.fixture
def toy() -> Iterator[Wire]:
    with Wire(TOY) as wire:
        wire.initialize()
        yield wire


# On Windows a process cannot be sent the first, and the second ends it as a kill does.
SIGNALS = {signal.SIGTERM: KILLED} if sys.platform == "win32" else {signal.SIGINT: 0, signal.SIGTERM: 0}


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
@pytest.mark.parametrize("is_busy", [False, True], ids=["idle", "in a call"])
def test_a_signal_ends_the_process_at_once(toy, number, is_busy):
    with ExitStack() as held:
        if is_busy:
            gate = held.enter_context(Gate())
            toy.send("tools/call", gate.call())
            held.enter_context(gate.entered())
        toy.request("ping")

        toy.process.send_signal(number)

        assert toy.wait() == SIGNALS[number]
    assert "Traceback" not in toy.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a process of Windows is sent no signal")
def test_a_signal_ends_a_process_whose_main_thread_cannot_answer_it():
    waits = (
        "import signal, sys\n"
        "from memory_mcp.serving.shutdown import on_signals\n"
        "on_signals()\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})\n"
        "print('waits', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen([sys.executable, "-c", waits], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"waits"

        process.terminate()

        try:
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


def test_a_signal_during_the_start_ends_the_process():
    with Wire(TOY) as wire:
        wire.process.send_signal(signal.SIGTERM)

        assert wire.wait() in (0, -signal.SIGTERM, KILLED)  # the second before our handler is in place


def test_the_end_of_input_ends_the_process(toy):
    toy.close_input()

    assert toy.wait() == 0


def test_what_was_asked_before_the_end_of_input_is_answered():
    with Wire(TOY) as wire:
        wire.initialize()
        with Gate() as gate:
            sent = [wire.send("tools/call", gate.call()) for _ in range(3)]
            wire.close_input()
            for _ in sent:
                gate.entered().close()

        assert wire.wait() == 0
        assert [json.loads(line)["id"] for line in wire.rest()] == sent


def test_a_client_that_reads_no_more_is_left():
    reader, writer = os.pipe()
    with subprocess.Popen(TOY, cwd=PROJECT, stdin=subprocess.PIPE, stdout=writer, stderr=subprocess.DEVNULL) as server:
        os.close(reader)
        os.close(writer)
        assert server.stdin is not None
        server.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        server.stdin.flush()

        assert server.wait(PATIENCE) == 0


def test_the_process_leaves_when_its_parent_is_gone():
    # A parent that starts the server with pipes this test holds, says its id, and dies without closing them.
    parent = (
        "import os, subprocess, sys\n"
        "child = subprocess.Popen(sys.argv[1:])\n"
        "print(child.pid, file=sys.stderr, flush=True)\n"
        "sys.stderr.close()\n"
        "child.wait()\n"
    )
    with Wire([sys.executable, "-c", parent, *TOY]) as wire:
        wire.initialize()
        wire.process.kill()

        # Standard output ends only when the last holder of the pipe is gone.
        assert wire.wait() == KILLED
        assert wire.rest() == []
