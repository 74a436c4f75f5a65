"""A folder of PGN files as a database: scanned once, then read from an index, never written."""
