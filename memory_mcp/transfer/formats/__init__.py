"""Formats: how each file format is read and written."""
