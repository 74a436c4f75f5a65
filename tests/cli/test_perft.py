"""`millmate perft`: leaves of both games."""

import pytest
from tests.commands import Capsys, Ran, refused

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
CHESS960 = "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq -"
QUEENS = "8/6kR/8/8/8/bq6/1rqqqqqq/K1nqnbrq b - -"  # no game leads there
MORRIS = "WW.W..../.B.BB.../......B. w 0 0"


@pytest.mark.parametrize(
    ("words", "leaves"),
    [
        (["chess", "3"], 8902),
        (["chess", "0"], 1),
        (["chess", "2", KIWIPETE], 2039),
        (["chess", "2", *KIWIPETE.split()], 2039),
        (["chess", "2", CHESS960], 522),
        (["chess", "2", QUEENS], 52),
        (["morris", "0"], 1),
        (["morris", "5"], 5_140_800),
        (["morris", "1", MORRIS], 3 * 17 + 3),
        (["morris", "1", *MORRIS.split()], 3 * 17 + 3),
        (["morris:twelve", "2"], 552),
        (["morris:lasker", "3"], 12_144 + 22 * 64),
    ],
)
def test_it_counts_leaves_with_time_and_speed(
    words: list[str], leaves: int, capsys: Capsys
) -> None:
    ran = Ran(capsys, "perft", *words)
    assert ran.status == 0
    assert ran.out.startswith(f"{leaves} leaves, ")
    assert " s, " in ran.out
    assert ran.out.endswith(" nodes/s\n")


@pytest.mark.parametrize(
    ("words", "complaint", "status"),
    [
        (["chess", "x"], "'x'", 1),
        (["chess", "--", "-1"], "'-1'", 1),
        (["chess", "1", "nonsense"], "not a FEN", 1),
        (["chess", "1", "8/8/8/8/8/8/8/K7"], "Black has no king", 1),
        (["checkers", "1"], "'checkers'", 2),
        (["morris", "x"], "'x'", 1),
        (["morris", "1", "nonsense"], "not a position of morris", 1),
        (["morris", "1", "WWW...../......../BB...... w"], "Black needs 3 stones", 1),
        (["morris:thirteen", "1"], "'thirteen'", 2),
    ],
)
def test_bad_words_are_named(words: list[str], complaint: str, status: int, capsys: Capsys) -> None:
    assert complaint in refused(capsys, "perft", *words, status=status)
