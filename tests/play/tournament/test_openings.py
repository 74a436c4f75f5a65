"""Where games begin: the same openings from the same plan, and every bad one named."""

from dataclasses import replace
from itertools import islice
from pathlib import Path

import chess
import pytest
from tests.tiers import first
from tests.tournaments import TWO, plan_of

from millmate.games.chess.material import Material
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.rules import MORRIS
from millmate.play.game_review import Verdicts
from millmate.play.tournament import openings
from millmate.play.tournament import openings as openings_module
from millmate.play.tournament.plan import MOST_GAMES, OpeningPlan, PlanError, TournamentPlan
from millmate.play.tournament.schedule import Opening
from millmate.tablebase.morris.build import build
from millmate.tablebase.morris.names import MorrisTarget, material
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.probe import Tablebase


def openings_of(plan: TournamentPlan, tables: Path) -> tuple[Opening, ...]:
    return tuple(openings_module.openings_of(plan, tables))


KBN = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"
NOWHERE = Path("no-tables")


def plan(game: str = "chess", games: int = 8, **openings: object) -> TournamentPlan:
    asked = OpeningPlan(**openings)  # type: ignore[arg-type]
    return replace(plan_of(TWO), game=game, games=games, openings=asked)


def test_without_any_games_begin_at_the_start() -> None:
    assert openings_of(plan(), NOWHERE) == (Opening(chess.STARTING_FEN),)
    assert openings_of(plan("morris:twelve"), NOWHERE)[0].fen.endswith("w 12 12 0 1")


@pytest.mark.parametrize("game", ["chess", "morris", "morris:six", "morris:three"])
def test_by_chance_they_are_the_same_for_the_same_seed(game: str) -> None:
    asked = plan(game, chance=3)
    found = openings_of(asked, NOWHERE)
    assert len(found) == 4  # each is played twice
    assert found == openings_of(asked, NOWHERE)
    assert found != openings_of(replace(asked, seed=2), NOWHERE)
    assert all(asked.rules.board(opening.fen).ply() == 3 for opening in found)


@pytest.mark.parametrize(
    ("game", "table", "told"),
    [
        (
            "morris:six",
            "morris:3-3",
            r"another game; this one \(Six men's morris\).*morris:six:3-3",
        ),
        ("morris:twelve", "morris:six:4-3", "tables such as morris:twelve:3-3"),
        ("morris", "morris:lasker:4+1-3+2", "tables such as morris:3-3"),
        ("morris:no-flying", "morris:5-4", "tables such as morris:no-flying:3-3"),
        (
            "morris:six",
            "morris:six:all",
            "is not a table of one pair of stones such as",
        ),
        ("morris:each-mill", "morris:3-3", "no tables of this game: "),
        ("morris:lasker", "morris:lasker:4+1-3+2", "build it: millmate build"),
    ],
)
def test_positions_come_from_tables_of_the_game(game: str, table: str, told: str) -> None:
    with pytest.raises(PlanError, match=f"openings.tables: .*{told}"):
        openings_of(plan(game, tables=[table]), NOWHERE)


