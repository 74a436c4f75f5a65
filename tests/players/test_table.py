"""The perfect player of both games: every claim about it checked against the tables themselves."""

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import chess
import pytest

from millmate.games.catalogue import game, parse
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.morris.positions import board_from_text
from millmate.games.morris.positions import random_position as random_morris_position
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.play.events import Event, MatchEnded
from millmate.play.match import Match
from millmate.players.build import build_player
from millmate.players.player import Play, Player, PlayerError, RandomPlayer, Stopped
from millmate.players.spec import PlayerSpec
from millmate.players.table import TablePlayer, _strongest, tables_of, told
from millmate.tablebase.all_tables import AllTables

QUEEN = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
DRAWN = "8/8/8/8/8/8/1kQ5/7K b - - 0 1"  # the queen is lost
WINS = {Termination.CHECKMATE, Termination.FEW_STONES, Termination.NO_MOVES}
MATERIALS = ("KQvK", "KRvK", "KBNvK")
STONES = ((3, 3), (4, 3), (3, 4), (4, 4), (5, 3))


class Stand:
    """A game with its tables, and the perfect player of it."""

    def __init__(self, name: str, directory: Path) -> None:
        self.rules = game(name)
        self.directory = directory
        self.base: Any = tables_of(name, directory)
        self.perfect = self.player(1)

    def player(self, seed: int) -> Player:
        spec = PlayerSpec.parse("table")
        return build_player(spec, game=self.rules.name, tables=self.directory, seed=seed)

    def position(self, rng: random.Random) -> Any:
        turn = rng.random() < 0.5
        if self.rules.name == "chess":
            return random_position(Material.parse(rng.choice(MATERIALS)), rng, turn)
        return random_morris_position(*rng.choice(STONES), rng, turn)

    def of_value(self, wdl: int, rng: random.Random) -> Any:
        """Return a random position with this value for the side to move."""
        while self.base.probe(board := self.position(rng)).wdl != wdl:
            pass
        return board

    def replies(self, board: Any, move: object) -> float | None:
        """Return how many replies to `move` draw: None if it loses, all if it ends the game."""
        after = board.copy()
        after.push(move)
        if self.rules.outcome(after) is not None:
            return float("inf") if self.rules.outcome(after).winner is None else None
        if self.base.probe(after).wdl != 0:
            return None
        return sum(choice.value.wdl == 0 for choice in self.base.moves(after))


@pytest.fixture(params=["chess", "morris"])
def stand(request: pytest.FixtureRequest) -> Iterator[Stand]:
    fixture = {"chess": "tables", "morris": "morris_tables"}[request.param]
    stand = Stand(request.param, request.getfixturevalue(fixture))
    yield stand
    stand.perfect.close()
    stand.base.close()


@pytest.fixture
def perfect(tables: Path) -> Iterator[TablePlayer]:
    player = TablePlayer("Perfect (table)", tables, seed=1)
    yield player
    player.close()


def played(player: Player, board: Any) -> Any:
    action = player.choose(board.copy(), lambda: False)
    assert isinstance(action, Play)
    return action.move


@pytest.mark.parametrize("wdl", [1, -1])
def test_it_wins_fastest_and_defends_longest(stand: Stand, wdl: int) -> None:
    rng = random.Random(wdl)
    for _ in range(25):
        board = stand.of_value(wdl, rng)
        before = stand.base.probe(board)
        board.push(played(stand.perfect, board))
        assert stand.base.probe(board).before() == before, board.fen()


def test_two_perfect_players_end_in_exactly_the_plies_the_table_says(stand: Stand) -> None:
    rng = random.Random(4)
    for _ in range(5):
        board = stand.of_value(1, rng)
        players = {side: stand.player(side) for side in (WHITE, BLACK)}
        record = Match(stand.rules, board, players).run()
        assert record.outcome.winner is board.turn
        assert record.outcome.termination in WINS
        assert len(record.moves) == stand.base.probe(board).plies


def test_chance_loses_no_later_than_the_table_says(stand: Stand) -> None:
    rng = random.Random(5)
    for seed in range(5):
        board = stand.of_value(1, rng)
        players = {board.turn: stand.perfect, not board.turn: RandomPlayer(seed=seed)}
        record = Match(stand.rules, board, players).run()
        assert record.outcome.winner is board.turn
        assert len(record.moves) <= stand.base.probe(board).plies


def test_it_never_loses_a_drawn_position(stand: Stand) -> None:
    rng = random.Random(6)
    for seed in range(5):
        board, chance = stand.of_value(0, rng), RandomPlayer(seed=seed)
        me = board.turn
        for _ in range(60):
            if stand.rules.outcome(board):
                break
            board.push(played(stand.perfect if board.turn is me else chance, board))
            if board.turn is not me:
                assert stand.base.probe(board).wdl <= 0
        end = stand.rules.outcome(board)
        assert end is None or end.winner in (None, me)


