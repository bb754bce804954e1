"""What each client writes into its transcripts, read into one shape."""

__all__ = [
    "claude",
    "codex",
    "cursor",
    "gemini",
    "incremental",
    "injected_markup",
    "opencode",
    "resuming",
    "tool_calls",
    "utterance",
]
