"""Searches, one generation a file."""
