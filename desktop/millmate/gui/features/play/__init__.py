"""Setting up a game and playing it."""
