"""Setting up positions on the board."""
