"""Rules, one module a place where secrets stand; ``finding`` runs each where its literals are."""

__all__ = [
    "account_lists",
    "arguments",
    "assignments",
    "commands",
    "cookies",
    "credential_files",
    "credentials",
    "form_fields",
    "key_blocks",
    "links",
    "nested",
    "prose",
    "protocols",
    "providers",
    "random_strings",
    "secret_shapes",
    "sql_statements",
    "strong_words",
    "told_values",
    "weighing",
]