def test_in_a_draw_it_leaves_the_fewest_drawing_replies(stand: Stand) -> None:
    rng = random.Random(7)
    for _ in range(20):
        board = stand.of_value(0, rng)
        tasks = {move: stand.replies(board, move) for move in board.legal_moves}
        fewest = min(count for count in tasks.values() if count is not None)
        assert tasks[played(stand.perfect, board)] == fewest, board.fen()


def test_who_sets_problems_leaves_the_fewest_winning_replies(stand: Stand) -> None:
    spec = PlayerSpec.parse("table:style=problems")
    setter = build_player(spec, game=stand.rules.name, tables=stand.directory, seed=1)
    rng = random.Random(8)
    for _ in range(12):
        board = stand.of_value(-1, rng)
        late = [each.move for each in stand.base.moves(board) if each.value.plies > 4]
        winning = {}
        for move in late:
            after = board.copy()
            after.push(move)
            winning[move] = sum(reply.value.wdl > 0 for reply in stand.base.moves(after))
        move = played(setter, board)
        if late:
            assert winning[move] == min(winning.values()), board.fen()
        else:
            assert stand.base.moves(board)[0].value.plies <= 4
    setter.close()


def theory(directory: Path, seed: int) -> Player:
    return build_player(PlayerSpec.parse("table:style=theory"), tables=directory, seed=seed)


def test_as_in_theory_is_what_the_line_of_the_course_plays(tables: Path) -> None:
    stepped_up = chess.Board("4k3/8/4K3/8/8/8/1Q6/8 b - - 1 1")  # a line of the course: Kd8 Qb8#
    elsewhere = chess.Board("4k3/8/4K3/8/8/8/2Q5/8 b - - 1 1")
    found: dict[str, set[str]] = {"told": set(), "else": set(), "perfect": set()}
    for seed in range(12):
        taught, perfect = theory(tables, seed), TablePlayer("", tables, seed)
        found["told"].add(played(taught, stepped_up).uci())
        found["else"].add(played(taught, elsewhere).uci())
        found["perfect"].add(played(perfect, stepped_up).uci())
        taught.close()
        perfect.close()
    assert found == {"told": {"e8d8"}, "else": {"e8d8", "e8f8"}, "perfect": {"e8d8", "e8f8"}}


