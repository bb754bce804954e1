"""Setup: this program in the configuration of the clients, put in, proved and taken out again."""

__all__ = [
    "changes",
    "clients",
    "history",
    "launching",
    "past",
    "places",
    "program",
    "proof",
    "purging",
    "reading",
]
