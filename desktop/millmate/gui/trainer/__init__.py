"""Training: the Train page, and drills on the board."""
