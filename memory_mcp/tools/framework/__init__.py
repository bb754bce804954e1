"""The framework: how a tool is declared, called, checked, rendered and scheduled."""
