"""Pictures that were drawn once are read, as long as they are whole."""

from pathlib import Path

import pytest

from millmate.pictures import piece_cache, piece_png
from millmate.pictures.piece_cache import cached_piece_png


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where pictures are kept."""
    monkeypatch.setenv("MILLMATE_CACHE", str(tmp_path))
    return tmp_path / "pieces"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the pieces that are drawn from now on."""
    names: list[str] = []

    def draw(symbol: str, pixels: int, pieces: str) -> bytes:
        names.append(symbol)
        return piece_png(symbol, pixels, pieces)

    monkeypatch.setattr(piece_cache, "piece_png", draw)
    return names


def test_a_piece_of_one_size_and_set_is_drawn_once(drawn: list[str]) -> None:
    first = cached_piece_png("K", 20)
    assert cached_piece_png("K", 20) == first == piece_png("K", 20)
    assert drawn == ["K"]
    assert (
        len({cached_piece_png("K", 20), cached_piece_png("K", 21), cached_piece_png("k", 20)}) == 3
    )
    assert cached_piece_png("K", 20, "mill") == piece_png("K", 20, "mill") != first
    assert len(drawn) == 4


@pytest.mark.parametrize("left", [0, 30, -1])
def test_a_picture_that_was_cut_off_is_drawn_again(
    folder: Path, drawn: list[str], left: int
) -> None:
    whole = cached_piece_png("q", 20)
    (file,) = folder.iterdir()
    file.write_bytes(whole[:left])
    assert cached_piece_png("q", 20) == whole
    assert file.read_bytes() == whole
    assert drawn == ["q", "q"]


def test_a_folder_that_cannot_be_made_costs_nothing_but_time(
    folder: Path, drawn: list[str]
) -> None:
    folder.write_text("a file in its place")
    assert cached_piece_png("n", 20) == cached_piece_png("n", 20)
    assert drawn == ["n", "n"]


def test_the_pictures_of_many_sizes_are_not_all_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(piece_cache, "_MOST", 10)
    for pixels in range(8, 48):
        cached_piece_png("p", pixels)
        assert len(list(folder.iterdir())) <= 10
    assert cached_piece_png("p", 47) == piece_png("p", 47)
