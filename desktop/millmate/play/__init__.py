"""Games between players: the match and its events."""
