"""Rush: three minutes of decisions, in a separate window."""
