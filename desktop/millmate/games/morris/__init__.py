"""Nine men's morris and its relatives, on masks of 24 points."""