class TestFiles:
    LINES = (
        '# endings\n\n8/8/8/8/3k4/8/8/KBN5 w - -  bm Bd3; id "one";\n'
        "8/8/8/8/3k4/8/8/KQ6 w - - 3 17\n8/8/8/8/3k4/8/8/KR6 b - - 0 1\n"
    )

    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        (tmp_path / "some.epd").write_text(self.LINES)
        return tmp_path / "some.epd"

    def test_positions_one_a_line_epd_or_fen(self, path: Path) -> None:
        assert [each.fen for each in openings_of(plan(file=str(path)), NOWHERE)] == [
            KBN,
            "8/8/8/8/3k4/8/8/KQ6 w - - 3 17",
            "8/8/8/8/3k4/8/8/KR6 b - - 0 1",
        ]

    def test_no_more_than_are_wanted_in_any_order(self, path: Path) -> None:
        assert len(openings_of(plan(games=4, file=str(path)), NOWHERE)) == 2
        (one,) = openings_of(plan(file=str(path), count=1), NOWHERE)
        assert one.fen == KBN
        drawn = {
            openings_of(replace(plan(file=str(path), order="random"), seed=n), NOWHERE)
            for n in range(10)
        }
        assert len(drawn) > 2

    def test_games_give_their_first_plies(self, tmp_path: Path) -> None:
        path = tmp_path / "games.pgn"
        path.write_text('1. e4 e5 2. Nf3 *\n\n[FEN "' + KBN + '"]\n\n1. Bd3 *\n')
        found = openings_of(plan(file=str(path), plies=2), NOWHERE)
        assert found == (Opening(chess.STARTING_FEN, ("e2e4", "e7e5")), Opening(KBN, ("b1d3",)))

    def test_of_morris_too(self, tmp_path: Path) -> None:
        path = tmp_path / "some.txt"
        path.write_text("W......./......../B....... w 8 8 0 2\n")
        (opening,) = openings_of(plan("morris", file=str(path)), NOWHERE)
        assert MORRIS.board(opening.fen).hand == [8, 8]

    @pytest.mark.parametrize(
        ("name", "content", "told"),
        [
            ("none.epd", None, "openings.file: "),
            ("empty.epd", "\n# nothing\n", "holds no position"),
            ("bad.epd", "8/8/8/8/8/8/8/8 w - -\n", "bad.epd, line 1: impossible position"),
            ("over.epd", f"{KBN}\n8/8/8/8/8/1k6/1q6/K7 w - - 0 1\n", "over.epd, line 2: nothing"),
            ("text.epd", "Once upon a time\n", "text.epd, line 1: not a FEN"),
            ("control.epd", "8/8 \x1b[31m\v\n", "control.epd, line 1: "),
            ("packed.epd.gz", b"\x1f\x8b\x08" + bytes(99), "packed.epd.gz is compressed: unpack"),
            ("book.bin", bytes(range(8)) + bytes(8), "book.bin is a Polyglot book"),
            ("sound.epd", b"\xff\xfb\x90\x01" + bytes(range(99)), "sound.epd is not text"),
            ("bad.pgn", "1. e4 e4 *\n", "illegal move 1... e4"),
            ("morris.pgn", '[Game "Nine men\'s morris"]\n\n1. d6 f4 *\n', "a game of morris"),
            ("over.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n", "over.pgn, game 1: the game is over after"),
        ],
    )
    def test_a_bad_one_is_named(
        self, name: str, content: str | bytes | None, told: str, tmp_path: Path
    ) -> None:
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        with pytest.raises(PlanError) as caught:
            openings_of(plan(file=str(path)), NOWHERE)
        assert told in str(caught.value)
        assert name in str(caught.value)
        assert str(caught.value).isprintable()

    def test_an_illegal_position_of_the_list_is_named(self) -> None:
        with pytest.raises(PlanError, match=r"^openings.positions, number 2: impossible position"):
            openings_of(plan(positions=(KBN, "8/8/8/8/8/8/8/KK5k w - - 0 1")), NOWHERE)


