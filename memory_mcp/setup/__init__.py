"""What goes into the clients' configuration files."""
