"""Every tool there is, in the order clients see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from memory_mcp.tools.decisions import memory_decide, memory_decide_update
from memory_mcp.tools.documents import memory_read, memory_save
from memory_mcp.tools.forget import memory_forget
from memory_mcp.tools.graph import (
    memory_entity_create,
    memory_entity_delete,
    memory_entity_observe,
    memory_entity_open,
    memory_entity_relate,
    memory_entity_search,
    memory_observation_supersede,
)
from memory_mcp.tools.guide import memory_guide
from memory_mcp.tools.health import memory_health
from memory_mcp.tools.learnings import memory_learn, memory_learn_archive, memory_learn_bulk, memory_learn_update
from memory_mcp.tools.profile import memory_goal, memory_profile
from memory_mcp.tools.recall import memory_recall
from memory_mcp.tools.reflection import memory_insights, memory_reflect
from memory_mcp.tools.search import memory_grep, memory_search
from memory_mcp.tools.sessions import memory_handoff, memory_session_end, memory_session_start
from memory_mcp.tools.timeline import memory_timeline
from memory_mcp.tools.transfer import memory_export, memory_import
from memory_mcp.tools.upkeep import memory_contradictions, memory_retention
from memory_mcp.tools.view import memory_view

TOOLS: Final[tuple[Callable[..., Any], ...]] = (
    memory_session_start,
    memory_session_end,
    memory_handoff,
    memory_timeline,
    memory_learn,
    memory_learn_bulk,
    memory_learn_update,
    memory_learn_archive,
    memory_recall,
    memory_search,
    memory_read,
    memory_grep,
    memory_save,
    memory_forget,
    memory_decide,
    memory_decide_update,
    memory_entity_create,
    memory_entity_observe,
    memory_entity_search,
    memory_entity_open,
    memory_entity_relate,
    memory_entity_delete,
    memory_observation_supersede,
    memory_contradictions,
    memory_reflect,
    memory_retention,
    memory_insights,
    memory_profile,
    memory_goal,
    memory_guide,
    memory_export,
    memory_import,
    memory_view,
    memory_health,
)
