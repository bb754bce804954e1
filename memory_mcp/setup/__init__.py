"""Setup: put this program into the configuration of clients, prove that it works, and take it out again."""

__all__ = [
    "block_text",
    "changes",
    "clients",
    "codex_trust",
    "history",
    "json_cuts",
    "json_text",
    "launching",
    "past",
    "places",
    "plugins",
    "program",
    "proof",
    "purging",
    "reading",
    "signature",
    "targets",
]
