"""The file: connection, transactions, encryption, migrations, backups and invariants."""

__all__ = [
    "as_of",
    "atomic_files",
    "backup",
    "damage",
    "database",
    "encryption",
    "ids",
    "integrity",
    "invariants",
    "location",
    "meta",
    "migrate",
    "sealed_text",
    "tokenizer",
    "transactions",
]
