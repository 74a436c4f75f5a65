"""`millmate zugzwangs`: lists, numbers, and what is refused."""

import csv
from pathlib import Path

from tests.commands import Capsys, Ran, failed


def test_the_zugzwangs_of_tables_are_listed_deepest_first(
    rook_tables: Path, capsys: Capsys
) -> None:
    ran = Ran(capsys, "zugzwangs", "KPvK", "KRvKP", "--limit", 2, "--tables", rook_tables)
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines[0] == "KPvK: 80 mutual zugzwangs (white 80)"
    assert ran.lines[1].endswith("White to move: draw; Black to move: mated in 27")
    assert ran.lines[3] == "KRvKP: 12 mutual zugzwangs (white 12)"
    assert ran.lines[-1] == "all 2 tables: 92 mutual zugzwangs (white 92)"


def test_all_tables_are_searched_small_ones_first(rook_tables: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "zugzwangs", "--all", "--count", "--json", "--tables", rook_tables)
    numbers = {each.pop("material"): each for each in ran.json()}
    assert numbers["KPvK"] == {"full": 0, "white": 80, "black": 0}
    assert numbers["KQvK"] == {"full": 0, "white": 0, "black": 0}
    assert len(numbers) == len(list(rook_tables.glob("*.table")))


def test_positions_as_csv(rook_tables: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "zugzwangs", "KRvKP", "--csv", "--tables", rook_tables)
    header, *rows = csv.reader(ran.lines)
    assert header[:3] == ["material", "type", "fen"]
    assert len(rows) == 12
    assert all(row[:2] == ["KRvKP", "white"] and not row[3] and int(row[4]) for row in rows)


def test_what_is_not_there_is_named_and_the_others_go_on(rook_tables: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "zugzwangs", "KBNvK", "KPvK", "--count", "--tables", rook_tables)
    assert failed(ran, "build it with: millmate build KBNvK")
    assert "KPvK: 80 mutual zugzwangs (white 80)" in ran.lines
    assert failed(Ran(capsys, "zugzwangs", "--tables", rook_tables), "--all")
    assert failed(Ran(capsys, "zugzwangs", "morris:3-3", "--tables", rook_tables), "explore")
