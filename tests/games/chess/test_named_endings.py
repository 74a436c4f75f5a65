"""Positions with names: playable, known by one name each, and the easy ones judged right."""

import chess
import pytest

from millmate.games.chess.named_endings import NAMED_ENDINGS
from millmate.games.chess.positions import problems


@pytest.mark.parametrize("named", NAMED_ENDINGS, ids=lambda named: named.name)
def test_a_named_position_can_be_played(named) -> None:
    board = chess.Board(named.fen)
    assert problems(board) == []
    assert board.fen() == named.fen
    assert named.wdl in (1, 0, -1)


def test_no_two_have_the_same_name_or_position() -> None:
    assert len({named.name for named in NAMED_ENDINGS}) == len(NAMED_ENDINGS)
    assert len({named.fen for named in NAMED_ENDINGS}) == len(NAMED_ENDINGS)
