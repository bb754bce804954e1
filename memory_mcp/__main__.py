"""Run the command line: ``python -m memory_mcp``."""

from memory_mcp.cli.main import main

if __name__ == "__main__":
    main()
