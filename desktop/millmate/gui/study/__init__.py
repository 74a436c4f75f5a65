"""Studies checked in the window: whether they are sound, and their duals."""
