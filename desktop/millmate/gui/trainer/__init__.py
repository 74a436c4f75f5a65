"""Training in the window: the Train tab beside the board, and what happens on the board for it."""
