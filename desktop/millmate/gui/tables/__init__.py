"""The Tables page: every table there is or could be, and what can be done with it."""
