"""Reads what clients tell their hooks and write into their transcripts, and stores it as turns."""
