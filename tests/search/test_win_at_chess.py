"""The tactical positions of "Win at Chess": that they are whole, and how many are solved."""

from pathlib import Path

import chess
import pytest

from millmate.search.limits import SearchLimits
from millmate.search.strong import StrongSearch

SUITE = Path(__file__).parents[1] / "data" / "win_at_chess.epd"


def positions() -> list[tuple[chess.Board, list[chess.Move], str]]:
    """Return every position with its best moves and its name."""
    found = []
    for line in SUITE.read_text().splitlines():
        board = chess.Board()
        facts = board.set_epd(line)
        found.append((board, list(facts["bm"]), str(facts["id"])))  # type: ignore[call-overload]
    return found


def test_the_suite_has_three_hundred_sound_positions() -> None:
    names = [f"WAC.{number:03}" for number in range(1, 301)]
    assert [name for _, _, name in positions()] == names
    assert len({board.epd() for board, _, _ in positions()}) == 300
    for board, best, name in positions():
        assert board.is_valid(), name
        assert best, name
        assert all(board.is_legal(move) for move in best), name


@pytest.mark.slow
def test_most_are_solved_by_two_million_nodes() -> None:
    """Two million are about a second; 284 were solved when this was written."""
    search, failed = StrongSearch(hash_mb=16), []
    for board, best, name in positions():
        search.forget()
        if search.search(board, SearchLimits(nodes=2_000_000)).best not in best:
            failed.append(name)
    assert len(failed) <= 20, failed
