"""`millmate probe`: print the verdicts of positions, one JSON object per line."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import chess

from millmate import paths
from millmate.cli.arguments import add_notation, add_tables, game_argument, position_texts
from millmate.cli.standard_streams import read_line
from millmate.errors import MillMateError
from millmate.games.board import Board
from millmate.games.catalogue import rules_of
from millmate.games.chess.rules import CHESS
from millmate.games.lenient_parser import parse_leniently
from millmate.games.morris.notations import Notation
from millmate.games.value import MoveValue, Value, words
from millmate.play.position_export import result_name
from millmate.tablebase.holding import Draws, Holding
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.names import table_of
from millmate.tablebase.position_answer import in_words
from millmate.tablebase.probe import Tablebase, ZeroingTables
from millmate.tablebase.rule50 import best_of
from millmate.tablebase.solved_positions import SolvedPositions
from millmate.tablebase.verdict import MissingTableError

if TYPE_CHECKING:  # slow to import, and rarely used
    from millmate.tablebase.external_tables import GaviotaTables, SyzygyTables

    _Others = Mapping[str, SyzygyTables | GaviotaTables]


# Seconds allowed for evaluating a position under the fifty-move rule.
_PATIENCE = 180.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "fen",
        nargs="+",
        metavar="FEN",
        help="a position of either game, or - to read one per line from standard input",
    )
    add_tables(parser)
    add_notation(parser)
    parser.add_argument(
        "--clock",
        type=int,
        metavar="N",
        help="plies since the last capture or pawn move, for positions of chess (default: as in "
        "the FEN)",
    )
    parser.add_argument(
        "--game",
        type=game_argument,
        metavar="NAME",
        help="the game of the positions, such as morris:twelve (default: detected)",
    )
    parser.add_argument(
        "--replies",
        action="store_true",
        help="for moves that draw, show how many replies hold the draw, and how likely random "
        "replies are to hold twice in a row, hardest first",
    )
    parser.add_argument(
        "--syzygy",
        type=_folders,
        action="extend",
        metavar="DIR",
        help="add the verdicts of the Syzygy tables in this folder; several folders as A:B (A;B "
        "on Windows), or repeat the option",
    )
    parser.add_argument(
        "--gaviota",
        type=_folders,
        action="extend",
        metavar="DIR",
        help="add the verdicts of the Gaviota tables in this folder, or several",
    )


def run(args: argparse.Namespace) -> int:
    """Print a JSON object for each position; return 1 if any could not be probed."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are not text are not a FEN
    texts = iter(read_line, "") if args.fen == ["-"] else position_texts(args.fen)
    status = 0
    with ExitStack() as stack:
        directory = args.tables or paths.tables_dir()
        tables: dict[str, _Game] = {
            "chess": _Chess(
                stack.enter_context(Tablebase(directory)),
                stack.enter_context(SolvedPositions(directory)),
                stack.enter_context(ZeroingTables.beside(directory)),
            ),
            "morris": _Game(stack.enter_context(MorrisTablebase(directory))),
        }
        others: dict[str, SyzygyTables | GaviotaTables] = {}
        for name, opened in _others(args.syzygy, args.gaviota):
            stack.enter_context(opened)
            others[name] = opened
        for text in texts:
            fen = text.strip()
            if not fen and args.fen == ["-"]:
                continue
            answer = _answer(fen, tables, others, args)
            if any("error" in each for each in (answer, *_answers(answer, others))):
                status = 1
            print(json.dumps(answer), flush=True)
    return status


def _folders(text: str) -> list[Path]:
    """Return the folders in a text, separated as in `PATH` or by `;`, as engines take them.

    The text can also be the name of one folder.
    """
    if Path(text).is_dir():
        return [Path(text)]
    return [Path(each) for part in text.split(";") for each in part.split(os.pathsep) if each]


def _others(
    syzygy: list[Path] | None, gaviota: list[Path] | None
) -> Iterator[tuple[str, SyzygyTables | GaviotaTables]]:
    """Yield the requested tables of other programs, open, by the name of their kind."""
    if syzygy is not None or gaviota is not None:
        from millmate.tablebase import external_tables

        if syzygy is not None:
            yield "syzygy", external_tables.SyzygyTables(*syzygy)
        if gaviota is not None:
            yield "gaviota", external_tables.GaviotaTables(*gaviota)


