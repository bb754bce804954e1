"""The file: connection, transactions, encryption, migrations, backups and invariants."""

__all__ = [
    "as_of",
    "atomic_files",
    "backup",
    "clock_correction",
    "clock_repair",
    "damage",
    "database",
    "encryption",
    "erased_copies",
    "ids",
    "integrity",
    "invariants",
    "key_change",
    "location",
    "meta",
    "migrate",
    "overwriting",
    "sealed_text",
    "tokenizer",
    "transactions",
]
