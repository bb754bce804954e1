"""Tell which hooks Codex trusts: its configuration keeps a hash of each definition that a person has agreed to.

The key and the hash are Codex's own (0.169): the file, the event and the place of the hook in it; and SHA-256 of the
definition as JSON with sorted keys.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memory_mcp.setup.signature import is_our_hook


def hashes(path: Path | str, hooks: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the event, the key and the hash of each of our hooks in a file of hooks of Codex, or of a plugin."""
    for event, groups in hooks.items():
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", event).lower()
        for number, group in enumerate(groups):
            if not is_our_hook(group):
                continue
            for place, hook in enumerate(group["hooks"]):
                kept = {"type": "command", "async": False, **hook}
                identity: dict[str, Any] = {"event_name": name, "hooks": [kept]}
                identity |= {"matcher": group["matcher"]} if "matcher" in group else {}
                text = json.dumps(identity, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
                yield event, f"{path}:{name}:{number}:{place}", "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def untrusted(path: Path | str, hooks: dict[str, Any], configuration: dict[str, Any]) -> list[str]:
    """Return the events whose hook of ours is not trusted, or was changed since."""
    state = configuration.get("hooks", {}).get("state", {})
    return [
        event
        for event, key, expected in hashes(path, hooks)
        # That of a plugin's hook goes on with one of the plugin.
        if state.get(key, {}).get("trusted_hash", "").partition("/")[0] != expected
        or state.get(key, {}).get("enabled") is False
    ]