class _Game:
    """The tables of a game, and how its positions and moves are written: those of morris."""

    def __init__(self, own: Any) -> None:
        self.own = own

    def written(self, text: str, board: Board, notation: Notation) -> str:
        return text if notation is Notation.OURS else notation.position(board)

    def by_solved(self, text: str, board: Any) -> dict[str, Any] | None:
        """Return the answer by solved positions, None if none leads here."""
        return None

    def zeroing(self, board: Any) -> dict[str, int | str | None]:
        return {}

    def set_clock(self, board: Any, clock: int) -> None:
        """Set the plies since the last capture or pawn move."""

    def clocked(self, value: Value) -> dict[str, int | None]:
        """Return the fields about mates under the fifty-move rule."""
        return {}

    def names(
        self, board: Any, moves: Sequence[MoveValue], notation: Notation
    ) -> list[dict[str, str]]:
        """Return the notation of each of `moves`."""
        rules = rules_of(board)
        known = notation.on(rules.places)
        return [{"move": known.turn(rules.text(move.move))} for move in moves]


class _Chess(_Game):
    """The same for chess, with the tables of solved positions and of distances to zeroing."""

    def __init__(self, own: Tablebase, solved: SolvedPositions, to_zeroing: ZeroingTables) -> None:
        super().__init__(own)
        self._solved, self._to_zeroing = solved, to_zeroing

    def written(self, text: str, board: Board, notation: Notation) -> str:
        return text

    def by_solved(self, text: str, board: Any) -> dict[str, Any] | None:
        return _of_position(text, board, self._solved)

    def zeroing(self, board: Any) -> dict[str, int | str | None]:
        verdict = self._to_zeroing.get(board)
        if verdict is None:
            return {"dtz": None, "category": None}
        return {"dtz": _dtz(verdict), "category": result_name(verdict.wdl, verdict.cursed)}

    def set_clock(self, board: Any, clock: int) -> None:
        board.halfmove_clock = clock

    def clocked(self, value: Value) -> dict[str, int | None]:
        return {"dtm50": value.plies_in_time}

    def names(
        self, board: Any, moves: Sequence[MoveValue], notation: Notation
    ) -> list[dict[str, str]]:
        named = zip(moves, sans(board, moves), strict=True)
        return [{"uci": move.move.uci(), "san": san} for move, san in named]


_Tables = Mapping[str, _Game]


def _answer(fen: str, tables: _Tables, others: _Others, args: argparse.Namespace) -> dict[str, Any]:
    """Return the answers of our tables and of `others`; a table without one has its own error."""
    try:
        answer = _probed(fen, tables, args)
    except MillMateError as error:
        answer = _error(error, fen=fen)
    if not others:
        return answer
    try:
        board = parse_leniently(fen, CHESS).board()
    except MillMateError:
        return answer
    return answer | {
        name: _foreign(cast(chess.Board, board), table) for name, table in others.items()
    }


def _answers(answer: dict[str, Any], others: _Others) -> list[dict[str, Any]]:
    return [answer[name] for name in others if name in answer]


def _foreign(board: chess.Board, tables: SyzygyTables | GaviotaTables) -> dict[str, Any]:
    """Return WDL and DTZ as Syzygy counts them, or WDL and DTM as our tables count them."""
    try:
        value = tables.probe(board)
    except MillMateError as error:
        return _error(error)
    if tables.kind == "Gaviota":
        return dict(_fields(value))
    return {"wdl": value.wdl + value.assumed, "dtz": _dtz(value)}


def _error(error: MillMateError, **known: str) -> dict[str, Any]:
    return {**known, "error": " ".join(str(error).split())}


def _probed(text: str, tables: _Tables, args: argparse.Namespace) -> dict[str, Any]:
    """Return the verdict of a position and of each of its moves, best first.

    `wdl` and `dtm`, the plies to the end of the game, ignore the halfmove clock; `by_rule` is the
    result under the fifty-move rule, `verdict` says it in words. `dtm` is None if the length of a
    win is not known. `dtm50` is the plies to mate that the rule allows at the clock, None in a draw
    and where they are unknown. `tables` is the source: tables of the material, or those of a solved
    position (see `_of_position`). `dtz` and `category` are the plies to zeroing, negative in a
    loss, and the result with the clock at zero, None where no table of chess has them. With
    `replies`, a move that draws has `holding` of `replies`, and `twice` (see `tablebase.holding`).
    Morris is written in `notation`, its position as given unless another than ours is wanted.
    `remarks` has the changes made to read a position, `read` the result. If a stone is due to be
    taken, only the turns that take one are judged.

    Raises:
        MillMateError: `text` is not a position of either game, or no table has an answer.
    """
    parsed = parse_leniently(text, args.game)
    rules, board = parsed.position.game, cast(Any, parsed.board())
    game, replies = tables[rules.kind], args.replies
    if args.clock is not None:
        game.set_clock(board, args.clock)
    text, material = game.written(text, board, args.notation), table_of(board)
    remarks = {"read": parsed.fen, "remarks": parsed.remarks} if parsed.remarks else {}
    try:
        verdict = game.own.probe(board)
    except MissingTableError:
        if (found := game.by_solved(text, board)) is None:
            raise
        return found | remarks
    moves = game.own.rule50_moves(board, _PATIENCE, every=True)
    if parsed.begun:
        moves = [each for each in moves if rules.text(each.move).startswith(f"{parsed.begun}x")]
        verdict = moves[0].value
    best = best_of(board, verdict, moves)
    held = _held(game.own, board, moves) if replies else [None] * len(moves)
    if replies:
        in_order = sorted(zip(moves, held, strict=True), key=_hardest_draws_first)
        moves, held = [move for move, _ in in_order], [each for _, each in in_order]
    names = game.names(board, moves, args.notation)
    return {
        "fen": text,
        "game": rules.name,
        "material": material,
        "tables": "material",
        **remarks,
        **_fields(verdict),
        **game.zeroing(board),
        **game.clocked(best),
        "by_rule": best.final.text,
        "verdict": words(best, rules.terms, board.turn),
        "moves": [
            {
                **name,
                **_fields(move.value.timeless),
                **game.clocked(move.value),
                "by_rule": move.value.final.text,
                **({} if draw is None else draw._asdict()),
            }
            for name, move, draw in zip(names, moves, held, strict=True)
        ],
    }


