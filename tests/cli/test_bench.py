"""`millmate bench`: what it measures is right and printed, whatever the speed."""

import json
import tempfile
from pathlib import Path

import pytest
from tests.commands import Capsys, Ran, refused

from millmate.cli import bench_engines
from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.measure import measure, memory_bandwidth
from millmate.tablebase.reference_times import REFERENCE_TIMES

SHORT = ("generations", "--games", 2, "--seconds", "0.01", "--game", "morris")
# The leaves of the six positions, a ply less deep than they are measured.
LEAVES = [4_865_609, 4_085_603, 11_030_083, 422_333, 2_103_487, 3_894_594]


def lines(capsys: Capsys, *words: object) -> list[str]:
    ran = Ran(capsys, "bench", *words)
    assert ran.status == 0
    return ran.lines


def figures(capsys: Capsys, *words: object) -> dict:
    return json.loads("\n".join(lines(capsys, *words, "--json")))


class TestTables:
    def test_each_has_its_times_and_how_much_longer_others_take(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
    ) -> None:
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        words = ("tables", "--materials", "KQvKR", "KPvK", "--repeat", 1)
        memory, headings, rook, pawn, *shares = lines(capsys, *words)
        assert "B/s in memory" in memory
        assert headings.split()[:5] == ["table", "solve", "median", "verify", "store"]
        assert rook.startswith("KQvKR ")
        least, median = map(float, rook.split()[1:3])
        assert 0 < least <= median
        assert [f"{name} ×" in rook for name in ("rtbgen", "Prophet", "chesstb")] == [True] * 3
        assert "×" not in pawn  # nobody has timed it
        assert [line.split()[0] for line in shares] == ["keys", "KQvKR", "KPvK"]
        for line in shares[1:]:
            assert sum(int(part.strip("%")) for part in line.split()[1:-1]) in range(94, 107)
        assert not list(tmp_path.iterdir())

    @pytest.mark.thorough
    def test_json_has_every_generation(self, capsys: Capsys) -> None:
        found = figures(capsys, "tables", "--materials", "KQvKR", "--repeat", 2)
        (table,) = found["tables"]
        assert found["memory_bytes_per_second"] > 1e8
        assert len(table["generations"]) == 2
        best = min(generation["solving"] for generation in table["generations"])
        assert table["times_faster_than"]["rtbgen"] == pytest.approx(0.52 / best)

    def test_what_is_measured_is_a_table_like_any_other(
        self, tmp_path: Path, rook_tables: Path
    ) -> None:
        (generation,) = measure(Material.parse("KPvK"), tmp_path, 1)
        made, built = (store.opened(at, "KPvK").info for at in (tmp_path, rook_tables))
        assert made.checksum == built.checksum
        used = generation.solving + generation.verifying + generation.writing
        assert 0 < made.cpu_seconds < used + 0.1  # by the clock it may take far longer
        assert generation.bytes > 2 * 24 * 64**2
        assert sum(generation.work.values()) == pytest.approx(used, abs=0.05)
        assert all(seconds > 0 for seconds in generation.work.values())
        assert store.plane_path(tmp_path, "KQvK").exists()  # as while other tables are built

    def test_the_bandwidth_is_three_arrays_by_the_best_time(self) -> None:
        ticks = iter([0.0, 2.0, 2.0, 3.0])
        assert memory_bandwidth(2, lambda: next(ticks)) == 192_000_000

    def test_every_figure_of_others_is_of_a_material(self) -> None:
        for anchor in REFERENCE_TIMES:
            for name, seconds in anchor.seconds.items():
                assert str(Material.parse(name)) == name
                assert seconds > 0


