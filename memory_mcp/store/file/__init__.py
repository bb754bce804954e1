"""The file: connection, transactions, encryption, migrations; its ``copies``, and the ``mending`` of it."""

__all__ = [
    "as_of",
    "atomic_files",
    "busy_handler",
    "connection",
    "database",
    "encryption",
    "foreign_database",
    "ids",
    "kinds",
    "location",
    "meta",
    "migrate",
    "presence",
    "progress",
    "sealed_text",
    "short_wait",
    "snapshots",
    "tokenizer",
    "transactions",
    "vector_extension",
]
