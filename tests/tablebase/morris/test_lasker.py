"""All of Lasker morris: `millmate build morris:lasker:all --tables DIR`, `MILLMATE_MORRIS=DIR`."""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.solved_morris import by_the_rules

from millmate.games.morris.positions import random_position
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.variants import LASKER
from millmate.tablebase.morris import store
from millmate.tablebase.morris.names import Pair, placings
from millmate.tablebase.morris.probe import MorrisTablebase

pytestmark = pytest.mark.slow

START = Pair.of((0, 10), (0, 10), LASKER.name)


@pytest.fixture(scope="module")
def directory() -> Path:
    found = Path(os.environ.get("MILLMATE_MORRIS", "/nowhere"))
    if not store.exists(found, START):
        pytest.skip("MILLMATE_MORRIS names no directory with all of Lasker morris")
    return found


@pytest.fixture(scope="module")
def tables(directory: Path) -> Iterator[MorrisTablebase]:
    with MorrisTablebase(directory) as found:
        yield found


def test_the_start_is_a_draw(tables: MorrisTablebase) -> None:
    """As G. E. Gévay and G. Danner (arXiv 1408.0032) and P. Stahlhacke (2003) have found."""
    assert tables.probe(MorrisRules(LASKER).board()).wdl == 0


def test_a_position_of_every_table_is_worth_what_its_best_turn_is(tables: MorrisTablebase) -> None:
    rng = random.Random(1931)  # the year of Lasker's book
    for table in placings(LASKER.name):
        assert isinstance(table, Pair)
        hands, turn = (table.hand, table.other_hand), rng.random() < 0.5
        board = random_position(*table.stones, rng, turn, hands, LASKER)
        assert tables.probe(board) == by_the_rules(tables, board), board.fen()
