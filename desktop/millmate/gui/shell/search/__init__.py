"""The search over everything the window can do: commands, endings, positions, settings, games."""
