"""Hook events: record what a client tells a hook as turns of a session."""

__all__ = [
    "client_notes",
    "closing",
    "copied",
    "hook_input",
    "hook_log",
    "ignoring",
    "kept_text",
    "lease",
    "outcomes",
    "passing_first",
    "passing_over",
    "payload",
    "private_echo",
    "read_on_apart",
    "reading_on",
    "recording",
    "spooled",
    "storing",
    "transcript_batches",
]