def test_as_in_theory_throws_no_result_away(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = chess.Board("8/8/8/8/8/4k3/3Q4/7K b - - 0 1")  # the queen is lost
    monkeypatch.setattr("millmate.players.table.told", lambda board: {"e3f3", "e3d2"})
    player = theory(tables, 1)
    assert played(player, board).uci() == "e3d2"
    player.close()


def test_the_course_tells_moves_of_both_games() -> None:
    for fen, move in (
        ("8/1PK1k3/8/8/3R4/8/8/r7 b - - 3 2", "a1c1"),
        ("BBBW...B/.W....WW/........ b 0 0 0 1", "a4-a1"),
    ):
        rules = parse(fen).game
        assert told(rules.board(fen)) == {move}
        assert not told(rules.board())


def test_equal_moves_are_chosen_by_seed(tables: Path) -> None:
    board = chess.Board("8/8/8/8/3k4/8/8/KBN5 w - - 0 1")
    by_seed = {seed: played(TablePlayer("", tables, seed), board) for seed in range(10)}
    assert by_seed == {seed: played(TablePlayer("", tables, seed), board) for seed in range(10)}


@pytest.mark.parametrize(
    ("fen", "accepts"), [(QUEEN, False), (QUEEN.replace("w", "b"), True), (DRAWN, True)]
)
def test_it_takes_a_draw_unless_it_wins(perfect: TablePlayer, fen: str, accepts: bool) -> None:
    assert perfect.accepts_draw(chess.Board(fen)) == accepts


@pytest.mark.parametrize(
    ("fen", "complaint"),
    [
        ("8/8/8/3k4/8/8/8/KRB4q w - - 0 1", "no table for KRBvKQ: build it first"),
        ("8/8/8/3k3r/8/8/8/KR6 w - - 0 1", "no table for KRvKR: build it first"),
        ("8/8/8/3k4/8/8/P7/K7 w - - 0 1", "no table for KPvK: build it first"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling"),
        ("8/8/8/3k4/8/8/8/KQRBNN2 w - - 0 1", "tables of up to 6 pieces can be built"),
        ("WWWWW.../BBBB..../........ w", "no table for morris:5-4: build morris:5-4 first"),
        ("......../......../........ w 9 9", "no table for morris:ply0-0-0: build morris:all"),
    ],
)
def test_a_missing_table_is_named(
    tables: Path, morris_tables: Path, fen: str, complaint: str
) -> None:
    is_chess = fen.count("/") == 7
    stand = Stand("chess", tables) if is_chess else Stand("morris", morris_tables)
    board = chess.Board(fen) if is_chess else board_from_text(fen)
    for ask in (
        lambda: played(stand.perfect, board),
        lambda: stand.perfect.accepts_draw(board),
    ):
        with pytest.raises(PlayerError) as error:
            ask()
        assert complaint in str(error.value)
        assert ("build" in str(error.value)) == ("KQRBNN" not in fen and complaint != "castling")


def test_a_table_built_while_it_lives_is_found(tables: Path, tmp_path: Path) -> None:
    directory = tmp_path / "tables"
    player = TablePlayer("Perfect", directory)
    with pytest.raises(PlayerError):
        played(player, chess.Board(QUEEN))
    directory.symlink_to(tables, target_is_directory=True)
    assert played(player, chess.Board(QUEEN)) in chess.Board(QUEEN).legal_moves


def test_without_its_table_the_game_is_abandoned_and_says_what_to_build(tmp_path: Path) -> None:
    events: list[Event] = []
    players = {WHITE: TablePlayer("Perfect (table)", tmp_path), BLACK: RandomPlayer(seed=1)}
    record = Match(game("chess"), chess.Board(QUEEN), players, events.append).run()
    assert record.outcome == Outcome(Termination.ABANDONED)
    trouble = "Perfect (table): no table for KQvK: build it first"
    assert events[-1] == MatchEnded(record.outcome, record, trouble)


def test_it_stops_when_told_and_a_mated_player_has_no_move(perfect: TablePlayer) -> None:
    with pytest.raises(Stopped):
        perfect.choose(chess.Board(DRAWN), lambda: True)
    with pytest.raises(PlayerError, match="no legal move"):
        played(perfect, chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"))


def test_winning_while_placing_it_takes_a_stone_then_prepares_mills() -> None:
    board = board_from_text("WW....../BB....../B....... w 7 6")
    takes = [str(move) for move in _strongest(board, board.legal_moves)]
    assert all(move.startswith("g7x") for move in takes)
    board = board_from_text("W......./BB....../........ w 8 7")
    prepared = {str(move) for move in _strongest(board, board.legal_moves)}
    assert prepared == {"d7", "g7", "a4", "a1"}


RACE = "8/8/1P6/2p5/8/8/8/K2k4 w - - 0 1"


@pytest.mark.parametrize(
    ("solved", "fen"),
    [("exact_positions", "8/8/8/p1K5/P7/8/8/6k1 w - - 0 1"), ("bounded_positions", RACE)],
)
def test_it_wins_as_fast_as_is_proved_of_a_position_that_was_solved(
    solved: str, fen: str, request: pytest.FixtureRequest
) -> None:
    directory: Path = request.getfixturevalue(solved)
    with AllTables(directory) as tables:
        proved = tables.probe(chess.Board(fen)).plies
    assert proved is not None
    with closing(TablePlayer("Perfect", directory, seed=1)) as perfect:
        players: dict[bool, Player] = {WHITE: perfect, BLACK: RandomPlayer(seed=2)}
        record = Match(game("chess"), chess.Board(fen), players).run()
    assert record.outcome == Outcome(Termination.CHECKMATE, WHITE)
    assert len(record.moves) <= proved


def test_it_keeps_to_what_is_proved_and_refuses_a_draw_of_a_sure_win_only(
    bounded_positions: Path,
) -> None:
    board = chess.Board("8/8/kP6/2p5/8/8/8/4K3 w - - 0 1")
    with AllTables(bounded_positions) as tables:
        known = {each.move: each.value.final.least for each in tables.bounded_moves(board)}
    assert set(known.values()) == {0, -1}
    with closing(TablePlayer("Perfect", bounded_positions, seed=1)) as perfect:
        assert {known[played(perfect, board)] for _ in range(20)} == {0}
        assert perfect.accepts_draw(board)
        assert not perfect.accepts_draw(chess.Board(RACE))


def test_it_needs_a_table_where_nothing_at_all_is_known(bounded_positions: Path) -> None:
    unknown = chess.Board("8/8/kP6/2p5/8/8/8/6K1 w - - 0 1")
    with closing(TablePlayer("Perfect", bounded_positions, seed=1)) as perfect:
        for board in (unknown, chess.Board("8/8/8/2p5/1P6/8/8/K2k4 w - - 0 1")):
            with pytest.raises(PlayerError, match="no table for KPvKP"):
                perfect.choose(board, lambda: False)
