"""What each client writes into its transcripts, read into one shape."""

__all__ = [
    "claude",
    "codex",
    "cursor",
    "gemini",
    "incremental",
    "opencode",
    "tool_calls",
    "utterance",
    "wrappers",
]
