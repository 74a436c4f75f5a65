"""The tiles of the course: boards drawn when Qt is idle, stars, and chapters with their share."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from millmate.gui.features.train import lesson_tiles
from millmate.gui.features.train.lesson_tiles import LessonTiles
from millmate.gui.kit import theme
from millmate.play.trainer.course import Chapter, Lesson, Standing, chapters


@pytest.fixture
def standings() -> dict[str, Standing]:
    return {}


@pytest.fixture
def tiles(qtbot, standings) -> Iterator[LessonTiles]:
    def known(chapter: Chapter) -> int:
        return sum(standings.get(each.fen) is Standing.KNOWN for each in chapter.lessons)

    found = LessonTiles(lambda lesson: standings.get(lesson.fen, Standing.NEW), known)
    qtbot.addWidget(found)
    found.resize(380, 300)
    found.show_chapters(chapters()[:3])
    found.show()
    qtbot.waitExposed(found)
    yield found
    found._drawing.stop()


def index_of(tiles: LessonTiles, row: Chapter | Lesson):
    return tiles.lessons.index(tiles.lessons.rows.index(row), 0)


def colours(tiles: LessonTiles, row: Chapter | Lesson) -> set[str]:
    """Return the colours of a row on the screen."""
    image = tiles.viewport().grab(tiles.visualRect(index_of(tiles, row))).toImage()
    return {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }


def test_three_tiles_are_beside_each_other_and_no_name_is_cut(tiles: LessonTiles) -> None:
    assert tiles.columns == 3
    letters, first = tiles.fontMetrics(), chapters()[0].lessons[0]
    place = tiles.visualRect(index_of(tiles, first))
    assert place.top() == tiles.heading_height
    assert place.height() - tiles._board > 2 * letters.height()


def test_boards_in_sight_are_drawn_when_qt_is_idle(qtbot, tiles: LessonTiles, monkeypatch) -> None:
    drawn: list[str] = []
    paint = lesson_tiles._paint_board
    monkeypatch.setattr(
        lesson_tiles, "_paint_board", lambda *args: (drawn.append(args[1].fen), paint(*args))
    )
    tiles._drawing.stop()
    tiles._drawn.clear()
    drawn.clear()
    tiles.grab()
    assert drawn == []
    qtbot.waitUntil(lambda: bool(tiles._drawn) and not tiles._drawing.busy)
    whole = {fen for fen, _ in tiles._drawn}
    assert whole == set(drawn) < {each.fen for each in chapters()[0].lessons}
    drawn.clear()
    tiles.grab()
    assert set(drawn) <= whole


def test_stars_and_the_bar_say_what_is_known(tiles: LessonTiles, standings) -> None:
    chapter, good = chapters()[0], QColor(theme.colours().good).name()
    first, second = chapter.lessons[:2]
    assert good not in colours(tiles, first) | colours(tiles, chapter)
    standings[first.fen] = Standing.KNOWN
    tiles.viewport().update()
    assert good in colours(tiles, first) & colours(tiles, chapter)
    assert good not in colours(tiles, second)


def test_chapters_are_headings_that_are_read_but_not_chosen(tiles: LessonTiles) -> None:
    first, second = chapters()[:2]
    role = Qt.ItemDataRole.AccessibleTextRole
    assert index_of(tiles, second).data(role) == f"{second.title}, 0 of {len(second.lessons)}"
    assert index_of(tiles, second).flags() == Qt.ItemFlag.NoItemFlags
    tiles.choose(second.lessons[0])
    assert tiles.lesson is second.lessons[0]
    tiles.choose(None)
    assert tiles.lesson is second.lessons[0]
    assert index_of(tiles, first.lessons[0]).data(role).endswith(", not started")
