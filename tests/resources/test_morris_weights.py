"""The script that fits the weights of the morris evaluation."""

import random
from ast import literal_eval
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from tests.resource_scripts import script

from millmate.games.morris.rules import MORRIS
from millmate.games.morris.variants import STANDARD
from millmate.kernels.morris_engine.entries import new_words, phase, worth
from millmate.kernels.morris_engine.weights import numbers
from millmate.search.morris_encoding import rules_of, to_word
from millmate.tablebase.morris.probe import MorrisTablebase


@pytest.fixture(scope="module")
def fitting():
    return script("morris/fit_weights")


def test_the_evaluation_is_the_sum_that_is_fitted(fitting) -> None:
    words, rng, phases = new_words(rules_of(STANDARD)), random.Random(1), set()
    for board in islice(fitting.positions(rng), 150):
        assert not MORRIS.outcome(board)
        row = fitting.features_of(words, board)
        assert row @ numbers() == worth(words, to_word(board))
        phases.add(phase(words, to_word(board)))
    assert phases >= set(range(fitting.PHASES - 1))


def test_no_other_weights_are_more_likely(fitting) -> None:
    words, rng = new_words(rules_of(STANDARD)), np.random.default_rng(1)
    boards = islice(fitting.positions(random.Random(2)), 80)
    rows = np.array([fitting.features_of(words, board) for board in boards])
    points = rng.integers(0, 3, len(rows)) / 2
    weights = fitting.fit(rows, points)
    least = fitting.negative_log_posterior(rows, points, weights)
    assert least < fitting.negative_log_posterior(rows, points, fitting.expected())
    for _ in range(20):
        others = weights + rng.normal(0, 1e-2, len(weights))
        assert fitting.negative_log_posterior(rows, points, others) > least


def test_results_are_those_of_the_tables(
    fitting, morris_tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = [MORRIS.board("WW..W.../B..B..../..B..... w 0 0 0 30")]
    monkeypatch.setattr(fitting, "positions", lambda rng: iter(few))
    with MorrisTablebase(morris_tables) as tables:
        rows, points = fitting.sample(tables, 1, 1)
    assert points.tolist() == [1.0]
    assert rows[0] @ numbers() == worth(new_words(rules_of(STANDARD)), to_word(few[0]))


def test_what_is_printed_are_the_weights(fitting) -> None:
    lines = [literal_eval(line) for line in fitting.format_weights(numbers() / 100).splitlines()]
    assert np.array_equal(np.concatenate(lines), numbers())
