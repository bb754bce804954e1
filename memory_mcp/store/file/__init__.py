"""The file: connection, transactions, encryption, migrations, backups and invariants."""

__all__ = [
    "atomic_files",
    "backup",
    "database",
    "encryption",
    "ids",
    "integrity",
    "invariants",
    "location",
    "meta",
    "migrate",
    "tokenizer",
    "transactions",
]
