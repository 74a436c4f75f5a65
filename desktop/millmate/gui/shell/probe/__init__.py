"""Table values of a position, looked up in a thread."""
