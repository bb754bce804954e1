"""The key of an encrypted file: where it is looked for, and where a new one is kept."""

__all__ = ["change_lock", "keychain", "lookup", "storage"]
