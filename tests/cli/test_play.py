"""`millmate play`: programs and people, in both games."""

from pathlib import Path

import chess
import pytest
from tests.commands import Capsys, Ran, Types, refused
from tests.saved_games import saved_game, saved_games

from millmate import paths
from millmate.cli.main import run
from millmate.games.catalogue import game
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.records import archive

RANDOM_GAME = ["play", "--white", "random", "--black", "random"]
RANDOM_MORRIS = ["play", "--game", "morris", "--white", "random", "--black", "random"]
MORRIS_PEOPLE = ["play", "--game", "morris", "--white", "human", "--black", "human"]
LONGEST = "WBWWBB../......../........ w 0 0 0 1"  # three against three, 25 plies


def _index_of_reply(first: str, second: str) -> int:
    board = chess.Board()
    board.push_uci(first)
    return list(board.legal_moves).index(chess.Move.from_uci(second))


class TestPlay:
    def test_two_programs_play_and_the_game_is_kept(self, tmp_path: Path, capsys: Capsys) -> None:
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
        assert where == f"saved in {saved_games()[0]}"

    def test_a_match_that_fails_at_its_first_move_files_no_game(
        self, tmp_path: Path, capsys: Capsys
    ) -> None:
        pgn = tmp_path / "game.pgn"
        words = ["play", "--white", "table", "--black", "random", "--tables", str(tmp_path)]
        assert run([*words, "--fen", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "--pgn", str(pgn)]) == 1
        assert "table" in capsys.readouterr().err
        assert saved_games() == []
        assert not pgn.exists()

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

    def test_a_position_can_be_given(self, capsys: Capsys) -> None:
        words = ["play", "--white", "random", "--black", "minimax:depth=1"]
        assert run([*words, "--fen", "8/8/8/8/8/1k6/7r/K7 b - - 0 30"]) == 0
        assert capsys.readouterr().out.splitlines()[:2] == [
            "30... Rh1#",
            "0-1 (Black wins: checkmate)",
        ]
        assert saved_game().start_fen == "8/8/8/8/8/1k6/7r/K7 b - - 0 30"

    def test_the_perfect_player_needs_its_table(self, tables: Path, capsys: Capsys) -> None:
        words = ["play", "--white", "table", "--black", "random", "--fen"]
        assert run([*words, "8/8/8/3k4/8/8/8/KQ6 w - -", "--tables", str(tables)]) == 0
        assert saved_game().outcome == Outcome(Termination.CHECKMATE, WHITE)
        line = refused(capsys, *words, "8/8/8/3k4/8/8/8/KQ5r w - -", "--tables", str(tables))
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
        self, words: list[str], complaint: str, status: int, capsys: Capsys
    ) -> None:
        assert complaint in refused(capsys, "play", *words, status=status)
        assert saved_games() == []

    def test_a_games_directory_that_cannot_be_is_told_before_the_game(
        self, capsys: Capsys, own_directories: Path
    ) -> None:
        paths.data_dir().touch()
        line = refused(capsys, *RANDOM_GAME)
        assert str(paths.data_dir()) in line

    def test_an_existing_file_keeps_its_games(self, tmp_path: Path) -> None:
        pgn = tmp_path / "games.pgn"
        pgn.write_text("1. e4 e5 *\n")
        run([*RANDOM_GAME, "--pgn", str(pgn)])
        first, second = archive.load(pgn)
        assert first.moves == ("e2e4", "e7e5")
        assert second.white == "Random"


class TestPerson:
    def test_a_person_plays_to_mate(self, types: Types, capsys: Capsys) -> None:
        types("f3\ne7e5\n g4 \nQh4\n")
        assert run(["play", "--white", "human", "--black", "human"]) == 0
        assert saved_game().outcome == Outcome(Termination.CHECKMATE, BLACK)
        out = capsys.readouterr().out
        assert "Human, White to move: 1. f3" in out
        assert "r n b q k b n r" in out, "the board is shown"

    def test_what_is_no_move_is_asked_again(self, types: Types, capsys: Capsys) -> None:
        types("e5\nhelp\n\nboard\ne4\nresign\n")
        assert run(["play", "--white", "human", "--black", "human"]) == 0
        out = capsys.readouterr().out
        assert "'e5' is no legal move" in out
        assert "type a move such as Nf3" in out
        assert saved_game().moves == ("e2e4",)
        assert saved_game().outcome == Outcome(Termination.RESIGNATION, WHITE)

    def test_two_people_agree_on_a_draw(self, types: Types, capsys: Capsys) -> None:
        types("draw\ne4\ndraw\n")
        assert run(["play", "--white", "human", "--black", "human"]) == 0
        assert saved_game().outcome == Outcome(Termination.AGREEMENT)
        assert "White offers a draw" in capsys.readouterr().out

    def test_a_program_that_stands_worse_takes_the_draw(self, types: Types) -> None:
        types("draw\nKb1\n")
        fen = "7k/8/8/8/8/8/8/K5Q1 w - - 0 1"
        assert run(["play", "--white", "human", "--black", "minimax:depth=1", "--fen", fen]) == 0
        assert saved_game().outcome == Outcome(Termination.AGREEMENT)

    def test_a_person_claims_repetition(self, types: Types, capsys: Capsys) -> None:
        types("claim\n" + "Nf3\nNf6\nNg1\nNg8\n" * 2 + "claim\n")
        assert run(["play", "--white", "human", "--black", "human"]) == 0
        assert "there is no draw to claim" in capsys.readouterr().out
        assert saved_game().outcome == Outcome(Termination.THREEFOLD_REPETITION)

    def test_the_end_of_the_input_abandons_the_game(self, types: Types) -> None:
        types("e4\n")
        assert run(["play", "--white", "human", "--black", "human"]) == 0
        assert saved_game().outcome == Outcome(Termination.ABANDONED)
        assert saved_game().moves == ("e2e4",)


