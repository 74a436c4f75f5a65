"""The commands that play: play, perft and demo, run as a person would."""

import io
import random
import struct
from collections.abc import Callable
from pathlib import Path

import chess
import pytest

from millmate import paths
from millmate.cli import demo
from millmate.cli.main import run
from millmate.cli.progress import ProgressBar
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.pictures import PictureError
from millmate.records import archive
from millmate.records.record import GameRecord
from millmate.tablebase.build import BuildProgress
from millmate.tablebase.probe import Tablebase

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
RANDOM_GAME = ["play", "--white", "random", "--black", "random"]
Capture = pytest.CaptureFixture[str]
Types = Callable[[str], None]


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Types:
    """Return a function that lets a person type lines."""
    return lambda lines: monkeypatch.setattr("sys.stdin", io.StringIO(lines))


def saved_game() -> GameRecord:
    (path,) = archive.listing()
    (record,) = archive.load(path)
    return record


def failing(words: list[str], capsys: Capture, status: int = 1) -> str:
    """Run a command that has to fail and return its one line on standard error."""
    assert run(words) == status
    (line,) = capsys.readouterr().err.splitlines()
    return line


def _index_of_reply(first: str, second: str) -> int:
    board = chess.Board()
    board.push_uci(first)
    return list(board.legal_moves).index(chess.Move.from_uci(second))


class TestPerft:
    @pytest.mark.parametrize(
        ("words", "leaves"),
        [
            (["3"], 8902),
            (["0"], 1),
            (["2", KIWIPETE], 2039),
            (["2", *KIWIPETE.split()], 2039),
            (["2", "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq -"], 522),  # Chess960
            (["2", "8/6kR/8/8/8/bq6/1rqqqqqq/K1nqnbrq b - -"], 52),  # no game leads there
        ],
    )
    def test_it_counts_leaves_with_time_and_speed(
        self, words: list[str], leaves: int, capsys: Capture
    ) -> None:
        assert run(["perft", "chess", *words]) == 0
        line = capsys.readouterr().out
        assert line.startswith(f"{leaves} leaves, ")
        assert " s, " in line
        assert line.endswith(" nodes/s\n")

    def test_bad_positions_and_depths_are_named(self, capsys: Capture) -> None:
        assert "'x'" in failing(["perft", "chess", "x"], capsys)
        assert "'-1'" in failing(["perft", "chess", "--", "-1"], capsys)
        assert "not a FEN" in failing(["perft", "chess", "1", "nonsense"], capsys)
        assert "Black has no king" in failing(["perft", "chess", "1", "8/8/8/8/8/8/8/K7"], capsys)

    def test_an_unknown_game_is_named(self, capsys: Capture) -> None:
        assert run(["perft", "checkers", "1"]) == 2
        assert "'checkers'" in capsys.readouterr().err


