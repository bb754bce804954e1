"""Rows in answers: how hits, entities, findings and conversations look."""
