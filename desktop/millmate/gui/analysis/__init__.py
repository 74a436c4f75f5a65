"""Analysis of the position on the board: an engine in a thread, its lines, a bar and arrows."""
