"""The game that the window shows: set up, begun, played, gone through."""