class TestPlay:
    def test_two_programs_play_and_the_game_is_kept(self, tmp_path: Path, capsys: Capture) -> None:
        pgn = tmp_path / "game.pgn"
        words = ["play", "--game", "chess", "--white", "minimax:depth=1", "--black", "random"]
        assert run([*words, "--seed", "3", "--pgn", str(pgn)]) == 0
        record = saved_game()
        assert archive.load(pgn) == [record]
        assert (record.white, record.black) == ("Minimax, depth 1", "Random")
        *moves, result, where = capsys.readouterr().out.splitlines()
        assert moves[0].startswith("1. ")
        assert moves[1].startswith("1... ")
        assert len(moves) == len(record.moves)
        assert result == str(record.outcome)
        assert where == f"saved in {archive.listing()[0]}"

    def test_the_same_seed_plays_the_same_game(self, tmp_path: Path) -> None:
        pgn = tmp_path / "games.pgn"
        for seed in ("1", "1", "2"):
            run(
                [
                    "play",
                    "--white",
                    "random",
                    "--black",
                    "random",
                    "--seed",
                    seed,
                    "--pgn",
                    str(pgn),
                ]
            )
        first, again, other = archive.load(pgn)
        assert first.moves == again.moves != other.moves

    def test_two_players_of_one_game_draw_by_different_lots(self, tmp_path: Path) -> None:
        """Else both sides would make the same choices wherever their moves are as many."""
        pgn = tmp_path / "games.pgn"
        for seed in range(8):
            run([*RANDOM_GAME, "--seed", str(seed), "--pgn", str(pgn)])
        openings = [record.moves[:2] for record in archive.load(pgn)]
        same_lot = [
            list(chess.Board().legal_moves).index(chess.Move.from_uci(first))
            == _index_of_reply(first, second)
            for first, second in openings
        ]
        assert not all(same_lot)

    def test_a_position_can_be_given(self, capsys: Capture) -> None:
        words = ["play", "--white", "random", "--black", "minimax:depth=1"]
        assert run([*words, "--fen", "8/8/8/8/8/1k6/7r/K7 b - - 0 30"]) == 0
        assert capsys.readouterr().out.splitlines()[:2] == [
            "30... Rh1#",
            "0-1 (Black wins: checkmate)",
        ]
        assert saved_game().start_fen == "8/8/8/8/8/1k6/7r/K7 b - - 0 30"

    def test_the_perfect_player_needs_its_table(self, tables: Path, capsys: Capture) -> None:
        words = ["play", "--white", "table", "--black", "random", "--fen"]
        assert run([*words, "8/8/8/3k4/8/8/8/KQ6 w - -", "--tables", str(tables)]) == 0
        assert saved_game().outcome == Outcome(Termination.CHECKMATE, WHITE)
        line = failing([*words, "8/8/8/3k4/8/8/8/KQ5r w - -", "--tables", str(tables)], capsys)
        assert line == "millmate play: Perfect (table): no table for KQvKR: build it first"

    @pytest.mark.parametrize(
        ("words", "complaint", "status"),
        [
            (["--white", "god", "--black", "random"], "unknown player 'god'", 2),
            (["--white", "random", "--black", "minimax:depth=x"], "'depth=x'", 2),
            (["--white", "random", "--black", "random", "--fen", "?"], "not a FEN: '?'", 1),
            (
                ["--white", "random", "--black", "random", "--pgn", "/no/where.pgn"],
                "/no/where.pgn",
                1,
            ),
        ],
    )
    def test_bad_words_are_named_before_the_game(
        self, words: list[str], complaint: str, status: int, capsys: Capture
    ) -> None:
        assert complaint in failing(["play", *words], capsys, status)
        assert archive.listing() == []

    def test_a_games_directory_that_cannot_be_is_told_before_the_game(
        self, capsys: Capture, own_directories: Path
    ) -> None:
        paths.data_dir().touch()
        line = failing(RANDOM_GAME, capsys)
        assert str(paths.data_dir()) in line

    def test_an_existing_file_keeps_its_games(self, tmp_path: Path) -> None:
        pgn = tmp_path / "games.pgn"
        pgn.write_text("1. e4 e5 *\n")
        run([*RANDOM_GAME, "--pgn", str(pgn)])
        first, second = archive.load(pgn)
        assert first.moves == ("e2e4", "e7e5")
        assert second.white == "Random"


class TestPerson:
    def test_a_person_plays_to_mate(self, types: Types, capsys: Capture) -> None:
        types("f3\ne7e5\n g4 \nQh4\n")
        assert run(["play", "--white", "human", "--black", "human"]) == 0
        assert saved_game().outcome == Outcome(Termination.CHECKMATE, BLACK)
        out = capsys.readouterr().out
        assert "Human, White to move: 1. f3" in out
        assert "r n b q k b n r" in out, "the board is shown"

    def test_what_is_no_move_is_asked_again(self, types: Types, capsys: Capture) -> None:
        types("e5\nhelp\n\nboard\ne4\nresign\n")
        assert run(["play", "--white", "human", "--black", "human"]) == 0
        out = capsys.readouterr().out
        assert "'e5' is no legal move" in out
        assert "type a move such as Nf3" in out
        assert saved_game().moves == ("e2e4",)
        assert saved_game().outcome == Outcome(Termination.RESIGNATION, WHITE)

    def test_two_people_agree_on_a_draw(self, types: Types, capsys: Capture) -> None:
        types("draw\ne4\ndraw\n")
        assert run(["play", "--white", "human", "--black", "human"]) == 0
        assert saved_game().outcome == Outcome(Termination.AGREEMENT)
        assert "White offers a draw" in capsys.readouterr().out

    def test_a_program_that_stands_worse_takes_the_draw(self, types: Types) -> None:
        types("draw\nKb1\n")
        fen = "7k/8/8/8/8/8/8/K5Q1 w - - 0 1"
        assert run(["play", "--white", "human", "--black", "minimax:depth=1", "--fen", fen]) == 0
        assert saved_game().outcome == Outcome(Termination.AGREEMENT)

    def test_a_person_claims_repetition(self, types: Types, capsys: Capture) -> None:
        types("claim\n" + "Nf3\nNf6\nNg1\nNg8\n" * 2 + "claim\n")
        assert run(["play", "--white", "human", "--black", "human"]) == 0
        assert "there is no draw to claim" in capsys.readouterr().out
        assert saved_game().outcome == Outcome(Termination.THREEFOLD_REPETITION)

    def test_the_end_of_the_input_abandons_the_game(self, types: Types) -> None:
        types("e4\n")
        assert run(["play", "--white", "human", "--black", "human"]) == 0
        assert saved_game().outcome == Outcome(Termination.ABANDONED)
        assert saved_game().moves == ("e2e4",)


