"""The knowledge graph: entities, observations and relations."""

__all__ = [
    "entities",
    "observations",
    "relations",
]
