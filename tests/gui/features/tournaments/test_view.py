"""A tournament as it is watched: everything that is told shows up, and every game can be opened."""

import subprocess
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.counting import calls
from tests.gui.features.tournaments.played import (
    MATE,
    NAMES,
    ROOK_ENDING,
    blundered,
    over,
    plan,
    results,
    specs,
    store,
    told,
)

from millmate.gui.features.tournaments.view import ResultsView
from millmate.play.tournament.events import (
    GameBegan,
    GameFinished,
    GameRepeated,
    Progress,
)
from millmate.play.tournament.game import GameResult, GameSpec

POINTS = (1.0, 0.5, 0.0, 1.0, 0.5, 0.5)


@pytest.fixture
def view(qtbot):
    view = ResultsView()
    for board in (view.watch.small.boards["chess"], view.watch.small.boards["morris"]):
        board.set_animated(False)
    qtbot.addWidget(view, before_close_func=lambda closed: settle(qtbot, closed))
    view.resize(1000, 700)
    view.show()
    return view


def settle(qtbot, view: ResultsView) -> None:
    view.games.settle()
    qtbot.waitUntil(lambda: not view.worker.busy)


@pytest.fixture
def played() -> dict[int, GameResult]:
    """The results of the tournament that `ended` shows."""
    return results(plan(games=1), POINTS)


@pytest.fixture
def spec(view) -> GameSpec:
    """The first game of a tournament that has just begun."""
    view.show_results(store(plan(games=1), {}))
    return specs(plan(games=1))[0]


@pytest.fixture
def ended(qtbot, view, played) -> ResultsView:
    """A tournament that is over, as it is shown."""
    view.show_results(store(plan(games=1), played))
    settle(qtbot, view)
    return view


def column(view, number: int) -> list[str]:
    model = view.model()
    return [model.index(row, number).data() for row in range(model.rowCount())]


def test_a_tournament_that_is_over_shows_all(ended):
    assert column(ended.standings.view, 0) == ["1.", "2.", "3."]
    assert sorted(column(ended.standings.view, 1)) == sorted(NAMES)
    assert column(ended.games.view, 0) == ["6", "5", "4", "3", "2", "1"]
    assert "½-½" in column(ended.games.view, 4)
    assert ended.games.filter.counted.text() == "6 games"
    assert len(ended.ratings.course.samples) == 6
    assert ended.watch.shown == 6


def test_the_crosstable_has_what_each_scored_against_each(ended):
    table = ended.crosstable.view
    assert [column(table, 1)[0], column(table, 2)[1], column(table, 3)[2]] == ["—"] * 3
    for row, line in enumerate(column(table, 0)):
        cells = [table.model().index(row, n).data() for n in (1, 2, 3)]
        scored = sum(float(cell.split("/")[0]) for cell in cells if cell != "—")
        assert scored == float(line)
    places = [table.model().headerData(n, Qt.Orientation.Vertical)[:2] for n in range(3)]
    assert places == ["1.", "2.", "3."]


def test_the_crosstable_is_shaded_by_what_its_cells_say(qtbot, view):
    asked = plan(("Dora", "Emil"), games=1)
    view.show_results(store(asked, results(asked, (1.0, 0.0))))
    settle(qtbot, view)
    model = view.crosstable.model
    good, bad = (model.index(row, column) for row, column in ((0, 2), (1, 1)))
    assert [good.data(), bad.data()] == ["2/2", "0/2"]
    grounds = [cell.data(Qt.ItemDataRole.BackgroundRole) for cell in (good, bad)]
    assert grounds[0].greenF() > grounds[0].redF()
    assert grounds[1].redF() > grounds[1].greenF()
    assert model.index(0, 1).data(Qt.ItemDataRole.BackgroundRole) is None
    spoken = good.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.endswith("2 won, 0 drawn, 0 lost")


def test_a_game_is_listed_as_it_goes(qtbot, view, spec):
    view.results.note(GameBegan(spec))
    view.games.settle()
    assert (column(view.games.view, 5), column(view.games.view, 6)) == (["playing"], ["0"])
    for event in told(spec, MATE[:3]):
        view.results.note(event)
    view.games.settle()
    assert column(view.games.view, 6) == ["2"]
    view.results.note(GameRepeated(spec.number, "its worker process died"))
    view.results.note(GameFinished(over(spec, 0.0, MATE)))
    settle(qtbot, view)
    assert (column(view.games.view, 4), column(view.games.view, 5)) == (["0-1"], ["resignation"])
    assert view.standings.model.row_at(view.standings.model.index(0, 0)).line.points == 1


def test_games_that_are_given_up_go(qtbot, view):
    asked = plan(games=1)
    first, second = specs(asked)[:2]
    view.show_results(store(asked))
    for spec in (first, second):
        view.results.note(GameBegan(spec))
    view.games.settle()
    assert len(column(view.games.view, 0)) == 2
    view.results.note(Progress(0, 6, (second.number,), 1, False, 1.0, None))
    view.games.settle()
    assert column(view.games.view, 0) == ["2"]
    view.results.abandon(view.results.live)
    view.games.settle()
    assert column(view.games.view, 0) == []


def test_a_double_click_or_enter_opens_a_finished_game(qtbot, ended, played):
    view, table = ended, ended.games.view
    spot = table.visualRect(table.model().index(1, 2)).center()
    with qtbot.waitSignal(view.game_opened) as opened:
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert opened.args == [played[5], 0]
    assert view.watch.shown == 5
    QTest.keyClick(table, Qt.Key.Key_Down)
    with qtbot.waitSignal(view.game_opened) as opened:
        QTest.keyClick(table, Qt.Key.Key_Return)
    assert opened.args == [played[4], 0]


