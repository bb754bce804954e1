"""The file: the only package with SQL in it."""
