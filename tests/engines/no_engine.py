"""Speaks, but no UCI, and ends."""

print("Usage: no_engine FILE")
