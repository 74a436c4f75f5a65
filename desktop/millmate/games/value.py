"""Values of positions and moves: a result, its distance, and both in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from math import inf
from typing import Any

from millmate.formatting import dative, plural, side_name
from millmate.language import mark, tr

FIFTY = 50  # moves of each side after which the usual rule draws
_FAR = 127  # moves of a bound that stand for any number


class Result(Enum):
    """The least and the most that a side has: 1 a win, 0 a draw, -1 a loss."""

    WIN = 1, 1, "win"
    AT_LEAST_DRAW = 0, 1, "win or draw"
    DRAW = 0, 0, "draw"
    UNKNOWN = -1, 1, "unknown"
    AT_MOST_DRAW = -1, 0, "draw or loss"
    LOSS = -1, -1, "loss"

    def __init__(self, least: int, most: int, name: str) -> None:
        self.least, self.most = least, most  # attributes are faster than properties
        self.text = name  # for programs: never translated
        self.wdl = least if least == most else None  # 1, 0 or -1, None where it is open
        self.rank = -3 * least - most  # sort key, best first


_RESULTS = {result.wdl: result for result in Result if result.wdl is not None}
_BOUNDS = {(result.least, result.most): result for result in Result}


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a position for the side to move, with best play by both.

    Attributes:
        wdl: 1 (win), 0 (draw) or -1 (loss); no rule counts quiet moves. 0 if not `decided`.
        plies: To the end of the game, 0 if the side to move has lost already; None in a draw, and
            where the length of a win is unknown.
        exact: Whether `plies` are those of best play, not only an upper bound; a bound of 127 moves
            or more stands for any number.
        ruled: The result under the rule that counts quiet moves, None if that was not asked; the
            bounds of the result where they are all that is known, see `between`.
        in_time: Whether the distance to the end, if any, holds under the rule too.
        zeroing: Of a move, plies until the winner ends the game or makes a zeroing move, the move
            included; None where that is unknown or too far.
        clock: The plies without a zeroing move, of a move after it; 0 without the rule.
        limit: How many moves of each side the rule allows.
        timeless_plies: The plies without the rule where it makes `plies` more, None elsewhere.
    """

    wdl: int
    plies: int | None = None
    exact: bool = True
    ruled: Result | None = None
    in_time: bool = True
    zeroing: int | None = None
    clock: int = 0
    limit: int = FIFTY
    timeless_plies: int | None = None

    @classmethod
    def between(cls, least: int, most: int) -> Value:
        """Return a value of whose result only these bounds are known."""
        return cls(least) if least == most else cls(0, ruled=_BOUNDS[least, most])

    @property
    def decided(self) -> bool:
        """Whether the result is known, not only bounds; the rule may still leave it open."""
        return self.wdl != 0 or self.final is Result.DRAW

    @property
    def final(self) -> Result:
        """The result as far as it is known, under the rule if it was asked."""
        return _RESULTS[self.wdl] if self.ruled is None else self.ruled

    @property
    def assumed(self) -> int:
        """The result under the rule, or without it where the rule leaves it open."""
        return self.wdl if self.final.wdl is None else self.final.wdl

    @property
    def cursed(self) -> bool:
        """Whether the rule makes a draw of a win or loss."""
        return self.wdl != 0 and self.ruled is Result.DRAW

    @property
    def moves(self) -> int | None:
        """The distance in moves of the winning side, None if `plies` is."""
        return None if self.plies is None else (self.plies + 1) // 2

    @property
    def plies_in_time(self) -> int | None:
        """The exact plies to the end under the rule, None in a draw and where they are unknown."""
        return self.plies if self.in_time and self.exact and self.final.wdl else None

    @property
    def delayed(self) -> bool:
        """Whether the rule makes a known distance greater, but it is unknown by how much."""
        return bool(self.final.wdl) and not self.in_time and self.plies is not None

    @property
    def far(self) -> bool:
        """Whether `plies` stand for any number."""
        return not self.exact and (self.moves or 0) >= _FAR

    @property
    def timeless(self) -> Value:
        """The value without the rule."""
        plies = self.plies if self.timeless_plies is None else self.timeless_plies
        return Value(self.wdl, plies, self.exact)

    def before(self) -> Value:
        """Return the timeless value for the side whose move led here, that move included."""
        plies = None if self.plies is None else self.plies + 1
        return Value(-self.wdl, plies, self.exact)


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A legal move and its value for the side that plays it, the move included."""

    move: Any  # a `games.board.Move`
    value: Value

    @property
    def rank(self) -> tuple[float, ...]:
        """Sort key, best move first: see `rank_of`."""
        return rank_of(self.value)


def rank_of(value: Value) -> tuple[float, ...]:
    """Return a sort key, best first.

    A winner heads for the end if it is in time, otherwise for the next zeroing move; a loser delays
    either. Where the rule leaves the result open, both go by how late the end comes on the clock.
    """
    final, wdl = value.final, value.wdl
    if wdl == 0:
        return final.rank, 0
    plies = inf if value.plies is None else value.plies
    zeroing = inf if value.zeroing is None else value.zeroing
    if final.wdl is None:
        return final.rank, -wdl, 0, wdl * (plies + value.clock), 0
    if wdl > 0:
        hurry = (plies, 0) if value.in_time else (zeroing, plies)
        return final.rank, -wdl, not value.in_time, *hurry
    if final is Result.LOSS and (value.in_time or value.plies is not None):
        return final.rank, -wdl, 0, -plies, 0
    return final.rank, -wdl, 0, -zeroing, -plies


class Form(Enum):
    """The kinds of texts."""

    SENTENCE = auto()  # White mates in 12 moves (23 plies)
    HEADLINE = auto()  # White wins, mate in 12
    MOVE = auto()  # mate in 12: of the side that plays the move


@dataclass(frozen=True, slots=True)
class Terms:
    """The words of a game for the ways in which it ends, as marked texts.

    `clocked` adds the clock of a position that it decides, or makes longer to win.
    """

    at_once: str
    wins_in: str
    sentence: str
    headline: str
    late: str
    over: str
    clocked: str = ""


CHESS_TERMS = Terms(
    at_once=mark("checkmate"),
    wins_in=mark("mate in {n}"),
    sentence=mark("{winner} mates in {moves} ({plies})"),
    headline=mark("{winner} wins, mate in {n}"),
    late=mark("{winner} wins, mate in {n} or more"),
    over=mark("checkmate, {winner} has won"),
    clocked=mark("{words} at clock {clock}"),
)
MORRIS_TERMS = Terms(
    at_once=mark("wins at once"),
    wins_in=mark("wins in {n}"),
    sentence=mark("{winner} wins in {moves} ({plies})"),
    headline=mark("{winner} wins in {moves}"),
    late=mark("{winner} wins"),
    over=mark("{winner} has won"),
)


def words(value: Value, terms: Terms, turn: bool = True, form: Form = Form.SENTENCE) -> str:
    """Return a value in words; `turn` is the side that it is for.

    A distance that the rule may cut short is named only if the rule draws, or as the least one.
    """
    if not value.decided:
        return _bounds(value.final, turn, form)
    if form is Form.MOVE:
        return _of_move(value, terms)
    if value.in_time:
        said = _timeless(value, terms, turn, form)
    elif form is Form.SENTENCE:
        said = _late(value, terms, turn)
    elif value.final is Result.DRAW:
        said = tr("draw by {rule}", rule=rule_name(value.limit))
    elif value.final.wdl is None:
        return _said(mark("{winner} wins, or a draw"), value, turn)
    else:
        known = value.exact and value.plies is not None
        return _said(terms.late if known else mark("{winner} wins"), value, turn)
    clocked = value.timeless_plies is not None or (value.cursed and value.clock > 0)
    return tr(terms.clocked, words=said, clock=value.clock) if clocked and terms.clocked else said


def _bounds(known: Result, turn: bool, form: Form) -> str:
    """Describe a result of which only bounds are known."""
    if known is Result.UNKNOWN:
        return tr("unknown")
    least = known is Result.AT_LEAST_DRAW
    if form is Form.MOVE:
        return tr("at least a draw") if least else tr("at most a draw")
    return tr("{side} at least draws", side=side_name(turn == least))


def _timeless(value: Value, terms: Terms, turn: bool, form: Form) -> str:
    long = form is Form.SENTENCE
    if value.wdl == 0:
        return tr("draw with best play") if long else tr("draw")
    if value.plies is None:
        text = mark("{winner} wins with best play") if long else mark("{winner} wins")
    elif value.plies == 0:
        text = terms.over
    elif value.far:
        text = mark("{winner} wins, in {n} moves or more")
    elif not value.exact:
        short = mark("{winner} wins, mate in at most {n}")
        text = mark("{winner} mates in at most {moves}") if long else short
    else:
        text = terms.sentence if long else terms.headline
    return _said(text, value, turn)


def _late(value: Value, terms: Terms, turn: bool) -> str:
    """Describe a win or loss that the rule may cut short."""
    rule = rule_name(value.limit)
    if value.final is Result.DRAW:
        known = value if value.exact else Value(value.wdl)
        said = _timeless(known, terms, turn, Form.HEADLINE)
        return tr("{words}, but not under {rule}", words=said, rule=rule)
    open_ = value.final.wdl is None
    text = (
        mark("{winner} wins, or {rule} draws")
        if open_
        else mark("{winner} wins before {rule} draws")
    )
    return tr(text, winner=side_name(turn == (value.wdl > 0)), rule=rule)


def rule_name(limit: int = FIFTY) -> str:
    """Return the name of the rule that counts quiet moves, to be put into a sentence."""
    if limit == FIFTY:
        return tr("the fifty-move rule", "in a sentence")
    return tr("the {n}-move rule", "in a sentence", n=limit)


def _said(text: str, value: Value, turn: bool) -> str:
    """Return a marked text about a won or lost position, with what it names filled in."""
    winner = side_name(turn == (value.wdl > 0))
    moves, plies = dative(value.moves or 0, "move"), plural(value.plies or 0, "ply")
    return tr(text, winner=winner, n=value.moves, moves=moves, plies=plies)


def _of_move(value: Value, terms: Terms) -> str:
    wins, n = value.wdl > 0, value.limit
    if value.in_time:
        return _of_timeless_move(value, terms)
    if value.final is Result.DRAW:
        other = _of_timeless_move(value, terms)
        return tr("draw ({n} moves; else {other})", n=n, other=other)
    if value.final.wdl is None:
        return tr("wins, or {n} moves", n=n) if wins else tr("loses, or {n} moves", n=n)
    return tr("wins") if wins else tr("loses")


def _of_timeless_move(value: Value, terms: Terms) -> str:
    wins, n = value.wdl > 0, value.moves
    if value.wdl == 0:
        return tr("draw")
    if value.plies is None or value.far:
        return tr("wins") if wins else tr("loses")
    if not value.exact:
        return tr("mate in at most {n}", n=n) if wins else tr("loses in at most {n}", n=n)
    if wins:
        return tr(terms.at_once) if value.plies == 1 else tr(terms.wins_in, n=n)
    return tr("loses in {n}", n=n)
