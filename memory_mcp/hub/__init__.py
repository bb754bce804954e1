"""A hub: a PostgreSQL database shared by any number of machines and people, which search can ask too.

The file stays the fast copy and works offline. A push tells the hub what was touched here since the last one; a pull
takes in what others told. The hub keeps each version once and closes it as the file does. What is no version (states,
sessions, handoffs) it keeps once for each machine, and readers join them. People are roles of PostgreSQL, and row-level
security gives each what is theirs and what is shared with them. A hub needs the extra ``[postgres]``.
"""

__all__ = [
    "checking",
    "connection",
    "following",
    "schema",
    "searching",
    "synchronising",
]
