"""Nine men's morris and its relatives, on masks of points."""
