"""`millmate play`: programs and people, in both games."""

from pathlib import Path

import chess
import pytest
from tests.commands import Capsys, Ran, Types, refused
from tests.saved_games import saved_game, saved_games

from millmate import paths
from millmate.games.catalogue import game
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.records import archive

RANDOM_GAME = ("play", "--white", "random", "--black", "random")
PEOPLE = ("play", "--white", "human", "--black", "human")
MORRIS_PEOPLE = (*PEOPLE, "--game", "morris")
LONGEST = "WBWWBB../......../........ w 0 0 0 1"  # three against three, 25 plies
MORRIS = "BB.B..../......../W.W.WW.. b 0 0 7 40"


def done(capsys: Capsys, *words: object) -> list[str]:
    """Run a command that succeeds; return its lines."""
    ran = Ran(capsys, *words)
    assert ran.status == 0
    return ran.lines


class TestPrograms:
    @pytest.mark.parametrize("name", ["chess", "morris", "morris:lasker"])
    def test_two_play_and_the_game_is_saved(
        self, name: str, tmp_path: Path, capsys: Capsys
    ) -> None:
        pgn = tmp_path / "game.pgn"
        words = ("play", "--game", name, "--white", "minimax:depth=1", "--black", "random")
        *moves, result, where = done(capsys, *words, "--seed", 3, "--pgn", pgn)
        record = saved_game()
        assert archive.load(pgn) == [record]
        assert (record.game, record.start_fen) == (name, game(name).start_fen)
        assert (record.white, record.black) == ("Minimax, depth 1", "Random")
        assert moves[0].startswith("1. ")
        assert moves[1].startswith("1... ")
        assert len(moves) == len(record.moves)
        assert result == str(record.outcome)
        assert where == f"saved in {saved_games()[0]}"

    @pytest.mark.parametrize(
        ("name", "fen"), [("chess", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"), ("morris", LONGEST)]
    )
    def test_a_match_that_fails_at_its_first_move_files_no_game(
        self, name: str, fen: str, tmp_path: Path, capsys: Capsys
    ) -> None:
        pgn = tmp_path / "game.pgn"
        words = ("play", "--white", "table", "--black", "random", "--tables", tmp_path)
        words = (*words, "--game", name, "--fen", fen, "--pgn", pgn)
        assert "table" in refused(capsys, *words)
        assert saved_games() == []
        assert not pgn.exists()

    @pytest.mark.thorough
    def test_a_seed_repeats_a_game_and_both_sides_choose_differently(
        self, tmp_path: Path, capsys: Capsys
    ) -> None:
        """Else both would make the same choices wherever their moves are as many."""
        pgn = tmp_path / "games.pgn"
        for seed in (0, *range(4)):
            done(capsys, *RANDOM_GAME, "--seed", seed, "--pgn", pgn)
        first, *games = archive.load(pgn)
        assert first.moves == games[0].moves != games[1].moves
        choices = []
        for record in games:
            board = chess.Board()
            for move in record.moves[:2]:
                choices.append(list(board.legal_moves).index(chess.Move.from_uci(move)))
                board.push_uci(move)
        assert choices[::2] != choices[1::2]

    @pytest.mark.parametrize(
        ("name", "fen", "first"),
        [("chess", "8/8/8/8/8/1k6/7r/K7 b - - 0 30", "30... Rh1#"),
         ("morris", MORRIS, "40... g4-g7x")],
    )  # fmt: skip
    def test_a_position_can_be_given(self, name: str, fen: str, first: str, capsys: Capsys) -> None:
        words = ("play", "--game", name, "--white", "random", "--black", "minimax:depth=1")
        lines = done(capsys, *words, "--fen", fen, "--seed", 1)
        assert lines[0].startswith(first)
        assert saved_game().start_fen == fen

    def test_a_position_says_which_game_it_is_of(self, capsys: Capsys) -> None:
        words = ("play", "--white", "random", "--black", "random", "--seed", 1, "--fen")
        done(capsys, *words, f"morris:twelve {MORRIS}")
        assert saved_game().game == "morris:twelve"

    def test_the_perfect_player_needs_its_table(
        self, tables: Path, morris_tables: Path, capsys: Capsys
    ) -> None:
        words = ("play", "--white", "table", "--black", "random", "--seed", 1, "--tables")
        done(capsys, *words, tables, "--fen", "8/8/8/3k4/8/8/8/KQ6 w - -")
        assert saved_game().outcome == Outcome(Termination.CHECKMATE, WHITE)
        line = refused(capsys, *words, tables, "--fen", "8/8/8/3k4/8/8/8/KQ5r w - -")
        assert line == "millmate play: Perfect (table): no table for KQvKR: build it first"
        lines = done(capsys, *words, morris_tables, "--game", "morris", "--fen", LONGEST)
        assert "1-0" in lines[-2]

    @pytest.mark.parametrize(
        ("words", "complaint", "status"),
        [
            (["--white", "god"], "unknown player 'god'", 2),
            (["--black", "minimax:depth=x"], "'depth=x'", 2),
            (["--fen", "?"], "not a FEN: '?'", 1),
            (["--pgn", "/no/where.pgn"], "/no/where.pgn", 1),
            (["--game", "go"], "unknown game 'go': choose chess or morris", 2),
            (["--game", "morris", "--fen", "8/8/8/8/8/8/8/8"], "not a position of morris", 1),
            (["--game", "morris:quiet=x"], "'x' is not a valid limit of quiet moves", 2),
        ],
    )
    def test_bad_words_are_named_before_the_game(
        self, words: list[str], complaint: str, status: int, capsys: Capsys
    ) -> None:
        assert complaint in refused(capsys, *RANDOM_GAME, *words, status=status)
        assert saved_games() == []

    def test_a_games_directory_that_cannot_be_is_named_before_the_game(
        self, capsys: Capsys
    ) -> None:
        paths.data_dir().touch()
        assert str(paths.data_dir()) in refused(capsys, *RANDOM_GAME)

    def test_an_existing_file_keeps_its_games(self, tmp_path: Path, capsys: Capsys) -> None:
        pgn = tmp_path / "games.pgn"
        pgn.write_text("1. e4 e5 *\n")
        done(capsys, *RANDOM_GAME, "--pgn", pgn)
        first, second = archive.load(pgn)
        assert first.moves == ("e2e4", "e7e5")
        assert second.white == "Random"


class TestPerson:
    @pytest.mark.parametrize(
        ("words", "typed", "outcome", "printed"),
        [
            (PEOPLE, "f3\ne7e5\n g4 \nQh4\n", Outcome(Termination.CHECKMATE, BLACK),
             ["Human, White to move: 1. f3", "r n b q k b n r"]),
            (PEOPLE, "e5\nhelp\n\nboard\ne4\nresign\n", Outcome(Termination.RESIGNATION, WHITE),
             ["'e5' is not a legal move", "type a move such as Nf3"]),
            (PEOPLE, "draw\ne4\ndraw\n", Outcome(Termination.AGREEMENT), ["White offers a draw"]),
            (PEOPLE, "claim\n" + "Nf3\nNf6\nNg1\nNg8\n" * 2 + "claim\n",
             Outcome(Termination.THREEFOLD_REPETITION), ["there is no draw to claim"]),
            (PEOPLE, "e4\n", Outcome(Termination.ABANDONED), ["1. e4"]),
            (("play", "--white", "human", "--black", "minimax:depth=1",
              "--fen", "7k/8/8/8/8/8/8/K5Q1 w - - 0 1"), "draw\nKb1\n",
             Outcome(Termination.AGREEMENT), []),
            ((*MORRIS_PEOPLE, "--fen", "WW.W..../......../..BB.B.. b 0 0 7 40"),
             "d3-c3\ng4 g7 x e4\n", Outcome(Termination.FEW_STONES, WHITE),
             ["White wins: fewer than three stones left"]),
            (MORRIS_PEOPLE, "Nf3\nd6\nd6\nhelp\nboard\nresign\n",
             Outcome(Termination.RESIGNATION, WHITE),
             ["'Nf3' is not a move: write d6 to place", "'d6' is not a legal move: d6 is occupied",
              "type a move such as d6 (place), d6-d7 (move)", "6 |   .-------W-------.   |",
              "Black is placing; in hand: White 8, Black 9"]),
            ((*MORRIS_PEOPLE, "--fen", "W.W.W.W./B.B.B.B./........ w 0 0 3 20"),
             "claim\n" + "a7-a4\nb6-b4\na4-a7\nb4-b6\n" * 2 + "claim\n",
             Outcome(Termination.THREEFOLD_REPETITION), ["there is no draw to claim"]),
            ((*MORRIS_PEOPLE, "--fen", "WBWBWBWB/.B.B..BB/........ b 0 0 3 20"), "b2-d2\n",
             Outcome(Termination.NO_MOVES, BLACK), []),
        ],
        ids=["mate", "no move", "draw", "claim", "end of input", "a program takes the draw",
             "last stones", "no move in morris", "claim in morris", "blocked"],
    )  # fmt: skip
    def test_a_game_ends_as_it_was_typed(
        self,
        words: tuple[str, ...],
        typed: str,
        outcome: Outcome,
        printed: list[str],
        types: Types,
        capsys: Capsys,
    ) -> None:
        types(typed)
        out = "\n".join(done(capsys, *words))
        assert saved_game().outcome == outcome
        assert [text for text in printed if text not in out] == []
