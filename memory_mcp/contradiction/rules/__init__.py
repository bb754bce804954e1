"""Rules: what two parsed claims hold against each other."""
