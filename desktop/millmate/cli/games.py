"""The games of the command line, by name."""

import argparse

from millmate.errors import InputError
from millmate.games.board import Rules
from millmate.games.catalogue import GAMES, game
from millmate.games.morris.variants import VARIANTS

NAMES = (
    f"the game: {' or '.join(GAMES)}; for a variant morris:NAME, where NAME is one of "
    + ", ".join(list(VARIANTS)[1:])
)


def game_argument(text: str) -> Rules:
    """Return the rules of the game that `text` names; raises `argparse.ArgumentTypeError`."""
    try:
        return game(text)
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
