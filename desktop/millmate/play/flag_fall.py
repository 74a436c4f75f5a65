"""Whether a side loses when its flag falls: not if no legal moves could have mated it."""

import logging
from contextlib import suppress
from pathlib import Path

import chess

from millmate.errors import MillMateError
from millmate.games.board import Board, Rules
from millmate.games.chess.dead_positions import can_be_mated
from millmate.games.chess.material import Material
from millmate.games.outcome import Outcome, Termination
from millmate.tablebase.verdict import MissingTableError

_SMALL = 4  # men: their sets are computed within seconds

_log = logging.getLogger(__name__)


def out_of_time(rules: Rules, board: Board, side: bool, tables: Path | None) -> Outcome:
    """Return how a game ends when the flag of `side` falls.

    It loses, unless no series of legal moves mates it (FIDE's laws of chess, 6.9). The rules can
    decide that by the men alone, a short search if pawns or checks leave few moves; the sets of
    dead positions in the directory `tables` are exact, and so is a table by which it loses.
    Missing sets of up to four men are built: packages include them, and elsewhere the end of one
    game waits, up to seven seconds with pawns on both sides. If other sets are missing, the side
    loses.
    """
    outcome = rules.out_of_time(board, side)
    if outcome.termination is not Termination.TIME or not isinstance(board, chess.Board):
        return outcome
    loses = can_be_mated(board, side)
    if loses is None:
        loses = tables is None or _can_be_mated_by_sets(board, side, tables)
    return outcome if loses else Outcome(Termination.TIME_WITHOUT_MATE)


def _can_be_mated_by_sets(board: chess.Board, side: bool, tables: Path) -> bool:
    from millmate.tablebase.helpmates.files import MOST_MEN
    from millmate.tablebase.helpmates.probe import Helpmates
    from millmate.tablebase.helpmates.process import find

    men = chess.popcount(board.occupied)
    if men > MOST_MEN:
        return True
    try:
        if _is_lost(board, side, tables):
            return True
        if men <= _SMALL:
            find(tables, Material.of(board).canonical())
        return Helpmates(tables).can_be_mated(board, side)
    except MissingTableError:
        return True
    except (MillMateError, OSError) as error:
        _log.warning("whether the side out of time could be mated is not known: %s", error)
        return True


def _is_lost(board: chess.Board, side: bool, tables: Path) -> bool:
    """Return whether an available table shows that `side` is mated by force: no set is needed."""
    from millmate.tablebase.probe import Tablebase

    with suppress(MillMateError, OSError), Tablebase(tables) as known:
        wdl: int = known.probe(board).wdl
        return wdl == (-1 if board.turn is side else 1)
    return False
