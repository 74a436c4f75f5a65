"""The Tables page and the table builder."""
