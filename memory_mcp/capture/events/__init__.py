"""Hook events: what a client tells a hook, recorded as turns of a session."""
