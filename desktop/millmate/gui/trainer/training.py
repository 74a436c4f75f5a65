"""Training in the window: begins drills, watches the board, grades, hints, and keeps results."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from millmate import paths
from millmate.errors import MillMateError
from millmate.games.catalogue import game, game_of
from millmate.gui.answer import Answer
from millmate.gui.board.arrows import Arrow
from millmate.gui.language import LANGUAGE
from millmate.gui.trainer import words
from millmate.gui.trainer.coach import Coach, Drawn, Survey, now
from millmate.gui.trainer.drill_page import Shown
from millmate.gui.trainer.panel import TrainPanel
from millmate.language import tr
from millmate.play.trainer.drill import Drill, DrillSpec, End, Goal, GradedMove, converts
from millmate.play.trainer.exam import Exam, Mark
from millmate.players.spec import PlayerSpec
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.gui.line import Line
    from millmate.gui.main_window import MainWindow
    from millmate.play.trainer.drill import DrillResult
    from millmate.play.trainer.topics import Topic

_HUMAN, _TABLE = PlayerSpec.parse("human"), PlayerSpec.parse("table")


class Training(QObject):
    """One drill at a time, on the window's own board, against the player that plays by tables."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.panel = TrainPanel()
        self.coach = Coach(window.tables_dir, paths.training_dir(), self)
        self.drill: Drill | None = None
        self.result: DrillResult | None = None  # of the drill, once it has ended
        self._survey: Survey | None = None
        self._line: Line | None = None  # of the drill's game
        self._exams: dict[str, Exam] = {}
        self._asked: set[str] = set()
        self._solved: int | None = None  # the plies after which the best line has been shown
        self._last: GradedMove | None = None
        self._said = ""  # aloud
        self._earlier: list[GradedMove] = []  # moves of the drills that this one goes on from
        self._connect()

    def _connect(self) -> None:
        choose, drill = self.panel.choose, self.panel.drill
        self.panel.opened.connect(self._opened)
        self.panel.build_wanted.connect(self._build)
        choose.table_chosen.connect(self.coach.tell)
        choose.start_wanted.connect(self.start)
        drill.hint_wanted.connect(self.hint)
        drill.unveil_wanted.connect(self.unveil)
        drill.show_wanted.connect(self.show_me)
        drill.retry_wanted.connect(self.retry)
        drill.repeat_wanted.connect(self.repeat)
        drill.next_wanted.connect(self.start)
        drill.leave_wanted.connect(self.leave)
        drill.move_chosen.connect(self._show_move)
        self.coach.surveyed.connect(self._surveyed)
        self.coach.told.connect(self._told)
        self.coach.drawn.connect(self._drawn)
        self.coach.nothing.connect(self._nothing)
        self.coach.examined.connect(self._examined)
        self.coach.failed.connect(self._failed)
        self._window.game.changed.connect(self.follow)
        self._window.building.run.ended.connect(self._built)
        LANGUAGE.changed.connect(self._show)

    def deeds(self) -> dict[str, Callable[[], object]]:
        """Return what the menu's entries do."""
        return {"show_training": self.open}

    def recall(self, remembered: Settings) -> None:
        """Choose what was drilled last."""
        try:
            spec = DrillSpec.from_json(json.loads(remembered.drill)) if remembered.drill else None
        except (MillMateError, ValueError, TypeError):
            spec = None
        self.panel.choose.recall(spec)

    def remember(self, settings: Settings) -> Settings:
        """Return `settings` with the drill that is chosen."""
        choose = self.panel.choose
        if choose.topic is None:
            return settings
        return settings.changed(drill=json.dumps(choose.spec.to_json()))

    def close(self) -> None:
        """Keep what was done of the drill, and end the thread; it may be closed again."""
        self._end(End.LEFT)
        self._line = None  # what happens in the game from now on is not ours
        self.coach.close()

    # --- choosing ----------------------------------------------------------------------------

    @Slot()
    def open(self) -> None:
        """Show the tab."""
        self._window.pages.turn_to(self._window.splitter)
        self._window.tabs.setCurrentWidget(self.panel)

    @Slot()
    def _opened(self) -> None:
        if self.panel.choosing:
            self.coach.survey()

    @Slot(object)
    def _surveyed(self, survey: Survey) -> None:
        first = self._survey is None
        self._survey = survey
        choose = self.panel.choose
        if first and not self._window.settings.drill:
            choose.show_survey(survey)
            choose.prefer(self._window.desk.table_of(self._window.shown_fen))
        else:
            choose.show_survey(survey)
        if self.panel.choosing:
            self.panel.show_choice()
            if survey.trouble:
                choose.say(survey.trouble, fault=True)
        self._show()

    @Slot(object)
    def _told(self, topic: Topic) -> None:
        self.panel.choose.show_topic(topic)

    @Slot(str)
    def _build(self, name: str) -> None:
        """Build a small table, to be drilled as soon as it is there."""
        from millmate.tablebase.names import parse

        run = self._window.building.run
        if not run.running:
            self.panel.building.setText(tr("Building {name}…", name=name))
            run.start([parse(name)])

    @Slot(str)
    def _built(self, sentence: str) -> None:
        self.panel.building.setText(sentence)
        if self._survey is not None:
            self.coach.survey()

    # --- beginning ---------------------------------------------------------------------------

    @Slot()
    def start(self) -> None:
        """Begin with what is due if that is chosen, else with a position that is drawn."""
        choose = self.panel.choose
        repetition = choose.repetition
        choose.say("")
        if repetition is not None:
            spec = replace(repetition.spec, at_end=choose.at_end, only_move=False)
            self._begin(spec, repetition.fen, repeated=True)
        elif choose.topic is not None:
            choose.say(tr("Looking for a position…"))
            choose.start.setEnabled(False)
            self.coach.draw(choose.spec)

    @Slot(object)
    def _drawn(self, drawn: Drawn) -> None:
        self.panel.choose.say("")
        self.panel.choose.start.setEnabled(True)
        self._begin(drawn.spec, drawn.fen)

    @Slot(object, str)
    def _nothing(self, spec: DrillSpec, trouble: str) -> None:
        choose = self.panel.choose
        self.leave()
        choose.start.setEnabled(True)
        choose.say(_lack(spec, trouble), fault=True)

    @Slot()
    def repeat(self) -> None:
        """Begin again with the same position."""
        if self.drill is not None:
            self._begin(self.drill.spec, self.drill.start, repeated=self.drill.repeated)

    def _begin(self, spec: DrillSpec, fen: str, repeated: bool = False) -> None:
        self._end(End.LEFT)
        rules = game(game_of(fen))
        try:
            side = rules.board(fen).turn
        except MillMateError as error:
            self._window.complain(str(error))
            return
        self._exams, self._asked, self._last = {}, set(), None
        self.result, self._solved, self._earlier = None, None, []
        self.drill, self._line = Drill(spec, fen, side, repeated), None
        self.panel.show_drill()
        self._window.starting.start(fen, {side: _HUMAN, not side: _TABLE}, rules, kept=False)
        self._line = self._window.game.line
        self._window.tabs.setCurrentWidget(self.panel)
        self.follow()
        self._window.board.setFocus()

    @Slot()
    def leave(self) -> None:
        """Leave the drill, and choose another one."""
        self.coach.cancel()
        self._end(End.LEFT)
        self.drill = self.result = None
        self.panel.show_choice()
        self.coach.survey()
        self._unveil_all()

    # --- the board ---------------------------------------------------------------------------

    @property
    def veiling(self) -> bool:
        """Whether what tables say of the position is hidden: a drill is under way."""
        drill = self.drill
        return drill is not None and drill.end is None and not drill.unveiled

    def veiled(self, answer: Answer) -> Answer:
        """Return what may be shown of an answer: during a drill nothing that gives moves away."""
        if not self.veiling:
            return answer
        hidden = tr("Hidden while you drill")
        way = tr("“Show the verdict” in Train shows it, and counts as help.")
        return Answer(answer.fen, answer.material, hidden, way)

    @Slot()
    def unveil(self) -> None:
        """Show what tables say, which counts as help."""
        if self.drill is not None and self.veiling:
            self.drill.unveiled = True
            self._unveil_all()
            self._show()

    def _unveil_all(self) -> None:
        self._window.probing.show_again()

    @Slot()
    def follow(self) -> None:
        """Know that something has happened in the game."""
        drill, game_ = self.drill, self._window.game
        if drill is None or self._line is None:
            return
        if drill.end is not None:
            self._show()
            return
        if game_.line is not self._line or self._window.editing:
            self._end(End.LEFT)
            return
        drill.taken_back(len(game_.line.played))
        if not drill.moves:
            self._last = None
        self._grade()
        if drill.end is None and game_.outcome is not None:
            over = game_.outcome
            end = End.LEFT if over.result == "*" else drill.end_of_game(over)
            if end is End.GIVEN_UP:
                drill.given_up = self._to_be_solved()
            self._end(end)
        self._look_ahead()
        self._show()

    def _look_ahead(self) -> None:
        """Have the position examined in which the person is to move, before the move is made."""
        game_ = self._window.game
        if self.drill is not None and self.drill.end is None and game_.turn is self.drill.side:
            self._ask(game_.line.last_fen)

    def _ask(self, fen: str) -> None:
        if fen not in self._exams and fen not in self._asked:
            self._asked.add(fen)
            self.coach.examine(fen)

    @Slot(object)
    def _examined(self, exam: Exam) -> None:
        self._exams[exam.fen] = exam
        self.follow()

    def _grade(self) -> None:
        """Grade the person's moves that have not been graded, as far as they were examined."""
        drill, line = self.drill, self._window.game.line
        assert drill is not None
        graded = {move.ply for move in drill.moves}
        plies = line.played
        for number, ply in enumerate(plies):
            if ply.mover is not drill.side or number in graded or number < drill.before:
                continue
            before = plies[number - 1].fen if number else line.start_fen
            exam = self._exams.get(before)
            if exam is None:
                self._ask(before)
                return
            self._last = drill.played(number, exam, ply.text)
            self._clear_arrows()
            rules = line.rules
            converted = converts(drill.spec, rules.board(before), rules.board(ply.fen))
            end = drill.end_after(self._last, converted)
            if end is not None:
                self._end(end)
                return

    def _end(self, end: End) -> None:
        """End the drill, if one is under way: stop the game, and keep the result."""
        drill = self.drill
        if drill is None or drill.end is not None:
            return
        drill.end = end
        game_ = self._window.game
        if game_.line is self._line and game_.live:
            game_.leave()
        self.result = drill.result(now())
        if self.result.moves or self.result.failed:
            self.coach.keep(self.result)
        self._clear_arrows()
        if end is not End.LEFT:
            self._unveil_all()
        self._show()
        if self._window.board.hasFocus() and game_.line is self._line:
            self.panel.drill.offer_next(failed=end is End.THROWN)

    # --- help --------------------------------------------------------------------------------

    @property
    def _exam(self) -> Exam | None:
        """What is known of the position in which the person is to move now."""
        drill, game_ = self.drill, self._window.game
        if drill is None or drill.end is not None or game_.turn is not drill.side:
            return None
        return self._exams.get(game_.line.last_fen)

    @Slot()
    def hint(self) -> None:
        """Give the next hint on the position: what is at stake, which piece, which move."""
        exam, drill = self._exam, self.drill
        if exam is None or drill is None:
            return
        step = drill.hint(exam.fen, words.HINTS)
        self._window.game.go(len(self._window.game.line.played))
        arrows = self._window.desk.arrows_of(exam.options[0].text, exam.turn, 1.0)
        if step == words.HINTS:
            self._window.board.set_arrows(arrows)
        elif step > 1 and arrows[0].origin is not None:
            self._window.board.set_arrows((Arrow(None, arrows[0].origin),))
        self._show()

    def _clear_arrows(self) -> None:
        self._window.board.set_arrows(())

    @Slot()
    def show_me(self) -> None:
        """Give up, if the drill is under way, and have the best line played to its end."""
        drill = self.drill
        if drill is None or self._line is not self._window.game.line:
            return
        if drill.end is None:
            drill.given_up = self._to_be_solved()
            self._end(End.GIVEN_UP)
        self._solved = self._to_solve()
        self._window.game.take_up(self._solved, {True: _TABLE, False: _TABLE})
        self._show()

    def _to_be_solved(self) -> str:
        """Return the position in which the person gives up: the last one it was to move in."""
        line = self._window.game.line
        plies = line.played
        if len(plies) % 2 == 0:
            return line.last_fen
        return plies[-2].fen if len(plies) > 1 else line.start_fen

    def _to_solve(self) -> int:
        """Return after how many plies there is something to solve.

        That is before the first move that threw the result away, else before the last one, or where
        the drill was given up.
        """
        drill = self.drill
        assert drill is not None
        if self._solved is not None:
            return self._solved
        thrown = [move.ply for move in drill.moves if move.grade.mark is Mark.THROWN]
        if thrown:
            return thrown[0]
        played = len(self._window.game.line.played)
        if drill.end is End.GIVEN_UP:
            return played - played % 2
        return drill.moves[-1].ply if drill.moves else 0

    @Slot()
    def retry(self) -> None:
        """Take the move that threw the result away back, or the last one, and go on from there.

        What has been kept stands: this is a drill of its own.
        """
        drill = self.drill
        if drill is None or drill.end is None or self._line is not self._window.game.line:
            return
        plies, side, line = self._to_solve(), drill.side, self._line
        self._earlier += [*drill.undone, *drill.moves]
        start = line.played[plies - 1].fen if plies else line.start_fen
        self.drill = Drill(drill.spec, start, side, drill.repeated, plies)
        self.result, self._solved, self._last = None, None, None
        self._window.game.take_up(plies, {side: _HUMAN, not side: _TABLE})
        self._unveil_all()
        self._window.board.setFocus()

    @Slot(int)
    def _show_move(self, row: int) -> None:
        """Show the position after a move that was graded."""
        model = self.panel.drill.model
        line = self._window.game.line
        if line is self._line and 0 <= row < len(model.moves):
            self._window.game.go(model.moves[row].ply + 1)

    # --- showing -----------------------------------------------------------------------------

    @Slot(str)
    def _failed(self, trouble: str) -> None:
        if self.panel.choosing:
            self.panel.choose.say(trouble, fault=True)
        else:
            self._window.complain(trouble)

    @Slot()
    def _show(self) -> None:
        drill = self.drill
        if drill is None:
            return
        page = self.panel.drill
        kind, holding = drill.spec.game, drill.spec.goal is Goal.HOLD
        told = not drill.spec.at_end or drill.end is not None
        page.model.show(
            (*self._earlier, *drill.undone), tuple(drill.moves), kind, holding=holding, told=told
        )
        page.view.scrollToBottom()
        shown = self._summary() if self.result is not None else self._grade_words()
        page.show_all(shown)
        self._announce(shown)

    def _announce(self, shown: Shown) -> None:
        """Tell those who listen to the board what has just been written."""
        said = " ".join(filter(None, (shown.told, shown.more, shown.hint)))
        if said != self._said:
            self._said = said
            self._window.board.announce(said)

    def _grade_words(self) -> Shown:
        """Return what is said while the drill is under way."""
        drill, last = self.drill, self._last
        assert drill is not None
        shown = Shown(
            words.goal(drill),
            words.about(drill),
            tr("Your move: play it on the board."),
            hint=self._hint_words(),
            hints=self._exam is not None,
            veiled=self.veiling,
            showable=True,
        )
        if last is None:
            return shown
        if drill.spec.at_end:
            return replace(shown, told=tr("Grades are told at the end."))
        sign = words.SIGNS[last.grade.mark]
        told = words.grade(last.grade, drill.spec.game, drill.spec.goal is Goal.HOLD)
        more = words.better(last.grade, drill.spec.game)
        mood = {Mark.KEPT: 1, Mark.SLOWER: 0, Mark.THROWN: -1}[last.grade.mark]
        text = f"{sign} {last.grade.played.notation}  {told}"
        return replace(shown, told=text, more=more, mood=mood)

    def _hint_words(self) -> str:
        exam, drill = self._exam, self.drill
        if exam is None or drill is None:
            return ""
        steps = drill.hints.get(exam.fen, 0)
        return "\n".join(words.hint(exam, step) for step in range(1, steps + 1))

    def _summary(self) -> Shown:
        """Return what is said once the drill has ended."""
        drill, result = self.drill, self.result
        assert drill is not None
        assert result is not None
        showing = self._solved is not None and self._window.game.live
        more = [words.summary(result)]
        last = drill.moves[-1].grade if drill.moves else None
        headline = words.end(result)
        if last is not None and last.mark is Mark.THROWN:
            more.insert(0, words.better(last, drill.spec.game))
            headline = f"{words.SIGNS[last.mark]} {last.played.notation}  " + words.grade(
                last, drill.spec.game, drill.spec.goal is Goal.HOLD
            )
        if again := self._again():
            more.append(again)
        return Shown(
            words.goal(drill),
            words.about(drill),
            tr("The best line is played on the board.") if showing else headline,
            "\n".join(more),
            1 if result.done else -1 if result.failed else 0,
            over=True,
            retry=self._line is self._window.game.line and not (result.done and not result.lost),
            showable=self._line is self._window.game.line,
            showing=showing,
        )

    def _again(self) -> str:
        """Return when the positions of this drill come again, "" if they do not."""
        from millmate.play.trainer.repetition import position_of

        result = self.result
        if result is None or self._survey is None:
            return ""
        known = {position_of(fen) for fen in (result.start, *result.failed)}
        coming = [each for each in self._survey.failed if each.fen in known]
        if not coming:
            return ""
        return tr("It comes again {when}.", when=words.again(coming[0], now()))


def _lack(spec: DrillSpec, trouble: str) -> str:
    """Return why a drill cannot be had, and what can be done."""
    if "no such position" not in trouble:
        return trouble
    if spec.only_move:
        return tr("No only-move position was found: allow other positions, or another distance.")
    return tr("No such position was found: choose another distance or goal.")