class TestPlayOfMorris:
    def test_two_programs_play_and_the_game_is_kept(self, tmp_path: Path, capsys: Capsys) -> None:
        pgn = tmp_path / "game.pgn"
        words = ["play", "--game", "morris", "--white", "minimax:depth=2", "--black", "random"]
        assert run([*words, "--seed", "3", "--pgn", str(pgn)]) == 0
        record = saved_game()
        assert archive.load(pgn) == [record]
        assert record.game == "morris"
        assert record.outcome.winner is WHITE
        *moves, result, where = capsys.readouterr().out.splitlines()
        assert moves[0] == f"1. {record.moves[0]}"
        assert moves[1] == f"1... {record.moves[1]}"
        assert result == str(record.outcome)
        assert where == f"saved in {saved_games()[0]}"

    @pytest.mark.parametrize("name", ["morris:twelve", "morris:lasker", "morris:no-flying"])
    def test_variants_are_played(self, name: str) -> None:
        words = ["play", "--game", name, "--white", "random", "--black", "minimax:depth=1"]
        assert run([*words, "--seed", "1"]) == 0
        assert saved_game().game == name
        assert saved_game().start_fen == game(name).start_fen

    def test_a_position_can_be_given(self, capsys: Capsys) -> None:
        fen = "BB.B..../......../W.W.WW.. b 0 0 7 40"
        words = ["play", "--game", "morris", "--white", "random", "--black", "minimax:depth=1"]
        assert run([*words, "--fen", fen, "--seed", "1"]) == 0
        assert capsys.readouterr().out.startswith("40... g4-g7x")
        assert saved_game().start_fen == fen

    @pytest.mark.parametrize(
        ("words", "complaint", "status"),
        [
            (["--game", "go"], "unknown game 'go': choose chess or morris", 2),
            (["--game", "morris", "--fen", "8/8/8/8/8/8/8/8"], "not a position of morris", 1),
        ],
    )
    def test_bad_words_are_named_before_the_game(
        self, words: list[str], complaint: str, status: int, capsys: Capsys
    ) -> None:
        line = refused(capsys, *RANDOM_GAME, *words, status=status)
        assert complaint in line
        assert saved_games() == []


class TestPersonOfMorris:
    def test_people_play_to_the_last_stones(self, types: Types, capsys: Capsys) -> None:
        types("d3-c3\ng4 g7 x e4\n")
        fen = "WW.W..../......../..BB.B.. b 0 0 7 40"
        assert run([*MORRIS_PEOPLE, "--fen", fen]) == 0
        assert saved_game().outcome == Outcome(Termination.FEW_STONES, WHITE)
        assert "White wins: fewer than three stones left" in capsys.readouterr().out

    def test_what_is_no_move_is_asked_again_with_the_rule(
        self, types: Types, capsys: Capsys
    ) -> None:
        types("Nf3\nd6\nd6\nhelp\nboard\nresign\n")
        assert run(MORRIS_PEOPLE) == 0
        out = capsys.readouterr().out
        assert "'Nf3' is no move: write d6 to place" in out
        assert "'d6' is no legal move: d6 is occupied" in out
        assert "type a move such as d6 (place), d6-d7 (move)" in out
        assert "6 |   .-------W-------.   |" in out
        assert "Black is placing; in hand: White 8, Black 9" in out
        assert saved_game().outcome == Outcome(Termination.RESIGNATION, WHITE)

    def test_a_person_claims_repetition(self, types: Types, capsys: Capsys) -> None:
        types("claim\n" + "a7-a4\nb6-b4\na4-a7\nb4-b6\n" * 2 + "claim\n")
        assert run([*MORRIS_PEOPLE, "--fen", "W.W.W.W./B.B.B.B./........ w 0 0 3 20"]) == 0
        assert "there is no draw to claim" in capsys.readouterr().out
        assert saved_game().outcome == Outcome(Termination.THREEFOLD_REPETITION)

    def test_a_blocked_side_has_lost(self, types: Types) -> None:
        types("b2-d2\n")
        fen = "WBWBWBWB/.B.B..BB/........ b 0 0 3 20"
        assert run([*MORRIS_PEOPLE, "--fen", fen]) == 0
        assert saved_game().outcome == Outcome(Termination.NO_MOVES, BLACK)


def test_the_perfect_player_wins_from_the_command_line(morris_tables: Path, capsys: Capsys) -> None:
    words = ("--game", "morris", "--white", "table", "--black", "random", "--fen", LONGEST)
    ran = Ran(capsys, "play", *words, "--seed", 1, "--tables", morris_tables)
    assert ran.status == 0
    assert "1-0" in ran.out
