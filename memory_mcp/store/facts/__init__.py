"""Facts in two times: versions, verbs, lifecycle, erasure, provenance, projects and the profile."""

__all__ = [
    "admission",
    "citations",
    "client_names",
    "decisions",
    "erasure",
    "facts",
    "gatekeeper",
    "imported",
    "known_ids",
    "lifecycle",
    "listing",
    "memory_types",
    "profile",
    "projects",
    "provenance",
    "scope",
    "selection",
    "short_ids",
    "versions",
    "visibility",
]
