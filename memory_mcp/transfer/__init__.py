"""Files that go in and out: every format is read into one shape, merged by one set of rules, and accounted for."""

__all__ = [
    "exporting",
    "importing",
    "joining",
]
