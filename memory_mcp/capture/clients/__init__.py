"""Readers of each client's transcripts; all of them return one shape."""

__all__ = [
    "claude",
    "codex",
    "codex_forks",
    "cursor",
    "gemini",
    "incremental",
    "injected_markup",
    "opencode",
    "passing",
    "resuming",
    "tool_calls",
    "utterance",
]
