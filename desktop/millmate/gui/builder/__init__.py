"""Building tables: the plan, the progress, and the dialog."""
