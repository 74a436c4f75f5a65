"""Find half points thrown away in the endings of games, by the tables; no GUI."""
