"""The commands probe and explore with tables of morris, and play by them."""

import io
import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

from millmate.cli.main import run
from millmate.cli.probed import probed_morris
from millmate.games.morris.positions import board_from_text, random_position
from millmate.tablebase.morris.probe import MorrisTablebase

LONGEST = "WBWWBB../......../........ w 0 0 0 1"  # three against three, 25 plies
LAST = "WWWBBB../......../........ b 0 1 0 9"  # the last stone is to be placed
Capsys = pytest.CaptureFixture[str]


class Ran:
    """What a command printed and how it ended."""

    def __init__(self, capsys: Capsys, tables: Path, *words: object) -> None:
        capsys.readouterr()
        self.status = run([*[str(word) for word in words], "--tables", str(tables)])
        self.out, self.err = capsys.readouterr()
        self.lines = self.out.splitlines()

    def json(self) -> list[Any]:
        return [json.loads(line) for line in self.lines]


def test_probe_tells_what_a_position_and_its_moves_are_worth(
    morris_tables: Path, capsys: Capsys
) -> None:
    ran = Ran(capsys, morris_tables, "probe", LONGEST)
    assert (ran.status, ran.err) == (0, "")
    (answer,) = ran.json()
    assert list(answer) == ["fen", "game", "material", "wdl", "dtm", "moves"]
    assert (answer["fen"], answer["game"]) == (LONGEST, "morris")
    assert (answer["material"], answer["wdl"], answer["dtm"]) == ("morris:3-3", 1, 25)
    assert list(answer["moves"][0]) == ["move", "wdl", "dtm"]
    assert (answer["moves"][0]["wdl"], answer["moves"][0]["dtm"]) == (1, 25)
    legal = {str(move) for move in board_from_text(LONGEST).legal_moves}
    assert {move["move"] for move in answer["moves"]} == legal


def test_while_stones_are_placed_the_distance_is_null(morris_tables: Path, capsys: Capsys) -> None:
    (answer,) = Ran(capsys, morris_tables, "probe", LAST).json()
    assert (answer["material"], answer["wdl"], answer["dtm"]) == ("morris:ply17-3-3", 1, None)
    assert answer["moves"][0]["dtm"] == 1


def test_lines_of_both_games_are_answered_in_their_order(
    tables: Path,
    morris_tables: Path,
    tmp_path: Path,
    capsys: Capsys,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for directory in (tables, morris_tables):
        for table in directory.glob("*.zarr"):
            (tmp_path / table.name).symlink_to(table, target_is_directory=True)
    lines = [
        LONGEST,
        "8/8/8/8/8/8/2k5/KNB5 w - - 0 1",
        "WWWWW.../BBBB..../........ w",
        "......../......../........",
        "WWW...../......../..... w",
        "WWW...../......../........ b",
        "WWW...../BB....../........ b",
        "no position",
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    ran = Ran(capsys, tmp_path, "probe", "-")
    assert ran.status == 1
    answers = ran.json()
    assert [answer["fen"] for answer in answers] == lines
    assert [answer.get("game") for answer in answers[:2]] == ["morris", "chess"]
    assert [answer.get("dtm") for answer in answers[:2]] == [25, 65]
    faults = ("no table for morris:5-4", "no table for morris:ply0-0-0", "inner ring", "needs 3")
    for answer, why in zip(answers[2:6], faults, strict=True):
        assert set(answer) == {"fen", "error"}
        assert why in answer["error"]
    assert (answers[6]["wdl"], answers[6]["dtm"], answers[6]["moves"]) == (-1, 0, [])
    assert "not a FEN" in answers[7]["error"]


def test_hundreds_of_positions_a_second(morris_tables: Path) -> None:
    rng = random.Random(1)
    texts = [random_position(4, 4, rng).fen() for _ in range(300)]
    with MorrisTablebase(morris_tables) as tablebase:
        probed_morris(texts[0], tablebase)
        began = time.process_time()
        for text in texts:
            json.dumps(probed_morris(text, tablebase))
        assert len(texts) / (time.process_time() - began) > 500


def test_every_set_of_a_morris_table_is_counted(morris_tables: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, morris_tables, "explore", "morris:4-3")
    lines = [" ".join(line.split()) for line in ran.lines]
    assert (ran.status, lines[0].partition(":4-3: ")[0]) == (0, "morris")
    assert lines[1] == "S1 75,397 White to move wins in 1 move (1 ply)"
    assert "S33 304 Black to move wins in 17 moves (33 plies)" in lines
    assert lines[-2:] == ["draws 681,906 White to move", "draws 658,117 Black to move"]
    black = Ran(capsys, morris_tables, "explore", "3-4", "--side", "black")
    assert not any("White to move" in line for line in black.lines)
    (counts,) = Ran(capsys, morris_tables, "explore", "morris:3-3", "--json").json()
    assert counts["material"] == "morris:3-3"
    assert counts["counts"]["primary"]["plies"][25] == 27


def test_positions_of_a_distance_are_printed_one_a_line(
    morris_tables: Path, capsys: Capsys
) -> None:
    ran = Ran(capsys, morris_tables, "explore", "morris:3-3", "--plies", 26)
    assert len(set(ran.lines)) == 70
    with MorrisTablebase(morris_tables) as tablebase:
        assert {tablebase.probe(board_from_text(text)).plies for text in ran.lines} == {26}
    longest = Ran(capsys, morris_tables, "explore", "morris:4-3", "--longest", "--json").json()
    assert {(one["wdl"], one["dtm"]) for one in longest} == {(1, 1), (1, 33)}
    words = ("explore", "morris:4-3", "--plies", 33, "--random", "--seed", 3)
    assert Ran(capsys, morris_tables, *words).lines == Ran(capsys, morris_tables, *words).lines


def test_while_stones_are_placed_sets_are_won_or_lost(morris_tables: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, morris_tables, "explore", "morris:ply17-3-3")
    lines = [" ".join(line.split()) for line in ran.lines[1:]]
    assert lines == [
        "lost 592 Black to move loses",
        "won 66,472 Black to move wins",
        "draws 102,562 Black to move",
    ]
    words = ("explore", "morris:ply17-3-3", "--plies", 1, "--limit", 1, "--json")
    (one,) = Ran(capsys, morris_tables, *words).json()
    assert (one["wdl"], one["dtm"]) == (1, None)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("morris:5-5", "make it with: millmate build morris:5-5"),
        ("morris:all", "stands for many tables: name one, such as morris:3-3"),
        ("morris:5-2", "no table of 'morris:5-2'"),
    ],
)
def test_what_cannot_be_explored_is_said_in_a_line(
    morris_tables: Path, capsys: Capsys, name: str, said: str
) -> None:
    ran = Ran(capsys, morris_tables, "explore", name)
    assert (ran.status, ran.out) == (1, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_the_perfect_player_wins_from_the_command_line(morris_tables: Path, capsys: Capsys) -> None:
    words = ("--game", "morris", "--white", "table", "--black", "random", "--fen", LONGEST)
    ran = Ran(capsys, morris_tables, "play", *words, "--seed", 1)
    assert ran.status == 0
    assert "1-0" in ran.out