class TestMorris:
    def test_the_rate_of_counting_leaves(self, capsys: Capsys) -> None:
        rate, check = lines(capsys, "morris", "--depth", 3, "--pairs")
        assert rate.startswith("perft 3: 12,144 leaves in ")
        assert rate.endswith(" million a second")
        assert check == "counted by symmetry: the same"

    @pytest.mark.thorough
    def test_json_has_the_leaves_and_the_pairs(self, capsys: Capsys) -> None:
        words = ("--depth", 2, "--threads", 2, "--pairs", "3-3", "--repeat", 2)
        found = figures(capsys, "morris", *words)
        perft, (pair,) = found["perft"], found["pairs"]
        assert (perft["depth"], perft["threads"], perft["leaves"]) == (2, 2, 552)
        assert perft["agrees_with_count_by_symmetry"]
        assert (pair["pair"], pair["positions"]) == ("morris:3-3", 169_626)
        assert (len(pair["solving"]), len(pair["verifying"])) == (2, 2)
        best = min(pair["solving"])
        assert pair["times_faster_than"]["C++ solver"] == pytest.approx(0.14 / best, rel=0.05)
        assert pair["positions_per_cpu_second"] == pytest.approx(169_626 / best, rel=0.05)

    def test_pairs_are_solved_and_timed(self, capsys: Capsys) -> None:
        words = ("--depth", 1, "--pairs", "morris:3-3", "--repeat", 1)
        _, _, _, headings, three = lines(capsys, "morris", *words)
        assert headings.split()[:4] == ["pair", "solve", "verify", "positions"]
        assert three.startswith("morris:3-3 ")
        assert " 169,626 " in three
        assert "C++ solver × " in three


class TestGenerations:
    def test_a_line_a_match(self, capsys: Capsys) -> None:
        heading, line = lines(capsys, *SHORT, "--rungs", 1)
        assert heading.startswith("2 games per match")
        assert line.startswith("morris minimax – random")
        assert "Elo" in line

    @pytest.mark.thorough
    def test_json_has_the_counts(self, capsys: Capsys) -> None:
        (match,) = figures(capsys, *SHORT, "--rungs", 4)["matches"]
        assert (match["newer"], match["older"]) == ("alpha-beta", "memo")
        assert match["won"] + match["drawn"] + match["lost"] == 2
        assert min(match["depths"]) >= 1


def test_perft_is_compared_with_python_chess(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    less = [(name, fen, depth - 1) for name, fen, depth in bench_engines._PERFT]
    monkeypatch.setattr(bench_engines, "_PERFT", less)
    found = figures(capsys, "perft")["perft"]
    assert [row["leaves"] for row in found] == LEAVES
    assert all(row["python_chess"] > 1 for row in found)


def test_search_is_measured_and_a_suite_solved(tmp_path: Path, capsys: Capsys) -> None:
    suite = tmp_path / "two.epd"
    suite.write_text(
        '6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id "mate";\n'
        '6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Ka2; id "no mate";\n'
    )
    words = ("search", "--suite", suite, "--suite-seconds", "0.1")
    speed, depth, solved, failed = lines(capsys, *words)
    assert "million nodes per CPU second" in speed
    assert "CPU seconds on average" in depth
    assert solved == "two.epd: 1 of 2 solved in 0.1 s each"
    assert failed == "not solved: no mate"


@pytest.mark.parametrize(
    ("words", "why", "status"),
    [
        (("tables", "--repeat", 0), "not a number of repetitions", 2),
        (("chairs",), "invalid choice", 2),
        (("tables", "--materials", "KXvK"), "unknown material 'KXvK'", 1),
        (("search", "--suite-seconds", "soon"), "'soon'", 2),
        (("search", "--suite", "no_best_move.epd"), "no best move", 1),
        (("search", "--suite", "nonsense.epd"), "nonsense", 1),
        ((*SHORT, "--rungs", 7), "7", 2),
        ((*SHORT, "--games", 0), "0", 2),
        ((*SHORT, "--seconds", "soon"), "soon", 2),
        (("morris", "--depth", 0), "'0'", 2),
        (("morris", "--depth", 1, "--pairs", "moving"), "'moving' is not a pair of", 1),
        (("morris", "--depth", 1, "--pairs", "morris:ply17-3-3"), "is not a pair of", 1),
    ],
)
def test_what_cannot_be_measured_is_named(
    words: tuple[object, ...],
    why: str,
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capsys,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("no_best_move.epd").write_text("8/8/8/8/8/8/8/K7 w - -")
    Path("nonsense.epd").write_text("nonsense bm e4;")
    assert why in refused(capsys, "bench", *words, status=status)
