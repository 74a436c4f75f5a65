"""The results of a tournament: standings, games, ratings, and a live game."""

from millmate.gui.features.tournaments.results.view import ResultsView

__all__ = ["ResultsView"]
