"""The rooms stand in few layers: somebody who follows imports downwards is soon at the bottom."""

from __future__ import annotations

import functools

import grimp
import pytest

MOST_ROOMS = 10


@pytest.mark.external
def test_the_longest_chain_of_rooms_that_import_each_other_is_short():
    graph = grimp.build_graph("memory_mcp", cache_dir=None)
    rooms = {name for name in graph.find_children("memory_mcp") if graph.find_children(name)}

    def room_of(module: str) -> str:
        return ".".join(module.split(".")[:2])

    @functools.cache
    def chain_from(room: str) -> list[str]:
        modules = {room, *graph.find_descendants(room)}
        imported = {room_of(other) for module in modules for other in graph.find_modules_directly_imported_by(module)}
        below = [chain_from(other) for other in sorted(imported & rooms - {room})]
        return [room, *max(below, key=len, default=[])]

    longest = max((chain_from(room) for room in sorted(rooms)), key=len)
    assert 1 < len(longest) <= MOST_ROOMS, longest
