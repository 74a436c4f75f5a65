"""The game on the board: its line, its state, and the match that plays it."""
