"""The dialog that solves a position: within which limits, what that takes, and its progress."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import chess
from PySide6.QtCore import Slot
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.games.chess.positions import board_from_fen
from millmate.gui.features.tables.builder import BuildDialog
from millmate.gui.kit import theme
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.form import Choice, Form, Row, Text
from millmate.gui.kit.label import WrappedLabel
from millmate.gui.kit.lists import height_of, list_view
from millmate.gui.kit.tasks import Latest
from millmate.gui.kit.widgets import push_button
from millmate.gui.shell.builds.build_run import BuildRun
from millmate.gui.shell.builds.solve_options import (
    Option,
    OptionsModel,
    fault_of,
    option_words,
    proposed,
    room_in,
)
from millmate.language import mark, tr
from millmate.tablebase.reach import PROMOTIONS
from millmate.tablebase.solve_request import SolveCost, SolveRequest, costs_in_process
from millmate.tablebase.table_titles import title_and_code

_ROWS = 5  # the most rows


def _bounds() -> Form:
    """Return the fields for the limits within which a position is solved."""
    every, gap = PROMOTIONS, theme.GRID
    return Form(
        Row(
            None,
            Choice(
                "sides",
                mark("For"),
                {None: mark("White and Black"), (True,): mark("White"), (False,): mark("Black")},
                spoken=mark("Side that the tables are for"),
                tip=mark("Results are guaranteed for this side"),
            ),
            gap,
            Choice(
                "promotions",
                mark("Pawns become"),
                {
                    every: mark("every piece"),
                    (chess.QUEEN, chess.KNIGHT): mark("queen and knight only"),
                    (chess.QUEEN,): mark("queen only"),
                },
                spoken=mark("Allowed promotions"),
                tip=mark("Fewer kinds need smaller tables; each verdict will mention it"),
            ),
        ),
        Row(
            None,
            Choice(
                "captures",
                mark("Captures"),
                {
                    None: mark("all"), 4: mark("up to 4"), 3: mark("up to 3"), 2: mark("up to 2"),
                    1: mark("1"),
                },
                spoken=mark("Captures that are followed"),
                tip=mark("Fewer need smaller tables; positions beyond the limit count as lost"),
            ),
            gap,
            Choice(
                "own",
                mark("Own promotions"),
                {every: mark("all"), (chess.QUEEN,): mark("to queens")},
                spoken=mark("Promotions that are followed"),
                tip=mark(
                    "For the side the tables are for; positions with other promotions count as "
                    "lost, so verdicts hold in the full game"
                ),
            ),
            gap,
            Text(
                "stays",
                mark("Pawns that stay"),
                hint=mark("none, or such as d4, e5"),
                tip=mark(
                    "Pawns of either side that neither move nor are captured; positions where "
                    "they do count as lost"
                ),
                leaving=True,
            ),
        ),
    )  # fmt: skip


class SolveDialog(BuildDialog):
    """Plans and watches the solution of one position."""

    def __init__(self, run: BuildRun, directory: Path, parent: QWidget | None = None) -> None:
        super().__init__(run, mark("Solve the position"), parent, width=780)
        self._directory, self.fen = directory, ""
        self._planning = Latest()
        self._wanted: int | None = None  # pieces, as the user has chosen
        self._proposing = False
        self._trouble = ""
        self._asked: dict[str, object] = {}
        self.bounds = _bounds()
        self.bounds.changed.connect(self._plan_if_changed)
        self.options = OptionsModel()
        self.view = list_view(self.options, mark("Cost of solving the position"), stretched=0)
        self.words = WrappedLabel()
        self.stop_planning = push_button(mark("Stop counting"), self._stop_planning)
        self.stop_planning.setAutoDefault(False)
        self.view.selectionModel().currentRowChanged.connect(self._choose)
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setFixedHeight(height_of(self.view, _ROWS))
        self.lay_out(self.bounds, self.view, self.words, beside=self.stop_planning)
        self.show_run()

    # --- questions ---------------------------------------------------------------------------

    def propose(self, fen: str) -> None:
        """Plan the solution of a position, unless one is being solved."""
        if not self.busy:
            self.fen = fen
            self.heading.setText(title_and_code(str(Material.of(board_from_fen(fen)))))
            self.stage.setText("")
            self._wanted = None
            self.bounds.show_values({"stays": ""})
            self.plan_again()

    @property
    def request(self) -> SolveRequest:
        """The request, with the number of pieces of the chosen option.

        Raises:
            InputError: The text does not name squares.
        """
        from millmate.tablebase.solve_request import squares_named, stronger_first

        bounds, option = self.bounds.values, self.option
        return SolveRequest(
            self.fen,
            bounds["sides"] or stronger_first(board_from_fen(self.fen)),
            0 if option is None else option.cost.most_pieces,
            bounds["promotions"],
            bounds["captures"],
            losses=bounds["captures"],
            own=bounds["own"],
            stays=squares_named(bounds["stays"]),
        )

    @property
    def option(self) -> Option | None:
        """The option that is chosen."""
        index = self.view.currentIndex()
        return self.options.row_at(index) if index.isValid() else None

    # --- the plan ----------------------------------------------------------------------------

    @property
    def planning(self) -> bool:
        return self._planning.running

    def plan_again(self) -> None:
        """Estimate the cost of solving in a child process."""
        if self.busy or not self.fen:
            return
        self._planning.drop()
        self._trouble = ""
        self._proposing = True
        self.options.show(())
        self._proposing = False
        self._asked = self.bounds.values
        try:
            work = partial(_planned, self.request, self._directory)
        except InputError as error:
            self._end(error_sentence(error))
            return
        self._planning.start(
            work, progress=self._add, done=self._end_planning, failed=self._fail_planning
        )
        self._show_choice()

    @Slot()
    def _plan_if_changed(self) -> None:
        """Plan again where the limits are others than those asked for."""
        if self.bounds.values != self._asked:
            self.plan_again()

    @Slot(object)
    def _add(self, cost: SolveCost) -> None:
        """Add an option; the best so far is chosen until the user has chosen one."""
        rows = [*self.options.rows, Option(cost, cost.elapsed(self._run.threads))]
        pieces = [option.cost.most_pieces for option in rows]
        if self._wanted in pieces:
            place = pieces.index(self._wanted)
        else:
            place = proposed(rows, room_in(self._directory))
        self._proposing = True
        self.options.show(rows)
        self.view.setFixedHeight(height_of(self.view, _ROWS))  # now that the style applies
        self.view.setCurrentIndex(self.options.index(place, 0))
        self._proposing = False
        self._show_choice()

    @Slot()
    def _choose(self) -> None:
        """Follow the user, who has chosen an option."""
        option = self.option
        if not self._proposing and option is not None:
            self._wanted = option.cost.most_pieces
            self._show_choice()

    @Slot()
    def _stop_planning(self) -> None:
        if self.planning:
            self._planning.drop()
            self._end(tr("Counting was stopped."))

    @Slot()
    def _end_planning(self) -> None:
        self._end("")
        if self.isVisible() and not self.view.hasFocus():
            (self.build if self.build.isEnabled() else self.close_button).setFocus()

    @Slot(object)
    def _fail_planning(self, error: Exception) -> None:
        self._end(error_sentence(error))

    def _end(self, trouble: str) -> None:
        self._trouble = trouble
        self._show_choice()

    @Slot()
    def _show_choice(self) -> None:
        """Show size and time of the chosen option, or its fault."""
        option, fault = self.option, self._trouble
        if option is not None:
            room = room_in(self._directory)
            fault = fault_of(option, room)
            self.words.setText(fault or option_words(option, room, len(option.cost.plans) == 2))
        else:
            self.words.setText(fault or tr("The placements of the pawns are being counted."))
        theme.mark_fault(self.words, bool(fault))
        self.show_run()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop counting, since the result is no longer needed."""
        super().hideEvent(event)
        self._stop_planning()

    # --- the build ---------------------------------------------------------------------------

    @property
    def watches(self) -> bool:
        return self._run.request is not None

    @property
    def can_build(self) -> bool:
        option = self.option
        return (
            option is not None
            and not option.solved
            and not fault_of(option, room_in(self._directory))
        )

    def begin(self) -> None:
        self._stop_planning()
        self._run.solve(self.request)

    def show_run(self) -> None:
        super().show_run()
        self.stop_planning.setVisible(self.planning)
        for part in (self.bounds, self.view):
            part.setEnabled(not self.busy)


def _planned(
    request: SolveRequest,
    directory: Path,
    progress: Callable[[object], None],
    stopped: Callable[[], bool],
) -> None:
    costs_in_process(request, directory, progress, stopped)