class TestTables:
    def test_of_a_verdict_and_distance(self, tables: Path) -> None:
        asked = plan(tables=("KBNvK",), verdict="white wins", distance=(40, 50), games=40)
        found = openings_of(asked, tables)
        assert len(set(found)) == 20
        assert found == openings_of(asked, tables)
        for opening in found:
            board = chess.Board(opening.fen)
            verdict = Tablebase(tables).probe(board)
            assert verdict.wdl == (1 if board.turn else -1)
            assert 40 <= (verdict.plies or 0) <= 50
        assert {chess.Board(opening.fen).turn for opening in found} == {True, False}

    def test_a_win_that_the_fifty_move_rule_forbids_is_none(
        self, tables: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As if the rule drew whatever has White's king on a dark square."""

        def value(verdicts: Verdicts, board: chess.Board) -> int:
            king = board.king(chess.WHITE)
            assert king is not None
            return 0 if chess.BB_SQUARES[king] & chess.BB_DARK_SQUARES else 1

        monkeypatch.setattr(Verdicts, "value", value)
        for verdict, rules in (("white wins", True), ("any", False)):
            asked = plan(games=40, tables=("KQvK",), verdict=verdict, distance=(1, 99))
            boards = [chess.Board(opening.fen) for opening in openings_of(asked, tables)]
            dark = [bool(b.kings & b.occupied_co[True] & chess.BB_DARK_SQUARES) for b in boards]
            assert any(dark) != rules

    def test_draws_and_several_materials_in_turn(self, tables: Path) -> None:
        asked = plan(tables=("KBNvK", "KRvK"), verdict="draw", games=12)
        boards = [chess.Board(opening.fen) for opening in openings_of(asked, tables)]
        assert [str(Material.of(board)) for board in boards] == ["KBNvK", "KRvK"] * 3
        assert all(Tablebase(tables).probe(board).wdl == 0 for board in boards)

    def test_of_morris_too(self, morris_tables: Path) -> None:
        probe = MorrisTablebase(morris_tables)
        for verdict, wanted in (("black wins", {-1}), ("draw", {0}), ("any", {-1, 0, 1})):
            asked = plan("morris", tables=("morris:4-4",), verdict=verdict)
            for opening in openings_of(asked, morris_tables):
                board = MORRIS.board(opening.fen)
                assert probe.probe(board).wdl * (1 if board.turn else -1) in wanted

    @pytest.mark.parametrize(
        ("game", "name"),
        first(
            1, [("morris:six", "morris:six:3-3"), ("morris:lasker,quiet=9", "morris:lasker:3+1-3")]
        ),
    )
    def test_of_variants_of_morris(self, game: str, name: str, tmp_path: Path) -> None:
        build([MorrisTarget.parse(name)], tmp_path)
        probe = MorrisTablebase(tmp_path)
        for verdict, wanted in (("white wins", {1}), ("draw", {0}), ("any", {-1, 0, 1})):
            asked = plan(game, tables=(name,), verdict=verdict)
            found = openings_of(asked, tmp_path)
            assert len(set(found)) == 4
            for opening in found:
                board = asked.rules.board(opening.fen)
                assert isinstance(board, MorrisBoard)
                assert material(board) == name
                assert probe.probe(board).wdl * (1 if board.turn else -1) in wanted

    def test_they_are_drawn_one_by_one_as_they_are_asked_for(
        self, tables: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A plan may need a hundred thousand: who looks at some does not wait for all."""
        asked = plan(tables=("KBNvK",), verdict="white wins", games=MOST_GAMES)
        tried: list[str] = []

        def counted(source: openings._Source) -> str:
            tried.append(draw(source))
            return tried[-1]

        draw = openings._Source.draw
        monkeypatch.setattr(openings._Source, "draw", counted)
        found = list(islice(openings_module.openings_of(asked, tables), 10))
        assert len(set(found)) == 10 <= len(tried) <= 20

    @pytest.mark.parametrize(
        ("openings", "told"),
        [
            ({"tables": ("KQvKR",)}, "build it: millmate build KQvKR"),
            ({"tables": ("pawns",)}, "openings.tables: unknown material 'pawns'"),
            ({"tables": ("KRvK",), "verdict": "black wins"}, "KRvK has no position with verdict"),
            ({"tables": ("KRvK",), "distance": (90, 99)}, "in 90 to 99 plies"),
        ],
    )
    def test_what_is_not_there_is_named(
        self, openings: dict[str, object], told: str, tables: Path
    ) -> None:
        with pytest.raises(PlanError) as caught:
            openings_of(plan(**openings), tables)
        assert told in str(caught.value)
