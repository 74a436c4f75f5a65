"""Parts for any window: widgets, lists, plots, theme, tasks; no game and no settings."""
