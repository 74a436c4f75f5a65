"""Formats games and scores of a tournament, the same way in every view."""

from __future__ import annotations

from functools import lru_cache

import chess

from millmate.errors import MillMateError
from millmate.formatting import MINUS, plural
from millmate.games.chess.material import Material
from millmate.games.chess.positions import board_from_fen
from millmate.games.morris.positions import board_from_text, variant_of
from millmate.games.outcome import Termination
from millmate.language import mark, number, tr
from millmate.play.elo import Tally
from millmate.play.tournament.game import GameResult, GameSetup, Slip

_FEW_MEN = 7  # with at most so many on the board, the material names the ending
_WORTH = {1: mark("a win"), 0: mark("a draw"), -1: mark("a loss")}
_RESULTS = {"1/2-1/2": "½-½"}
# The window's names for endings whose names in journals are longer.
_ENDINGS = {
    Termination.MANY_TURNS.value: mark("turn limit reached"),
    Termination.NO_MILLS.value: mark("no mill for too long"),
    Termination.REPEATED.value: mark("repetition"),
}


def score(result: str) -> str:
    """Return a result as displayed: `1-0`, `½-½`."""
    return _RESULTS.get(result, result)


def share(part: int, whole: int) -> str:
    """Return a percentage with its fraction: `75 % (3/4)`; "" if `whole` is 0."""
    return f"{number(100 * part / whole)} % ({part}/{whole})" if whole else ""


def tally_text(tally: Tally) -> str:
    """Return wins, draws and losses in short form: `+3 =1 −2`."""
    return f"+{tally.won} ={tally.drawn} {MINUS}{tally.lost}"


def tally_words(tally: Tally) -> str:
    """Return wins, draws and losses as text."""
    return tr(
        "{won} won, {drawn} drawn, {lost} lost", won=tally.won, drawn=tally.drawn, lost=tally.lost
    )


def points_text(points: float) -> str:
    """Return points, with a decimal if needed: `12`, `2.5`."""
    return number(points, int(points % 1 != 0))


def points_of(tally: Tally) -> float:
    """Return the points of a tally; a draw counts one half."""
    return tally.won + tally.drawn / 2


def ending(result: GameResult) -> str:
    """Return how a game ended: the reason, or which player failed and how."""
    if result.termination == Termination.FAILURE.value:
        return " ".join(result.trouble.split()) or result.termination
    return tr(_ENDINGS.get(result.termination, result.termination))


def slips_of(result: GameResult) -> list[tuple[bool, Slip]]:
    """Return the moves that threw the result away with their sides, in order."""
    if result.judged is None:
        return []
    sides = ((True, result.judged.white), (False, result.judged.black))
    found = [(white, slip) for white, side in sides for slip in side.slips]
    return sorted(found, key=lambda each: each[1].ply)


def thrown(slip: Slip) -> str:
    """Return what a move threw away and what was left: `a win, for a draw`."""
    return tr("{before}, for {after}", before=tr(_WORTH[slip.before]), after=tr(_WORTH[slip.after]))


def opening(setup: GameSetup) -> str:
    """Return the number of a game's opening, from 1, and its ending, if it is one."""
    ending = _ending(setup.game, setup.start_fen)
    if isinstance(ending, tuple):
        ending = tr("{n} against {other}", n=ending[0], other=ending[1])
    return " · ".join(filter(None, (str(setup.opening + 1), ending)))


def moves_words(plies: int) -> str:
    moves = plural((plies + 1) // 2, "move")
    return tr("{moves} ({plies})", moves=moves, plies=plural(plies, "ply"))


@lru_cache(maxsize=4096)
def _ending(game: str, fen: str) -> str | tuple[int, int]:
    """Return the material of an ending, or the numbers of stones; "" with many men."""
    try:
        if game.partition(":")[0] == "morris":
            board = board_from_text(fen, variant_of(fen))
            return "" if any(board.hand) else (board.on_board(True), board.on_board(False))
        men = chess.popcount(board_from_fen(fen).occupied)
        return str(Material.of(board_from_fen(fen))) if men <= _FEW_MEN else ""
    except MillMateError:
        return ""
