"""The main window: its pages, menus and keys, where things stand, and what it remembers."""
