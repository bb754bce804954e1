"""What is known of each language, and of words. Pure: it knows no store."""

__all__ = [
    "antonyms",
    "clock_times",
    "competing_products",
    "detection",
    "exclusive_classes",
    "folding",
    "function_words",
    "modality",
    "plurals",
    "quantities",
    "relation_phrases",
    "stemming",
    "stopwords",
    "visible",
]
