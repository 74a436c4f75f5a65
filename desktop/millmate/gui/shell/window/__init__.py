"""The parts of the main window: rail, tabs, stage, status line, layout and saved state."""
