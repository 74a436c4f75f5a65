"""Tables of nine men's morris: what they hold, how they are built, checked and asked."""
