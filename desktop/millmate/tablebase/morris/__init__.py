"""Tables of nine men's morris: their contents, how they are built, checked and probed."""
