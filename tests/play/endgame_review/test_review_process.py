"""A review in a process of its own finds the same, and keeps what it has when it is stopped."""

from pathlib import Path

import pytest
from tests.play.endgame_review.test_review import QUEEN, SIXTH_RANK, game

from millmate.errors import InputError
from millmate.play.endgame_review.kinds import Kind
from millmate.play.endgame_review.review import review, similar_names
from millmate.play.endgame_review.review_process import Order, review_apart


def test_the_process_finds_what_is_there(rook_tables: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(game(SIXTH_RANK, "1. b6+ Kb8 2. Kd6") * 50 + game(SIXTH_RANK, "1. Qh8"))
    stages = []
    found = review_apart(Order((tmp_path,), rook_tables), stages.append, lambda: False)
    alone = review([path], rook_tables)
    assert found == alone
    assert (len(found.half_points), len(found.unread), found.fraction) == (150, 1, 1.0)
    assert stages[-1].thrown == 150


def test_the_process_knows_the_fifty_move_rule(rook_tables: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(game(QUEEN.replace("0 1", "99 120"), "1. Kf6"))
    found = review_apart(Order((path,), rook_tables), lambda stage: None, lambda: False)
    assert [point.kind for point in found.half_points] == [Kind.FIFTY_MOVES]


def test_a_stopped_process_leaves_what_it_has_told(rook_tables: Path, tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(game(SIXTH_RANK, "1. b6+") * 20_000)
    stages = []

    def stopped() -> bool:
        return bool(stages) and stages[-1].thrown > 0

    found = review_apart(Order((tmp_path,), rook_tables), stages.append, stopped)
    assert 0 < len(found.half_points) < 20_000


def test_endings_that_were_not_looked_up_before_a_stop_do_not_count(
    rook_tables: Path, tmp_path: Path
) -> None:
    path, stop = tmp_path / "games.pgn", []
    path.write_text(game(SIXTH_RANK, "1. b6+") * 2000)
    found = review([path], rook_tables, progress=stop.append, stopped=lambda: bool(stop))
    assert found.games >= found.endings == len(found.half_points)
    assert found.fraction < 1


def test_a_folder_without_games_is_told(rook_tables: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no PGN files"):
        review_apart(Order((tmp_path,), rook_tables), lambda stage: None, lambda: False)


def test_some_games_of_a_file_can_be_chosen(rook_tables: Path, tmp_path: Path) -> None:
    path, one = tmp_path / "games.pgn", game(SIXTH_RANK, "1. b6+")
    path.write_text(one * 3)
    found = review([path], rook_tables, chosen={path: {len(one)}})
    assert [point.game.number for point in found.half_points] == [2]
    assert (found.games, found.wanted) == (3, 1)


@pytest.mark.parametrize(
    ("player", "similar"),
    [
        ("Muller", ("Müller, Jörg",)),
        ("mueler", ("Müller, Jörg",)),
        ("Smith", ()),
    ],
)
def test_names_like_one_that_is_not_there(player: str, similar: tuple[str, ...]) -> None:
    assert similar_names(player, ["Müller, Jörg", "Kurz, Clara", "", "?"]) == similar
