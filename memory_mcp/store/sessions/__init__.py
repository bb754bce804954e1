"""Sessions: turns, digests, the timeline and the change feed."""
