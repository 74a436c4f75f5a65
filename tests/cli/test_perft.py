"""`millmate perft`: leaves of both games."""

import pytest
from tests.commands import Capsys, refused

from millmate.cli.main import run

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"


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
        self, words: list[str], leaves: int, capsys: Capsys
    ) -> None:
        assert run(["perft", "chess", *words]) == 0
        line = capsys.readouterr().out
        assert line.startswith(f"{leaves} leaves, ")
        assert " s, " in line
        assert line.endswith(" nodes/s\n")

    def test_bad_positions_and_depths_are_named(self, capsys: Capsys) -> None:
        assert "'x'" in refused(capsys, "perft", "chess", "x")
        assert "'-1'" in refused(capsys, "perft", "chess", "--", "-1")
        assert "not a FEN" in refused(capsys, "perft", "chess", "1", "nonsense")
        assert "Black has no king" in refused(capsys, "perft", "chess", "1", "8/8/8/8/8/8/8/K7")

    def test_an_unknown_game_is_named(self, capsys: Capsys) -> None:
        assert run(["perft", "checkers", "1"]) == 2
        assert "'checkers'" in capsys.readouterr().err


class TestPerftOfMorris:
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
        self, words: list[str], leaves: int, capsys: Capsys
    ) -> None:
        assert run(["perft", *words]) == 0
        line = capsys.readouterr().out
        assert line.startswith(f"{leaves} leaves, ")
        assert line.endswith(" nodes/s\n")

    def test_bad_words_are_named(self, capsys: Capsys) -> None:
        assert "'x'" in refused(capsys, "perft", "morris", "x")
        assert "not a position of morris" in refused(capsys, "perft", "morris", "1", "nonsense")
        line = refused(capsys, "perft", "morris", "1", "WWW...../......../BB...... w")
        assert "Black needs 3 stones" in line
        assert "'thirteen'" in refused(capsys, "perft", "morris:thirteen", "1", status=2)
