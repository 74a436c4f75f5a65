"""The analysis of a whole game: its command, its progress, and the mistakes that it found."""
