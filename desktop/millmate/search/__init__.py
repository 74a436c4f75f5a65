"""The searches; each generation is in its own file."""
