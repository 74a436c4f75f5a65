import xml.etree.ElementTree as ET
from typing import Any

import chess
import pytest

from millmate.games.morris.positions import board_from_text
from millmate.pictures import pdf, png
from millmate.pictures.diagrams import Colours, Drawing, Orientation, diagram

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> set[str | None]:
    return {element.text for element in ET.fromstring(svg).iter(f"{SVG}text")}


@pytest.mark.parametrize("pieces", ["classic", "mill", "signs"])
def test_a_chess_diagram_has_every_square_piece_and_coordinate(pieces: str) -> None:
    svg = diagram(chess.Board(), Colours(light="#abcdef", dark="#123456"), pieces=pieces)
    rects = [r.get("fill") for r in ET.fromstring(svg).iter(f"{SVG}rect")]
    assert rects.count("#abcdef") == rects.count("#123456") == 32
    moved = [g for g in ET.fromstring(svg) if (g.get("transform") or "").startswith("translate")]
    assert len(moved) == 32
    assert texts(svg) == {*"abcdefgh", *"12345678"}


def test_a_morris_diagram_has_every_stone_also_those_in_hand() -> None:
    svg = diagram(board_from_text("BW.....W/WB.....B/........ w 4 5 0 5"))
    circles = [c.get("r") for c in ET.fromstring(svg).iter(f"{SVG}circle")]
    assert circles.count("23") == 3 + 3  # on the board
    assert circles.count("8") == 4 + 5
    assert circles.count("6") == 24
    assert len(list(ET.fromstring(svg).iter(f"{SVG}line"))) == 32
    assert texts(svg) == {*"abcdefg", *"1234567"}


@pytest.mark.parametrize("fen", ["8/8/8/3k4/8/8/8/KQ6 b - - 0 1", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"])
def test_the_side_to_move_is_marked_at_its_own_side(fen: str) -> None:
    board = chess.Board(fen)
    below = {}
    for flipped in (False, True):
        disc = next(ET.fromstring(diagram(board, seen=Orientation(flipped))).iter(f"{SVG}circle"))
        below[flipped] = float(disc.get("cy") or 0) > 200
    assert below == {False: board.turn, True: not board.turn}


def test_diagrams_become_png_and_pdf() -> None:
    svg = diagram(chess.Board())
    assert png(svg, 300).startswith(b"\x89PNG")
    assert png(svg).startswith(b"\x89PNG")
    assert pdf(svg).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("board", "origin", "target"),
    [(chess.Board(), "e2", "e4"), (board_from_text("......../......../........"), "a7", "d6")],
)
def test_arrows_and_circles_are_drawn_over_the_position(
    board: Any, origin: str, target: str
) -> None:
    drawings = (Drawing("#aa0000", origin, target), Drawing("#00bb00", target))
    svg = ET.fromstring(diagram(board, drawings=drawings))
    (arrow,) = svg.iter(f"{SVG}polygon")
    assert arrow.get("fill") == "#aa0000"
    (circle,) = [each for each in svg.iter(f"{SVG}circle") if each.get("stroke") == "#00bb00"]
    point = (arrow.get("points") or "").split()[0]
    assert point == f"{circle.get('cx')},{circle.get('cy')}"  # the arrow ends where the circle is
