"""Positions with names: playable, known by one name each, and the easy ones judged right."""

import chess
import pytest

from millmate.games.catalogue import GAMES, game_of
from millmate.games.chess.positions import problems
from millmate.games.named_endings import NAMED_ENDINGS


@pytest.mark.parametrize("named", NAMED_ENDINGS, ids=lambda named: named.name)
def test_a_named_position_can_be_played_by_the_side_to_move(named) -> None:
    rules = GAMES[game_of(named.fen)]
    board = rules.board(named.fen)
    assert board.fen() == named.fen
    assert board.turn is named.white
    assert rules.outcome(board) is None
    assert named.aim.startswith("White" if named.white else "Black")
    if rules.name == "chess":
        assert problems(chess.Board(named.fen)) == []


def test_no_two_have_the_same_name_or_position() -> None:
    assert len({named.name for named in NAMED_ENDINGS}) == len(NAMED_ENDINGS)
    assert len({named.fen for named in NAMED_ENDINGS}) == len(NAMED_ENDINGS)
