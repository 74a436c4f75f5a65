"""Every page and dialog of the window: the one list of them, and how each comes to be seen.

A screen is opened as a person opens it: by a command of the menus, or by what leads to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtWidgets import QWidget
from tests.gui.guide import COMMENTED, ENDING, Guide, Screen, windows

from millmate import paths
from millmate.gui.features.analyse.review_panel import progress_words
from millmate.gui.kit.dialogs import ErrorDialog, TextDialog, question
from millmate.gui.shell.frame.commands import all_commands
from millmate.gui.shell.help.sheets import AboutDialog, not_started
from millmate.gui.shell.play.engines import TOURNAMENT, ConsentDialog
from millmate.gui.shell.preferences.items import CATEGORIES
from millmate.language import tr
from millmate.play.move_review import GameReview, ReviewedMove, Sign
from millmate.play.rush.puzzles import Mode
from millmate.play.trainer.course import chapters, lessons
from millmate.play.trainer.exam import Grade, Mark, Option
from millmate.play.trainer.trainer import Survey
from millmate.players.consent import launch_of
from millmate.players.engine_recipe import EngineRecipe
from millmate.tablebase.position_inventory import SolvedPosition
from millmate.tablebase.reach import Bounds

UNKNOWN = "4k3/pppp4/8/8/8/8/PPPP4/RNBQKBNR w KQ - 0 1"
BLOCKED = "8/2k5/p1p5/P1P5/1P6/8/1K6/8 w - - 0 1"
UNBUILT = "8/8/8/3k4/8/8/8/KNN5 w - - 0 1"
MORRIS = "W.W...B./B......./........ w 6 6 0 4"
ASK_FOR_A_FILE = {"open", "save", "save_as", "append", "save_diagram", "open_tournament"}


# --- what opens them -------------------------------------------------------------------------


def _by(command: str) -> Callable[[Guide], object]:
    return lambda guide: guide.do(command)


def _position(fen: str) -> Callable[[Guide], object]:
    def set_up(guide: Guide) -> None:
        guide.window.workspace.set_up(fen)
        guide.do("show_setup")

    return set_up


def _built_unasked(guide: Guide) -> None:
    """Show what is told of a build while nobody was asked for it."""
    _position(UNBUILT)(guide)
    guide.until(lambda: _answered(guide))
    guide.window.small_builds.changed.emit(
        tr("Building {table}, {time}", table="KNNvK", time="2 s"), True
    )


def _mapped(fen: str) -> Callable[[Guide], object]:
    def show_map(guide: Guide) -> None:
        guide.window.workspace.set_up(fen)
        guide.do("square_map")

    return show_map


def _tabbed(guide: Guide) -> None:
    """Begin a game, and show a position in another tab."""
    guide.window.workspace.set_up(MORRIS)
    guide.window.new_game.play_on()
    guide.until(lambda: guide.window.game.awaits_person)
    guide.do("new_tab")
    guide.window.workspace.set_up(ENDING)


def _searching(guide: Guide) -> None:
    """Choose players that search, one by levels and one by limits, for a whole game."""
    setup = guide.window.setup
    setup.players[True].choose("strong:seconds=1.0")
    setup.players[False].choose("iterative:seconds=2")
    setup.clock.choose("")
    guide.do("show_setup")


def _clocked(guide: Guide) -> None:
    """Choose a clock that is not in the list."""
    guide.window.setup.clock.choose("420+1")
    guide.do("show_setup")


def _unsearching(guide: Guide) -> None:
    for side, kind in ((True, "human"), (False, "human")):
        guide.window.setup.players[side].choose(kind)
    guide.window.setup.clock.choose("")
    guide.do("show_setup")


def _answered(guide: Guide) -> bool:
    last = guide.window.probe.last
    return last is not None and last.fen == guide.window.workspace.fen


def _commented(guide: Guide) -> None:
    guide.window.files.open_text(COMMENTED)
    guide.until(lambda: guide.window.game.line.plies)
    guide.window.game.go(1)
    guide.do("show_moves")


def _analysed(guide: Guide) -> None:
    """Show what an analysis has found: a mistake of each kind, of which one can be trained."""
    _commented(guide)
    panel = guide.window.reviewing.panel
    plies = tuple(guide.window.game.line.tree.main_line())
    better, played = Option("d2d4", "d4", 1, 30), Option("e2e4", "e4", 0, None)
    thrown = Grade(Mark.THROWN, 0, False, played, better)
    start = guide.window.game.line.start_fen
    found = (
        ReviewedMove(0, plies[0], start, 1.0, 0.5, 8.5, Sign.BLUNDER, thrown),
        ReviewedMove(2, plies[2], plies[1].fen, 0.71, 0.6, 59.0, Sign.MISTAKE),
        ReviewedMove(3, plies[3], plies[2].fen, 0.4, 0.4, 100.0),
    )
    signs = {(True, 4): 1, (True, 2): 1}  # by numbers, as in PGN
    panel.show_review(GameReview(plies, (), found), 0, (True,), signs)
    panel.results.setChecked(True)


def _unanalysed(guide: Guide) -> None:
    """Show an analysis under way."""
    panel = guide.window.reviewing.panel
    panel.show_review(None, 0, (), {})
    panel.results.setChecked(False)
    panel.show_running(True)
    panel.show_progress(1234, 2345, progress_words(1234, 2345, 900.0))


def _rested(guide: Guide) -> None:
    guide.window.reviewing.panel.show_running(False)


def _played(guide: Guide) -> None:
    """Begin a game, with the line for typed moves open and something that could not be done."""
    window = guide.window
    if window.commands["analyse"].isChecked():
        guide.do("analyse")
    window.workspace.set_up(ENDING)
    window.setup.clock.choose("300+3")
    window.new_game.play_on()
    guide.until(lambda: window.game.awaits_person)
    window.setup.clock.choose("")
    guide.do("type_move")
    window.notifications.warn("Qd9?", "OK", lambda: None)


def _drilled(guide: Guide) -> None:
    guide.do("show_training")
    page = guide.window.training.panel.choose
    guide.until(page.start.isEnabled)
    page.start.click()


def _undrilled(guide: Guide) -> None:
    guide.window.training.leave()
    guide.do("show_training")


REVIEWED = (
    '[White "Miller, Anna"]\n[Black "Mate, Bela"]\n[SetUp "1"]\n'
    '[FEN "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"]\n[Result "1/2-1/2"]\n\n'
    "1. Qd3+ {[%clk 0:00:05]} Ke5 2. Qe4+ Kxe4 1/2-1/2\n\n"
    '[White "Miller, Anna"]\n[Black "Mate, Bela"]\n[SetUp "1"]\n'
    '[FEN "8/8/8/3k4/8/8/8/KNN5 w - - 0 1"]\n\n1. Nd2 Qd4 *\n'
)


def _to_review(guide: Guide) -> None:
    guide.do("review_endings")
    endings = guide.window.reviewing_endings
    endings.page.status.tell("")
    endings.page.show_groups(())


def _reviewed(guide: Guide) -> None:
    """Review a game with a mistake, and one that breaks off and has no table."""
    endings = guide.window.reviewing_endings
    folder = paths.data_dir() / "reviewed"
    folder.mkdir(exist_ok=True)
    (folder / "reviewed.pgn").write_text(REVIEWED, encoding="utf-8")
    guide.do("review_endings")
    endings.review_of((folder,))
    endings.page.player.setText("Miller")
    endings.page.start.click()
    guide.until(lambda: not endings.running)


def _review_shown(guide: Guide) -> bool:
    """Return whether all is shown that a review has found: that depends on the tables there."""
    endings = guide.window.reviewing_endings
    found, page = endings.found, endings.page
    grouped = not endings._arranging.running and not endings.running
    return (
        found is not None and grouped and page.status.lack.isVisibleTo(page) == bool(found.missing)
    )


def _under_review(guide: Guide) -> None:
    """Show a review under way."""
    guide.do("review_endings")
    page = guide.window.reviewing_endings.page
    page.status.show_running(True)
    page.status.show_progress(0.4, tr("Starting"))


def _reviewed_in_vain(guide: Guide) -> None:
    endings = guide.window.reviewing_endings
    guide.do("review_endings")
    endings.page.status.show_running(False)
    endings.review_of((paths.data_dir() / "reviewed",))
    endings.page.player.setText("Millner")
    endings.page.start.click()
    guide.until(lambda: not endings.running)


STUDY = (
    '[White "Miller, Anna"]\n[Black "?"]\n[SetUp "1"]\n[Result "1-0"]\n'
    '[FEN "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"]\n\n1. Qd3+ Ke5 (1... Kc5 2. Qe4) 2. Kb2 1-0\n\n'
)


def _to_study(guide: Guide) -> None:
    guide.do("check_study")


def _studied(guide: Guide) -> None:
    """Check a study that holds, one that has no table, and one that cannot be read."""
    file = paths.data_dir() / "studies.pgn"
    file.write_text(STUDY + STUDY.replace("KQ6", "KNN5") + "[White]\n\n1. Kxe9 *\n", "utf-8")
    guide.do("check_study")
    guide.window.studies.page.status.show_running(False)
    guide.window.studies.check_files((file,))
    guide.until(lambda: not guide.window.studies.running)


def _study_shown(guide: Guide) -> bool:
    """Return whether the plan of the missing tables is shown, if tables are missing."""
    found, page = guide.window.studies.found, guide.window.studies.page
    return found is not None and page.status.lack.isVisibleTo(page) == bool(found.missing)


def _under_study(guide: Guide) -> None:
    """Show a check under way."""
    guide.do("check_study")
    page = guide.window.studies.page
    page.status.show_running(True)
    page.status.show_progress(0.4, tr("Starting"))


def _taught(guide: Guide) -> None:
    guide.do("show_course")
    page = guide.window.training.panel.course
    guide.until(lambda: page.lesson is not None)


def _certified(guide: Guide) -> None:
    _taught(guide)
    page = guide.window.training.panel.course
    now = datetime.now(UTC)
    learnt = {lesson.fen: now for lesson in lessons()}
    page.show_survey(Survey((), (), (), chapters=chapters(), learnt=learnt))
    page.certificate.click()


def _results(guide: Guide) -> None:
    guide.do("show_tournaments")
    page = guide.window.tournaments.page
    guide.until(lambda: page.shelf.model_.rows)
    page.load(page.shelf.model_.rows[0].directory)
    guide.until(lambda: page.view.isVisible() and page.view.results)


def _settings(category: int) -> Callable[[Guide], object]:
    def show(guide: Guide) -> None:
        guide.do("settings")
        guide.until(lambda: not guide.window.preferences.dialog.growing)
        guide.window.preferences.dialog.list.setCurrentRow(category)

    return show


def _search(guide: Guide) -> QWidget | None:
    return guide.window.searching.popup


def _searched(guide: Guide) -> None:
    guide.do("search")
    guide.window.searching.popup.field.setText("rook pawn")


def _searched_in_vain(guide: Guide) -> None:
    guide.do("search")
    guide.window.searching.popup.field.setText("Kc2 / Kq9")


def _explained(guide: Guide) -> None:
    _position(ENDING)(guide)
    guide.until(lambda: _answered(guide))
    if guide.window.verdict.terms.isVisible():  # else there is no table
        guide.window.verdict.terms.click()


def _choice(guide: Guide) -> None:
    guide.window.files.open_text("\n".join((ENDING, UNKNOWN, MORRIS)))


def _question(guide: Guide) -> None:
    texts = (
        "A table is being built. Quitting stops the build; progress is kept, and the next "
        "build continues from there.",
        "Stop the build and quit",
        "Keep building",
    )
    question(guide.window, *map(tr, texts))[0].show()


def _consent(guide: Guide) -> None:
    launch = launch_of(EngineRecipe("/home/me/engine", arguments="--book 'my book.bin'"))
    assert launch is not None
    ConsentDialog([launch], TOURNAMENT, guide.window).show()


def _erred(guide: Guide) -> None:
    told = not_started(RuntimeError("something that nobody foresaw"))
    ErrorDialog(lambda: told, guide.window).show()


def _shown(name: str) -> Callable[[Guide], object]:
    """Return whether a window of this class is to be seen."""
    return lambda guide: any(type(w).__name__ == name for w in windows())


def _about(guide: Guide) -> bool:
    return any(isinstance(w, AboutDialog) and w.list.count() for w in windows())


def _reported(guide: Guide) -> bool:
    return any(isinstance(w, TextDialog) and w.isVisible() for w in windows())


def _explored(guide: Guide) -> object:
    exploring = guide.window.exploring  # to ask for `explorer` would have all of it made at once
    return not exploring.making and exploring.explorer.positions.model.rowCount()


def _offered(guide: Guide) -> object:
    return guide.window.verdict.solve.isVisible()


def _solved(guide: Guide) -> None:
    _position(BLOCKED)(guide)
    guide.do("solve")


def _counted(guide: Guide) -> object:
    solver = guide.window.building.solver
    return solver.isVisible() and not solver.planning


def _solved_listed(guide: Guide) -> None:
    """List positions of every state, as none is solved in the tables of these tests."""
    guide.do("show_tables")
    guide.until(lambda: _tables_read(guide) and not guide.window.tables.page.solved.reading)
    known = SolvedPosition(
        Path("KPPPvKPP_a5b4c5_a6c6_1_white"), 220_000_000, BLOCKED, True, Bounds(1)
    )
    begun = replace(known, tables=67, built=12, bounds=Bounds(2, 3, promotions=(5,)))
    damaged = replace(known, folder=Path("KPvKP_a4_a5_0_white"), fault="position.json")
    guide.window.tables.page.show_list(True)
    guide.window.tables.page.solved.show_positions([known, begun, damaged])


def _solved_seen(guide: Guide) -> bool:
    return guide.window.tables.page.solved.isVisible()


def _tables_read(guide: Guide) -> object:
    page = guide.window.tables.page
    return page.every and page.disk.lines


def _tables_found(guide: Guide) -> None:
    guide.do("show_tables")
    guide.window.tables.page.show_found("KRBvKR")


def _every_ending(guide: Guide) -> None:
    guide.do("show_tables")
    guide.window.tables.page.up_to[4].trigger()


def _planned(guide: Guide) -> object:
    return not guide.window.tables.page.foot.plan.isHidden()


def _home(guide: Guide) -> bool:
    homing = guide.window.homing  # to ask for `page` would have all of it made at once
    return not homing.reading and homing.made and homing.page.isVisible()


def _rushed(guide: Guide) -> None:
    guide.do("rush")
    guide.window.rushing.page.begin(Mode.JUDGE)


def _rushed_to_the_end(guide: Guide) -> None:
    _rushed(guide)
    page = guide.window.rushing.page
    guide.until(lambda: page.puzzle is not None)
    page.answer(next(a for a in page.deciding.answers if a not in page.puzzle.answers))
    page.end()


def _rush_ended(guide: Guide) -> bool:
    page = guide.window.rushing.page
    return page.stack.currentWidget() is page.outcome


SCREENS = (
    Screen("home, first start", _by("show_home"), _home),
    Screen("board", _by("show_board"), _answered),
    Screen("a position of chess", _position(ENDING), _answered),
    Screen("terms explained", _explained, part=lambda guide: guide.window.verdict.terms.popover),
    Screen("a position without a table", _position(UNKNOWN), _answered),
    Screen("a table built without a question", _built_unasked, _answered),
    Screen("a square map", _mapped(ENDING), lambda guide: guide.window.square_map.settled),
    Screen("no square map", _mapped(UNKNOWN), lambda guide: guide.window.square_map.settled),
    Screen("players that search", _searching),
    Screen("a clock", _clocked),
    Screen("players that do not", _unsearching),
    Screen("a position of morris", _position(MORRIS), _answered),
    Screen("tabs above the board", _tabbed, _answered),
    Screen("a game with comments", _commented, _answered),
    Screen("the mistakes of a game", _analysed, _answered),
    Screen("a game being analysed", _unanalysed),
    Screen("a game that was analysed", _rested),
    Screen("what moves are worth", _by("show_table")),
    Screen("analysis", _by("analyse"), lambda guide: guide.window.analysis.panel.isVisible()),
    Screen("a game being played", _played, _answered),
    Screen("a drill", _drilled, lambda guide: guide.window.training.panel.drill.isVisible()),
    Screen("the choice of a drill", _undrilled),
    Screen("rush", _by("rush"), lambda guide: guide.window.rushing.page.isVisible()),
    Screen("a run of rush", _rushed, lambda guide: guide.window.rushing.page.puzzle is not None),
    Screen("the end of a run", _rushed_to_the_end, _rush_ended),
    Screen("home", _by("examples"), _home),
    Screen("tour", _by("tour"), part=lambda guide: guide.window.helping.tour.bubble),
    Screen(
        "a new tournament",
        _by("new_tournament"),
        lambda guide: guide.window.tournaments.page.isVisible(),
    ),
    Screen("a tournament's results", _results),
    Screen("tables", _by("show_tables"), _tables_read),
    Screen("tables that are found", _tables_found, _planned),
    Screen("every ending of four men", _every_ending, _planned),
    Screen("games", _by("show_games"), lambda guide: guide.window.games.page.model.rowCount()),
    Screen("endings to review", _to_review),
    Screen("endings reviewed", _reviewed, _review_shown),
    Screen("endings being reviewed", _under_review),
    Screen("no endings of a player", _reviewed_in_vain),
    Screen("a study to check", _to_study),
    Screen("studies being checked", _under_study),
    Screen("studies checked", _studied, _study_shown),
    *(
        Screen(f"settings: {category.title}", _settings(number), _shown("SettingsDialog"))
        for number, category in enumerate(CATEGORIES)
    ),
    Screen("builder", _by("build"), lambda guide: guide.window.building.tables.isVisible()),
    Screen("a position that can be solved", _position(BLOCKED), _offered),
    Screen("what solving a position takes", _solved, _counted),
    Screen("solved positions", _solved_listed, _solved_seen),
    Screen("tables to choose", _by("builder"), _tables_read),
    Screen("explorer", _by("explore"), _explored),
    Screen("other programs' tables", _by("others"), _shown("ExternalTablesDialog")),
    Screen("engines", _by("engines"), _shown("EnginesDialog")),
    Screen("shortcuts", _by("shortcuts"), _shown("ShortcutSheet")),
    Screen("about", _by("about"), _about),
    Screen("search", _by("search"), part=_search),
    Screen("what is searched for", _searched, part=_search),
    Screen("nothing found", _searched_in_vain, part=_search),
    Screen("log", _by("log"), _shown("TextDialog")),
    Screen("report", _by("report"), _reported),
    Screen("an error", _erred, _shown("ErrorDialog")),
    Screen("a choice of positions", _choice, _shown("ChoiceList")),
    Screen("a question", _question, _shown("QMessageBox")),
    Screen("engines to be allowed", _consent, _shown("ConsentDialog")),
    Screen("the course", _taught, lambda guide: guide.window.training.panel.course.isVisible()),
    Screen("a certificate", _certified, _shown("CertificateDialog")),
)


def commands_missed(used: set[str]) -> set[str]:
    """Return the commands that open something, but none of the screens visited."""
    opening = {e.id for e in all_commands() if e.text.endswith("…") or e.id.startswith("show_")}
    return opening - used - ASK_FOR_A_FILE
