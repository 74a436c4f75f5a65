"""The explorer: how many positions of a table are decided in n plies, and which ones."""
