"""Games between players: matches, tournaments and training."""
