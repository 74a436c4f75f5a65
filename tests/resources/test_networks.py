"""The scripts that made the network: data that is what it says, and gradients that are right."""

import chess
import numpy as np
import pytest
from tests.naive_network import worth
from tests.resource_scripts import script

from millmate.kernels.engine.network import SCALE

# Compiling the scripts takes longer than all else here, and they change only with a new network.
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def records():
    data = script("networks/make_data")
    words, ints = data.buffers()
    records = np.zeros((3000, 32), np.uint8)
    data.set_seed(5)
    number = -1
    while number < 100:
        number = data.play(words, ints, records)
    return records[:number]


def board_of(record):
    """Return the position of a record, as the description of its fields says."""
    board = chess.Board(None)
    squares = chess.scan_forward(int.from_bytes(record[:8].tobytes(), "little"))
    for number, square in enumerate(squares):
        man = record[8 + number // 2] >> 4 * (number % 2) & 15
        board.set_piece_at(square, chess.Piece(int(man & 7) + 1, bool(man < 8)))
    board.turn = not record[27] & 1
    return board


def test_records_are_quiet_positions_of_a_game(records):
    for record in records:
        board = board_of(record)
        assert board.is_valid(), board.status()
        assert not board.is_check()
        assert any(board.legal_moves)
    scores = records[:, 24:26].copy().view("<i2")[:, 0]
    assert abs(scores.astype(int)).max() <= 2000
    of_game = records[records[:, 30] != 3]
    assert len({int(result) for result in of_game[:, 26]}) == 1
    assert set(records[:, 30]) >= {3}
    assert not records[records[:, 30] == 3, 26].any()


def test_gradient_is_the_slope_of_the_error(records):
    train = script("networks/train")
    trainer = train.Trainer(records, seed=1, threads=1)
    few = np.arange(20)
    slope = trainer.parts[0]

    def error():
        return train.sweep(trainer.weights, np.zeros_like(slope), records, few, 0.3, False)

    train.sweep(trainer.weights, slope, records, few, 0.3, True)
    strongest = np.argsort(-np.abs(slope[0]))
    behind = strongest[strongest >= train.BIAS][:20]
    before = strongest[strongest < train.BIAS][:20]
    for at in [*behind, *before]:
        kept, step = trainer.weights[at], np.float32(1e-2)
        trainer.weights[at] = kept + step
        up = error()
        trainer.weights[at] = kept - step
        down = error()
        trainer.weights[at] = kept
        assert slope[0, at] == pytest.approx((up - down) / (2 * step), rel=0.05, abs=1e-4)


def test_rounded_weights_judge_as_the_trained_ones(records):
    train = script("networks/train")
    trainer = train.Trainer(np.tile(records, (20, 1)), seed=1, threads=1)
    errors = [trainer.epoch(number, 3) for number in range(3)]
    assert errors == sorted(errors, reverse=True)
    weights = train.rounded(trainer.weights)
    for record in records[:50]:
        one = np.concatenate([record[None]])
        if one[0, 28]:  # the fifty-move rule is not trained on
            continue
        board = board_of(record)
        slope = np.zeros_like(trainer.parts[0])
        # With a target of one half, the error tells what came out.
        one[0, 24:26], one[0, 30] = 0, 3
        error = train.sweep(trainer.weights, slope, one, np.arange(1), 0.0, False)
        points = 1 / (1 + np.exp(-worth(weights, board) / SCALE))
        assert (points - 0.5) ** 2 == pytest.approx(error, abs=2e-3)
