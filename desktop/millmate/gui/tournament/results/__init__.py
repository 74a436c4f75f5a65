"""The results of a tournament: standings, games, ratings, and a live game."""

from millmate.gui.tournament.results.view import ResultsView

__all__ = ["ResultsView"]
