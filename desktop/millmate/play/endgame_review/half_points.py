"""Half points that were thrown away in endings: who threw them away, how, and how hard it was."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import chess

from millmate.folding import folded, searchable
from millmate.games.chess.material import Material
from millmate.games.chess.positions import board_from_fen
from millmate.games.chess.rules import CHESS
from millmate.language import count, tr
from millmate.play.endgame_review.endings import SourceGame
from millmate.play.endgame_review.kinds import Kind, mistake_words
from millmate.play.game_review import thrown_words
from millmate.play.trainer.drill import Failure, Goal


@dataclass(frozen=True)  # with a dictionary for what is worked out once
class HalfPoint:
    """A move after which the result is worse than before, or a game that was given up too early.

    Attributes:
        game: The game.
        ply: The number of plies before the move.
        fen: The position before it.
        white: Whether White threw it away.
        move: The move in UCI, "" where the game was given up.
        kind: What kind of mistake it is.
        before: What the position was worth to that side: 1, 0 or -1.
        after: What was left of it: a smaller value.
        keeping: The moves that keep the result, best first, in UCI.
        legal: The number of legal moves.
        moves: How many moves the win takes, None where there is none or tables do not tell.
        seconds: What the player's clock showed after the move, None if that is unknown.
    """

    game: SourceGame
    ply: int
    fen: str
    white: bool
    move: str
    kind: Kind
    before: int
    after: int
    keeping: tuple[str, ...] = ()
    legal: int = 0
    moves: int | None = None
    seconds: float | None = None

    @property
    def board(self) -> chess.Board:
        """The position before the move."""
        return board_from_fen(self.fen)

    @property
    def player(self) -> str:
        """Who threw it away."""
        return self.game.player(self.white)

    @cached_property
    def material(self) -> Material:
        """The men before the move, canonical as the names of tables are."""
        return Material.of(self.board).canonical()

    @cached_property
    def reached(self) -> Material:
        """The men after the move."""
        after = self.board
        if self.move:
            after.push_uci(self.move)
        return Material.of(after).canonical()

    @property
    def mistake(self) -> str:
        """What kind of mistake it is, in words: `Wrong king move in rook endings`."""
        return mistake_words(self.kind, self.material, self.reached, self.after)

    @cached_property
    def played(self) -> str:
        """The move with its number, `58... Kf5`; "" where the game was given up."""
        return self._notation(self.move) if self.move else ""

    @cached_property
    def kept(self) -> tuple[str, ...]:
        """The moves that keep the result, as people write them, best first."""
        board = self.board
        return tuple(board.san(chess.Move.from_uci(move)) for move in self.keeping)

    @property
    def trainable(self) -> bool:
        """Whether it can become a drill: whoever threw it away was to move."""
        return self.white == self.board.turn

    @property
    def effect(self) -> str:
        """What was thrown away: `threw the win away: draw`."""
        return thrown_words(self.before, self.after)

    @property
    def difficulty(self) -> str:
        """How hard it was: `1 of 12 moves keeps the result, mate in 22`."""
        kept = len(self.keeping)
        words = count(
            kept,
            "{n} of {all} moves keeps the result",
            "{n} of {all} moves keep the result",
            all=self.legal,
        )
        return (
            words if self.moves is None else tr("{words}, mate in {n}", words=words, n=self.moves)
        )

    @property
    def failure(self) -> Failure:
        """The position as one to be trained; it must be `trainable`."""
        return Failure(self.fen, self.move, Goal.WIN if self.before > 0 else Goal.HOLD)

    def worked_out(self) -> Self:
        """Return this half point with all that takes time known, also when it is pickled."""
        _ = self.material, self.reached, self.played, self.kept
        return self

    def _notation(self, move: str) -> str:
        board = self.board
        number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
        return f"{number} {CHESS.notation(board, chess.Move.from_uci(move))}"


def is_of(point: HalfPoint, player: str) -> bool:
    """Return whether `player` threw it away."""
    return point.white in colours_of(point.game, player)


def colours_of(game: SourceGame, player: str) -> frozenset[bool]:
    """Return which sides `player` has: those whose names hold all words of it, in any order."""
    words = folded(player).split()
    names = {True: searchable(game.white), False: searchable(game.black)}
    return frozenset(side for side, name in names.items() if all(word in name for word in words))
