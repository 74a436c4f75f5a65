"""Players: the choice for each side, engines, and their options."""
