"""The program's way in, ``memory-mcp`` and ``python -m memory_mcp``.

Hooks, and a server that a client spawns, leave before the command line is loaded.
"""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Handle a hook's event, serve the client that spawned us, or run the command line."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["hook"] and not {"-h", "--help"} & set(arguments):
        # Loading modules makes many objects and no garbage.
        gc.set_threshold(50_000)
        from memory_mcp.hooks import run  # noqa: PLC0415 - a hook must not pay for the command line, nor it for hooks

        # It has written what it had to; to take apart what was loaded is a sixth of its time.
        os._exit(run(arguments[1:]))
    # Without a standard output nobody hears an answer: that is for the command line to say.
    is_spawned = sys.stdin is not None and not sys.stdin.isatty() and sys.stdout is not None
    if is_spawned and "_MEMORY_MCP_COMPLETE" not in os.environ and arguments in ([], ["serve"]):
        _serve()
    try:
        from memory_mcp.cli.main import main as commands  # noqa: PLC0415 - the same
    except KeyboardInterrupt:
        sys.exit(130)
    commands()


def _serve() -> None:
    """Serve, unless the settings are wrong: that is for the command line to say."""
    from memory_mcp.config import Settings  # noqa: PLC0415 - the same
    from memory_mcp.errors import MemoryMcpError  # noqa: PLC0415 - the same
    from memory_mcp.server import serve  # noqa: PLC0415 - the same

    try:
        settings = Settings.load(os.environ)
    except MemoryMcpError:
        return
    serve(settings)


if __name__ == "__main__":
    main()
