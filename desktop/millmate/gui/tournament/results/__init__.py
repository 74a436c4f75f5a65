"""What a tournament has brought: the table, the games, the ratings, and a game on a board."""

from millmate.gui.tournament.results.view import ResultsView

__all__ = ["ResultsView"]
