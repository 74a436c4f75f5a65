"""Tables are exact: equal to a naive solver and to published figures."""

from collections.abc import Iterator
from pathlib import Path

import chess
import chess.gaviota
import numpy as np
import pytest
from tests import naive
from tests.endings import ENDINGS, code, figures
from tests.made_tables import values_of
from tests.tablebase.conftest import SMALL, USUAL
from tests.tiers import only

from millmate.tablebase import store
from millmate.tablebase.layout import Layout
from millmate.tablebase.probe import Tablebase

# Against the naive solver -------------------------------------------------------------------------


# A pawn never leaves its file; KBvK and KNvK are drawn by the rules.
@pytest.mark.parametrize(
    ("name", "file"),
    only([("KQvK", ""), ("KRvK", ""), ("KPvK", "a"), ("KPvK", "d")], ("KRvK", ""), ("KPvK", "d")),
)
def test_every_value_of_a_small_table_equals_the_naive_solver(
    more_tables: Path, name: str, file: str
) -> None:
    table = store.opened(more_tables, name)
    layout, values = table.layout, values_of(table).reshape(-1)
    unseen = np.ones(values.size, np.bool_)
    for pawns in [slice_[1] for slice_ in naive.THREE if slice_[0] == name.replace("vK", "k")]:
        if pawns and chess.FILE_NAMES[pawns[0] & 7] != file:
            continue
        right = naive.slice_of_three(name.replace("vK", "k"), pawns)
        for (squares, turn), wanted in right.items():
            for place in places(layout, squares, pawns, turn):
                assert values[place] == wanted, layout.board(place).fen()
                unseen[place] = False
        number, _ = layout.slice_of((pawns, ()))
        here = np.s_[:, number * layout.words : (number + 1) * layout.words]
        assert not values_of(table)[here][unseen.reshape(2, -1, 64)[here]].any()  # impossible ones
    assert layout.slices == (24 if name == "KPvK" else 1)


@pytest.mark.parametrize(("name", "pawns"), only(naive.THREE, ("KPk", (chess.B7,))))
def test_what_the_naive_solver_found_is_kept(name: str, pawns: tuple[int, ...]) -> None:
    assert naive.slice_of_three(name, pawns) == naive.solve(name, pawns, naive.three)


def places(
    layout: Layout, squares: tuple[int, ...], pawns: tuple[int, ...], turn: bool
) -> Iterator[int]:
    """Yield where the images of a position are, Black's king being the last of its squares."""
    for symmetry in naive.SYMMETRIES[: 2 if pawns else 8]:
        white, *pieces, black = (symmetry[square] for square in squares)
        yield layout.place(turn, white, black, pieces, (tuple(symmetry[s] for s in pawns), ()))


# Two pawns: pushes barred, both from the home rank, passing each other, and about to promote.
SLICES = {
    "stuck": (chess.E4, chess.E5),
    "a step apart": (chess.D3, chess.D5),
    "a double push barred by the pawn behind the next square": (chess.B2, chess.B4),
    "a double push past a pawn": (chess.E2, chess.D4),
    "a double push past a pawn, White's": (chess.A5, chess.B7),
    "both at home, face to face": (chess.H2, chess.H7),
    "a pawn to capture": (chess.F5, chess.G6),
    "about to promote": (chess.C7, chess.D2),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", only(SLICES, "a double push past a pawn"))
def test_a_slice_of_two_pawns_equals_the_naive_solver(more_tables: Path, name: str) -> None:
    white, black = SLICES[name]
    with Tablebase(more_tables) as tables:
        right = naive.solve("KPkp", (white, black), lambda board: code(tables, board))
        for ((white_king, black_king), turn), wanted in right.items():
            board = chess.Board(None)
            board.set_piece_map(
                {
                    white: chess.Piece.from_symbol("P"),
                    black: chess.Piece.from_symbol("p"),
                    white_king: chess.Piece.from_symbol("K"),
                    black_king: chess.Piece.from_symbol("k"),
                }
            )
            board.turn = turn
            assert code(tables, board) == wanted, board.fen()


# Against published figures ------------------------------------------------------------------------


@pytest.mark.parametrize("name", only(SMALL, *USUAL))
def test_figures_and_a_longest_win_are_the_published_ones(more_tables: Path, name: str) -> None:
    info, ending = store.opened(more_tables, name).info, ENDINGS[name]
    assert {figure: figures(info)[figure] for figure in ending.figures} == ending.figures
    assert info.verified
    if ending.longest_win:  # of another program
        with Tablebase(more_tables) as tables:
            assert code(tables, chess.Board(ending.longest_win)) == ending.figures["white_wins"]


# All tables of three to five men ------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ENDINGS)
def test_every_ending_of_up_to_five_men_has_the_published_figures(all5: Path, name: str) -> None:
    info = store.opened(all5, name).info
    published = ENDINGS[name].figures
    assert {figure: figures(info)[figure] for figure in published} == published
    assert info.verified


@pytest.mark.slow
def test_every_longest_win_of_up_to_five_men_is_as_long_here(all5: Path) -> None:
    with Tablebase(all5) as tables:
        wrong = {
            ending.longest_win: code(tables, chess.Board(ending.longest_win))
            for ending in ENDINGS.values()
            if ending.longest_win
            and code(tables, chess.Board(ending.longest_win)) != ending.figures["white_wins"]
        }
    assert not wrong
    assert len(ENDINGS) == 145
