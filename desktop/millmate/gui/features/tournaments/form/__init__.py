"""The form for a tournament plan, in parts."""
