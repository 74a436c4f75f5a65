"""Training: the Train tab, and drills on the board."""
