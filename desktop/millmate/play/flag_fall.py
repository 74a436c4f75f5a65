"""Whether a side whose flag has fallen loses: it does not where nothing could have mated it."""

import logging
from pathlib import Path

import chess

from millmate.errors import MillMateError
from millmate.games.board import Board, Rules
from millmate.games.chess.material import Material
from millmate.games.outcome import Outcome, Termination
from millmate.tablebase.verdict import MissingTableError

_SMALL = 4  # men: the sets of so few are found within seconds

_log = logging.getLogger(__name__)


def out_of_time(rules: Rules, board: Board, side: bool, tables: Path | None) -> Outcome:
    """Return how a game ends as the flag of `side` falls.

    It loses, unless no series of legal moves mates it (FIDE's laws of chess, 6.9). The rules see
    that from the men alone; the sets of dead positions in the directory `tables` tell exactly. They
    are built for up to four men; where they are missing otherwise, the rules decide.
    """
    outcome = rules.out_of_time(board, side)
    if outcome.termination is not Termination.TIME or not isinstance(board, chess.Board):
        return outcome
    if tables is None or _can_be_mated(board, side, tables):
        return outcome
    return Outcome(Termination.TIME_WITHOUT_MATE)


def _can_be_mated(board: chess.Board, side: bool, tables: Path) -> bool:
    from millmate.tablebase.helpmates.build import build  # loads kernels
    from millmate.tablebase.helpmates.files import MOST_MEN
    from millmate.tablebase.helpmates.probe import Helpmates

    men = chess.popcount(board.occupied)
    if men > MOST_MEN:
        return True
    try:
        if men <= _SMALL:
            build(tables, [Material.of(board).canonical()])
        return Helpmates(tables).can_be_mated(board, side)
    except MissingTableError:
        return True
    except (MillMateError, OSError) as error:
        _log.warning("whether the side out of time could be mated is not known: %s", error)
        return True
