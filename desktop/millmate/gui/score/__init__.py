"""The moves of a game with variations, comments and signs, to be read and worked at."""
