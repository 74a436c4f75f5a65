"""Errors, and how the user learns of them."""
