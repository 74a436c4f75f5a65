"""The settings dialog: searchable, with changes that take effect at once."""
