"""Asks the engine about the position on the board, and shows its answers."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from PySide6.QtCore import QPoint, QRect, Slot
from PySide6.QtWidgets import QApplication

from millmate.errors import MillMateError
from millmate.formatting import titled
from millmate.games.catalogue import without_limit
from millmate.games.chess.rules import CHESS
from millmate.gui.boards.small_boards import Pointed, replay
from millmate.gui.boards.state import Arrow
from millmate.gui.boards.truth_bar import TruthBar
from millmate.gui.features.analyse import engine_worker
from millmate.gui.features.analyse.engine_worker import (
    Ended,
    EngineWorker,
    Findings,
    Position,
    Ready,
    Refused,
    Source,
)
from millmate.gui.features.analyse.panel import (
    AnalysisPanel,
    LineRow,
    Row,
    Shown,
    effort_of,
    mover_share,
    rows_by_table,
    rows_of,
)
from millmate.gui.kit.signals import Following
from millmate.gui.kit.translator import translator
from millmate.gui.shell.feature import Feature
from millmate.gui.shell.frame.navigation import Panel
from millmate.gui.shell.play.engines import ANALYSIS, may_start
from millmate.gui.shell.play.session import is_human
from millmate.gui.shell.probe.answer import Answer
from millmate.gui.shell.services import Services
from millmate.language import mark, tr
from millmate.players.engine_recipe import EngineRecipe
from millmate.records.line import Line
from millmate.settings import Settings

_STRENGTHS = (1.0, 0.55, 0.35, 0.2, 0.1)  # of the arrows, by rank
_PAUSED = mark("Paused while you play.")
_NO_SEARCH = mark(
    "No engine analyses this variant. If a table covers the position, its best moves are "
    "shown here."
)


class AnalysisController(Feature):
    """Analyses the position on the board while it is switched on.

    It pauses while a person plays, unless that person asks for help in that game.
    """

    def __init__(
        self, services: Services, bar: TruthBar, insert: Callable[[tuple[str, ...]], bool]
    ) -> None:
        """Analyse the workspace's position, and show in `bar` what the engine thinks.

        `insert` puts a line into the game if it can.
        """
        super().__init__(services)
        self._services, self._insert_moves = services, insert
        self._workspace, self._views = services.workspace, services.views
        self.on = False
        self.panel, self.bar = AnalysisPanel(), bar
        self.analyst = EngineWorker(self)
        self._permitted: Line | None = None  # the game in which the user asked for help
        self._position: Position | None = None  # None while paused
        self._news: Findings | Ended | Refused | None = None  # the latest about this position
        self._ready: Ready | None = None
        self._remark = ""  # of an engine that is starting
        self._game, self._title = "", ""  # of the running engine
        self._failure = ""
        current = services.settings.current
        self._arrows = current.arrows
        self._pointed = ""  # a move pointed at in another panel
        self.panel.hide()
        self.panel.set_engines(services.engines.recipes, current.analysis_engine)
        self.panel.lines.setValue(current.analysis_lines)
        self._connect()

    @Slot()
    def _animate(self) -> None:
        self.bar.animated = self._services.appearance.moving

    def _connect(self) -> None:
        panel, workspace, services = self.panel, self._workspace, self._services
        services.appearance.changed.connect(self._animate)
        panel.engine_chosen.connect(self.restart)
        panel.lines_chosen.connect(self._ask)
        panel.pointed.connect(self._show_arrows)
        panel.pointed.connect(self._point_at_line)
        for row in panel.rows:
            services.hovering.watch(row, partial(self._position_in, row))
        panel.chosen.connect(workspace.play_move)
        panel.insert_wanted.connect(self._insert)
        panel.copy.clicked.connect(self._copy)
        panel.remedy.clicked.connect(self._remedy)
        self.analyst.told.connect(self._told)
        self.analyst.failed.connect(self._failed)
        services.engines.changed.connect(self.set_engines)
        services.links.point_at.connect(self.point)
        services.build.ended.connect(self.renew)
        services.links.tables_changed.connect(self.renew)
        self._looking_on = Following(
            self.follow,
            *(services.probe.found, workspace.position_changed, workspace.game.ended),
            *(view.board.flipped_changed for view in self._views),
        )
        translator.changed.connect(self._retranslate)
        services.commands.bind("analyse", self.toggle, checked=lambda: self.on)
        services.commands.bind("arrows", self._toggle_arrows, checked=lambda: self._arrows)
        services.settings.provide(self._provide)
        services.settings.bind(self._apply, "analysis_lines", "arrows")
        services.settings.bind(lambda _: self.restart(), "analysis_hash")

    def _apply(self, settings: Settings) -> None:
        self._arrows = settings.arrows
        self._services.commands.refresh("arrows")
        self.panel.lines.setValue(settings.analysis_lines)
        self.follow()

    def _provide(self, settings: Settings) -> Settings:
        return settings.changed(
            analysis_engine=self.panel.engine.currentData(),
            analysis_lines=self.panel.lines.value(),
            arrows=self._arrows,
        )

    # --- on and off --------------------------------------------------------------------------

    @Slot()
    def toggle(self) -> None:
        if self.on:
            self.close()
            self._show_arrows()
        else:
            self.on, self._failure = True, ""
            self._looking_on.turn(True)
            self.follow()
        self._services.commands.refresh("analyse")
        self.panel.setVisible(self.on)

    @property
    def running(self) -> bool:
        return self.on

    def close(self) -> None:
        """Switch the analysis off and stop the engine."""
        self._looking_on.turn(False)
        self.on = False
        self.analyst.end()
        self._position, self._news, self._ready = None, None, None
        self.bar.show_worth(None)

    @Slot()
    def follow(self) -> None:
        """Look at the position that is on the board now, if it may be looked at."""
        if not self.on:
            return
        position = None if self.paused else self._shown_position()
        if position != self._position:
            self._position, self._news = position, None
            self._ask()
        self._show()

    @property
    def best(self) -> str:
        """The best move found so far for the position shown, in UCI notation, or ""."""
        found = self._news
        if not isinstance(found, Findings) or found.position != self._shown_position():
            return ""
        return found.lines[0].texts[0] if found.lines and found.lines[0].texts else ""

    @property
    def paused(self) -> bool:
        """Whether the analysis is paused because a person is playing without help."""
        game = self._workspace.game
        plays = game.live and any(is_human(spec) for spec in game.specs.values())
        return plays and not self._workspace.editing and self._permitted is not game.line

    def _shown_position(self) -> Position:
        workspace, line = self._workspace, self._workspace.game.line
        if workspace.editing:
            return Position(workspace.rules, workspace.fen, workspace.fen)
        moves = tuple(ply.text for ply in line.plies[: line.cursor])
        return Position(line.rules, line.fen, line.start_fen, moves)

    # --- the engine --------------------------------------------------------------------------

    @Slot()
    def _ask(self) -> None:
        """Search the position, and start the engine if it is needed and not running."""
        if not self.on:
            return
        searched = self._position if self._searchable else None
        if searched is not None and not self._failure:
            game = searched.rules.name
            running = self.analyst.running and self._game == game
            if not running and not self._may_start(game):
                self._failure = tr("This engine was not started: it is not allowed.")
            elif not running:
                self._ready, self._remark, self._game = None, "", game
                engine = self._source(game)
                self._title = engine.title
                self.analyst.start(engine)
        self.analyst.look(searched, self.panel.lines.value())

    @property
    def _searchable(self) -> bool:
        if self._position is None:
            return False
        return without_limit(self._position.rules.name) in engine_worker.SEARCHED

    def _source(self, game: str) -> Source:
        """Return the chosen engine; other games than chess use the built-in engine."""
        recipe = self._recipe(game)
        if recipe is not None:
            return engine_worker.listed(recipe)
        memory = self._services.settings.current.analysis_hash
        return engine_worker.own(self._services.tables_dir, game, memory)

    def _recipe(self, game: str) -> EngineRecipe | None:
        """Return the external engine for `game`, or None for the built-in one."""
        chosen = self.panel.engine.currentData()
        if chosen and game == CHESS.name:
            with suppress(MillMateError):
                return EngineRecipe.parse(chosen)
        return None

    def _may_start(self, game: str) -> bool:
        """Return whether the chosen engine is allowed to start, asking the user if need be."""
        recipe = self._recipe(game)
        return recipe is None or may_start(self._services.window, [recipe], ANALYSIS)

    @Slot()
    def restart(self) -> None:
        """Restart the engine after a change of engine or settings."""
        self.analyst.end()
        self._failure, self._news = "", None
        self._ask()
        self._show()

    @Slot()
    def renew(self) -> None:
        """Restart our own engine if it runs, so that it sees new tables."""
        if self.analyst.running and self._title == engine_worker.OWN:
            self.analyst.end()
            self._ask()

    @Slot(object)
    def set_engines(self, recipes: list[EngineRecipe]) -> None:
        """Offer these engines; stop the one in use if it has been removed."""
        before = self.panel.engine.currentData()
        self.panel.set_engines(recipes)
        if self.panel.engine.currentData() != before:
            self.restart()

    @Slot(object)
    def _told(self, news: object) -> None:
        if isinstance(news, str):
            self._remark = news
        elif isinstance(news, Ready):
            self._ready = news
        elif isinstance(news, Findings | Ended | Refused) and news.position == self._position:
            self._news = news
        self._show()

    @Slot(str)
    def _failed(self, failure: str) -> None:
        self._failure, self._news = failure, None
        self._show()

    @Slot()
    def _remedy(self) -> None:
        """Do what the panel's button offers: help in this game, or another try."""
        if self.paused:
            self._permitted = self._workspace.game.line
            self._services.links.helped.emit()
            self.follow()
        else:
            self.restart()

    # --- showing -----------------------------------------------------------------------------

    @Slot()
    def _retranslate(self) -> None:
        self.panel.show_all(self.panel.shown, anew=True)
        self._show()

    @Slot()
    def _show(self) -> None:
        if self.on:
            self.panel.engine.setEnabled(
                self._workspace.kind == CHESS.name
            )  # other games have one engine
            self.panel.show_all(self._shown())
            self._show_bar()
            self._show_arrows()

    def _shown(self) -> Shown:
        if self.paused:
            return Shown(notice=tr(_PAUSED), remedy=tr("Analyse anyway"))
        answer, found = self._answer, self._news
        exact = answer.headline if answer is not None and answer.covered else ""
        lines = rows_of(found, self._workspace.kind) if isinstance(found, Findings) else ()
        if not lines and answer is not None and (self._failure or not self._searchable):
            lines = rows_by_table(answer, self.panel.lines.value())
        effort = effort_of(found) if isinstance(found, Findings) else ""
        remedy = tr("Try again") if self._failure else ""
        return Shown(exact, lines, effort, self._notice(bool(lines)), remedy)

    def _notice(self, has_lines: bool) -> str:
        """Return the notice beside the lines, or in their place."""
        match self._news:
            case _ if self._failure:
                return self._failure
            case Refused(_, reason):
                return reason
            case Ended():
                return tr("The game has ended on the board.")
        if not self._searchable:
            return "" if has_lines else tr(_NO_SEARCH)
        if self._ready is None:
            if self._remark:
                return tr("Starting the engine: {remark}.", remark=self._remark)
            return tr("Starting the engine.")
        few = self._ready.most_lines
        return (
            tr("{name} shows at most {few}.", name=self._ready.name, few=few)
            if few < self.panel.lines.value()
            else ""
        )

    @property
    def _answer(self) -> Answer | None:
        """The answer of the tables for the position, once it has arrived."""
        known = self._services.probe.last
        shown = self._position
        return known if known is not None and shown is not None and known.fen == shown.fen else None

    def _show_bar(self) -> None:
        found, shown = self._news, self.panel.shown
        if self._position is None:
            self.bar.show_worth(None)
        elif isinstance(found, Ended):
            winner = found.outcome.winner
            self.bar.show_worth(0.5 if winner is None else float(winner), str(found.outcome))
        elif isinstance(found, Findings) and shown.rows:
            best, part = shown.rows[0], mover_share(found.lines[0].info.score, found.mover)
            self.bar.show_worth(part, f"{best.words}, {best.figure}")
        elif not self._searchable or self._failure:  # else the last value stays for a moment
            self.bar.show_worth(None)

    @property
    def _mover(self) -> bool:
        """The side to move in the analysed position."""
        return self._position is None or self._position.fen.split()[1] == "w"

    @property
    def _turn(self) -> bool:
        """The side to move in the position shown."""
        return self._workspace.fen.split()[1] == "w"

    @Slot(str)
    def point(self, move: str) -> None:
        """Point at a move of another panel instead of the best ones; "" for no move."""
        answer = self._services.probe.last  # None: the list still shows the last position
        known = answer is not None and any(move == each.text for each in answer.moves)
        pointed = move if known else ""
        if pointed != self._pointed:  # else the arrows of a hint would go
            self._pointed = pointed
            self._show_arrows()

    @Slot()
    def _show_arrows(self) -> None:
        """Draw arrows for the best moves, or for the row under the mouse or the keyboard."""
        shown = self.panel.shown.rows if self.on and self._position is not None else ()
        pointed = self.panel.pointed_row
        if self._pointed:
            self._views.board.set_arrows(
                self._views.current.arrows_of(self._pointed, self._turn, _STRENGTHS[0])
            )
            return
        if pointed is not None:
            shown = (pointed,) if shown else ()
        elif not self._arrows:
            shown = ()
        for view in self._views:
            current = view is self._views.current
            view.board.set_arrows(self._arrows_of(shown) if current else ())

    def _arrows_of(self, shown: tuple[Row, ...]) -> list[Arrow]:
        found: dict[tuple[int | None, int], Arrow] = {}
        for row, strength in zip(shown, _STRENGTHS, strict=False):
            for arrow in self._views.current.arrows_of(row.move, self._mover, strength):
                found.setdefault((arrow.origin, arrow.target), arrow)
        return list(found.values())

    # --- what a person does ------------------------------------------------------------------

    def _point_at_line(self) -> None:
        """Show the position after the first move of the line that has the keyboard."""
        for row in self.panel.rows:
            if row.hasFocus() and row.row is not None and self.panel.pointed_row is row.row:
                self._services.hovering.point(row, self._position_in(row, QPoint()), by_key=True)

    def _position_in(self, row: LineRow, point: QPoint) -> Pointed | None:
        """Return the position after the move of a line that is at `point`."""
        if row.row is None:
            return None
        here, moves = self._workspace.position, row.row.moves
        moves = moves[: row.move_at(point) + 1]
        area = QRect(row.mapTo(self.panel, QPoint()), row.size())
        return Pointed((here, moves), self.panel, area, lambda: replay(here, moves))

    def _toggle_arrows(self) -> None:
        self._arrows = not self._arrows
        self._show_arrows()

    @Slot(object)
    def _insert(self, moves: tuple[str, ...]) -> None:
        """Insert a line as a variation into the game shown."""
        if self._workspace.editing or not self._insert_moves(moves):
            self._services.notifications.status(
                tr("Variations cannot be inserted while the game is being played.")
            )
        else:
            self._services.navigation.show(Panel.MOVES)

    @Slot()
    def _copy(self) -> None:
        shown = self.panel.shown
        lines = [self._workspace.fen]
        if shown.exact:
            lines.append(tr("Exact: {verdict}", verdict=shown.exact))
        if self._ready is not None and shown.effort:
            lines.append(titled(self._ready.name, shown.effort))
        lines += [f"{number}. {row.text}" for number, row in enumerate(shown.rows, start=1)]
        QApplication.clipboard().setText("\n".join(lines))
        self._services.notifications.status(tr("The analysis is on the clipboard."))
