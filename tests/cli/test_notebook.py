"""`millmate notebook import` and `export`."""

import json
import pickle
import zipfile
from pathlib import Path

import pytest
from tests.commands import Capsys, Ran


def notebook(capsys: Capsys, *words: object) -> tuple[int, str, str]:
    ran = Ran(capsys, "notebook", *words)
    return ran.status, ran.out, ran.err


@pytest.fixture
def exported(tables: Path, tmp_path: Path, capsys: Capsys) -> Path:
    path = tmp_path / "KQvK.chessAI"
    status, out, _ = notebook(capsys, "export", "KQvK", path, "--tables", tables)
    assert status == 0
    assert "S_0 to S_20 of KQvK, 345,404 positions" in out
    return path


def test_what_was_exported_is_imported_and_agrees(
    exported: Path, tables: Path, capsys: Capsys
) -> None:
    status, out, err = notebook(capsys, "import", exported, "--tables", tables)
    assert (status, err) == (0, "")
    men, first, *_, last = out.splitlines()
    assert men == "men in their order: K Q k"
    assert first == "S_0: 364 positions, 364 agree, 0 differ, the table here has 364"
    assert last == "all sets: 345,404 agree, 0 differ; bit 0 is 1 for White"


def test_json_has_the_same(exported: Path, tables: Path, capsys: Capsys) -> None:
    _, out, _ = notebook(capsys, "import", exported, "--tables", tables, "--json")
    answer = json.loads(out)
    assert (answer["men"], answer["white_bit"], len(answer["sets"])) == ("K Q k", 1, 21)
    assert answer["sets"][20]["agree"] == answer["sets"][20]["ours"] == 56


def test_a_difference_and_a_missing_table_are_told(
    exported: Path, tables: Path, tmp_path: Path, capsys: Capsys
) -> None:
    other = tmp_path / "other.chessAI"
    with zipfile.ZipFile(exported) as old, zipfile.ZipFile(other, "w") as new:
        new.writestr("piece_list", old.read("piece_list"))
        new.writestr("S_0", pickle.dumps(pickle.loads(old.read("S_0")) | {42 << 1 | 2817 << 8}))
    _, out, _ = notebook(capsys, "import", other, "--tables", tables)
    assert "364 agree, 1 differ" in out
    assert "the first that differs: " in out
    _, out, _ = notebook(capsys, "import", other, "--tables", tmp_path)
    assert "S_0: 365 positions, 365 not compared" in out


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("export", "KQRvKR", "x.chessAI"), "KQRvKR has 5 men"),
        (("export", "KRvKN", "x.chessAI"), "no table for KRvKN"),
        (("export", "KXvK", "x.chessAI"), "unknown material 'KXvK'"),
        (("import", "nowhere.chessAI"), "nowhere.chessAI: No such file"),
        (("import", __file__), "test_notebook.py is not a readable .chessAI file"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capsys,
    words: tuple[str, ...],
    text: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = notebook(capsys, *words)
    assert (status, out) == (1, "")
    assert text in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())
