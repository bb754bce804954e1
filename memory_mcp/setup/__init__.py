"""Setup: this program in the configuration of the clients, put in, proved and taken out again."""

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
