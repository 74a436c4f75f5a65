"""The square map: driven by keys and mouse, following the board, and counting as help in drills."""

import re
from pathlib import Path

import chess
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot
from tests.gui.mouse import Mouse
from tests.gui.sharing import visit
from tests.gui.windows import Visitor
from tests.tiers import first

from millmate.games.catalogue import parse
from millmate.games.morris.points import point
from millmate.games.value import CHESS_TERMS, MORRIS_TERMS, Terms, Value
from millmate.gui.boards.small_boards import Thumbnail
from millmate.gui.boards.square_map import SquareMapStrip, Wave, landscape
from millmate.gui.kit import theme
from millmate.gui.shell.probe.probe_service import ProbeService
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.square_map import chess_maps

PAWN = "8/8/3k4/8/8/8/3PK3/8 w - - 0 1"
STONES = "...W.W.B/......W./....B..B w 0 0 0 1"


@pytest.mark.parametrize(
    ("value", "same_side", "terms", "said"),
    [
        (Value(1, 9), True, CHESS_TERMS, (1, "5", "mate in 5")),
        (Value(1, 1), True, CHESS_TERMS, (1, "1", "mate in 1")),
        (Value(-1, 10), False, CHESS_TERMS, (1, "5", "mate in 5")),
        (Value(1, 9, False), True, CHESS_TERMS, (1, "", "mate in at most 5")),
        (Value(1, 9), False, MORRIS_TERMS, (-1, "5", "loses in 5")),
        (Value(1, 9), True, MORRIS_TERMS, (1, "5", "wins in 5")),
        (Value(-1, 0), False, MORRIS_TERMS, (1, "0", "wins")),
        (Value(0), False, CHESS_TERMS, (0, "", "draw")),
    ],
)
def test_a_place_says_its_value_as_a_move_does(
    value: Value, same_side: bool, terms: Terms, said: tuple[int, str, str]
) -> None:
    found = landscape({True: {7: value}}, 7, same_side, True, terms).values[7]
    assert (found.wdl, found.figure, found.words) == said


def press(visitor: Visitor, *keys: Qt.Key, shift: bool = False) -> None:
    modifier = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    for key in keys:
        QTest.keyClick(visitor.board, key, modifier)


def shown(visitor: Visitor, place: int) -> bool:
    """Return whether the map of the man on `place` is on the board."""
    mapped = visitor.board.state.square_map
    return mapped is not None and mapped.place == place and visitor.window.square_map.settled


def figures(visitor: Visitor) -> dict[str, tuple[int, str]]:
    """Return the result and the figure on every square that has some, by its name."""
    mapped = visitor.board.state.square_map
    assert mapped is not None
    return {chess.square_name(at): (value.wdl, value.figure) for at, value in mapped.values.items()}


def expected(tables: Path, fen: str, square: int, turn: bool) -> dict[str, tuple[int, str]]:
    """Return what probing says about every square where the man of `square` can stand."""
    found, board = {}, chess.Board(fen)
    man = board.remove_piece_at(square)
    assert man is not None
    with Tablebase(tables) as own:
        for other in chess.SQUARES:
            moved = board.copy()
            if moved.piece_at(other) is None:
                moved.set_piece_at(other, man)
                moved.turn = turn
                if moved.is_valid():
                    verdict = own.probe(moved)
                    wdl = verdict.wdl if turn is man.color else -verdict.wdl
                    figure = "" if verdict.moves is None else str(verdict.moves)
                    found[chess.square_name(other)] = wdl, figure
    return found


def changing(tables: Path, fen: str, square: int) -> set[str]:
    """Return the squares of a man where one side to move has another result than the other."""
    white, black = (expected(tables, fen, square, turn) for turn in (chess.WHITE, chess.BLACK))
    return {name for name in white.keys() & black.keys() if white[name][0] != black[name][0]}


