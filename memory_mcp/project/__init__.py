"""Projects: which one a folder belongs to."""
