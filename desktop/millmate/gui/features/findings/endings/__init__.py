"""The review of endings: what was given away in many games, and drills of it."""
