"""Sessions: turns, what they say about how to work, digests, the timeline and the change feed."""

__all__ = [
    "captured_ids",
    "change_feed",
    "compaction_notes",
    "digest_builder",
    "digest_rules",
    "digests",
    "exported",
    "handover",
    "imported",
    "later_words",
    "open_sessions",
    "overview",
    "pending_turns",
    "salience",
    "sessions",
    "shown_rows",
    "statements",
    "timeline",
    "transcript",
    "turns",
]
