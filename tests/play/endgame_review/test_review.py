"""A review finds the half points that were thrown away in games, and says how."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.errors import InputError
from millmate.games.chess.material import Material, all_materials
from millmate.play.endgame_review import report
from millmate.play.endgame_review.endings import (
    SourceGame,
    content_of,
    men_and_squares,
    pgn_files,
    read_text,
)
from millmate.play.endgame_review.half_points import HalfPoint, Kind, class_of, colours_of
from millmate.play.endgame_review.review import Order, Review, review, review_apart, similar_names
from millmate.records.pgn import from_pgn
from millmate.tablebase.probe import Tablebase

SIXTH_RANK = "8/k7/2K5/1P6/8/8/8/8 w - - 0 1"  # only Kc7 wins, mate in 16
QUEEN = "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"  # mate in one
LAST_RANK = "8/5P1k/8/4K3/8/8/8/8 w - - 0 1"  # f8=Q and f8=R win
PAWN = "8/8/8/3k4/8/4K3/3P4/8 w - - 0 1"
ROOKS_PAWN = "6k1/8/8/8/8/8/p7/1K5R w - - 0 1"  # Kc1 promotes the pawn


def game(fen: str, moves: str, result: str = "*", **tags: str) -> str:
    """Return a game from a position as PGN; White is Ann, Black is Bob, unless `tags` say more."""
    whole = {"White": "Ann", "Black": "Bob", "Result": result, "SetUp": "1", "FEN": fen, **tags}
    head = "\n".join(f'[{name} "{value}"]' for name, value in whole.items())
    return f"{head}\n\n{moves} {result}\n\n"


Reviewed = Callable[..., Review]


@pytest.fixture
def reviewed(rook_tables: Path, tmp_path: Path) -> Reviewed:
    """Return a function that reviews the games of a text."""

    def of(text: str, player: str = "", directory: Path = rook_tables) -> Review:
        path = tmp_path / "games.pgn"
        path.write_text(text, encoding="utf-8")
        return review([path], directory, player)

    return of


def only(found: Review) -> HalfPoint:
    (point,) = found.half_points
    return point


def test_a_move_that_throws_the_win_away_is_found_with_those_that_kept_it(reviewed) -> None:
    point = only(reviewed(game(SIXTH_RANK, "1. b6+ Ka8")))
    assert (point.player, point.played, point.kind) == ("Ann", "1. b6+", Kind.PAWN)
    assert (point.before, point.after) == (1, 0)
    assert (point.kept, point.legal, point.moves) == (("Kc7",), 6, 16)
    assert point.mistake == "Wrong pawn move in pawn endings"
    assert point.effect == "threw the win away: draw"
    assert point.difficulty == "1 of 6 moves keeps the result, mate in 16"


def test_both_sides_throw_half_points_away(reviewed) -> None:
    found = reviewed(game(SIXTH_RANK, "1. b6+ Kb8 2. Kd6"))
    assert [point.played for point in found.half_points] == ["1. b6+", "1... Kb8", "2. Kd6"]
    assert [point.player for point in found.half_points] == ["Ann", "Bob", "Ann"]


def test_a_null_move_throws_nothing_away_and_the_moves_after_it_count(reviewed) -> None:
    found = reviewed(game(SIXTH_RANK, "1. Kc7 -- 2. -- Ka8 3. b6"))
    assert [point.played for point in found.half_points] == ["3. b6"]
    assert not found.unread


def test_moves_that_keep_the_result_are_no_mistakes(reviewed) -> None:
    found = reviewed(game(SIXTH_RANK, "1. Kc7 Ka8 2. Kb6 Kb8"))
    assert (found.games, found.endings, found.half_points) == (1, 1, [])


def test_a_stalemate_is_called_that(reviewed) -> None:
    point = only(reviewed(game(QUEEN, "1. Qg6", "1/2-1/2")))
    assert point.mistake == "Stalemate overlooked"


def test_the_wrong_piece_is_a_wrong_promotion(reviewed) -> None:
    point = only(reviewed(game(LAST_RANK, "1. f8=N+")))
    assert point.kind is Kind.PROMOTION
    assert {"f8=Q", "f8=R"} < set(point.kept)


def test_a_lost_man_is_told_from_a_wrong_move(reviewed) -> None:
    point = only(reviewed(game("8/8/8/3k4/8/8/6R1/K7 w - - 0 1", "1. Rg4 Ke5 2. Re4+ Kxe4")))
    assert (point.played, point.kind) == ("2. Re4+", Kind.LOST_MAN)


def test_a_win_can_become_a_loss_at_once(reviewed) -> None:
    point = only(reviewed(game(ROOKS_PAWN, "1. Kc1 a1=Q+")))
    assert (point.before, point.after) == (1, -1)


@pytest.mark.parametrize(
    ("result", "tags", "kind", "player"),
    [
        ("1/2-1/2", {}, Kind.AGREED, "Ann"),
        ("0-1", {}, Kind.RESIGNED, "Ann"),
        ("0-1", {"Termination": "time forfeit"}, Kind.ON_TIME, "Ann"),
        ("1-0", {}, None, ""),
        ("*", {}, None, ""),
    ],
)
def test_whoever_gives_a_won_game_up_throws_it_away(reviewed, result, tags, kind, player) -> None:
    found = reviewed(game(QUEEN, "1. Kf6", result, **tags))
    assert [(p.kind, p.player) for p in found.half_points] == ([(kind, player)] if kind else [])


def test_a_win_that_comes_too_late_for_the_fifty_move_rule_is_lost_by_the_clock(
    rule50_tables: Path, reviewed
) -> None:
    # Mate on the very last ply that the rule allows; any move that does not mate draws.
    late = QUEEN.replace("0 1", "99 120")
    point = only(reviewed(game(late, "1. Kf6"), directory=rule50_tables))
    assert (point.kind, point.after) == (Kind.FIFTY_MOVES, 0)
    assert set(point.kept) == {"Qg8#", "Qg7#", "Qh6#", "Qh5#", "Qh4#"}


def test_the_clock_of_the_player_is_kept(reviewed) -> None:
    point = only(reviewed(game(SIXTH_RANK, "1. b6+ {[%clk 0:01:02.5]} Ka8")))
    assert point.seconds == 62.5


def test_only_games_of_a_player_count(reviewed) -> None:
    text = game(SIXTH_RANK, "1. b6+", White="Müller, Jörg") + game(SIXTH_RANK, "1. b6+")
    for name in "jörg müller", "Mueller", "muller":
        found = reviewed(text, name)
        assert [point.player for point in found.half_points] == ["Müller, Jörg"]
    assert len(reviewed(text).half_points) == 2


def test_a_name_in_both_seats_is_both_sides() -> None:
    source = SourceGame(Path(), 1, white="Ann Lee", black="Lee, Bob")
    assert colours_of(source, "lee") == {True, False}
    assert colours_of(source, "lee bob") == {False}
    assert not colours_of(source, "carl")


def test_games_without_an_ending_cost_nothing_and_say_nothing(reviewed) -> None:
    found = reviewed('[White "Ann"]\n\n1. e4 e5 2. Nf3 Nc6 *\n')
    assert (found.games, found.endings, found.unread, found.half_points) == (1, 0, [], [])


def test_games_set_up_with_too_many_men_are_not_played_through(reviewed) -> None:
    many = chess.STARTING_FEN.replace("PPPPPPPP", "PPPP4")
    found = reviewed(game(many, "1. Ke9 exd4 2. cxd4"))
    assert (found.games, found.endings, found.unread) == (1, 0, [])
    seven = "8/k7/2K5/1P6/8/8/pp6/RN6 w - - 0 1"  # two captures lead to five men
    assert reviewed(game(seven, "1. Rxa2+ Kb8 2. Nc3 b1=Q 3. Nxb1")).endings == 1


def test_a_broken_game_is_reviewed_up_to_its_fault_and_named(reviewed) -> None:
    found = reviewed(game(SIXTH_RANK, "1. b6+ Ka8 2. Kc5 Qh8 3. Kd6"))
    assert only(found).played == "1. b6+"
    (fault,) = found.unread
    assert "Qh8" in fault.reason
    assert fault.game.number == 1


def test_nobody_resigned_where_a_game_breaks_off_in_an_illegal_move(reviewed) -> None:
    found = reviewed(game(QUEEN, "1. Kf6 Qh8", "0-1"))
    assert (found.endings, len(found.unread), found.half_points) == (1, 1, [])


def test_what_is_not_played_here_is_named_and_the_rest_goes_on(reviewed) -> None:
    text = game(SIXTH_RANK, "1. b6+", Variant="Atomic") + game(SIXTH_RANK, "1. b6+")
    found = reviewed(text)
    assert [fault.reason for fault in found.unread] == ["the variant 'Atomic' is not played here"]
    assert only(found).game.number == 2


def test_positions_without_a_table_are_counted_by_their_material(reviewed) -> None:
    found = reviewed(game("8/8/8/3k4/8/8/6R1/KN5b w - - 0 1", "1. Re2 Kd4"))
    assert found.missing == {Material.parse("KRNvKB"): 3}
    assert not found.half_points


def test_the_tables_that_most_positions_lack_are_named_first() -> None:
    missing = Counter({material: at for at, material in enumerate(sorted(all_materials(5)), 1)})
    (said,) = report.gaps(Review(missing=missing))
    last = [str(material) for material in sorted(all_materials(5))[:-21:-1]]
    assert f"build: {' '.join(last)} and {len(missing) - 20} more" in said


def test_files_and_folders_are_looked_through_once(tmp_path: Path) -> None:
    inside = tmp_path / "a" / "b.PGN"
    inside.parent.mkdir()
    inside.write_text("*")
    (tmp_path / "a" / "note.txt").write_text("")
    assert pgn_files([tmp_path, inside]) == [inside]
    with pytest.raises(InputError, match="no PGN files in"):
        pgn_files([make_empty(tmp_path)])
    with pytest.raises(InputError, match="there is no file or folder"):
        pgn_files([tmp_path / "gone"])


def make_empty(place: Path) -> Path:
    (place / "empty").mkdir()
    return place / "empty"


def test_what_is_taken_is_kept_no_longer(rook_tables: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(game(SIXTH_RANK, "1. b6+ Ka8") * 50)
    taken: list[HalfPoint] = []
    found = review([path], rook_tables, progress=lambda so_far: taken.extend(so_far.take()))
    assert (len(taken), found.thrown, found.half_points) == (50, 50, [])


def test_what_is_found_so_far_is_kept_when_it_is_stopped(rook_tables: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(game(SIXTH_RANK, "1. b6+") * 3)
    assert review([path], rook_tables, stopped=lambda: True) == Review()


@given(st.data())
def test_every_mistake_is_one_by_the_tables(rook_tables: Path, tmp_path_factory, data) -> None:
    """Random games: each move is a mistake exactly where the tables say that its value fell."""
    board, moves, fallen = chess.Board(PAWN), [], []
    tables = Tablebase(rook_tables)
    for ply in range(data.draw(st.integers(1, 20))):
        legal = sorted(board.legal_moves, key=chess.Move.uci)
        if not legal or board.is_insufficient_material():
            break
        before, move = tables.probe(board).wdl, data.draw(st.sampled_from(legal))
        moves.append(board.san(move))
        board.push(move)
        if -tables.probe(board).wdl < before:
            fallen.append(ply)
    path = tmp_path_factory.mktemp("games") / "game.pgn"
    path.write_text(game(PAWN, " ".join(moves)))
    assert [point.ply for point in review([path], rook_tables).half_points] == fallen
    tables.close()


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("KQvK", "mates"),
        ("KPvKP", ""),
        ("KRPvKR", "R"),
        ("KBvKNP", "BN"),
        ("KRvKBP", "rook"),
        ("KQvKRP", "queen"),
        ("KQvKQ", "Q"),
    ],
)
def test_every_ending_belongs_to_a_class(code: str, kind: str) -> None:
    assert class_of(Material.parse(code)) == kind


def test_men_are_listed_as_in_the_name_of_their_material() -> None:
    board = chess.Board("4k2r/8/8/8/8/8/P6P/R3K3 w - - 0 1")
    squares = bytes([chess.E1, chess.A1, chess.A2, chess.H2, chess.E8, chess.H8])
    assert men_and_squares(board) == ("KRPPvKR", squares)


@pytest.mark.parametrize(
    "fen",
    [
        "4k2r/8/8/8/8/8/8/4K3 b k - 3 40",
        "8/8/8/k7/2Pp4/8/8/K7 b - c3 0 52",
        "8/8/8/k7/2P5/8/8/K6q b - - 7 9",
    ],
)
def test_positions_are_kept_with_all_that_belongs_to_them(fen: str) -> None:
    move = chess.Board(fen).san(next(iter(chess.Board(fen).legal_moves)))
    ending = read_text(game(fen, move), SourceGame(Path(), 1), 5).ending
    assert ending is not None
    assert ending.positions[0].board.fen() == fen
    assert ending.positions[0].special == (fen.split()[2:4] != ["-", "-"])


def test_the_report_has_a_page_the_games_with_comments_and_a_table(
    reviewed, tmp_path: Path
) -> None:
    found = reviewed(game(SIXTH_RANK, "1. b6+ {mine} Ka8", Event="<b>Club</b>"))
    report.write_all(tmp_path / "out", found)
    page = (tmp_path / "out" / report.PAGE).read_text(encoding="utf-8")
    assert "Wrong pawn move in pawn endings" in page
    assert "&lt;b&gt;Club" in page
    assert "<b>Club" not in page
    assert "<svg" in page
    (record,) = from_pgn((tmp_path / "out" / report.GAMES).read_text(encoding="utf-8"))
    assert record.movetext is not None
    first = record.movetext.moves[0]
    assert first.notes.comment.startswith("mine")
    assert "threw the win away" in first.notes.comment
    assert first.notes.nags == (2,)
    assert first.variations[0][0].text == "Kc7"
    rows = (tmp_path / "out" / report.TABLE).read_text(encoding="utf-8").splitlines()
    assert len(rows) == 2
    assert "KPvK" in rows[1]


def test_a_game_is_found_again_in_its_file(reviewed) -> None:
    text = game(SIXTH_RANK, "1. Kc7") + game(SIXTH_RANK, "1. b6+", Event="Second")
    assert b'[Event "Second"]' in content_of(only(reviewed(text)).game)


def test_the_process_finds_what_is_there(rook_tables: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(game(SIXTH_RANK, "1. b6+ Kb8 2. Kd6") * 50 + game(SIXTH_RANK, "1. Qh8"))
    stages = []
    found = review_apart(Order((tmp_path,), rook_tables), stages.append, lambda: False)
    alone = review([path], rook_tables)
    assert found == alone
    assert (len(found.half_points), len(found.unread), found.fraction) == (150, 1, 1.0)
    assert stages[-1].thrown == 150


@pytest.mark.usefixtures("jobs_here")
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


@pytest.mark.usefixtures("jobs_here")
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
