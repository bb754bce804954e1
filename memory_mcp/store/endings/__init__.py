"""Find which statements about how to work a later sentence ends: by rules, by shared words, and by the network."""

__all__ = ["by_reading", "by_words", "compared", "notes", "readings", "taken_back"]
