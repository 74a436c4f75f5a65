"""Help: the tour, keyboard shortcuts, and the About dialog."""
