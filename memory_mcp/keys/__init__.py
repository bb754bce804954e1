"""The key of an encrypted file: find it, and keep a new one; and folders that nobody else may look into."""

__all__ = ["change_lock", "keychain", "lookup", "private_folders", "storage"]
