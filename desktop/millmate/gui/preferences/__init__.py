"""The settings as a person sees them: one dialog, searched by words; changes count at once."""
