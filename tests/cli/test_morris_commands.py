"""Morris at the command line: perft, play and bench, run as a person would."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from millmate.cli.main import run
from millmate.games.catalogue import game
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.records import archive
from millmate.records.record import GameRecord

RANDOM_GAME = ["play", "--game", "morris", "--white", "random", "--black", "random"]
PEOPLE = ["play", "--game", "morris", "--white", "human", "--black", "human"]
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
    """Run a command that has to fail and return its last line on standard error."""
    assert run(words) == status
    return capsys.readouterr().err.splitlines()[-1]


class TestPerft:
    @pytest.mark.parametrize(
        ("words", "leaves"),
        [
            (["morris", "0"], 1),
            (["morris", "5"], 5_140_800),
            (["morris", "1", "WW.W..../.B.BB.../......B. w 0 0"], 3 * 17 + 3),
            (["morris", "1", "WW.W..../.B.BB.../......B.", "w", "0", "0"], 3 * 17 + 3),
            (["morris:twelve", "2"], 552),
            (["morris:lasker", "3"], 12_144 + 22 * 64),
        ],
    )
    def test_it_counts_leaves_with_time_and_speed(
        self, words: list[str], leaves: int, capsys: Capture
    ) -> None:
        assert run(["perft", *words]) == 0
        line = capsys.readouterr().out
        assert line.startswith(f"{leaves} leaves, ")
        assert line.endswith(" nodes/s\n")

    def test_bad_words_are_named(self, capsys: Capture) -> None:
        assert "'x'" in failing(["perft", "morris", "x"], capsys)
        assert "not a position of morris" in failing(["perft", "morris", "1", "nonsense"], capsys)
        line = failing(["perft", "morris", "1", "WWW...../......../BB...... w"], capsys)
        assert "Black needs 3 stones" in line
        assert "'thirteen'" in failing(["perft", "morris:thirteen", "1"], capsys, 2)


class TestPlay:
    def test_two_programs_play_and_the_game_is_kept(self, tmp_path: Path, capsys: Capture) -> None:
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
        assert where == f"saved in {archive.listing()[0]}"

    @pytest.mark.parametrize("name", ["morris:twelve", "morris:lasker", "morris:no-flying"])
    def test_variants_are_played(self, name: str) -> None:
        words = ["play", "--game", name, "--white", "random", "--black", "minimax:depth=1"]
        assert run([*words, "--seed", "1"]) == 0
        assert saved_game().game == name
        assert saved_game().start_fen == game(name).start_fen

    def test_a_position_can_be_given(self, capsys: Capture) -> None:
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
        self, words: list[str], complaint: str, status: int, capsys: Capture
    ) -> None:
        line = failing(["play", "--white", "random", "--black", "random", *words], capsys, status)
        assert complaint in line
        assert archive.listing() == []


class TestPerson:
    def test_people_play_to_the_last_stones(self, types: Types, capsys: Capture) -> None:
        types("d3-c3\ng4 g7 x e4\n")
        fen = "WW.W..../......../..BB.B.. b 0 0 7 40"
        assert run([*PEOPLE, "--fen", fen]) == 0
        assert saved_game().outcome == Outcome(Termination.FEW_STONES, WHITE)
        assert "White wins: fewer than three stones left" in capsys.readouterr().out

    def test_what_is_no_move_is_asked_again_with_the_rule(
        self, types: Types, capsys: Capture
    ) -> None:
        types("Nf3\nd6\nd6\nhelp\nboard\nresign\n")
        assert run(PEOPLE) == 0
        out = capsys.readouterr().out
        assert "'Nf3' is no move: write d6 to place" in out
        assert "'d6' is no legal move: d6 is occupied" in out
        assert "type a move such as d6 (place), d6-d7 (move)" in out
        assert "6 |   .-------W-------.   |" in out
        assert "Black is placing; in hand: White 8, Black 9" in out
        assert saved_game().outcome == Outcome(Termination.RESIGNATION, WHITE)

    def test_a_person_claims_repetition(self, types: Types, capsys: Capture) -> None:
        types("claim\n" + "a7-a4\nb6-b4\na4-a7\nb4-b6\n" * 2 + "claim\n")
        assert run([*PEOPLE, "--fen", "W.W.W.W./B.B.B.B./........ w 0 0 3 20"]) == 0
        assert "there is no draw to claim" in capsys.readouterr().out
        assert saved_game().outcome == Outcome(Termination.THREEFOLD_REPETITION)

    def test_a_blocked_side_has_lost(self, types: Types) -> None:
        types("b2-d2\n")
        fen = "WBWBWBWB/.B.B..BB/........ b 0 0 3 20"
        assert run([*PEOPLE, "--fen", fen]) == 0
        assert saved_game().outcome == Outcome(Termination.NO_MOVES, BLACK)


class TestBench:
    def test_the_rate_of_counting_leaves(self, capsys: Capture) -> None:
        assert run(["bench", "morris", "--depth", "5", "--pairs"]) == 0
        rate, check = capsys.readouterr().out.splitlines()
        assert rate.startswith("perft 5: 5,140,800 leaves in ")
        assert rate.endswith(" million a second")
        assert check == "counted by symmetry: the same"

    def test_as_json(self, capsys: Capture) -> None:
        words = ["--depth", "4", "--threads", "2", "--pairs", "4-3", "--repeat", "2", "--json"]
        assert run(["bench", "morris", *words]) == 0
        told = json.loads(capsys.readouterr().out)
        figures = told["perft"]
        assert (figures["depth"], figures["threads"], figures["leaves"]) == (4, 2, 255_024)
        assert figures["agrees_with_count_by_symmetry"]
        (pair,) = told["pairs"]
        assert (pair["pair"], pair["positions"]) == ("morris:4-3", 2 * 760_398)
        assert (len(pair["solving"]), len(pair["verifying"])) == (2, 2)
        best = min(pair["solving"])
        assert pair["times_faster_than"]["C++ solver"] == pytest.approx(0.2 / best, rel=0.05)
        assert pair["positions_per_cpu_second"] == pytest.approx(1_520_796 / best, rel=0.05)

    def test_pairs_are_solved_and_timed(self, capsys: Capture) -> None:
        words = ["--depth", "1", "--pairs", "morris:4-3", "3-3", "--repeat", "1"]
        assert run(["bench", "morris", *words]) == 0
        _, _, _, headings, three, four = capsys.readouterr().out.splitlines()
        assert headings.split()[:4] == ["pair", "solve", "verify", "positions"]
        assert three.startswith("morris:3-3 ")
        assert " 169,626 " in three
        assert four.startswith("morris:4-3 ")
        assert "C++ solver × " in four

    @pytest.mark.parametrize("name", ["morris:ply17-3-3", "moving"])
    def test_what_is_no_pair_is_named(self, name: str, capsys: Capture) -> None:
        words = ["bench", "morris", "--depth", "1", "--pairs", name]
        assert f"{name!r} is no pair of numbers of stones" in failing(words, capsys, 1)

    def test_a_depth_out_of_range_is_named(self, capsys: Capture) -> None:
        assert "'0'" in failing(["bench", "morris", "--depth", "0"], capsys, 2)
