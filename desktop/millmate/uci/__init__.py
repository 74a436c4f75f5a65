"""The Universal Chess Interface, both ways: running other engines, and offering our search."""
