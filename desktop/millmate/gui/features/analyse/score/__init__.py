"""The move list of a game: reading and editing moves, variations, comments and signs."""
