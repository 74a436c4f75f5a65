"""What went wrong, told to a person."""
