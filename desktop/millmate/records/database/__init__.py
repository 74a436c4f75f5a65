"""A folder of PGN files as a database: scanned once, found again at once, never written to."""
