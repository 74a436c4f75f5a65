"""Looks positions of both games up in the tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chess

from millmate.errors import InputError, MillMateError
from millmate.formatting import side_name, titled
from millmate.games.board import Board
from millmate.games.catalogue import Position, rules_of
from millmate.games.chess.material import Material
from millmate.games.chess.rules import CHESS
from millmate.games.morris.board import MorrisBoard
from millmate.games.value import Form, Value, rule_name
from millmate.games.value import words as value_words
from millmate.gui.boards.editor.chess_editor import men_words
from millmate.gui.kit.errors import capital
from millmate.gui.shell.probe.answer import (
    Answer,
    Metric,
    MoveWorth,
    ended,
    lacking,
    remark_on,
    unplayable,
    worth,
)
from millmate.language import count, tr
from millmate.tablebase import names
from millmate.tablebase.morris.names import MorrisTarget, has_tables, material
from millmate.tablebase.table_titles import is_short, title_and_code

if TYPE_CHECKING:
    from millmate.tablebase.holding import Holding
    from millmate.tablebase.solved_positions import SolvedPositions
    from millmate.tablebase.square_map import SquareMap


Notations = Callable[[chess.Board, chess.Move], tuple[str, str]]

# Tables with fewer promotions are about another game, and asked only where no others answer.
_FEWER = ((chess.QUEEN, chess.KNIGHT), (chess.QUEEN,))


def solved_answer(
    solved: SolvedPositions, board: chess.Board, fen: str, table: str, notations: Notations
) -> Answer | None:
    """Return the answer of solved positions' tables, None where none has the position.

    `covered` means that they give the result; otherwise `bound` is set. Raises as
    `SolvedPositions.answer` does.
    """
    from millmate.tablebase.position_answer import in_words
    from millmate.tablebase.reach import PROMOTIONS
    from millmate.tablebase.rule50 import rule50_moves, ruled

    for promotions in (PROMOTIONS, *_FEWER):
        known = solved.answer(board, promotions)
        if known is None:
            continue
        best = ruled(board, known) if known.decided else known
        ranked = rule50_moves(board, solved.moves(board, promotions))
        moves = tuple(worth(m, CHESS.terms, *notations(board, m.move)) for m in ranked)
        return Answer(
            fen,
            table,
            capital(in_words(best, board.turn, promotions, Form.HEADLINE)),
            remark_on(tr("Solved position"), best, CHESS.terms, board.turn),
            moves,
            covered=known.decided,
            metric=_metric(moves),
            open=known.decided and best.final.wdl is None,
            wdl=best.final.wdl,
            source=tr("Tables for all positions reachable from one position, solved and verified"),
            solvable=not known.decided,
            solved=True,
            at_most=not known.exact,
            bound=None if known.decided else known.final,
        )
    return None


def _metric(moves: tuple[MoveWorth, ...]) -> Metric:
    if any(move.at_most and move.moves is not None for move in moves):
        return Metric(
            tr("Moves to mate, at most"),
            tr(
                "Upper bound on the moves to mate: the tables of this position leave out some "
                "promotions, so there may be a faster mate."
            ),
            tr("Mate, at most"),
        )
    return Metric(
        tr("Moves to mate"), tr("Number of moves to mate with best play by both sides."), tr("Mate")
    )


_LONG_NAME = 40  # letters
_SOON_BUILT = 5  # men of whole tables that are better than bounds
_POINTS = {"Q": 9, "R": 5, "B": 3, "N": 3, "P": 1}


class Answers(ABC):
    """Looks up positions of one game in `tables`, which come from `directory`."""

    elsewhere = False  # whether other programs have tables of the game

    def __init__(self, tables: Any, directory: Path) -> None:
        self.tables, self.directory = tables, directory

    def close(self) -> None:
        self.tables.close()

    def answer(
        self, position: Position, seconds: float = 0.0, stopped: Callable[[], bool] = lambda: False
    ) -> Answer:
        """Return the verdict on a position.

        Includes the effect of the fifty-move rule if it can be determined within `seconds` and
        before `stopped` turns true.
        """
        from millmate.tablebase.rule50 import best_of
        from millmate.tablebase.verdict import MissingTableError, UnprobeableError

        fen, rules = position.text, position.game
        try:
            board = position.read()
        except InputError as error:
            return unplayable(fen, str(error).partition(": ")[2] or str(error))
        faults = rules.problems(board)
        if faults:
            return unplayable(fen, faults[0].message)
        table = self.table_of(board)
        end = rules.outcome(board)
        if end is not None:
            return ended(fen, table, end)
        try:
            value = self.tables.probe(board)
            ranked = self.tables.rule50_moves(board, seconds, stopped, every=True)
        except (MissingTableError, UnprobeableError) as error:  # also for positions after a capture
            return self.uncovered(board, fen, error)
        best, terms = best_of(board, value, ranked), rules.terms
        return Answer(
            fen,
            table,
            capital(value_words(best, terms, board.turn, Form.HEADLINE)),
            remark_on(_name_in_remark(table, best), best, terms, board.turn),
            tuple(worth(m, terms, *self.notations(board, m.move)) for m in ranked),
            covered=True,
            metric=self.metric(),
            open=best.final.wdl is None,
            unsettled=best.delayed or any(move.value.final.wdl is None for move in ranked),
            wdl=best.final.wdl,
            source=self.source(table),
        )

    def with_replies(
        self, position: Position, found: Answer, stopped: Callable[[], bool]
    ) -> Iterator[Answer]:
        """Yield the answer with how many replies hold each draw, the hardest draws first.

        It comes a second time, with the chance that two replies in a row hold. Where this is not
        known, or once `stopped` is true, nothing comes.
        """
        from millmate.tablebase.holding import Draws, Stopped

        board, draws = position.read(), Draws(self.tables, stopped=stopped)
        for judge in (draws.of, draws.twice):
            try:
                held = {
                    move.text: judge(board, position.game.parse_move(board, move.text))
                    for move in found.moves
                    if _is_drawn(move)
                }
            except (MillMateError, OSError, Stopped):
                return
            if any(held.values()):
                yield _with_draws(found, held)

    def moves_of(self, board: Any) -> tuple[MoveWorth, ...]:
        return tuple(MoveWorth(*self.notations(board, move)) for move in board.legal_moves)

    @abstractmethod
    def maps(self, board: Any, place: int) -> Iterator[SquareMap]:
        """Yield the values of the position with the man of `place` elsewhere.

        Raises:
            MillMateError: There is no table, it is damaged, or it holds no such positions.
        """

    def no_map(self, position: Position, error: Exception) -> Answer:
        """Return an answer that says why `maps` raised `error`."""
        from millmate.tablebase.verdict import MissingTableError

        if isinstance(error, MissingTableError):
            return self.uncovered(position.read(), position.text, error)
        return Answer(position.text, "", capital(str(error)))

    def table_of(self, board: Board) -> str:
        """Return the name of the table for a position, whether it exists or not."""
        return names.table_of(board)

    def notations(self, board: Any, move: Any) -> tuple[str, str]:
        """Return a move in engine notation and as displayed."""
        rules = rules_of(board)
        return rules.text(move), rules.notation(board, move)

    def source(self, table: str) -> str:
        """Return where the table with this name comes from."""
        return tr("{table}, built and verified", table=title_and_code(table))

    @abstractmethod
    def metric(self) -> Metric:
        """Return the metric of the tables."""

    @abstractmethod
    def uncovered(self, board: Any, fen: str, error: Exception) -> Answer:
        """Return the answer for a position that no table covers, with the tables to build."""


class ChessAnswers(Answers):
    """Looks up chess positions, in whole tables and then in those of solved positions."""

    elsewhere = True

    def __init__(self, tables: Any, directory: Path) -> None:
        from millmate.tablebase.solved_positions import SolvedPositions

        super().__init__(tables, directory)
        self._solved = SolvedPositions(directory)

    def close(self) -> None:
        super().close()
        self._solved.close()

    def answer(
        self, position: Position, seconds: float = 0.0, stopped: Callable[[], bool] = lambda: False
    ) -> Answer:
        """Return the verdict, in a draw with who can still be mated, where that is known.

        Where it is unsettled, say that a longer lookup follows if `seconds` is zero.
        """
        found = super().answer(position, seconds, stopped)
        if found.unsettled and not seconds:
            counting = tr("counting moves under {rule}…", rule=rule_name())
            return replace(found, remark=f"{found.remark} · {counting}")
        words = self._dead_words(position.read()) if found.covered and found.wdl == 0 else ""
        return replace(found, remark=f"{found.remark} · {words}") if words else found

    def _dead_words(self, board: Any) -> str:
        """Return who cannot be mated by any series of moves, "" if both can or nothing is known."""
        from millmate.tablebase.helpmates import files

        if not files.exist(self.directory, Material.of(board).canonical()):
            return ""
        from millmate.tablebase.helpmates.files import Helpmates  # loads kernels

        helpmates = Helpmates(self.directory)
        safe = [side for side in chess.COLORS if not helpmates.can_be_mated(board, side)]
        if len(safe) == 2:
            return tr("dead position: no series of moves leads to mate")
        if not safe:
            return ""
        return tr("{side} cannot be mated by any series of moves", side=side_name(safe[0]))

    def source(self, table: str) -> str:
        from millmate.tablebase import store

        if store.shipped(self.directory, table):
            return tr("{table}, verified, came with the program", table=title_and_code(table))
        return super().source(table)

    def maps(self, board: Any, place: int) -> Iterator[SquareMap]:
        from millmate.tablebase.square_map import chess_maps, solved_map
        from millmate.tablebase.verdict import MissingTableError

        try:
            yield from chess_maps(self.tables, board, place)
        except MissingTableError:
            found = solved_map(self._solved, board, place)
            if found is None:
                raise
            yield found

    def no_map(self, position: Position, error: Exception) -> Answer:
        """Return an answer that says why there is no map, also where bounds or results are."""
        found = super().no_map(position, error)
        if found.solved:
            lack = tr("The tables of this position do not cover every square.")
            return Answer(found.fen, found.material, lack)
        return found

    def metric(self) -> Metric:
        return Metric(
            tr("Depth to mate (DTM)"),
            tr(
                "DTM, depth to mate: the number of moves to mate with best play by both sides. "
                "A move is one of each side; a ply is a move of one side. No distance is shown "
                "where the fifty-move rule would draw the game first."
            ),
            tr("Mate (DTM)"),
        )

    def uncovered(self, board: chess.Board, fen: str, error: Exception) -> Answer:
        from millmate.tablebase.plan import MOST_MEN, Plan, metrics_for, plan_metrics

        men = Material.of(board)
        table = Material.to_build(board)
        solved = solved_answer(self._solved, board, fen, str(table), self.notations)
        if solved is not None and (solved.covered or men.men > _SOON_BUILT):
            return solved
        moves = self.moves_of(board)
        if men.men > MOST_MEN:
            return self._too_large(board, fen, moves)
        if board.castling_rights:
            reason = tr("Tables hold no positions with castling rights.")
            return Answer(fen, str(table), tr("No table for this position"), reason, moves)
        try:
            plans = plan_metrics([table], self.directory, metrics_for(table))
        except MillMateError as fault:
            reason = titled(title_and_code(str(table)), fault)
            return Answer(fen, str(table), tr("No table for this position"), reason, moves)
        needed = Plan(tuple(each for _, _, plan in plans for each in plan.tables))
        return lacking(fen, str(table), moves, needed)

    @staticmethod
    def _too_large(board: chess.Board, fen: str, moves: tuple[MoveWorth, ...]) -> Answer:
        """Return the answer for a position of too many men, which may be solved by itself."""
        from millmate.tablebase.plan import MOST_MEN
        from millmate.tablebase.solve_request import solvable

        men = Material.of(board)
        can = solvable(board)
        words = tr("There are tables of up to {n} pieces.", n=MOST_MEN)
        if can:
            words = tr("No table covers {n} pieces.", n=men.men)
        table = str(men.canonical())
        return Answer(fen, table, balance_words(men), words, moves, solvable=can)


class MorrisAnswers(Answers):
    """Looks up positions of morris by any of its rules."""

    def table_of(self, board: Any) -> str:
        return super().table_of(board) if has_tables(board.variant) else ""

    def maps(self, board: Any, place: int) -> Iterator[SquareMap]:
        from millmate.tablebase.square_map import morris_maps

        return morris_maps(self.tables, board, place)

    def metric(self) -> Metric:
        return Metric(
            tr("Moves to the end"),
            tr(
                "Number of moves until the loser has two stones left or cannot move, with best "
                "play by both sides. A move is one turn of each side, including stones taken; "
                "a ply is one turn of one side. While stones are placed, tables show only who "
                "wins. No distance is shown where the rule of quiet moves would draw the game "
                "first."
            ),
        )

    def uncovered(self, board: MorrisBoard, fen: str, error: Exception) -> Answer:
        from millmate.tablebase.morris.plan import plan
        from millmate.tablebase.verdict import UnprobeableError

        if not has_tables(board.variant):
            headline = tr("No tables of this variant")
            return Answer(fen, "", headline, capital(str(error)), self.moves_of(board))
        name = material(board)
        if isinstance(error, UnprobeableError):
            return Answer(fen, name, tr("No table for this position"), capital(str(error)))
        needed = plan([MorrisTarget.parse(name)], self.directory)
        return lacking(fen, name, self.moves_of(board), needed)


def _is_drawn(move: MoveWorth) -> bool:
    return move.wdl == 0 and not move.drawn_by_rule


def _with_draws(found: Answer, held: Mapping[str, Holding | None]) -> Answer:
    """Return an answer with how hard its draws are, the hardest first."""
    drawn = []
    for move in filter(_is_drawn, found.moves):
        replies = held[move.text]
        told = move.hint if replies is None else titled(move.words, replies.text)
        drawn.append(replace(move, replies=replies, hint=told))
    hardest = iter(sorted(drawn, key=_hardness))
    moves = tuple(next(hardest) if _is_drawn(each) else each for each in found.moves)
    meaning = tr("Of the opponent's replies, how many hold the draw")
    return replace(found, moves=moves, metric=Metric(tr("Replies that hold"), meaning))


def _hardness(move: MoveWorth) -> tuple[bool, tuple[float, ...]]:
    """Return a sort key, the hardest draws first, and those that end the game last."""
    return move.replies is None, () if move.replies is None else move.replies.rank


def _name_in_remark(table: str, best: Value) -> str:
    """Return the name of a table, or only its code if it is long or not the whole text."""
    name = title_and_code(table)
    brief = not best.wdl or not is_short(table)
    return name if brief or (best.in_time and len(name) <= _LONG_NAME) else table


def balance_words(material: Material) -> str:
    """Return the number of pieces and the lead as text: `9 pieces, White is 3 points ahead`.

    A queen counts nine points, a rook five, a bishop or knight three, a pawn one.
    """
    men, lead = men_words(material.men), _points(material.white) - _points(material.black)
    if lead == 0:
        return tr("{men}, material is even", men=men)
    points = count(abs(lead), "{n} point", "{n} points")
    side = side_name(lead > 0)
    return tr("{men}, {side} is {points} ahead", men=men, side=side, points=points)


def _points(pieces: str) -> int:
    return sum(_POINTS.get(piece, 0) for piece in pieces)


def all_answers(directory: Path) -> dict[str, Answers]:
    """Return the look-ups of each game in the tables of `directory`, for use in one thread."""
    from millmate.tablebase.morris.probe import MorrisTablebase
    from millmate.tablebase.probe import Tablebase

    return {
        "chess": ChessAnswers(Tablebase(directory), directory),
        "morris": MorrisAnswers(MorrisTablebase(directory), directory),
    }
