"""What is wrong with the file, and what mends it: damage, broken invariants, and a clock that was wrong."""

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
