"""The bundle for one-click installation, derived from the tools' declarations and pyproject.toml.

    uv run python mcpb/build.py            write mcpb/manifest.json
    uv run python mcpb/build.py FOLDER     the same, and lay out the bundle there, ready for ``mcpb pack FOLDER``

A bundle of type ``uv`` carries this project's source and its pins; the program it is installed into brings uv.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tomllib
from pathlib import Path
from typing import Any, Final

from memory_mcp.application.resources import MemoryLibrary
from memory_mcp.tools import registry

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent
MANIFEST: Final = HERE / "manifest.json"
ICON: Final = HERE / "icon.png"
LONG: Final = (
    "A memory that all your AI clients share: what you decided, what you learned, who and what you work with, and what "
    "was said, word for word. It is one SQLite file on your machine, found again by words and by meaning, with the "
    "time at which each fact was true and at which it was known. It finds facts that contradict each other. "
    "No daemon, no account, no API key; nothing leaves your machine."
)

# An empty answer is no answer: the server then does what it does without the variable.
USER_CONFIG: Final[dict[str, dict[str, Any]]] = {
    "db_path": {
        "type": "string",
        "title": "Memory file",
        "description": "Full path of the file that holds the memory. Empty: one file for all clients of this user.",
        "default": "",
    },
    "project": {
        "type": "string",
        "title": "Project",
        "description": "Keep this client's memories under this project name. Empty: none, or what the client says.",
        "default": "",
    },
    "db_key": {
        "type": "string",
        "title": "Encryption key",
        "description": "Encrypts the whole file. Every client that uses it needs the same key. Empty: not encrypted.",
        "default": "",
        "sensitive": True,
    },
    "db_key_file": {
        "type": "string",
        "title": "Key file",
        "description": "Full path of a file that holds the encryption key, instead of the key itself.",
        "default": "",
    },
    "words_only": {
        "type": "boolean",
        "title": "Search by words only",
        "description": "Load no embedding model: less memory, but a question must share a word with its answer.",
        "default": False,
    },
    "tools": {
        "type": "string",
        "title": "Tools",
        "description": "all, or core for the eleven most used ones, which cost a model less to read.",
        "default": "all",
    },
}
ENVIRONMENT: Final = {
    "MEMORY_DB_PATH": "${user_config.db_path}",
    "MEMORY_DB_KEY": "${user_config.db_key}",
    "MEMORY_DB_KEY_FILE": "${user_config.db_key_file}",
    "MEMORY_PROJECT": "${user_config.project}",
    "MEMORY_EMBED_DISABLED": "${user_config.words_only}",
    "MEMORY_TOOLS": "${user_config.tools}",
}


def manifest() -> dict[str, Any]:
    """Return the manifest, format 0.4."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    # --project, not --directory: the working directory stays the client's.
    run = ["run", "--project", "${__dirname}", "--no-dev", project["name"], "serve"]
    return {
        "manifest_version": "0.4",
        "name": project["name"],
        "display_name": "Memory",
        "version": project["version"],
        "description": project["description"],
        "long_description": LONG,
        "icon": ICON.name,
        "author": {"name": "The memory-mcp-sqlite authors"},
        "repository": {"type": "git", "url": project["urls"]["Repository"]},
        "homepage": project["urls"]["Repository"],
        "documentation": f"{project['urls']['Repository']}#readme",
        "support": f"{project['urls']['Repository']}/issues",
        "privacy_policies": [f"{project['urls']['Repository']}/blob/main/SECURITY.md"],
        "license": project["license"],
        "keywords": project["keywords"],
        "server": {
            "type": "uv",
            "entry_point": "memory_mcp/__main__.py",
            "mcp_config": {"command": "uv", "args": run, "env": ENVIRONMENT},
        },
        "tools": [
            {"name": spec.name, "description": _first_sentence(spec.description)} for spec in registry().values()
        ],
        "prompts": [
            {
                "name": entry.name,
                "description": entry.description,
                **({"arguments": [argument.name for argument in entry.arguments]} if entry.arguments else {}),
                # The server's own text is longer and knows the project; this one stands in where a host asks for none.
                "text": entry.description,
            }
            for entry in MemoryLibrary.prompts
        ],
        "prompts_generated": True,
        "compatibility": {
            "platforms": ["darwin", "linux", "win32"],
            "runtimes": {"python": project["requires-python"]},
        },
        "user_config": {name: {**option, "required": False} for name, option in USER_CONFIG.items()},
    }


def manifest_text() -> str:
    """Return the manifest as it stands in its file."""
    return json.dumps(manifest(), indent=2, ensure_ascii=False) + "\n"


def lay_out(folder: Path) -> None:
    """Copy what a bundle holds into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(MANIFEST, folder)
    shutil.copy(ICON, folder)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(
        ROOT / "memory_mcp", folder / "memory_mcp", ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True
    )


def _first_sentence(text: str) -> str:
    return text.partition("\n")[0].partition(". ")[0].rstrip(".") + "."


def main() -> None:
    """Write the manifest, and the bundle's folder if one is named."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, help="where to lay out the bundle")
    folder = parser.parse_args().folder
    MANIFEST.write_text(manifest_text(), encoding="utf-8", newline="\n")
    if folder:
        lay_out(folder)


if __name__ == "__main__":
    main()
