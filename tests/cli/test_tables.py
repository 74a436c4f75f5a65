"""`millmate tables`: what is there."""

from pathlib import Path

from tests.commands import Capsys, Ran, refused


def test_tables_lists_what_is_there(tables: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "tables", "--tables", tables)
    assert ran.status == 0
    (line,) = [line for line in ran.out.splitlines() if line.startswith("KBNvK")]
    assert "White to move 1,352,913 won / 6,665 drawn / 0 lost" in line
    assert "B (wdl " in line
    assert "verified" in line
    (whole,) = [line for line in ran.out.splitlines() if line.startswith("DTM: ")]
    assert ", losses " in whole


def test_an_empty_directory_is_no_error(tmp_path: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "tables", "--tables", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert f"no tables in {tmp_path}" in ran.out
    assert Ran(capsys, "tables", "--tables", tmp_path, "--json").out == "[]\n"


def test_tables_of_morris_are_listed_in_words(morris_tables: Path, capsys: Capsys) -> None:
    lines = Ran(capsys, "tables", "--tables", morris_tables).out.splitlines()
    assert any(
        line.startswith("morris:4-4: 4 against 4 wins in at most 9 plies; ")
        and line.endswith("4 against 4 to move 159 won / 3,225,409 drawn / 29 lost")
        for line in lines
    )
    placing = next(line for line in lines if line.startswith("morris:ply17-3-3: "))
    assert "results without distances" in placing
    assert "Black to move" in placing


def test_a_file_is_not_taken_for_a_directory_of_tables(tmp_path: Path, capsys: Capsys) -> None:
    file = tmp_path / "file"
    file.touch()
    told = refused(capsys, "tables", "--tables", file, status=2)
    assert "--tables" in told
    assert "is a file, not a directory" in told
