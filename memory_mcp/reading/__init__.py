"""What the bundled network reads in sentences, by what examples taught it."""

__all__ = [
    "answer_reader",
    "learned",
    "network",
    "pair_reader",
    "readers",
    "secret_reader",
    "service",
    "statement_reader",
]
