"""Parsing: a text as statements, claims and tokens."""
