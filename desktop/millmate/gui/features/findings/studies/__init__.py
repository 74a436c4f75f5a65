"""Checks of studies: whether they are sound, and their duals."""
