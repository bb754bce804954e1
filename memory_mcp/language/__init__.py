"""What is known of each language, and of words. Pure: it knows no store."""
