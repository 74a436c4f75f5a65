"""Recorded games: PGN, trees of variations, and the folder where they are saved."""
