"""Projects: find the project that a folder belongs to.

Nothing is written and no program is started: git's own files say which working trees share a repository. For more about
a repository, ``git_command`` asks git in such a way that nothing of the repository runs.
"""

from memory_mcp.project.folders import canonical_path, here, is_too_wide, upwards, walked
from memory_mcp.project.marker_file import MARKER, CaptureRules, capture_of
from memory_mcp.project.names import NO_PROJECT, ProjectRef, Source, clean_name, distinct_name
from memory_mcp.project.resolution import Surroundings, place_of, resolve, survey
from memory_mcp.project.working_trees import working_tree

__all__ = [
    "MARKER",
    "NO_PROJECT",
    "CaptureRules",
    "ProjectRef",
    "Source",
    "Surroundings",
    "canonical_path",
    "capture_of",
    "clean_name",
    "distinct_name",
    "git_command",
    "here",
    "is_too_wide",
    "place_of",
    "resolve",
    "survey",
    "upwards",
    "walked",
    "working_tree",
]