def test_a_game_that_is_being_played_is_watched_not_opened(qtbot, view, spec):
    view.results.note(GameBegan(spec))
    view.games.settle()
    view.games.view.point_at(1)
    with qtbot.assertNotEmitted(view.game_opened):
        QTest.keyClick(view.games.view, Qt.Key.Key_Return)
    assert view.watch.shown == 1


def test_a_click_on_a_move_that_threw_a_result_away_opens_the_game_there(qtbot, view):
    asked = plan(games=1)
    spec = specs(asked, ROOK_ENDING)[0]
    lost = blundered(spec)
    view.show_results(store(asked, {1: lost}))
    settle(qtbot, view)
    view.games.tabs.setCurrentIndex(1)
    table = view.games.slips_view
    assert [table.model().index(0, n).data() for n in range(6)] == [
        "1", spec.white.name, spec.black.name, "17. Rh4+", "a win, for a draw", "1 · KRPvK",
    ]  # fmt: skip
    spot = table.visualRect(table.model().index(0, 3)).center()
    with qtbot.waitSignal(view.game_opened) as opened:
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert opened.args == [lost, 3]
    deeds = [deed.text() for deed in view.games.view.menu(view.games.games.index(0, 0)).actions()]
    assert deeds[:2] == ["&Open the game", "Open at 17. Rh4+"]


def test_endings_have_their_columns_only_where_there_are_any(qtbot, ended):
    view, asked = ended, plan(games=1)
    titles = [each.title for each in view.standings.model.columns]
    assert "Converted" not in titles
    assert view.games.view.isColumnHidden(8)
    view.show_results(store(asked, {1: blundered(specs(asked, ROOK_ENDING)[0])}))
    settle(qtbot, view)
    titles = [each.title for each in view.standings.model.columns]
    assert {"Converted", "Held", "Plies lost", "Thrown away"} <= set(titles)
    assert "0 % (0/1)" in column(view.standings.view, titles.index("Converted"))
    assert not view.games.view.isColumnHidden(8)


def test_games_are_filtered_by_who_played(ended):
    ended.games.filter.player.setCurrentText("Anna")
    assert ended.games.filter.counted.text() == "4 of 6 games"
    ended.games.filter.other.setCurrentText("Chloé")
    shown = zip(column(ended.games.view, 2), column(ended.games.view, 3), strict=True)
    assert {frozenset(pair) for pair in shown} == {frozenset({"Anna", "Chloé"})}
    ended.games.filter.player.setCurrentIndex(0)
    assert ended.games.filter.counted.text() == "6 games"


def test_enter_on_the_crosstable_lists_the_games_of_both(ended):
    ended.tabs.setCurrentIndex(1)
    table = ended.crosstable.view
    table.setCurrentIndex(table.model().index(0, 2))
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert ended.games.filter.counted.text() == "2 of 6 games"


def test_who_is_marked_in_the_plot_is_selected_in_the_table_and_the_other_way(ended):
    ended.standings.view.point_at(1)
    assert ended.ratings.marked == 1
    ended.tabs.setCurrentIndex(2)
    QTest.keyClick(ended.ratings, Qt.Key.Key_Home)
    ended.ratings.choose(2)
    index = ended.standings.view.currentIndex()
    assert ended.standings.model.row_at(index).number == 2


def test_another_tournament_takes_the_place_of_the_first(qtbot, view):
    asked = plan(games=1)
    view.show_results(store(asked, results(asked, POINTS)))
    view.results.note(GameBegan(specs(asked)[0]))
    view.games.filter.player.setCurrentText("Anna")
    other = plan(("Dora", "Emil"), games=1)
    view.show_results(store(other, {}))
    settle(qtbot, view)
    assert column(view.standings.view, 1) == ["Dora", "Emil"]
    assert column(view.games.view, 0) == []
    assert view.watch.shown is None
    assert view.ratings.course.samples == []
    assert view.games.filter.wanted == frozenset()


@pytest.mark.thorough
def test_a_thousand_games_do_not_make_a_further_one_dear(qtbot, view):
    """A game more is sought its place among those that are listed: two calls for each of them."""
    asked = plan([f"Player {n}" for n in range(20)], games=5)
    games = specs(asked)

    def work_of_one_more(listed):
        before = {spec.number: over(spec, spec.number % 3 / 2, MATE) for spec in games[:listed]}
        view.show_results(store(asked, before))
        qtbot.waitExposed(view)
        return calls(lambda: play(games[listed]))

    def play(spec):
        view.results.note(GameBegan(spec))
        for event in told(spec, MATE):
            view.results.note(event)
        view.results.note(GameFinished(over(spec, 0.0, MATE)))
        view.games.settle()

    few, many = work_of_one_more(180), work_of_one_more(940)
    assert few < 5000
    assert many - few < 3 * 760


def test_everything_has_a_name_for_those_who_listen(view):
    named = (view.standings.view, view.crosstable.view, view.ratings, view.games.view,
             view.games.slips_view, view.games.filter.player,
             view.watch.small.boards["chess"])  # fmt: skip
    assert all(widget.accessibleName() for widget in named)
    assert len({widget.accessibleName() for widget in named}) == len(named)


def test_the_window_never_loads_the_compiler():
    code = (
        "import sys, millmate.gui.features.tournaments.view\n"
        "from millmate.gui.features.tournaments.standings import compute_standings\n"
        "from millmate.play.tournament.plan import Participant, TournamentPlan\n"
        "assert 'numpy' not in sys.modules, 'numpy is imported in a thread'\n"
        "people = tuple(Participant.of('random', name) for name in 'ab')\n"
        "compute_standings(TournamentPlan(people), ())\n"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
