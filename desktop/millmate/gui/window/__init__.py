"""The main window: pages, menus, keys, layout and saved state."""