@pytest.mark.parametrize("square", first(1, [chess.E2, chess.D6, chess.D2]))
def test_it_marks_where_the_side_to_move_matters(
    qtbot: QtBot, rook_tables: Path, square: int
) -> None:
    with visit(qtbot, rook_tables, start_fen=PAWN) as v:
        v.do("square_map")
        v.wait(lambda: shown(v, chess.E2))
        v.board.man_pressed.emit(square)
        v.wait(lambda: shown(v, square))
        assert not v.board.state.square_map.rings
        v.window.square_map.strip.turns.buttons[None].click()
        mapped = v.board.state.square_map
        assert set(map(chess.square_name, mapped.rings)) == changing(rook_tables, PAWN, square)
        assert mapped.rings
        assert figures(v) == expected(rook_tables, PAWN, square, chess.WHITE)
        for at, value in mapped.values.items():
            assert ("; with Black to move: " in value.words) is (at in mapped.rings)
        v.window.square_map.strip.turns.buttons[True].click()
        assert not v.board.state.square_map.rings


def test_the_way_of_the_man_in_best_play_follows_its_map(qtbot: QtBot, rook_tables: Path) -> None:
    start = "8/8/8/3k4/8/8/8/K6R w - - 0 1"
    with visit(qtbot, rook_tables, start_fen=start) as v:
        v.do("square_map")
        v.board.man_pressed.emit(chess.D5)
        v.wait(lambda: shown(v, chess.D5) and v.board.state.square_map.trail != ())
        mapped = v.board.state.square_map
        with Tablebase(rook_tables) as own:
            board, steps = chess.Board(start), [chess.D5]
            while best := own.moves(board):
                board.push(best[0].move)
                king = board.king(chess.BLACK)
                steps += [king] if king != steps[-1] else []
        assert mapped.trail == tuple(steps)
        v.do("copy_diagram")
        svg = bytes(QGuiApplication.clipboard().mimeData().data("image/svg+xml").data()).decode()
        (points,) = re.findall(r'<polyline points="([^"]*)"', svg)
        assert len(points.split()) == len(steps)
        v.window.square_map.strip.turns.buttons[False].click()
        assert v.board.state.square_map.trail == ()  # it is White's move
        v.window.square_map.strip.turns.buttons[None].click()
        assert v.board.state.square_map.trail == mapped.trail


@pytest.mark.parametrize("language", first(1, ["de", "en"]))
def test_the_strip_shows_as_much_as_fits(qtbot: QtBot, language: str) -> None:
    with visit(qtbot, language=language):
        strip = SquareMapStrip(lambda: True)
        qtbot.addWidget(strip)
        theme.dress(strip)
        said = "White knight, White to move: White wins from 12 squares, draws from 42 squares."
        strip.show_values("White knight", said, True)
        strip.show()
        seen, buttons = 0, strip.turns.buttons.values()
        for width in range(144, 1000, 20):
            strip.resize(width, 36)
            qtbot.waitUntil(lambda: strip.turns.width() >= strip.turns.sizeHint().width())
            parts = [strip.text, strip.turns, strip.wave, strip.dismiss]
            visible = [part for part in parts if not part.isHidden()]
            for part in visible:
                assert part.width() >= part.minimumSizeHint().width(), (width, part)
            assert len(visible) >= seen, "more room shows no less"
            seen = len(visible)
            assert strip.text.text() in ("White knight", said)
        assert seen == len(parts)
        assert strip.text.text() == said
        assert all(button.text() == button.accessibleName() for button in buttons)


