"""Chess, on top of python-chess."""
