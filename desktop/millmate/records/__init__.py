"""Recorded games: PGN, trees of variations, and the folder they are saved in."""
