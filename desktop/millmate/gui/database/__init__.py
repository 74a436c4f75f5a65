"""The page of the games that lie in a folder."""
