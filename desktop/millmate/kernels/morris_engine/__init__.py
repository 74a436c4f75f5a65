"""The compiled morris engine: moves, evaluation and search on one flat buffer, any variant."""
