"""Merging: what comes in meets what is known."""