class TestDemo:
    def test_it_builds_plays_to_mate_and_writes_game_and_picture(
        self, tables: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        assert (
            run(["demo", "--tables", str(tables), "--out", str(tmp_path / "out"), "--seed", "2"])
            == 0
        )
        out = capsys.readouterr().out
        assert "KBNvK: longest win 33 moves" in out
        assert "verdict: White mates in " in out
        (record,) = archive.load(tmp_path / "out" / "millmate-demo.pgn")
        assert record.outcome == Outcome(Termination.CHECKMATE, WHITE)
        assert record == saved_game()
        plies = int(out.partition("moves (")[2].split()[0])
        assert len(record.moves) == plies, "mate in exactly the plies the verdict said"
        png = (tmp_path / "out" / "millmate-demo.png").read_bytes()
        assert struct.unpack(">II", png[16:24]) == (640, 640)

    def test_it_plays_won_positions_only(
        self, tables: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        """With this seed the first position drawn by lot is no win."""
        drawn = random_position(Material("KBN", "K"), random.Random(291))
        assert Tablebase(tables).probe(drawn).wdl == 0
        words = ["demo", "--tables", str(tables), "--out", str(tmp_path), "--seed", "291"]
        assert run(words) == 0
        assert "(White wins: checkmate)" in capsys.readouterr().out

    def test_it_writes_where_it_stands_unless_told(
        self, tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert run(["demo", "--tables", str(tables)]) == 0
        assert {path.name for path in tmp_path.iterdir()} == {
            "millmate-demo.pgn",
            "millmate-demo.png",
        }

    def test_without_libcairo_it_writes_the_drawing_and_says_so(
        self, tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
    ) -> None:
        def no_cairo(board: chess.Board) -> bytes:
            raise PictureError("pictures need the system library libcairo")

        monkeypatch.setattr(demo, "board_png", no_cairo)
        assert run(["demo", "--tables", str(tables), "--out", str(tmp_path)]) == 0
        assert capsys.readouterr().err == (
            "millmate demo: pictures need the system library libcairo\n"
        )
        assert (tmp_path / "millmate-demo.svg").read_text().startswith("<svg")

    def test_a_place_that_cannot_be_written_is_named(
        self, tables: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        (tmp_path / "file").touch()
        line = failing(["demo", "--tables", str(tables), "--out", str(tmp_path / "file")], capsys)
        assert str(tmp_path / "file") in line


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class TestProgressBar:
    PROGRESS = BuildProgress("KBNvK", 3, 3, "solving", True, 12, 3020, 0.5, 61.0)

    def test_on_a_terminal_it_shows_table_share_finds_and_time_left(self) -> None:
        stream = Terminal()
        ProgressBar(stream)(self.PROGRESS)
        line = stream.getvalue()
        assert line.startswith("\rKBNvK (3/3)")
        for part in ("50%", "solving", "12 plies: 3,020 positions"):
            assert part in line

    def test_a_line_never_wraps(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        stream = Terminal()
        ProgressBar(stream)(self.PROGRESS)
        assert len(stream.getvalue().strip("\r")) < 40

    def test_it_leaves_a_clean_line(self) -> None:
        stream = Terminal()
        with ProgressBar(stream) as show:
            show(self.PROGRESS)
        assert stream.getvalue().split("\r")[-2].strip() == ""
        assert stream.getvalue().endswith("\r")

    def test_elsewhere_it_is_silent(self) -> None:
        stream = io.StringIO()
        with ProgressBar(stream) as show:
            show(self.PROGRESS)
        assert stream.getvalue() == ""
