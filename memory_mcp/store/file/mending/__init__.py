"""Find what is wrong with the file, and repair it: damage, broken invariants, and times of a wrong clock."""

__all__ = [
    "clock_correction",
    "clock_repair",
    "damage",
    "integrity",
    "invariants",
    "own_schema",
    "salvage",
    "undecodable",
]
