"""The pages people read: Markdown files shared by the command line, the tool memory_guide and the README's links."""
