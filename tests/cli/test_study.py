"""`millmate study`: reports in all forms, and what cannot be read."""

import csv
import json
from pathlib import Path

from tests.commands import Capsys, Ran
from tests.play.study.conftest import study_tables

STUDIES = Path(__file__).parents[1] / "data" / "studies.pgn"

__all__ = ["study_tables"]  # a fixture


def test_a_line_for_each_finding(study_tables: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "study", STUDIES, "--tables", study_tables)
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines[0].endswith("sound; 3 of 3 moves checked, 3 of them the only ones")
    assert "  4. Kb3: minor dual: Kc3 (order of moves), Kb5 (waste of time)" in ran.lines


def test_all_forms_are_written(study_tables: Path, capsys: Capsys, tmp_path: Path) -> None:
    ran = Ran(capsys, "study", STUDIES, "--json", "--out", tmp_path, "--tables", study_tables)
    assert [each["verdict"] for each in ran.json()] == ["sound", "minor", "unsound", "cooked"]
    assert (tmp_path / "studies.json").read_text() == ran.out
    header, *rows = csv.reader((tmp_path / "studies.csv").read_text().splitlines())
    assert header[:2] == ["file", "number"]
    assert {row[4] for row in rows} >= {"sound", "unsound", "cooked"}
    assert (tmp_path / "studies.pgn").read_text().count("[Event ") == 4
    printed = Ran(capsys, "study", STUDIES, "--pgn", "--tables", study_tables)
    assert printed.out == (tmp_path / "studies.pgn").read_text()


def test_what_cannot_be_read_is_one_sentence_and_the_others_go_on(
    study_tables: Path, capsys: Capsys, tmp_path: Path
) -> None:
    broken, other, empty, lines = (tmp_path / name for name in ("a.pgn", "b.bin", "c.pgn", "d.epd"))
    broken.write_text(
        '[White "x"]\n\n1. e4 e5 2. Ke3 1-0\n\n[Variant "Atomic"]\n\n1. e4 *\n\n'
        '[Game "Nine men\'s morris"]\n\n1. d6 *\n\n' + STUDIES.read_text()
    )
    other.write_bytes(bytes(range(256)) * 20)
    empty.touch()
    lines.write_text("8/8/8/8/8/k7/8/K1Q5 w - - bm Zz9;\n8/8/8/8/8/kk6/8/K7 w - -\n8/8/8 w - -\n")
    ran = Ran(
        capsys, "study", broken, other, empty, lines, tmp_path / "none", "--tables", study_tables
    )
    assert ran.status == 1
    assert any(line.startswith("Réti") for line in ran.lines)
    said = ran.err.splitlines()
    for words in (
        "game 1: illegal move",
        "game 2: the variant 'Atomic'",
        "game 3: this is a game of",
    ):
        assert any(words in line for line in said)
    assert any("b.bin: this is not text" in line for line in said)
    assert any("c.pgn: it holds neither" in line for line in said)
    assert any("d.epd: line 1:" in line for line in said)
    assert any("d.epd: line 2:" in line and "Black has 2 kings" in line for line in said)
    assert any("No such file" in line for line in said)


def test_missing_tables_are_named_once(study_tables: Path, capsys: Capsys, tmp_path: Path) -> None:
    file = tmp_path / "bishop.epd"
    file.write_text("8/8/8/8/8/k7/8/KBN5 w - - bm Nd3;\n8/8/8/8/8/1k6/8/KBN5 b - -\n")
    ran = Ran(capsys, "study", file, "--csv", "--tables", study_tables)
    assert ran.status == 0
    assert ran.err.count("millmate build KBNvK") == 1
    assert json.dumps("no table for KBNvK")[1:-1] in ran.out


def test_the_fifty_move_rule_counts_only_if_asked_for(
    rule50_tables: Path, capsys: Capsys, tmp_path: Path
) -> None:
    file = tmp_path / "rook.pgn"
    file.write_text(
        '[SetUp "1"]\n[FEN "8/8/8/3k4/8/8/8/KR6 w - - 96 80"]\n[Result "1-0"]\n\n80. Rb4 1-0\n'
    )
    for options, verdict in (((), "cooked"), (("--rule50",), "unsound")):
        ran = Ran(capsys, "study", file, "--json", *options, "--tables", rule50_tables)
        assert [each["verdict"] for each in ran.json()] == [verdict]
