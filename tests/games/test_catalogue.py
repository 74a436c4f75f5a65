"""The games, and which of them a position's text belongs to."""

import pytest

from millmate.games.catalogue import GAMES, game_of


@pytest.mark.parametrize("name", GAMES)
def test_a_game_knows_its_own_start(name: str) -> None:
    assert game_of(GAMES[name].start_fen) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("WWW...../BBB...../........ w", "morris"),
        ("********/**O*****/@******* w p p 7 1 8 1 0 0", "morris"),
        ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "chess"),
        ("8/8/8/3k4/8/8/8/KQ6", "chess"),
        ("WWW...../BBB.....", "morris"),
        ("WWW...../BBB...../......../........ w", "morris"),
        ("********/********/********/******** w p p 0 9 0 9", "morris"),
        ("wwwwwwww/bbbbbbbb", "morris"),
        ("WWW..../BBBX..../.....Q..", "morris"),
        ("games/of.pgn", "chess"),
        ("8/8/b7/bb6/8/8/B7/8 w", "chess"),
        ("bbbbbbbb/BBBBBBBB/8", "chess"),
        ("8/8/8", "chess"),
        ("rnbqkbnr/pppppppp/8", "chess"),
        ("bbbbbbbb/BBBBBBBB", "chess"),
        ("", "chess"),
        ("nonsense", "chess"),
    ],
)
def test_strokes_between_ranks_or_rings_tell_the_game(text: str, name: str) -> None:
    assert game_of(text) == name
