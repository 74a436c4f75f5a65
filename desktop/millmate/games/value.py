"""What a position or a move is worth: a result, how soon it comes, and both in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from math import inf
from typing import Any, Self

from millmate.formatting import dative, plural, side_name
from millmate.language import mark, tr

_FAR = 127  # moves of a bound that stand for any number


class Result(Enum):
    """What a side has at least and at most: 1 a win, 0 a draw, -1 a loss."""

    WIN = 1, 1
    AT_LEAST_DRAW = 0, 1
    DRAW = 0, 0
    AT_MOST_DRAW = -1, 0
    LOSS = -1, -1

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most  # attributes are faster than properties
        self.wdl = least if least == most else None  # 1, 0 or -1, None where it is open

    @property
    def rank(self) -> tuple[int, int]:
        """Sort key, best first."""
        return -self.least, -self.most


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a position for the side to move, with best play by both.

    Attributes:
        wdl: 1 (win), 0 (draw) or -1 (loss); no rule counts quiet moves.
        plies: To the end of the game, 0 if the side to move has lost already; None in a draw, and
            where the length of a win is unknown.
        exact: Whether `plies` are those of best play, not only an upper bound; a bound of 127 moves
            or more stands for any number.
    """

    wdl: int
    plies: int | None = None
    exact: bool = True

    @property
    def moves(self) -> int | None:
        """The distance in moves of the winning side, None if `plies` is."""
        return None if self.plies is None else (self.plies + 1) // 2

    @property
    def far(self) -> bool:
        """Whether `plies` stand for any number."""
        return not self.exact and (self.moves or 0) >= _FAR

    def before(self) -> Self:
        """Return this value for the side whose move led to it, that move included."""
        plies = None if self.plies is None else self.plies + 1
        return type(self)(-self.wdl, plies, self.exact)


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A legal move and its value for the side that plays it, the move included."""

    move: Any  # a `games.board.Move`
    value: Value

    @property
    def rank(self) -> tuple[int, float]:
        """Sort key, best move first: quick wins, wins of unknown length, draws, slow losses."""
        plies = self.value.plies
        if self.value.wdl > 0:
            return -1, inf if plies is None else plies
        return -self.value.wdl, -(plies or 0)


# Words --------------------------------------------------------------------------------------------


class Form(Enum):
    """The kinds of texts."""

    SENTENCE = auto()  # White mates in 12 moves (23 plies)
    HEADLINE = auto()  # White wins, mate in 12
    MOVE = auto()  # mate in 12: of the side that plays the move


@dataclass(frozen=True, slots=True)
class Terms:
    """The words of a game for the ways in which it ends, as marked texts."""

    at_once: str
    wins_in: str
    sentence: str
    headline: str
    over: str
    late: str  # the fifty-move rule draws


CHESS_TERMS = Terms(
    at_once=mark("checkmate"),
    wins_in=mark("mate in {n}"),
    sentence=mark("{winner} mates in {moves} ({plies})"),
    headline=mark("{winner} wins, mate in {n}"),
    over=mark("checkmate, {winner} has won"),
    late=mark("{winner} wins, mate in {n}, but not under the fifty-move rule"),
)
MORRIS_TERMS = Terms(
    at_once=mark("wins at once"),
    wins_in=mark("wins in {n}"),
    sentence=mark("{winner} wins in {moves} ({plies})"),
    headline=mark("{winner} wins in {moves}"),
    over=mark("{winner} has won"),
    late=mark("{winner} wins in {moves}, but not under the fifty-move rule"),
)


def words(value: Value, terms: Terms, turn: bool = True, form: Form = Form.SENTENCE) -> str:
    """Return a value in words, without any rule; `turn` is the side that it is for."""
    if value.wdl == 0:
        return tr("draw with best play") if form is Form.SENTENCE else tr("draw")
    if form is Form.MOVE:
        return _of_move(value, terms)
    long = form is Form.SENTENCE
    if value.plies is None:
        text = mark("{winner} wins with best play") if long else mark("{winner} wins")
    elif value.plies == 0:
        text = terms.over if long else mark("{winner} has won")
    elif value.far:
        text = mark("{winner} wins")
    elif not value.exact:
        short = mark("{winner} wins, mate in at most {n}")
        text = mark("{winner} mates in at most {moves}") if long else short
    else:
        text = terms.sentence if long else terms.headline
    return said(text, value, turn)


def words_if_drawn(value: Value, terms: Terms, turn: bool) -> str:
    """Return a win or loss in words that the fifty-move rule makes a draw."""
    unknown = mark("{winner} wins, but not under the fifty-move rule")
    return said(terms.late if value.exact and value.plies is not None else unknown, value, turn)


def said(text: str, value: Value, turn: bool) -> str:
    """Return a marked text about a won or lost position, with what it names filled in."""
    winner = side_name(turn == (value.wdl > 0))
    moves, plies = dative(value.moves or 0, "move"), plural(value.plies or 0, "ply")
    return tr(text, winner=winner, n=value.moves, moves=moves, plies=plies)


def _of_move(value: Value, terms: Terms) -> str:
    wins, n = value.wdl > 0, value.moves
    if value.plies is None or value.far:
        return tr("wins") if wins else tr("loses")
    if not value.exact:
        return tr("mate in at most {n}", n=n) if wins else tr("loses in at most {n}", n=n)
    if wins:
        return tr(terms.at_once) if value.plies == 1 else tr(terms.wins_in, n=n)
    return tr("loses in {n}", n=n)
