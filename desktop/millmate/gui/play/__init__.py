"""The game in the window: setting it up, playing it, and stepping through it."""
