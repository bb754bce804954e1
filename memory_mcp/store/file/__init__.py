"""The file: connection, transactions, encryption, migrations, backups and invariants."""
