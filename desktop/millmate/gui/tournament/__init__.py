"""Tournaments in the window: built, run, watched, and looked at again."""
