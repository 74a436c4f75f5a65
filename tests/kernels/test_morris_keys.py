"""Moves compare as players would: to win soon, to draw, to lose late."""

from millmate.kernels.morris_keys import CODES, DRAWN, KEYS, NO_MOVE, WINS

# What may follow a move, the best for the mover first: the opponent lost at once, ..., in 252
# plies; a draw; the opponent won in 251 plies, ..., in one.
BEST_FIRST = [*range(1, 254, 2), 0, *range(252, 0, -2)]


def test_all_codes_with_keys_are_ordered() -> None:
    keys = [int(KEYS[code]) for code in BEST_FIRST]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) == len(keys)
    assert max(keys) <= WINS
    assert KEYS[0] == DRAWN
    assert NO_MOVE not in keys
    assert not KEYS[254:].any()


def test_a_position_s_code_is_a_ply_more_than_its_best_move_s() -> None:
    assert CODES[KEYS[0]] == 0
    for code in BEST_FIRST:
        if code:
            assert CODES[KEYS[code]] == code + 1
    assert CODES[WINS] == 2  # the opponent has lost on the board: won in one ply
    assert CODES[NO_MOVE] == 1  # lost already
