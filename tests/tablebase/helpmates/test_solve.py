"""The sets of dead positions: as python-chess finds them, move by move, and as the laws have it."""

from itertools import islice
from pathlib import Path

import chess
import numpy as np
import pytest
from tests import naive
from tests.tiers import first

from millmate.games.chess.material import Material, all_materials
from millmate.tablebase.helpmates import files, solve
from millmate.tablebase.helpmates.files import Helpmates
from millmate.tablebase.helpmates.verify import verify
from millmate.tablebase.layout import layout_of
from millmate.tablebase.verify import VerificationError

KRVK = layout_of(Material.parse("KRvK"))


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["KRk", "KQk"])
@pytest.mark.parametrize("victim", chess.COLORS)
def test_three_men_are_dead_where_no_series_of_moves_mates(
    helpmates: Path, name: str, victim: bool
) -> None:
    tables = Helpmates(helpmates)
    every, alive = naive.with_helpmate(name, (), victim, lambda board: False)
    for here, board in islice(naive.boards(name, ()), 0, None, 5):
        assert tables.can_be_mated(board, victim) == (here in alive), board.fen()
    counts = files.opened(helpmates, Material.parse(f"{name[:-1]}vK")).info.counts
    assert sum(each.positions for each in counts["white"].values()) == len(every)


@pytest.mark.parametrize("square", first(1, [chess.A2, chess.C6, chess.D7]))
def test_a_pawn_is_dead_where_no_series_of_moves_mates(helpmates: Path, square: int) -> None:
    tables = Helpmates(helpmates)

    def elsewhere(board: chess.Board) -> bool:
        return tables.can_be_mated(board, chess.BLACK)

    _, alive = naive.with_helpmate("KPk", (square,), chess.BLACK, elsewhere)
    for here, board in naive.boards("KPk", (square,)):
        assert elsewhere(board) == (here in alive), board.fen()


def test_men_that_can_never_mate_are_those_of_the_laws(helpmates: Path) -> None:
    for material in all_materials(4):
        if not files.exist(helpmates, material):
            continue
        board = some_position(material)
        info = files.opened(helpmates, material).info
        for name, victim in (("white", chess.WHITE), ("black", chess.BLACK)):
            never = all(count.dead == count.positions for count in info.counts[name].values())
            assert never == board.has_insufficient_material(not victim), (material, name)


def test_what_is_wrong_is_found() -> None:
    parts: list[solve.Found] = []
    solve.solve(KRVK, chess.BLACK, _bare_kings, lambda part, dead: parts.append(part))
    (part,) = parts
    assert verify(KRVK, chess.BLACK, _bare_kings, part) == 62320
    rng = np.random.default_rng(1)
    places = np.flatnonzero(part.codes.reshape(-1))
    for place in rng.choice(places, 50):
        for code in (0, int(part.codes.reshape(-1)[place]) + 1):
            wrong = part.codes.copy()
            wrong.reshape(-1)[place] = code
            with pytest.raises(VerificationError, match="can be mated is wrong"):
                verify(KRVK, chess.BLACK, _bare_kings, part._replace(codes=wrong))


def _bare_kings(material: Material, number: int, turn: bool, victim: bool) -> np.ndarray:
    raise AssertionError(material)


def some_position(material: Material) -> chess.Board:
    """Return a position of these men, its bishops on squares of both colours."""
    board, squares = chess.Board(None), iter((9, 18, 34, 51, 60))
    for men, colour in ((material.white, chess.WHITE), (material.black, chess.BLACK)):
        for man in men:
            kind = chess.PIECE_SYMBOLS.index(man.lower())
            board.set_piece_at(next(squares), chess.Piece(kind, colour))
    return board