@pytest.mark.parametrize("figures", [False, True])
def test_a_small_board_shows_a_landscape(qtbot: QtBot, rook_tables: Path, figures: bool) -> None:
    with Tablebase(rook_tables) as own:
        (answer,) = chess_maps(own, chess.Board(PAWN), chess.E2)
    found = landscape(answer.verdicts, chess.E2, chess.WHITE, chess.WHITE, CHESS_TERMS)
    small = Thumbnail(100)
    qtbot.addWidget(small)
    side = 400 if figures else 160
    small.set_height(side)
    small.resize(side, side)
    colours = []
    small.show_position(parse(PAWN))
    for shown in (None, found):
        if shown is not None:
            small.show_landscape(shown)
        image = small.grab().toImage()
        won = next(at for at, value in found.values.items() if value.wdl and at != chess.E2)
        left, top = (won & 7) * side // 8, (7 - (won >> 3)) * side // 8
        area = [
            (left + x, top + y) for x in range(3, side // 8 - 3) for y in range(3, side // 8 - 3)
        ]
        colours.append({image.pixelColor(*place).name() for place in area})
    assert len(colours[0]) == 1
    assert colours[0].isdisjoint(colours[1])
    assert (len(colours[1]) > 1) is figures
    small.show_position(parse(PAWN))
    assert small.landscape is None


def limits(wave: Wave) -> list[int | None]:
    moved: list[int | None] = []
    wave.moved.connect(moved.append)
    return moved


def test_a_wave_moves_ply_by_ply_to_its_end(qtbot: QtBot) -> None:
    wave = Wave(lambda: True)
    qtbot.addWidget(wave)
    wave.set_most(9)
    assert (wave.limit, wave.slider.value(), wave.figure.text()) == (None, 5, "≤ 5")
    moved = limits(wave)
    wave.play.click()
    qtbot.waitUntil(lambda: moved[-1] is None)
    assert moved == [*range(9), None]
    assert wave.slider.value() == 5
    wave.slider.setValue(2)
    assert (moved[-1], wave.figure.text()) == (4, "≤ 2")
    wave.play.click()  # goes on from there
    wave.play.click()
    assert moved[-1] != 0
    wave.set_most(2)
    assert wave.limit is None


def test_without_motion_a_wave_jumps_to_its_end(qtbot: QtBot) -> None:
    wave = Wave(lambda: False)
    qtbot.addWidget(wave)
    wave.set_most(30)
    wave.slider.setValue(3)
    moved = limits(wave)
    wave.play.click()
    assert moved == [None]


@pytest.mark.thorough
def test_the_wave_on_the_board_asks_for_no_values(
    qtbot: QtBot, rook_tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visit(qtbot, rook_tables, start_fen=PAWN) as v:
        v.do("square_map")
        v.wait(lambda: shown(v, chess.E2))
        probe, board = v.window.services.probe, v.board
        asked: list[object] = []
        monkeypatch.setattr(probe, "ask_map", lambda *question: asked.append(question))
        words = {at: square.accessibleName() for at, square in board.squares.items()}
        strip, whole = v.window.square_map.strip, board.state.square_map
        near = min(value.plies or 99 for value in whole.values.values() if value.wdl)
        strip.wave.slider.setValue((near + 3) // 2)
        limit = 2 * strip.wave.slider.value()
        lit = {at for at, value in board.state.square_map.shown.items() if value.wdl}
        assert lit == {at for at, each in whole.values.items() if each.wdl and each.plies <= limit}
        assert 0 < len(lit) < sum(abs(each.wdl) for each in whole.values.values())
        assert words == {at: square.accessibleName() for at, square in board.squares.items()}
        strip.wave.slider.setValue(strip.wave.slider.maximum())
        assert board.state.square_map == whole
        assert not asked


def test_by_the_keyboard_alone(qtbot: QtBot, rook_tables: Path) -> None:
    with visit(qtbot, rook_tables, start_fen=PAWN) as v:
        said: list[str] = []
        v.board.announced.connect(said.append)
        v.window.activateWindow()
        v.board.setFocus()
        v.wait(lambda: QGuiApplication.focusObject() is v.board)
        press(v, Qt.Key.Key_M)
        v.wait(lambda: shown(v, chess.E2))  # the king of the side to move
        assert v.window.commands["square_map"].isChecked()
        assert figures(v) == expected(rook_tables, PAWN, chess.E2, chess.WHITE)
        assert said[-1] == (
            "White king, White to move: White wins from 12 squares, draws from 42 squares."
        )
        press(v, Qt.Key.Key_M, shift=True)
        assert figures(v) == expected(rook_tables, PAWN, chess.E2, chess.BLACK)
        assert "Black to move: White wins from" in said[-1]
        press(v, Qt.Key.Key_M, shift=True)
        rings = changing(rook_tables, PAWN, chess.E2)
        assert said[-1].endswith(f"The side to move matters on {len(rings)} squares.")
        press(v, Qt.Key.Key_M, shift=True)
        assert figures(v) == expected(rook_tables, PAWN, chess.E2, chess.WHITE)
        press(v, Qt.Key.Key_M, shift=True)
        press(v, Qt.Key.Key_Return)  # the square cursor starts on e4
        press(v, *[Qt.Key.Key_Up] * 2, Qt.Key.Key_Left)
        assert v.board.game.describe_cursor(v.board.state, chess.D6) == "d6, black king"
        assert v.board.game.describe_square(v.board.state, chess.E5) == "e5, empty, not possible"
        assert v.board.game.describe_square(v.board.state, chess.A8) == "a8, empty, draw"
        press(v, Qt.Key.Key_Space)
        v.wait(lambda: shown(v, chess.D6))
        assert figures(v) == expected(rook_tables, PAWN, chess.D6, chess.BLACK)
        press(v, Qt.Key.Key_Escape, Qt.Key.Key_Escape, Qt.Key.Key_M)
        assert v.board.state.square_map is None
        assert v.window.square_map.strip.isHidden()


def test_by_the_mouse_and_it_follows_the_game(qtbot: QtBot, rook_tables: Path) -> None:
    with visit(qtbot, rook_tables, start_fen=PAWN, white="human", black="human") as v:
        v.press_play()
        Mouse(v.board).click("d2")
        v.do("square_map")  # of the man that is selected
        v.wait(lambda: shown(v, chess.D2))
        names = figures(v)
        assert {name[1] for name in names} == set("234567")
        assert names == expected(rook_tables, PAWN, chess.D2, chess.WHITE)
        Mouse(v.board).click("d2")  # no longer selected
        v.play("d2d4")
        v.wait(lambda: shown(v, chess.D4))
        here = v.game.line.fen
        assert figures(v) == expected(rook_tables, here, chess.D4, chess.BLACK)
        v.do("previous")
        v.wait(lambda: shown(v, chess.D2))
        strip = v.window.square_map.strip
        strip.turns.buttons[False].click()
        assert figures(v) == expected(rook_tables, PAWN, chess.D2, chess.BLACK)
        Mouse(v.board).click("d6")  # of the side that is not to move
        v.wait(lambda: shown(v, chess.D6))
        assert strip.text.text() == "Black king"
        strip.dismiss.click()
        assert v.board.state.square_map is None


def test_of_a_stone_every_point(qtbot: QtBot, morris_tables: Path) -> None:
    with visit(qtbot, morris_tables, game="morris", morris_start=STONES) as v:
        v.do("square_map")
        v.wait(lambda: v.window.square_map.settled)
        v.board.press_square(point("d5"))
        mapped = v.board.state.square_map
        assert mapped is not None
        assert len(mapped.values) == 24 - len(v.board.state.pieces) + 1
        assert re.match(r"White stone, White to move: White wins from \d+ points",
                        v.window.square_map.strip.text.accessibleName())  # fmt: skip


@pytest.mark.thorough
def test_without_a_table_it_offers_to_build_one(qtbot: QtBot, tmp_path: Path) -> None:
    with visit(qtbot, tmp_path, start_fen=PAWN) as v:
        v.do("square_map")
        strip = v.window.square_map.strip
        v.wait(lambda: strip.text.text() == "No table yet. King and pawn against king (KPvK).")
        assert strip.build.isVisible()
        assert not strip.wave.isVisible()
        assert v.board.state.square_map is None
        v.window.workspace.set_up("8/8/3k4/8/8/8/3P4/8 w - - 0 1")
        v.wait(lambda: strip.text.text() == "Each side needs one king.")
        v.window.workspace.set_up("8/8/8/8/8/8/8/8 w - - 0 1")
        v.wait(lambda: strip.text.text() == "There is no piece on the board.")


@pytest.mark.thorough
def test_a_diagram_shows_it_too(qtbot: QtBot, rook_tables: Path) -> None:
    with visit(qtbot, rook_tables, start_fen=PAWN) as v:
        v.do("copy_diagram")
        clipboard = QGuiApplication.clipboard()
        plain = bytes(clipboard.mimeData().data("image/svg+xml").data()).decode()
        v.do("square_map")
        v.wait(lambda: shown(v, chess.E2))
        v.do("square_map_turn")
        v.do("copy_diagram")
        mapped = bytes(clipboard.mimeData().data("image/svg+xml").data()).decode()
        assert " b - - " in mapped
        assert " w - - " in plain
        assert not re.findall(r'font-weight="600">', plain)
        drawn = re.findall(r'font-weight="600">(\d+)<', mapped)
        assert sorted(drawn) == sorted(figure for _, figure in figures(v).values() if figure)


def test_its_wave_is_saved_as_an_animation(
    qtbot: QtBot, rook_tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered: list[str] = []

    def choose(*question: str) -> tuple[str, str]:
        offered.append(question[-1])
        return str(tmp_path / "wave.gif"), "GIF (*.gif)"

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    with visit(qtbot, rook_tables, start_fen=PAWN) as v:
        v.do("save_diagram")
        v.wait((tmp_path / "wave.gif.svg").exists)  # nothing to animate
        v.do("square_map")
        v.wait(lambda: shown(v, chess.E2))
        v.do("save_diagram")
        v.wait((tmp_path / "wave.gif").exists)
        mapped = v.board.state.square_map
    assert ["GIF" in filters for filters in offered] == [False, True]
    with Image.open(tmp_path / "wave.gif") as film:
        assert film.n_frames == len(mapped.wave)
        green = []
        for number, part in enumerate(mapped.wave):
            film.seek(number)
            picture, scale = film.convert("RGB"), film.width / 400
            lit = {at for at, value in part.shown.items() if value.wdl and at != chess.E2}
            for at in mapped.values.keys() - {chess.E2}:
                right, down = chess.square_file(at) + 0.9, 7.85 - chess.square_rank(at)
                place = round((20 + 45 * right) * scale), round((20 + 45 * down) * scale)
                red, more, _ = picture.getpixel(place)
                assert (more > red + 8) is (at in lit)
            green.append(len(lit))
    assert green == sorted(green)
    assert green[0] == 0


@pytest.mark.parametrize("name", ["square_map_turn"])
def test_the_other_side_is_chosen_only_while_it_is_on(qtbot: QtBot, name: str) -> None:
    with visit(qtbot) as v:
        assert not v.window.commands[name].isEnabled()
        v.do("square_map")
        assert v.window.commands[name].isEnabled()


def test_of_questions_about_men_the_newest_is_answered(qtbot: QtBot, rook_tables: Path) -> None:
    service, maps, answers = ProbeService(rook_tables), [], []
    service.mapped.connect(maps.append)
    service.answered.connect(answers.append)
    try:
        service.ask_map(parse(PAWN), chess.E2)
        service.ask_map(parse(PAWN), chess.D2)  # nothing is emitted before the event loop runs
        service.ask(parse(PAWN))
        qtbot.waitUntil(lambda: bool(maps and answers))
        assert {found.place for found in maps} == {chess.D2}
        assert {answer.fen for answer in answers} == {PAWN}
        service.ask_map(parse("8/8/3k4/8/8/8/3QK2Q/8 w - - 0 1"), chess.E2)
        qtbot.waitUntil(lambda: maps[-1].lack is not None)
        assert maps[-1].lack.remark == "Two queens against king (KQQvK)"
        assert maps[-1].lack.plan is not None
    finally:
        service.close()
        qtbot.waitUntil(lambda: service._task.isFinished())


@pytest.mark.thorough
def test_a_solved_position_has_a_map_where_every_square_is_known(
    qtbot: QtBot, exact_positions: Path, bounded_positions: Path
) -> None:
    blocked, running = "8/8/4k3/p7/P7/4K3/8/8 w - - 0 1", "8/8/1P6/2p5/8/8/8/K2k4 w - - 0 1"
    with visit(qtbot, exact_positions, start_fen=blocked) as v:
        v.do("square_map")
        v.wait(lambda: shown(v, chess.E3))
        assert {result for result, _ in figures(v).values()} == {0}
    with visit(qtbot, bounded_positions, start_fen=running) as v:
        v.do("square_map")
        v.wait(lambda: v.window.square_map.settled)
        assert v.board.state.square_map is None
        assert v.window.square_map.strip.isVisible()
