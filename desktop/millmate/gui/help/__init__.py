"""Help: the welcome, the tour, keyboard shortcuts, and the About dialog."""
