"""`millmate bench morris`: leaves counted, pairs solved."""

import json

import pytest
from tests.commands import Capsys, refused

from millmate.cli.main import run


class TestBench:
    def test_the_rate_of_counting_leaves(self, capsys: Capsys) -> None:
        assert run(["bench", "morris", "--depth", "5", "--pairs"]) == 0
        rate, check = capsys.readouterr().out.splitlines()
        assert rate.startswith("perft 5: 5,140,800 leaves in ")
        assert rate.endswith(" million a second")
        assert check == "counted by symmetry: the same"

    def test_as_json(self, capsys: Capsys) -> None:
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

    def test_pairs_are_solved_and_timed(self, capsys: Capsys) -> None:
        words = ["--depth", "1", "--pairs", "morris:4-3", "3-3", "--repeat", "1"]
        assert run(["bench", "morris", *words]) == 0
        _, _, _, headings, three, four = capsys.readouterr().out.splitlines()
        assert headings.split()[:4] == ["pair", "solve", "verify", "positions"]
        assert three.startswith("morris:3-3 ")
        assert " 169,626 " in three
        assert four.startswith("morris:4-3 ")
        assert "C++ solver × " in four

    @pytest.mark.parametrize("name", ["morris:ply17-3-3", "moving"])
    def test_what_is_no_pair_is_named(self, name: str, capsys: Capsys) -> None:
        words = ["bench", "morris", "--depth", "1", "--pairs", name]
        assert f"{name!r} is not a pair of numbers of stones" in refused(capsys, *words)

    def test_a_depth_out_of_range_is_named(self, capsys: Capsys) -> None:
        assert "'0'" in refused(capsys, "bench", "morris", "--depth", "0", status=2)
