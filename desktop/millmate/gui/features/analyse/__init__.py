"""The moves of a game, an engine that analyses them, its graph and its review."""
