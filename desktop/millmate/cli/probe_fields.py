"""The verdicts of tables on a position, as `millmate probe` prints them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from millmate.cli.san import sans
from millmate.games.board import Board
from millmate.games.catalogue import game_of
from millmate.games.chess.material import Material
from millmate.games.chess.positions import playable_board
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.rule50 import Category, Rule50Move, best_of
from millmate.tablebase.verdict import Verdict

if TYPE_CHECKING:
    from millmate.tablebase.morris.probe import MorrisTablebase


# Seconds allowed for evaluating a position under the fifty-move rule.
_PATIENCE = 60.0
_CATEGORIES = {
    Category.WIN: "win",
    Category.MAYBE_WIN: "win or draw",
    Category.DRAW: "draw",
    Category.MAYBE_LOSS: "draw or loss",
    Category.LOSS: "loss",
}


class Tables:
    """The tables of both games in a directory; those of morris are opened when needed."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._chess = Tablebase(directory)
        self._morris: MorrisTablebase | None = None

    def __enter__(self) -> Self:
        """Return the tables; the end of the block closes them."""
        return self

    def __exit__(self, *exception: object) -> None:
        self._chess.close()
        if self._morris is not None:
            self._morris.close()

    def probed(self, text: str) -> dict[str, Any]:
        """Return the verdict of a position and of each of its moves, best first.

        Raises:
            MillMateError: `text` is not a position of either game, or no table has an answer.
        """
        if game_of(text) == "chess":
            return probed(text, self._chess)
        if self._morris is None:
            from millmate.tablebase.morris.probe import MorrisTablebase

            self._morris = MorrisTablebase(self._directory)
        return probed_morris(text, self._morris)


def probed(fen: str, tables: Tablebase) -> dict[str, Any]:
    """Return the verdict of chess tables on a position and on each of its moves.

    `wdl` and `dtm`, the plies to mate, ignore the halfmove clock; `by_rule` is the result under
    the fifty-move rule, by which moves are sorted, best first.
    """
    board = playable_board(fen)
    verdict = tables.probe(board)
    moves = tables.rule50_moves(board, _PATIENCE, every=True)
    return {
        "fen": fen,
        "game": "chess",
        "material": str(Material.of(board).canonical()),
        **fields(verdict),
        "by_rule": _best(board, verdict, moves),
        "moves": [
            {"uci": move.move.uci(), "san": san, **_ruled_fields(move)}
            for move, san in zip(moves, sans(board, moves), strict=True)
        ],
    }


def probed_morris(text: str, tables: MorrisTablebase) -> dict[str, Any]:
    """Return the verdict of morris tables on a position and on each of its moves; see `probed`.

    `dtm` counts plies to the end of the game; it is None if the length of a win is not known.
    """
    from millmate.games.morris.positions import playable_board
    from millmate.tablebase.morris.situation import material

    board = playable_board(text)
    verdict = tables.probe(board)
    moves = tables.rule50_moves(board, _PATIENCE, every=True)
    return {
        "fen": text,
        "game": "morris",
        "material": material(board),
        **fields(verdict),
        "by_rule": _best(board, verdict, moves),
        "moves": [{"move": str(move.move), **_ruled_fields(move)} for move in moves],
    }


def _best(board: Board, verdict: Verdict, moves: Sequence[Rule50Move]) -> str:
    """Return the result of a position under the fifty-move rule; see `_CATEGORIES`."""
    return _CATEGORIES[best_of(board, verdict, moves).category]


def _ruled_fields(move: Rule50Move) -> dict[str, int | str | None]:
    return {**fields(move.verdict), "by_rule": _CATEGORIES[move.category]}


def fields(verdict: Verdict) -> dict[str, int | None]:
    """Return the fields of a verdict that both games print."""
    return {"wdl": verdict.wdl, "dtm": verdict.plies}
