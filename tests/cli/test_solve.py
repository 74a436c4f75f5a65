"""`millmate solve`: the position on the board, planned and solved from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from millmate.cli import main

BLOCKED = "8/8/4k3/p7/P7/4K3/8/8 w - - 0 1"


def solve(directory: Path, *words: str) -> int:
    return main.run(["solve", *words, "--tables", str(directory), "--threads", "1"])


def test_a_plan_tells_what_it_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert solve(tmp_path, BLOCKED, "--plan") == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith(
        "for White, up to 0 pieces: 9 placements of pawns in 3 tables, 3 to build; about "
    )
    assert told[0].endswith("; 8 placements lie outside")
    assert "up to 1 piece: " in told[1]
    assert not (tmp_path / "positions").exists()


def test_a_plan_names_the_pawns_that_stay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert solve(tmp_path, BLOCKED, "--plan", "--pieces", "0", "--stays", "a5,A4") == 0
    told = capsys.readouterr().out
    assert told.startswith(
        "for White, up to 0 pieces, pawns staying on a4, a5: 1 placement of pawns"
    )


def test_both_sides_hold_the_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert solve(tmp_path, BLOCKED, "--pieces", "0") == 0
    assert capsys.readouterr().out.splitlines() == [
        "White at least draws",
        "Black at least draws",
        "Together: draw with best play",
    ]


def test_probe_asks_solved_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    solve(tmp_path, BLOCKED, "--pieces", "0")
    capsys.readouterr()
    assert main.run(["probe", BLOCKED, "--tables", str(tmp_path)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["tables"], answer["verdict"]) == ("position", "draw with best play")
    assert (answer["wdl"], answer["dtm"]) == (0, None)
    assert {move["verdict"] for move in answer["moves"]} == {"draw with best play"}
    other = "8/8/4k3/p7/8/P3K3/8/8 w - - 0 1"
    assert main.run(["probe", other, "--tables", str(tmp_path)]) == 1
    assert json.loads(capsys.readouterr().out)["error"].startswith("no table for KPvKP")


def test_probe_tells_bounds_from_values(
    bounded_positions: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def probe(fen: str) -> dict[str, Any]:
        assert main.run(["probe", fen, "--tables", str(bounded_positions)]) == 0
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    won = probe("8/8/1P6/2p5/8/8/8/K2k4 w - - 0 1")
    assert (won["wdl"], won["dtm"], won["dtm_at_most"]) == (1, None, 23)
    assert [move["wdl"] for move in won["moves"]] == [1, 1, None, None]
    held = probe("8/8/kP6/2p5/8/8/8/4K3 w - - 0 1")
    assert (held["wdl"], held["at_least"], held["at_most"]) == (None, 0, 1)
    assert (held["moves"][-1]["at_least"], held["moves"][-1]["at_most"]) == (-1, 1)


def test_a_win_has_moves_and_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert solve(tmp_path, "8/8/8/p1K5/P7/8/8/6k1 w - - 0 1", "--promote", "Q") == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("White mates in ")
    assert told[0].endswith("(with promotion to Q only)")
    assert any(line.strip().startswith(("Kb5", "Kb6")) for line in told[1:3])
    assert told[-1].startswith("1. K")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nonsense"], "nonsense"),
        (["4k3/pppppp2/8/8/8/8/PPPPPP2/4K3 w - - 0 1"], "has 14 pieces: up to 12 can be solved"),
        ([BLOCKED, "--promote", "K"], "'K' is not a choice of Q, R, B and N"),
        ([BLOCKED, "--stays", "x9"], "'x9' does not name squares, such as d4 or d4,e5"),
        ([BLOCKED, "--stays", "b2"], "there is no pawn on b2 to stay there"),
        ([BLOCKED, "--pieces", "9"], "'9' is not a number of pieces from 0 to 4"),
        ([BLOCKED, "--memory", "1MB"], "needs about"),
    ],
)
def test_bad_input_is_told_in_a_sentence(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert solve(tmp_path, *words) != 0
    assert message in capsys.readouterr().err


def test_a_line_is_told_where_something_is_known_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tight = "--for", "white", "--pieces", "0", "--captures", "0", "--losses", "0"
    assert solve(tmp_path, "8/8/8/p1k5/P7/1K6/8/8 w - - 0 1", *tight) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == ["White at least draws", "  Kc3     White at least draws"]
    assert told[-1].startswith("1. Kc3 ")
    assert solve(tmp_path, "8/8/1k6/p7/P7/7K/8/8 w - - 0 1", *tight) == 0
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 6
    assert all("unknown" in line for line in told)
