"""What is known of each language, and of words. Pure: it knows no store."""

__all__ = [
    "antonyms",
    "clock_times",
    "competing_products",
    "countries",
    "data_files",
    "detection",
    "folding",
    "frequencies",
    "lexicon",
    "narrowing",
    "plurals",
    "quantities",
    "questions",
    "relation_cardinality",
    "shortening",
    "stemming",
    "stopwords",
    "traits",
    "typed_commands",
    "unseen_characters",
]
