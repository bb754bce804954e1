"""Where every tool is declared, in the order clients see them."""

from __future__ import annotations

from typing import Final

MODULES: Final[dict[str, str]] = {
    "memory_session_start": "sessions",
    "memory_session_end": "sessions",
    "memory_handoff": "handoffs",
    "memory_timeline": "timeline",
    "memory_learn": "learnings",
    "memory_learn_bulk": "learnings",
    "memory_learn_update": "learnings",
    "memory_learn_archive": "learnings",
    "memory_recall": "recall",
    "memory_search": "search",
    "memory_read": "documents",
    "memory_grep": "search",
    "memory_save": "documents",
    "memory_forget": "forget",
    "memory_decide": "decisions",
    "memory_decide_update": "decisions",
    "memory_entity_create": "graph",
    "memory_entity_observe": "graph",
    "memory_entity_search": "entity_search",
    "memory_entity_open": "graph",
    "memory_entity_relate": "graph",
    "memory_entity_delete": "graph",
    "memory_observation_supersede": "graph",
    "memory_contradictions": "upkeep",
    "memory_reflect": "reflection",
    "memory_retention": "upkeep",
    "memory_insights": "reflection",
    "memory_profile": "profile",
    "memory_goal": "profile",
    "memory_guide": "guide",
    "memory_export": "transfer",
    "memory_import": "transfer",
    "memory_view": "view",
    "memory_health": "health",
}
