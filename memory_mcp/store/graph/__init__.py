"""The knowledge graph: entities, observations and relations."""
