"""Upkeep: reflection, retention, salience and stale premises."""
