"""Pictures and diagrams of the size and position asked for, plain about what is missing."""

import struct
import sys
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring as parsed

import chess
import pytest

from millmate import pictures
from millmate.games.morris.positions import board_from_text
from millmate.games.morris.rule_words import example_of
from millmate.games.morris.variants import SIX, THREE, VARIANTS, Variant
from millmate.pictures import (
    PictureError,
    board_png,
    cached_piece_png,
    pdf,
    piece_png,
    piece_svg,
    png,
)
from millmate.pictures.diagrams import Colours, Drawing, Orientation, diagram, variant_diagram
from millmate.settings import about

PIECES = tuple(about("pieces")["options"])


def size_of(png: bytes) -> tuple[int, int]:
    """Return width and height from a PNG's header."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.mark.parametrize("symbol", "KQRBNPkqrbnp")
def test_every_piece_is_drawn_at_any_size(symbol: str) -> None:
    assert size_of(piece_png(symbol, 33)) == (33, 33)
    assert size_of(piece_png(symbol, 200)) == (200, 200)


@pytest.mark.parametrize("pieces", PIECES)
def test_no_two_pieces_look_the_same(pieces: str) -> None:
    assert len({piece_png(symbol, 40, pieces) for symbol in "KQRBNPkqrbnp"}) == 12


@pytest.mark.parametrize("pieces", PIECES)
def test_the_two_sides_differ(pieces: str) -> None:
    for kind in "KQRBNP":
        assert piece_svg(kind, pieces) != piece_svg(kind.lower(), pieces)


def test_a_board_is_drawn_at_the_size_asked_for() -> None:
    assert size_of(board_png(chess.Board(), 320)) == (320, 320)
    assert size_of(board_png(chess.Board())) == (640, 640)


def test_a_board_shows_its_pieces_its_last_move_and_a_check() -> None:
    board = chess.Board("7k/8/8/8/8/8/8/K5R1 w - - 0 1")
    before = board_png(board)
    board.push_san("Rh1+")
    moved = board_png(board)
    assert before != moved
    quiet = board.copy(stack=False)
    assert board_png(quiet) != moved, "the last move is marked"


def test_a_board_without_kings_is_drawn_too() -> None:
    assert size_of(board_png(chess.Board(None), 100)) == (100, 100)


def test_without_libcairo_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoCairo:
        def find_spec(self, name: str, path: object, target: object = None) -> None:
            if name == "cairosvg":
                raise OSError("no library called 'cairo-2' was found")

    monkeypatch.delitem(sys.modules, "cairosvg", raising=False)
    monkeypatch.setattr(sys, "meta_path", [NoCairo(), *sys.meta_path])
    with pytest.raises(PictureError, match="libcairo2"):
        board_png(chess.Board())


# Diagrams ---------------------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> set[str | None]:
    return {element.text for element in parsed(svg).iter(f"{SVG}text")}


@pytest.mark.parametrize("pieces", PIECES)
def test_a_chess_diagram_has_every_square_piece_and_coordinate(pieces: str) -> None:
    svg = diagram(chess.Board(), Colours(light="#abcdef", dark="#123456"), pieces=pieces)
    rects = [r.get("fill") for r in parsed(svg).iter(f"{SVG}rect")]
    assert rects.count("#abcdef") == rects.count("#123456") == 32
    moved = [g for g in parsed(svg) if (g.get("transform") or "").startswith("translate")]
    assert len(moved) == 32
    assert texts(svg) == {*"abcdefgh", *"12345678"}


def test_a_morris_diagram_has_every_stone_also_those_in_hand() -> None:
    svg = diagram(board_from_text("BW.....W/WB.....B/........ w 4 5 0 5"))
    circles = [c.get("r") for c in parsed(svg).iter(f"{SVG}circle")]
    assert circles.count("23") == 3 + 3  # on the board
    assert circles.count("8") == 4 + 5
    assert circles.count("6") == 24
    assert len(list(parsed(svg).iter(f"{SVG}line"))) == 32
    assert texts(svg) == {*"abcdefg", *"1234567"}


@pytest.mark.parametrize(
    ("variant", "fen", "points", "lines", "names"),
    [
        (SIX, "W......./B......B w 5 4 0 2", 16, 20, {*"abcde", *"12345"}),
        (THREE, "WB....../B w 2 1 0 2", 9, 16, {*"abc", *"123"}),
    ],
)
def test_a_diagram_of_a_small_board_has_its_points_lines_and_names(
    variant: Variant, fen: str, points: int, lines: int, names: set[str]
) -> None:
    svg = diagram(board_from_text(fen, variant))
    circles = [c.get("r") for c in parsed(svg).iter(f"{SVG}circle")]
    assert circles.count("23") == 3
    assert circles.count("6") == points
    assert len(list(parsed(svg).iter(f"{SVG}line"))) == lines
    assert texts(svg) == names


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())
def test_the_picture_of_a_variant_shows_its_example(variant: Variant) -> None:
    board, turns = example_of(variant)
    svg = variant_diagram(variant)
    circles = [c.get("r") for c in parsed(svg).iter(f"{SVG}circle")]
    assert circles.count("23") == sum(map(board.on_board, (False, True)))
    assert svg.count("<polygon") == sum(turn.origin is not None for turn in turns)
    assert circles.count("27") == sum((turn.origin is None) + len(turn.removed) for turn in turns)


@pytest.mark.parametrize("fen", ["8/8/8/3k4/8/8/8/KQ6 b - - 0 1", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"])
def test_the_side_to_move_is_marked_at_its_own_side(fen: str) -> None:
    board = chess.Board(fen)
    below = {}
    for flipped in (False, True):
        disc = next(parsed(diagram(board, seen=Orientation(flipped))).iter(f"{SVG}circle"))
        below[flipped] = float(disc.get("cy") or 0) > 200
    assert below == {False: board.turn, True: not board.turn}


def test_diagrams_become_png_and_pdf() -> None:
    svg = diagram(chess.Board())
    assert png(svg, 300).startswith(b"\x89PNG")
    assert pdf(svg).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("board", "origin", "target"),
    [(chess.Board(), "e2", "e4"), (board_from_text("......../......../........"), "a7", "d6")],
)
def test_arrows_and_circles_are_drawn_over_the_position(
    board: Any, origin: str, target: str
) -> None:
    drawings = (Drawing("#aa0000", origin, target), Drawing("#00bb00", target))
    svg = parsed(diagram(board, drawings=drawings))
    (arrow,) = svg.iter(f"{SVG}polygon")
    assert arrow.get("fill") == "#aa0000"
    (circle,) = [each for each in svg.iter(f"{SVG}circle") if each.get("stroke") == "#00bb00"]
    point = (arrow.get("points") or "").split()[0]
    assert point == f"{circle.get('cx')},{circle.get('cy')}"  # the arrow ends where the circle is


# The cache of pieces -----------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where pictures are kept."""
    monkeypatch.setenv("MILLMATE_CACHE", str(tmp_path))
    return tmp_path / "pieces"


@pytest.fixture
def drawn(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the pieces that are drawn from now on."""
    names: list[str] = []

    def draw(symbol: str, pixels: int, pieces: str) -> bytes:
        names.append(symbol)
        return piece_png(symbol, pixels, pieces)

    monkeypatch.setattr(pictures, "piece_png", draw)
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
    monkeypatch.setattr(pictures, "_MOST", 10)
    for pixels in range(8, 48):
        cached_piece_png("p", pixels)
        assert len(list(folder.iterdir())) <= 10
    assert cached_piece_png("p", 47) == piece_png("p", 47)
