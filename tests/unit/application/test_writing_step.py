"""A step that writes while nobody waits: where it is left out, and when it is tried again."""

from __future__ import annotations

import pytest

from memory_mcp.application.writing_step import writing_step
from memory_mcp.errors import BusyError, RefusedError
from memory_mcp.tools.framework.runtime import Runtime


@writing_step
def answers(runtime: Runtime, is_more: bool) -> bool:
    runtime.db.data_version()
    return is_more


@writing_step
def meets_a_writer(runtime: Runtime) -> bool:
    raise BusyError(f"{runtime.settings.db_path} is being written by another process")


@writing_step
def is_refused(runtime: Runtime) -> bool:
    raise RefusedError(f"{runtime.settings.db_path} is on a full disk")


def test_a_step_says_whether_there_is_more(runtime):
    runtime.db.data_version()

    assert [answers(runtime, True), answers(runtime, False)] == [True, False]


def test_a_step_does_not_open_a_file_that_nobody_needed_yet(runtime):
    assert answers(runtime, True) is False
    assert not runtime.is_open


def test_a_step_goes_on_later_while_another_process_writes(runtime):
    runtime.db.data_version()

    assert meets_a_writer(runtime) is True


def test_a_step_that_fails_otherwise_says_so(runtime):
    runtime.db.data_version()

    with pytest.raises(RefusedError):
        is_refused(runtime)
