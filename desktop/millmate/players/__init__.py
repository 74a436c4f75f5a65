"""All players, which choose moves: people, searches, tables."""
