"""A marker file that names somebody's project: the person is asked once, where the client takes questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from wire import LEGACY, MODERN, Wire, spawn

SECRET = "salaries are paid on the 27th"
YES = {"action": "accept", "content": {"trust": True}}
NO = {"action": "accept", "content": {"trust": False}}
DECLINE, CANCEL = {"action": "decline"}, {"action": "cancel"}


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a memory whose project payroll holds a pinned row, and nothing else."""
    path = tmp_path_factory.mktemp("payroll") / "memory.db"
    with spawn(path) as wire:
        wire.initialize()
        given = {"category": "fact", "content": SECRET, "project": "payroll", "pinned": True}
        wire.structured("memory_learn", given)
    return path


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    (tmp_path / ".memory-mcp.toml").write_text('project = "payroll"')
    return tmp_path


@pytest.fixture
def server(memory: Path, clone: Path) -> Iterator[Wire]:
    with spawn(memory, cwd=clone) as wire:
        yield wire


def asked(server: Wire, answer: dict[str, object], era: str = LEGACY) -> list[str]:
    """Ask for what is remembered as a client whose person answers so; return the rows that were told."""
    server.answers_questions_with = answer
    server.discover() if era == MODERN else server.initialize()
    params = {"name": "memory_recall", "arguments": {}}
    result = server.request("tools/call", params)
    if result.get("resultType") == "input_required":
        ((key, question),) = result["inputRequests"].items()
        server.questions.append(question["params"]["message"])
        result = server.request("tools/call", params | {"inputResponses": {key: answer}})
    return [hit["snippet"] for hit in result["structuredContent"]["hits"]]


@pytest.mark.parametrize(
    ("answer", "era"),
    [
        (DECLINE, LEGACY),
        (CANCEL, MODERN),
        (NO, LEGACY),
        *[
            pytest.param(*other, marks=pytest.mark.slow)
            for other in ((DECLINE, MODERN), (CANCEL, LEGACY), (NO, MODERN))
        ],
    ],
)
def test_without_a_yes_the_folder_stays_its_own_project_and_the_person_is_asked_once(
    server: Wire, answer: dict[str, object], era: str
) -> None:
    assert asked(server, answer, era) == []
    again = server.structured("memory_recall")
    assert ([hit["snippet"] for hit in again["hits"]], len(server.questions)) == ([], 1)


def test_a_client_that_takes_no_questions_is_asked_none(server: Wire) -> None:
    server.initialize()
    assert server.structured("memory_recall")["hits"] == []
    assert server.questions == []


@pytest.mark.parametrize("era", [LEGACY, MODERN])
def test_after_a_yes_the_folder_is_known_for_the_project_in_later_sessions_too(
    server: Wire, memory: Path, clone: Path, era: str
) -> None:
    assert asked(server, YES, era) == [SECRET]
    assert str(clone) in server.questions[0]
    assert '"payroll"' in server.questions[0]
    with spawn(memory, cwd=clone) as later:
        assert asked(later, {"action": "decline"}) == [SECRET]
        assert later.questions == []


def test_the_model_cannot_answer_for_the_person(server: Wire) -> None:
    server.discover()
    params = {"name": "memory_recall", "arguments": {}, "inputResponses": {"marker": YES}}
    assert server.request("tools/call", params)["structuredContent"]["hits"] == []
