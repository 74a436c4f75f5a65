"""The Home page: where to go on, what is due, endings to try, and what was open lately."""
