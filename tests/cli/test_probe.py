"""`millmate probe`: both games' tables, and those of other programs."""

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import chess
import pytest
from tests import syzygy_files
from tests.commands import Capsys, Ran
from tests.tiers import first

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.positions import board_from_text
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.variants import THREE
from millmate.tablebase.morris.build import build
from millmate.tablebase.morris.names import MorrisTarget

KEYS = [
    "fen",
    "game",
    "material",
    "tables",
    "wdl",
    "dtm",
    "dtz",
    "category",
    "dtm50",
    "by_rule",
    "verdict",
    "moves",
]
LONGEST = "WBWWBB../......../........ w 0 0 0 1"  # three against three, 25 plies
LAST = "WWWBBB../......../........ b 0 1 0 9"  # the last stone is to be placed
GAVIOTA = Path(os.environ.get("MILLMATE_TEST_GAVIOTA", "/usr/share/gaviotatb/gtb4"))
QUEEN = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
ROOK = "8/8/8/3k4/8/8/8/KR6 b - - 0 1"
PAWN = "8/8/8/3k4/8/8/P7/K7 w - - 0 1"


def test_probe_answers_in_the_order_of_its_input(
    tables: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    fens = [
        "8/8/8/8/8/8/2k5/KNB5 w - - 0 1",
        "8/8/8/8/3k4/8/8/KRB1q3 w - - 0 1",
        "no position",
        "8/8/8/8/8/8/1R1k4/K7 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "k6Q/8/1K6/8/8/8/8/8 b - - 0 1",
        "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(fens) + "\n\n"))
    ran = Ran(capsys, "probe", "-", "--tables", tables)
    assert (ran.status, ran.err) == (1, "")
    answers = ran.json()
    assert [answer["fen"] for answer in answers] == fens
    assert list(answers[0]) == KEYS
    assert answers[0]["material"] == "KBNvK"
    assert answers[0]["dtz"] is answers[0]["category"] is None
    assert (answers[0]["wdl"], answers[0]["dtm"]) == (1, 65)
    assert answers[0]["moves"][0] == {
        "uci": "c1h6",
        "san": "Bh6",
        "wdl": 1,
        "dtm": 65,
        "dtm50": 65,
        "by_rule": "win",
    }
    assert answers[1] == {"fen": fens[1], "error": "no table for KRBvKQ"}
    for answer, why in zip(answers[2:5], ("not a FEN", "in check", "castling"), strict=True):
        assert set(answer) == {"fen", "error"}
        assert why in answer["error"]
    assert (answers[5]["wdl"], answers[5]["dtm"], answers[5]["moves"]) == (-1, 0, [])
    assert (answers[6]["wdl"], answers[6]["dtm"], answers[6]["moves"]) == (0, None, [])


def test_probe_takes_bytes_that_are_no_text(tables: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "millmate", "probe", "-", "--tables", str(tables)],
        input=b"\xff\xfe\x00garbage\n8/8/8/8/3k4/8/8/KQ6 w - - 0 1\n",
        capture_output=True,
        check=False,
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, done.stderr) == (1, b"")
    assert "not a FEN" in first["error"]
    assert second["wdl"] == 1


def test_probe_tells_what_a_position_of_morris_and_its_moves_are_worth(
    morris_tables: Path, capsys: Capsys
) -> None:
    ran = Ran(capsys, "probe", LONGEST, "--tables", morris_tables)
    assert (ran.status, ran.err) == (0, "")
    (answer,) = ran.json()
    assert list(answer) == [
        "fen",
        "game",
        "material",
        "tables",
        "wdl",
        "dtm",
        "by_rule",
        "verdict",
        "moves",
    ]
    assert (answer["fen"], answer["game"]) == (LONGEST, "morris")
    assert (answer["material"], answer["wdl"], answer["dtm"]) == ("morris:3-3", 1, 25)
    assert list(answer["moves"][0]) == ["move", "wdl", "dtm", "by_rule"]
    assert (answer["moves"][0]["wdl"], answer["moves"][0]["dtm"]) == (1, 25)
    legal = {str(move) for move in board_from_text(LONGEST).legal_moves}
    assert {move["move"] for move in answer["moves"]} == legal


def test_a_position_of_a_variant_is_probed_by_its_rules(tmp_path: Path, capsys: Capsys) -> None:
    assert Ran(capsys, "build", "morris:three:all", "--tables", tmp_path).status == 0
    fen = MorrisBoard(THREE).fen()
    words = "probe", "--game", "morris:three", "--tables", tmp_path, fen
    (told,) = map(json.loads, Ran(capsys, *words).lines)
    assert (told["material"], told["wdl"]) == ("morris:three:ply0-0-0", 1)
    assert len(told["moves"]) == 9


@pytest.mark.thorough
def test_how_hard_each_draw_is_can_be_told(morris_tables: Path, capsys: Capsys) -> None:
    fen = "W.W...W./B.B...../..B...B. w 0 0 0 1"
    plain, told = (
        Ran(capsys, "probe", fen, "--tables", morris_tables, *more).json()[0]
        for more in ((), ("--replies",))
    )
    assert "holding" not in str(plain)
    drawn = [move for move in told["moves"] if move["wdl"] == 0]
    assert drawn
    assert [move["wdl"] for move in told["moves"]] == [move["wdl"] for move in plain["moves"]]
    shares = [(move["holding"], -move["replies"]) for move in drawn]
    assert shares == sorted(shares)
    assert all("holding" not in move for move in told["moves"] if move["wdl"])


def test_while_stones_are_placed_the_distance_is_null(morris_tables: Path, capsys: Capsys) -> None:
    (answer,) = Ran(capsys, "probe", LAST, "--tables", morris_tables).json()
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
        for table in directory.glob("*.*"):
            (tmp_path / table.name).symlink_to(table, target_is_directory=table.is_dir())
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
    ran = Ran(capsys, "probe", "-", "--tables", tmp_path)
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


def test_a_smaller_board_has_its_own_points(tmp_path: Path, capsys: Capsys) -> None:
    build([MorrisTarget.parse("morris:three:3-3")], tmp_path)
    position, rules = "WW..BBW./B w 0 0 0 1", MorrisRules(THREE)
    for notation in ("ours", "numbers", "sanmill"):
        status, (answer,), _ = probe_with(
            capsys, position, "--tables", tmp_path, "--notation", notation
        )
        moves = {rules.text(move) for move in rules.board(position).legal_moves}
        assert status == 0
        assert {each["move"] for each in answer["moves"]} == moves


def test_only_turns_that_take_the_stone_that_is_due_are_judged(
    morris_tables: Path, capsys: Capsys
) -> None:
    due = "MFEN/1.0 mill24-state-v1 WWW...../B.B.B.../B....... w m r 0,0 - 0 40 -"
    status, (answer,), _ = probe_with(capsys, due, "--tables", morris_tables)
    assert status == 0
    assert "A stone must still be taken" in answer["remarks"][-1]
    taken = {each["move"].partition("x")[2] for each in answer["moves"]}
    assert taken == {"b6", "f6", "f2", "c5"}
    assert len(answer["moves"]) == 4
    assert answer["wdl"] == max(each["wdl"] for each in answer["moves"])


def test_several_positions_and_what_was_changed_in_them(tables: Path, capsys: Capsys) -> None:
    rook = "8/8/8/8/8/4k3/8/R3K3"
    words = (f"{rook}_w_-_-_0_1", f"{rook} b - e6 0 1", *f"{rook} w - - 0 1".split())
    status, answers, _ = probe_with(capsys, *words, "--tables", tables)
    assert status == 0
    assert [each["wdl"] for each in answers] == [1, -1, 1]
    assert ["remarks" in each for each in answers] == [False, True, False]
    assert answers[1]["read"] == f"{rook} b - - 0 1"


def probe_with(capsys: Capsys, *words: object) -> tuple[int, list[dict], str]:
    ran = Ran(capsys, "probe", *words)
    return ran.status, ran.json(), ran.err


@pytest.fixture(scope="session")
def syzygy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with a Syzygy file that calls every position drawn."""
    directory = tmp_path_factory.mktemp("syzygy")
    syzygy_files.write(directory, "Q")
    return directory


@pytest.fixture
def gaviota() -> Path:
    if not GAVIOTA.is_dir():
        pytest.skip(f"no Gaviota tables in {GAVIOTA}: install Debian's package gaviotatb")
    return GAVIOTA


@pytest.mark.parametrize("separator", first(1, [os.pathsep, ";", None]))
def test_tables_of_others_are_looked_for_in_several_folders(
    tables: Path,
    syzygy: Path,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: Capsys,
    separator: str | None,
) -> None:
    other = tmp_path_factory.mktemp("other")
    syzygy_files.write(other, "R")
    folders: list[object] = ["--syzygy", f"{syzygy}{separator}{other}"]
    if separator is None:
        folders = ["--syzygy", syzygy, "--syzygy", other]
    status, answers, _ = probe_with(capsys, "--tables", tables, *folders, ROOK, QUEEN)
    assert status == 0
    assert [answer["syzygy"] for answer in answers] == [{"wdl": 0, "dtz": 0}] * 2


def test_what_others_say_stands_beside_what_we_say(
    tables: Path, syzygy: Path, gaviota: Path, capsys: Capsys
) -> None:
    _, (plain,), _ = probe_with(capsys, "--tables", tables, QUEEN)
    words = ("--tables", tables, "--syzygy", syzygy, "--gaviota", gaviota, QUEEN)
    status, (answer,), _ = probe_with(capsys, *words)
    assert status == 0
    assert answer.pop("gaviota") == {"wdl": 1, "dtm": 17}
    assert answer.pop("syzygy") == {"wdl": 0, "dtz": 0}
    assert answer == plain
    assert list(plain) == KEYS


def test_a_loss_and_a_draw_are_told_as_our_own_are(gaviota: Path, capsys: Capsys) -> None:
    _, (loss,), _ = probe_with(capsys, "--gaviota", gaviota, ROOK)
    _, (draw,), _ = probe_with(capsys, "--gaviota", gaviota, PAWN)
    assert loss["gaviota"] == {"wdl": -1, "dtm": 30}
    assert draw["gaviota"] == {"wdl": 0, "dtm": None}


def test_others_answer_where_we_cannot_and_the_other_way_round(
    tables: Path, syzygy: Path, capsys: Capsys
) -> None:
    status, (answer,), _ = probe_with(capsys, "--tables", tables, "--syzygy", syzygy, ROOK)
    assert status == 1
    assert answer["dtm"] == 30
    assert answer["syzygy"]["error"].startswith("no Syzygy table for KRvK")
    status, (answer,), _ = probe_with(capsys, "--tables", syzygy, "--syzygy", syzygy, QUEEN)
    assert status == 1
    assert "KQvK" in answer["error"]
    assert answer["syzygy"] == {"wdl": 0, "dtz": 0}


def test_no_position_and_no_directory_are_said_once(syzygy: Path, capsys: Capsys) -> None:
    status, (answer,), _ = probe_with(capsys, "--syzygy", syzygy, "no position")
    assert status == 1
    assert set(answer) == {"fen", "error"}
    status, answers, err = probe_with(capsys, "--gaviota", syzygy / "nowhere", QUEEN)
    assert (status, answers) == (1, [])
    assert err.count("\n") == 1
    assert "no directory" in err


def test_a_damaged_file_is_one_error(syzygy: Path, tmp_path: Path, capsys: Capsys) -> None:
    damaged = shutil.copytree(syzygy, tmp_path / "damaged")
    (damaged / "KQvK.rtbw").write_bytes(b"\0" * 80)
    status, (answer,), err = probe_with(capsys, "--syzygy", damaged, QUEEN)
    assert (status, err) == (1, "")
    assert "damaged" in answer["syzygy"]["error"]
    assert chess.Board(answer["fen"]).is_valid()


def test_the_fifty_move_rule_is_told_beside_the_verdict(rook_tables: Path, capsys: Capsys) -> None:
    won = "5R2/k7/8/8/5K2/4P3/8/8 w - - 90 100"
    held = "8/3k4/4p3/8/1K3R2/8/8/8 b - - 90 100"
    answers = []
    for fen in (won, held):
        answers.append(json.loads(Ran(capsys, "probe", fen, "--tables", rook_tables).out))
    assert [(a["wdl"], a["dtm"], a["by_rule"]) for a in answers] == [
        (1, 17, "win"),
        (-1, 32, "draw"),
    ]
    assert [answer["moves"][0]["uci"] for answer in answers] == ["e3e4", "d7d6"]
    assert {move["uci"]: move["by_rule"] for move in answers[1]["moves"]}["e6e5"] == "loss"


def test_probe_tells_the_plies_to_mate_at_a_clock(rule50_tables: Path, capsys: Capsys) -> None:
    fen = "5R2/k7/8/8/5K2/4P3/8/8 w - - 0 1"
    found = []
    for clock in (0, 90, 99):
        ran = Ran(capsys, "probe", fen, "--clock", str(clock), "--tables", rule50_tables)
        (answer,) = ran.json()
        found.append((answer["dtm"], answer["dtm50"], answer["moves"][0]["san"]))
        assert answer["moves"][0]["dtm50"] == answer["dtm50"]
    assert found == [(17, 17, "Ke5"), (17, 19, "e4"), (17, 19, "e4")]


@pytest.mark.parametrize(
    ("fen", "dtz", "category"),
    [
        ("8/8/8/8/1p6/1k6/8/R2K4 w - - 0 1", 9, "win"),
        ("8/8/8/8/1p6/1k6/8/R2K4 b - - 60 1", -12, "loss"),
        ("k7/p7/1K6/8/8/8/8/7R w - - 0 1", 2, "win"),  # Kc7 forces a pawn move
        ("8/8/8/8/8/1k6/1p6/1R1K4 b - - 0 1", None, "draw"),
    ],
)
def test_probe_tells_the_plies_to_zeroing_with_the_clock_at_zero(
    rule50_tables: Path, capsys: Capsys, fen: str, dtz: int | None, category: str
) -> None:
    ran = Ran(capsys, "probe", fen, "--tables", rule50_tables)
    (answer,) = ran.json()
    assert (answer["dtz"], answer["category"]) == (dtz, category)
