"""The program's way in, ``memory-mcp`` and ``python -m memory_mcp``: hooks leave before the command line is loaded."""

from __future__ import annotations

import sys


def main() -> None:
    """Handle a hook's event, or run the command line."""
    if sys.argv[1:2] == ["hook"] and not {"-h", "--help"} & set(sys.argv):
        from memory_mcp.hooks import run  # noqa: PLC0415 - a hook must not pay for the command line, nor it for hooks

        sys.exit(run(sys.argv[2:]))
    from memory_mcp.cli.main import main as commands  # noqa: PLC0415 - the same

    commands()


if __name__ == "__main__":
    main()
