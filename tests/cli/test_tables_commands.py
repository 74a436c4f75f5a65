"""The commands build, tables, verify and probe."""

import io
import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from millmate.cli.build import _bytes as parsed_bytes
from millmate.cli.main import run
from millmate.cli.probed import probed
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.tablebase import store
from millmate.tablebase.draft import Draft
from millmate.tablebase.probe import Tablebase


class Ran:
    """What a command printed and how it ended."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: object) -> None:
        capsys.readouterr()
        self.status = run([str(word) for word in words])
        self.out, self.err = capsys.readouterr()

    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


def failed(ran: Ran, text: str) -> bool:
    """Tell whether a command failed with one line on standard error that says `text`."""
    return ran.status == 1 and ran.err.count("\n") == 1 and text in ran.err


def test_build_tells_each_table_with_its_longest_wins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = Ran(capsys, "build", "KQvKR", "krk", "--tables", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    *smaller, third = ran.out.splitlines()
    first, second = sorted(smaller)  # these two are built at once
    assert first.startswith("KQvK built: White wins in at most 10 moves; ")
    assert second.startswith("KRvK built: White wins in at most 16 moves; ")
    assert third.startswith("KQvKR built: White wins in at most 35 moves, Black wins in at most 19")
    again = Ran(capsys, "build", "KRvKQ", "--tables", tmp_path)
    assert again.status == 0
    assert again.out.startswith("KQvKR exists: White wins in at most 35 moves")


def test_build_json_lists_the_tables_asked_for(
    tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (table,) = json.loads(Ran(capsys, "build", "KBNK", "--tables", tables, "--json").out)
    assert table["material"] == "KBNvK"
    assert table["longest"] == {"white": 33, "black": 0}
    assert table["verified"] is True
    assert table["bytes"] > 100_000
    assert 0 < table["cpu_seconds"] < 120
    listed = json.loads(Ran(capsys, "tables", "--tables", tables, "--json").out)
    assert table in listed


def test_a_second_build_takes_less_than_two_seconds(tables: Path) -> None:
    began = time.monotonic()
    command = [sys.executable, "-X", "importtime", "-m", "millmate"]
    done = subprocess.run(
        [*command, "build", "KBNvK", "--tables", str(tables)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("KBNvK exists")
    assert "numba" not in done.stderr
    assert "zarr" not in done.stderr
    assert time.monotonic() - began < 2


def test_two_kings_need_no_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "build", "KvK", "--tables", tmp_path)
    assert (ran.status, ran.out) == (0, "KvK needs no table: it is a draw\n")


@pytest.mark.parametrize(
    ("material", "why"),
    [
        ("KXvK", "unknown material 'KXvK'"),
        ("", "unknown material ''"),
        ("KRBBvKRN", "KRBBvKRN has 7 men"),
    ],
)
def test_build_names_what_it_cannot_build(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], material: str, why: str
) -> None:
    assert failed(Ran(capsys, "build", material, "--tables", tmp_path), why)


@pytest.mark.parametrize("command", ["build", "verify"])
def test_a_command_without_a_material_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert failed(
        Ran(capsys, command, "--tables", tmp_path), "name a table such as KBNvK or morris:5-4"
    )


def test_build_all_builds_every_material_and_verify_all_checks_them(
    tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = Ran(capsys, "build", "--all", "3", "--tables", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    names = [line.split()[0] for line in ran.out.splitlines()]
    assert sorted(names) == ["KBvK", "KNvK", "KPvK", "KQvK", "KRvK"]
    assert names[-1] == "KPvK"  # it promotes into the others
    checked = Ran(capsys, "verify", "--all", "--tables", tmp_path)
    assert (checked.status, checked.err) == (0, "")
    assert [line.split(":")[0] for line in checked.out.splitlines()] == [
        f"{name} is right" for name in ("KBvK", "KNvK", "KQvK", "KRvK", "KPvK")
    ]


def test_verify_all_of_nothing_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert failed(Ran(capsys, "verify", "--all", "--tables", tmp_path), "there are no tables in")


def test_a_plan_tells_what_is_needed_and_builds_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = Ran(capsys, "build", "KQRvKR", "--plan", "--threads", 1, "--tables", tmp_path)
    assert ran.status == 0
    *rows, last = ran.out.splitlines()
    assert [row.split(":")[0] for row in rows[:2]] == ["KQvK", "KRvK"]
    assert rows[-1].startswith("KQRvKR: about ")
    assert last.startswith(f"{len(rows)} tables to build in {tmp_path}: ")
    assert "with 1 thread" in last
    assert list(tmp_path.iterdir()) == []


def test_build_discards_what_is_unfinished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Draft(tmp_path, Material.parse("KQvK"))
    listed = Ran(capsys, "tables", "--tables", tmp_path)
    assert "KQvK: not finished; go on with: millmate build KQvK" in listed.out
    ran = Ran(capsys, "build", "--discard", "KQK", "--tables", tmp_path)
    assert (ran.status, ran.out) == (0, "the unfinished KQvK is gone\n")
    again = Ran(capsys, "build", "--discard", "KQK", "--tables", tmp_path)
    assert failed(again, "there is no unfinished table of KQvK")


def test_too_little_memory_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = Ran(capsys, "build", "KQvK", "--memory", "100MB", "--tables", tmp_path)
    assert failed(ran, "KQvK needs about")
    assert "more than the 100 MB allowed by --memory" in ran.err
    assert not store.materials(tmp_path)


@pytest.mark.parametrize(
    ("text", "count"),
    [("2GB", 2 * 10**9), ("1.5 g", 15 * 10**8), ("2GiB", 2**31), ("800M", 8 * 10**8), ("7", 7)],
)
def test_sizes_are_understood(text: str, count: int) -> None:
    assert parsed_bytes(text) == count


@pytest.mark.parametrize("text", ["", "much", "-1GB", "2PB", "1e9"])
def test_what_is_no_size_is_bad_usage(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert Ran(capsys, "build", "KQvK", f"--memory={text}").status == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to one process")
def test_ctrl_c_pauses_and_the_command_told_goes_on(tmp_path: Path) -> None:
    words = ["build", "KQvKR", "KBNvK", "--threads", "1", "--tables", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-m", "millmate", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert " built: " in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err.startswith("millmate build: paused; ")
    assert err.count("\n") == 1
    again = shlex.split(err.partition("go on with: ")[2])
    assert again == [
        "millmate", "build", "KQvKR", "KBNvK", "--tables", str(tmp_path), "--threads", "1",
    ]  # fmt: skip
    assert run(again[1:]) == 0
    assert {"KQvKR", "KBNvK"} <= {str(material) for material in store.materials(tmp_path)}


def test_an_unwritable_directory_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    ran = Ran(capsys, "build", "KQvK", "--tables", tmp_path / "file" / "tables")
    assert failed(ran, f"cannot write tables into {tmp_path / 'file' / 'tables'}")


def test_tables_lists_what_is_there(tables: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "tables", "--tables", tables)
    assert ran.status == 0
    (line,) = [line for line in ran.out.splitlines() if line.startswith("KBNvK")]
    assert "White to move 1,352,913 won / 6,665 drawn / 0 lost" in line
    assert "verified" in line


def test_an_empty_directory_is_no_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "tables", "--tables", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert f"no tables in {tmp_path}" in ran.out
    assert Ran(capsys, "tables", "--tables", tmp_path, "--json").out == "[]\n"


@pytest.fixture
def damaged(tables: Path, tmp_path: Path) -> Path:
    """Return a directory with KRvK and a truncated KQvK."""
    for name in ("KQvK.zarr", "KRvK.zarr"):
        shutil.copytree(tables / name, tmp_path / name)
    chunk = next(file for file in (tmp_path / "KQvK.zarr" / "c").rglob("*") if file.is_file())
    chunk.write_bytes(chunk.read_bytes()[:100])
    return tmp_path


def test_a_damaged_table_is_named_by_every_command(
    damaged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = Ran(capsys, "tables", "--tables", damaged)
    assert failed(listed, "table KQvK is damaged")
    assert listed.out.startswith("KRvK: ")
    assert failed(Ran(capsys, "verify", "KQvK", "--tables", damaged), "KQvK is damaged")
    assert failed(Ran(capsys, "build", "KQvK", "--tables", damaged), "KQvK is damaged")
    ran = Ran(capsys, "probe", "8/8/8/8/3k4/8/8/KQ6 w - - 0 1", "--tables", damaged)
    assert ran.status == 1
    assert "KQvK is damaged" in ran.lines()[0]["error"]


def test_verify_checks_and_tells(tables: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "verify", "KRvK", "KQK", "--tables", tables)
    assert (ran.status, ran.err) == (0, "")
    assert "KRvK is right: 62,320 positions" in ran.out
    assert "KQvK is right: 57,557 positions" in ran.out
    missing = Ran(capsys, "verify", "KQvKN", "KRvK", "--tables", tables)
    assert failed(missing, f"no table for KQvKN in {tables}")
    assert "KRvK is right" in missing.out


def test_probe_answers_in_the_order_of_its_input(
    tables: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
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
    answers = ran.lines()
    assert [answer["fen"] for answer in answers] == fens
    assert list(answers[0]) == ["fen", "game", "material", "wdl", "dtm", "moves"]
    assert answers[0]["material"] == "KBNvK"
    assert (answers[0]["wdl"], answers[0]["dtm"]) == (1, 65)
    assert answers[0]["moves"][0] == {"uci": "c1h6", "san": "Bh6", "wdl": 1, "dtm": 65}
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


def test_a_thousand_positions_a_second(tables: Path) -> None:
    rng = random.Random(1)
    fens = [random_position(Material.parse("KBNvK"), rng).fen() for _ in range(400)]
    with Tablebase(tables) as tablebase:
        probed(fens[0], tablebase)
        began = time.process_time()
        for fen in fens:
            json.dumps(probed(fen, tablebase))
        assert len(fens) / (time.process_time() - began) > 1000
