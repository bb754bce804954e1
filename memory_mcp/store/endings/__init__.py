"""What a later word ends of what was said about how to work: by rules and shared words, and as the network reads it."""

__all__ = ["by_reading", "by_words", "compared", "notes", "readings", "taken_back"]
