"""Training: the Train page, drills on the board, and hints."""
