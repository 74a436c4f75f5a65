"""The review of endings in the window: what was thrown away in many games, and drills of it."""
