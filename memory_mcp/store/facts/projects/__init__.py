"""The projects of a memory: by what each is known, its folders, and how one is renamed, merged or removed."""

__all__ = [
    "project_identity",
    "project_links",
    "project_meeting",
    "project_renames",
    "project_upkeep",
    "projects",
]
