"""Games as they are kept: records, PGN, and the folder they are saved in."""
