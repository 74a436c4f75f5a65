"""What any window needs: widgets, lists, plots, theme, tasks; no game and no settings."""