def _held(tables: Any, board: Board, moves: Sequence[MoveValue]) -> list[Holding | None]:
    """Return how hard the draw by each move is to hold, None for other moves."""
    draws = Draws(tables)
    return [draws.twice(board, move.move) if move.value.wdl == 0 else None for move in moves]


def _hardest_draws_first(move: tuple[MoveValue, Holding | None]) -> tuple[float, ...]:
    """Return a sort key that keeps the order of all other moves."""
    judged, holding = move
    return judged.value.final.rank, *(() if holding is None else holding.rank)


def _of_position(text: str, board: chess.Board, solved: SolvedPositions) -> dict[str, Any] | None:
    """Return the values by solved positions, None if none leads here.

    `wdl` is None if there are only bounds, which are then `at_least` and `at_most`; `dtm` is
    None where `dtm_at_most` bounds it.
    """
    if (found := solved.answer(board)) is None:
        return None
    return {
        "fen": text,
        "game": "chess",
        "material": table_of(board),
        "tables": "position",
        **_solved_fields(found),
        "verdict": in_words(found, board.turn),
        "moves": [
            {
                "uci": each.move.uci(),
                "san": board.san(each.move),
                **_solved_fields(each.value),
                "verdict": in_words(each.value, board.turn),
            }
            for each in solved.moves(board)
        ],
    }


def _solved_fields(value: Value) -> dict[str, int | None]:
    if not value.decided:
        bounds = value.final
        return {"wdl": None, "dtm": None, "at_least": bounds.least, "at_most": bounds.most}
    if value.exact:
        return _fields(value)
    return {"wdl": value.wdl, "dtm": None, "dtm_at_most": value.plies}


def _dtz(value: Value) -> int | None:
    return None if value.zeroing is None else value.wdl * value.zeroing


def _fields(verdict: Value) -> dict[str, int | None]:
    """Return the fields of a verdict that both games print."""
    return {"wdl": verdict.wdl, "dtm": verdict.plies}


def sans(board: chess.Board, moves: Sequence[MoveValue]) -> list[str]:
    """Return all legal `moves` of `board` in SAN; tables have no castling, so no move castles.

    `chess.Board.san` generates the legal moves again for every one of them, which is too slow for
    a thousand positions a second.
    """
    rivals: dict[tuple[int | None, int], list[int]] = {}
    for move in (judged.move for judged in moves):
        kind = board.piece_type_at(move.from_square)
        rivals.setdefault((kind, move.to_square), []).append(move.from_square)
    return [_san(board, judged, rivals) for judged in moves]


def _san(
    board: chess.Board, judged: MoveValue, rivals: dict[tuple[int | None, int], list[int]]
) -> str:
    move, target = judged.move, chess.square_name(judged.move.to_square)
    takes = "x" if board.is_capture(move) else ""
    mates = judged.value.wdl == 1 == judged.value.plies
    sign = "#" if mates else "+" if board.gives_check(move) else ""
    kind = board.piece_type_at(move.from_square)
    assert kind is not None
    if kind == chess.PAWN:
        origin = chess.square_name(move.from_square)[0] if takes else ""
        becomes = "" if move.promotion is None else f"={chess.piece_symbol(move.promotion).upper()}"
        return f"{origin}{takes}{target}{becomes}{sign}"
    others = [square for square in rivals[kind, move.to_square] if square != move.from_square]
    origin = _origin(move.from_square, others)
    return f"{chess.piece_symbol(kind).upper()}{origin}{takes}{target}{sign}"


def _origin(start: int, others: list[int]) -> str:
    """Return the part of the square `start` that distinguishes a piece from those on `others`."""
    name = chess.square_name(start)
    if not others:
        return ""
    if all(square & 7 != start & 7 for square in others):
        return name[0]
    if all(square >> 3 != start >> 3 for square in others):
        return name[1]
    return name
