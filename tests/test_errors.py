"""Every error shown to users is a MillMateError, and invalid input is also a ValueError."""

import pytest

from millmate.errors import InputError, MillMateError, quote_error
from millmate.games.board import MoveError
from millmate.games.chess.material import MaterialError
from millmate.games.positions import PositionError
from millmate.players.player import PlayerError, Stopped
from millmate.players.spec import SpecError
from millmate.records.pgn import RecordError


@pytest.mark.parametrize("error", [MaterialError, PositionError, MoveError, SpecError, RecordError])
def test_wrong_input_is_a_value_error_of_ours(error: type[Exception]) -> None:
    assert issubclass(error, InputError)
    assert issubclass(error, MillMateError)
    assert issubclass(error, ValueError)


def test_a_player_s_trouble_is_ours_and_being_stopped_is_no_trouble() -> None:
    assert issubclass(PlayerError, MillMateError)
    assert not issubclass(Stopped, MillMateError)


@pytest.mark.parametrize(
    ("error", "clause"),
    [
        (ValueError("bad  magic\nnumber"), "Python reports “bad magic number”"),
        (KeyError("shape"), "'shape' is missing"),
        (ValueError(), "Python reports “ValueError”"),
        (InputError("a line is too long"), "a line is too long"),
    ],
)
def test_words_of_others_stand_in_a_clause_of_ours(error: Exception, clause: str) -> None:
    assert quote_error("Python", error) == clause
