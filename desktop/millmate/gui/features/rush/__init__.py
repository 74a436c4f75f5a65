"""Rush: three minutes of decisions, in a window of its own."""
