"""The key of an encrypted file: find it, and keep a new one."""

__all__ = ["change_lock", "keychain", "lookup", "storage"]
