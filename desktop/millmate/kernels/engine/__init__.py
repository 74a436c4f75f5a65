"""The compiled chess engine: moves, evaluation and search on two flat buffers."""
