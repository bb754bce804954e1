"""Facts in two times: versions, verbs, lifecycle, erasure, provenance, projects and the profile."""
