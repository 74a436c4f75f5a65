"""The Games page: the games in a folder."""
