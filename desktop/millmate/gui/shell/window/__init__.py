"""The parts of the main window: rail, tabs, status bar, layout and saved state."""
