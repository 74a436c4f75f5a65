"""Pictures: of the size asked for, of the position shown, and plain about what is missing."""

import struct
import sys
from xml.etree import ElementTree

import chess
import pytest

from millmate.pictures import PictureError, board_png, board_svg, piece_png, piece_svg
from millmate.settings import PIECES


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


def test_drawings_are_xml() -> None:
    assert ElementTree.fromstring(board_svg(chess.Board())).tag.endswith("svg")
    assert ElementTree.fromstring(piece_svg("N")).tag.endswith("svg")


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
