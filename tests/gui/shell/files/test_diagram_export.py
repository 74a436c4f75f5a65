"""Pictures of the board: on the clipboard, and saved as SVG, PNG and PDF."""

import xml.etree.ElementTree as ET

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog
from tests.gui.sharing import visit
from tests.gui.windows import QUEEN_MATE
from tests.tiers import first

from millmate.games.catalogue import parse
from millmate.gui.boards.morris_board import MorrisGame
from millmate.gui.boards.widget import BoardWidget
from millmate.gui.shell.files.diagram_export import drawn
from millmate.pictures.diagrams import Orientation
from millmate.records.notes import Shape

SVG = "{http://www.w3.org/2000/svg}"
MORRIS = "BW.....W/WB.....B/........ w 4 5 0 5"


@pytest.mark.parametrize("fen", first(1, [QUEEN_MATE, MORRIS]))
def test_the_diagram_of_the_board_goes_to_the_clipboard(v, fen):
    v.window.workspace.set_up(fen)
    v.do("copy_diagram")
    data = QApplication.clipboard().mimeData()
    assert data.hasImage()
    assert not QApplication.clipboard().image().isNull()
    assert fen in bytes(data.data("image/svg+xml").data()).decode()


@pytest.mark.parametrize(
    ("name", "begins"), first(1, [("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF")])
)
def test_the_diagram_is_saved_as_its_ending_says(qtbot, tmp_path, monkeypatch, name, begins):
    path = tmp_path / name
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), "SVG (*.svg)"))
    with visit(qtbot, start_fen=QUEEN_MATE) as v:
        v.do("save_diagram")
        v.wait(lambda: v.window.status.currentMessage().endswith(f"saved in {name}."))
        assert path.read_bytes().startswith(begins)


def test_a_name_without_an_ending_gets_that_of_the_kind(qtbot, tmp_path, monkeypatch):
    path = tmp_path / "board"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), "PNG (*.png)"))
    with visit(qtbot, start_fen=QUEEN_MATE) as v:
        v.do("save_diagram")
        v.wait(lambda: (tmp_path / "board.png").exists())


def test_a_diagram_that_cannot_be_saved_is_told_of(qtbot, tmp_path, monkeypatch):
    path = tmp_path / "nowhere" / "a.svg"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with visit(qtbot, start_fen=QUEEN_MATE) as v:
        v.do("save_diagram")
        v.wait(lambda: v.message.startswith("The diagram could not be saved"))


def test_black_at_the_bottom_is_drawn_that_way():
    assert drawn(parse(QUEEN_MATE)) != drawn(parse(QUEEN_MATE), Orientation(flipped=True))
    assert drawn(parse(MORRIS)) != drawn(parse(MORRIS), Orientation(flipped=True))


@pytest.mark.parametrize("turns", first(2, range(4)))
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("flipped", first(1, [False, True]))
def test_a_morris_diagram_lies_as_its_board_does(qtbot, flipped, mirrored, turns):
    view = BoardWidget(MorrisGame())
    qtbot.addWidget(view)
    view.set_orientation(Orientation(flipped, turns, mirrored))
    svg = ET.fromstring(drawn(parse(MORRIS), view.orientation))
    discs = [(float(c.get("cx")), float(c.get("cy"))) for c in svg.iter(f"{SVG}circle")][:24]
    geometry = view.board_geometry
    middle, units = geometry.board.center(), (discs[1][0] - discs[0][0], discs[1][1] - discs[0][1])
    unit = max(map(abs, units)) / 3  # from a7 to d7
    for point, (x, y) in enumerate(discs):
        spot = (geometry.centre_of(point) - middle) / geometry.unit
        assert (x / unit, y / unit) == pytest.approx((spot.x() + 3.75, spot.y() + 3.75))
    letters = {t.text: (float(t.get("x")), float(t.get("y"))) for t in svg.iter(f"{SVG}text")}
    assert letters["a"][turns % 2] == pytest.approx(discs[0][turns % 2], abs=6)  # at a7's file
    assert letters["7"][1 - turns % 2] == pytest.approx(discs[0][1 - turns % 2], abs=6)


@pytest.mark.thorough
def test_the_explorers_diagrams_lie_as_the_boards_of_the_window_do(qtbot, morris_tables):
    with visit(qtbot, morris_tables, morris_turns=1) as v:
        v.window.exploring.show()
        v.window.exploring.explorer.pictures.copy(parse(MORRIS))
        svg = bytes(QApplication.clipboard().mimeData().data("image/svg+xml").data()).decode()
        assert svg == drawn(parse(MORRIS), Orientation(turns=1)) != drawn(parse(MORRIS))


@pytest.mark.parametrize(
    ("fen", "origin", "target"), [(QUEEN_MATE, "b1", "b4"), (MORRIS, "a7", "d7")]
)
def test_arrows_and_circles_are_in_the_picture(fen, origin, target):
    arrow, circle = Shape("R", origin, target), Shape("G", target)
    plain, both = drawn(parse(fen)), drawn(parse(fen), shapes=(arrow, circle))
    assert both.count("<polygon") == plain.count("<polygon") + 1
    assert both.count("<circle") == plain.count("<circle") + 1
    assert drawn(parse(fen), Orientation(True), (arrow,)) != drawn(
        parse(fen), Orientation(), (arrow,)
    )
    still = drawn(parse(fen), shapes=(Shape("R", origin, origin),))  # an arrow that goes nowhere
    assert still.count("<circle") == plain.count("<circle") + 1


@pytest.mark.thorough
def test_what_is_drawn_in_a_game_is_copied_with_its_diagram(v):
    v.paste("1. e4 {[%cal Ge4d5][%csl Re4]} *")
    v.wait(lambda: v.game.studied)
    v.do("last")
    v.do("copy_diagram")
    svg = bytes(QApplication.clipboard().mimeData().data("image/svg+xml").data()).decode()
    assert "#1b8a3c" in svg
    assert "#c3362b" in svg
