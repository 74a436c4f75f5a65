"""Positions for other programs: what they read is what the table says."""

import csv
import io
from itertools import islice
from pathlib import Path

import chess
import pytest

from millmate.errors import InputError
from millmate.games.value import CHESS_TERMS, words
from millmate.play.position_export import COLUMNS, KINDS, export_positions
from millmate.records.pgn import from_pgn
from millmate.tablebase import store
from millmate.tablebase.explore import Explorer
from millmate.tablebase.morris import store as morris_store
from millmate.tablebase.morris.explore import MorrisExplorer
from millmate.tablebase.morris.names import table_of
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.morris.store import MorrisTable
from millmate.tablebase.probe import Tablebase


def boards(tables: Path, wdl: int, turn: bool, number: int = 20) -> list[chess.Board]:
    found = Explorer(store.opened(tables, "KBNvK"))
    return list(islice(found.positions(found.contents.all_of(wdl, turn)), number))


@pytest.mark.parametrize(("wdl", "turn"), [(1, True), (0, True), (0, False), (-1, False)])
def test_epd_has_the_verdict_and_the_best_moves(tables: Path, wdl: int, turn: bool) -> None:
    positions = boards(tables, wdl, turn)
    with Tablebase(tables) as probed:
        lines = list(export_positions("epd", positions, probed, "KBNvK"))
        assert len(lines) == len(positions)
        for number, (line, board) in enumerate(zip(lines, positions, strict=True), start=1):
            read, codes = chess.Board.from_epd(line)
            verdict = probed.probe(board)
            assert read.board_fen() == board.board_fen()
            assert codes["id"] == f"KBNvK {number}"
            assert codes["c0"] == words(verdict, CHESS_TERMS, board.turn)
            assert codes["ce"] == wdl * (32767 - (verdict.plies or 0))
            assert codes.get("dm") == (verdict.moves if wdl > 0 else None)
            for move in codes.get("bm", []):  # type: ignore[union-attr]
                board.push(move)
                assert verdict.plies is not None
                assert probed.probe(board).plies == verdict.plies - 1
                board.pop()


def test_games_end_in_mate_after_as_many_plies_as_the_table_says(tables: Path) -> None:
    positions = boards(tables, 1, True, 3)
    with Tablebase(tables) as probed:
        text = "".join(export_positions("pgn", positions, probed, "KBNvK"))
        records = from_pgn(text)
        for record, board in zip(records, positions, strict=True):
            assert record.start_fen == board.fen()
            assert len(record.moves) == probed.probe(board).plies
            assert record.outcome.result == "1-0"


# A mate in 19 plies would come too late, but a pawn move gives time for one in 23; a pawn can move
# in time; the clock has almost run out.
CLOCKS = {
    "8/8/8/8/1k6/8/1P6/K1R5 w - - 97 80": (
        *("win", "23", "b3"),
        "White mates in 12 moves (23 plies) at clock 97",
    ),
    "8/8/8/8/8/1k6/1P6/K1R5 w - - 97 80": (
        *("win", "21", "Rc8 Rc7 Kb1"),
        "White wins before the fifty-move rule draws",
    ),
    "8/8/8/8/8/1k6/1P6/K1R5 w - - 98 80": (
        *("cursed win", "21", "Rc8 Rc7 Kb1"),
        "White wins, mate in 11, but not under the fifty-move rule at clock 98",
    ),
    "8/8/8/8/8/8/1P1k4/K1R5 b - - 99 80": (
        *("blessed loss", "28", "Ke3 Kd3"),
        "White wins, mate in 14, but not under the fifty-move rule at clock 99",
    ),
}


@pytest.mark.parametrize("fen", CLOCKS)
def test_the_fifty_move_rule_counts(rule50_tables: Path, fen: str) -> None:
    result, plies, best, words = CLOCKS[fen]
    with Tablebase(rule50_tables) as probed:
        (_, row), (game,), (line,) = (
            export_positions(kind, [chess.Board(fen)], probed, "KRPvK") for kind in KINDS[::-1]
        )
    assert next(csv.reader([row])) == [
        *(fen, "KRPvK", "white" if " w " in fen else "black"),
        *(result, plies, str((int(plies) + 1) // 2), best, words),
    ]
    codes = chess.Board.from_epd(line)[1]
    assert codes["c0"] == words
    assert ("dm" in codes) == ("mates" in words)
    (record,) = from_pgn(game)
    assert record.outcome.result == ("1-0" if result == "win" else "1/2-1/2")


def test_a_table_of_positions_has_a_row_each_beneath_its_columns(tables: Path) -> None:
    positions = boards(tables, 1, True) + boards(tables, 0, False)
    with Tablebase(tables) as probed:
        text = "".join(export_positions("csv", positions, probed, "KBNvK"))
    head, *rows = csv.reader(io.StringIO(text))
    assert tuple(head) == COLUMNS
    assert [row[0] for row in rows] == [board.fen() for board in positions]
    assert {(row[2], row[3]) for row in rows} == {("white", "win"), ("black", "draw")}
    assert {row[4] for row in rows if row[3] == "draw"} == {""}


@pytest.mark.parametrize("kind", ["epd", "pgn", "csv"])
def test_morris_is_written_too(morris_tables: Path, kind: str) -> None:
    path = morris_store.table_path(morris_tables, table_of("morris:4-3"))
    found = MorrisExplorer(MorrisTable(path))
    (board,) = islice(found.positions(found.contents.set_of(9, False)), 1)
    with MorrisTablebase(morris_tables) as probed:
        text = "".join(export_positions(kind, [board], probed, "morris:4-3"))
    assert "Black wins in 5 moves (9 plies)" in text
    assert board.fen() in text
    if kind == "pgn":
        (record,) = from_pgn(text)
        assert len(record.moves) == 9
        assert record.outcome.result == "0-1"


def test_another_kind_is_refused(tables: Path) -> None:
    with Tablebase(tables) as probed, pytest.raises(InputError, match="epd, pgn, csv"):
        list(export_positions("doc", [], probed, "KBNvK"))
