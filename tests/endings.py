"""Figures of tables, under the names of the published figures."""

import csv
from dataclasses import dataclass
from pathlib import Path

import chess
from tests import naive

from millmate.tablebase.probe import Tablebase
from millmate.tablebase.table import SideCounts, TableInfo


@dataclass(frozen=True)
class Ending:
    """An ending of three to five men, its published figures by name, and a longest win as a FEN.

    If White never wins, the FEN is "". The sources are in data/SOURCE.txt.
    Unpublished figures are absent.
    """

    material: str
    figures: dict[str, int]
    longest_win: str


def _read() -> dict[str, Ending]:
    text = (Path(__file__).parent / "data" / "endings.csv").read_text()
    endings = {}
    for row in csv.DictReader(text.splitlines()):
        material, longest_win = row.pop("material"), row.pop("longest_win")
        figures = {name: int(figure) for name, figure in row.items() if figure}
        endings[material] = Ending(material, figures, longest_win)
    return endings


ENDINGS = _read()


def figures(info: TableInfo) -> dict[str, int]:
    """Return the figures of a table, under the names of the published figures."""
    white, black = info.counts["white"], info.counts["black"]
    white_win, black_loss = 2 * info.longest["white"] - 1, _longest_loss(black)
    return {
        "white_wins": info.longest["white"],
        "black_wins": info.longest["black"],
        "longest_plies": max(_longest(white), _longest(black)),
        "white_to_move_won": white.wins,
        "white_to_move_drawn": white.draws,
        "white_to_move_lost": white.losses,
        "black_to_move_won": black.wins,
        "black_to_move_drawn": black.draws,
        "black_to_move_lost": black.losses,
        "white_to_move_longest_loss_plies": _longest_loss(white),
        "black_to_move_longest_loss_plies": black_loss,
        "white_at_longest_win": white.plies[white_win] if white_win > 0 else 0,
        "black_at_longest_loss": black.plies[black_loss] if black_loss > 0 else 0,
    }


def _longest(counts: SideCounts) -> int:
    return max((plies for plies, number in enumerate(counts.plies) if number), default=0)


def _longest_loss(counts: SideCounts) -> int:
    return max((plies for plies, n in enumerate(counts.plies) if n and plies % 2 == 0), default=0)


def code(tables: Tablebase, board: chess.Board) -> int:
    """Return the verdict of a position's byte: n mates in n moves, 128 + n is mated in n."""
    verdict = tables.probe(board)
    if verdict.wdl == 0:
        return 0
    assert verdict.moves is not None
    return verdict.moves if verdict.wdl > 0 else naive.LOST + verdict.moves
