"""Everyone who can choose a move: people, searches, tables."""
