"""Finds the half points that were thrown away in the endings of games, by the tables; no GUI."""
