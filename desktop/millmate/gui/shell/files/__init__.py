"""Loading and saving: game files, the clipboard, diagrams, and crash recovery."""
