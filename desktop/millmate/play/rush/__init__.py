"""Rush: right decisions against the clock, on positions of the tables; no GUI."""
