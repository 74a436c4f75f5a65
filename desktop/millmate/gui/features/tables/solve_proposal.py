"""The cost of solving a position within limits that the user chooses."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import chess
from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.games.chess.positions import board_from_fen
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.form import Choice, Form, Text
from millmate.gui.kit.lists import list_view
from millmate.gui.kit.widgets import push_button, vbox
from millmate.gui.shell.builds.build_run import BuildRun
from millmate.gui.shell.builds.plans import PlanView
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

_ROWS = 5  # for which there is room
_SIDES = {None: mark("White and Black"), (True,): mark("White"), (False,): mark("Black")}
_PROMOTIONS = {
    PROMOTIONS: mark("every piece"),
    (chess.QUEEN, chess.KNIGHT): mark("queen and knight only"),
    (chess.QUEEN,): mark("queen only"),
}
_CAPTURES = {
    None: mark("all"), 4: mark("up to 4"), 3: mark("up to 3"), 2: mark("up to 2"), 1: mark("1"),
}  # fmt: skip
_OWN = {PROMOTIONS: mark("all"), (chess.QUEEN,): mark("to queens")}


def _bounds() -> Form:
    """Return the fields for the limits within which a position is solved."""
    return Form(
        Choice(
            "sides",
            mark("For"),
            _SIDES,
            spoken=mark("Side that the tables are for"),
            tip=mark("Results are guaranteed for this side"),
        ),
        Choice(
            "promotions",
            mark("Pawns become"),
            _PROMOTIONS,
            spoken=mark("Allowed promotions"),
            letters=12,
            tip=mark("Fewer kinds need smaller tables; each verdict will mention it"),
        ),
        Choice(
            "captures",
            mark("Captures"),
            _CAPTURES,
            spoken=mark("Captures that are followed"),
            tip=mark("Fewer need smaller tables; positions beyond the limit count as lost"),
        ),
        Choice(
            "own",
            mark("Own promotions"),
            _OWN,
            spoken=mark("Promotions that are followed"),
            tip=mark(
                "For the side the tables are for; positions with other promotions count as "
                "lost, so verdicts hold in the full game"
            ),
        ),
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
    )


class SolveProposal(QWidget):
    """The cost of solving one position within limits, in a panel that solves it.

    `changed` is emitted when something else can be solved, `planned` when that is known.
    """

    title = mark("Solve the position")
    changed, planned = Signal(), Signal()

    def __init__(self, run: BuildRun, directory: Path) -> None:
        super().__init__()
        self._run, self._directory = run, directory
        self.subject = ""  # a FEN
        self._wanted: int | None = None  # pieces, as the user has chosen
        self._proposing = False
        self._trouble = ""
        self._asked: dict[str, object] = {}
        self.bounds = _bounds()
        self.bounds.changed.connect(self._plan_if_changed)
        self.options = OptionsModel()
        self.view = list_view(self.options, mark("Cost of solving the position"), stretched=0)
        self.view.selectionModel().currentRowChanged.connect(self._choose)
        self.plan = PlanView(self.view, _ROWS, {1: 440, 2: 600, 3: 600, 5: 600})
        self.plan.found.connect(self._add)
        self.plan.planned.connect(self._end_planning)
        self.beside = push_button(mark("Stop counting"), self._stop_planning)
        run.described.connect(self._allow)
        vbox(self.bounds, self.plan, within=self)
        self._allow()
        self._show_choice()

    @property
    def heading(self) -> str:
        if not self.subject:
            return ""
        return title_and_code(str(Material.of(board_from_fen(self.subject))))

    @property
    def watched(self) -> bool:
        """Whether the last build is one of a position."""
        return self._run.request is not None

    @property
    def ready(self) -> bool:
        """Whether the option that is chosen can be solved."""
        option = self.option
        return (
            option is not None
            and not option.solved
            and not fault_of(option, room_in(self._directory))
        )

    def begin(self) -> None:
        self._stop_planning()
        self._run.solve(self.request)

    @Slot()
    def _allow(self) -> None:
        """Let nothing be chosen while a position is being solved."""
        solving = self._run.running and self.watched
        for part in (self.bounds, self.view):
            part.setEnabled(not solving)

    def propose(self, subject: str) -> None:
        self.subject, self._wanted = subject, None
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
            self.subject,
            bounds["sides"] or stronger_first(board_from_fen(self.subject)),
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

    def plan_again(self) -> None:
        """Estimate the cost of solving in a child process."""
        if not self.subject:
            return
        self.plan.stop()
        self._trouble = ""
        self._list([])
        self._asked = self.bounds.values
        try:
            self.plan.ask(partial(_planned, self.request, self._directory))
        except InputError as error:
            self._trouble = error_sentence(error)
        self._show_choice()

    @Slot()
    def _plan_if_changed(self) -> None:
        """Plan again where the limits are others than those asked for."""
        if self.bounds.values != self._asked:
            self.plan_again()

    def _list(self, options: list[Option], place: int = -1) -> None:
        self._proposing = True
        self.options.show(options)
        self.plan.fit()  # now that the style applies
        self.view.setCurrentIndex(self.options.index(place, 0))
        self._proposing = False

    @Slot(object)
    def _add(self, cost: SolveCost) -> None:
        """Add an option; the best so far is chosen until the user has chosen one."""
        rows = [*self.options.rows, Option(cost, cost.elapsed(self._run.threads))]
        pieces = [option.cost.most_pieces for option in rows]
        if self._wanted in pieces:
            place = pieces.index(self._wanted)
        else:
            place = proposed(rows, room_in(self._directory))
        self._list(rows, place)
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
        if self.plan.planning:
            self.plan.stop()
            self._end(tr("Counting was stopped."))

    @Slot(object, str)
    def _end_planning(self, _plan: None, trouble: str) -> None:
        self._end(trouble)
        if not trouble:
            self.planned.emit()

    def _end(self, trouble: str) -> None:
        self._trouble = trouble
        self._show_choice()

    def _show_choice(self) -> None:
        """Show size and time of the chosen option, or its fault."""
        option, fault = self.option, self._trouble
        words = tr("The placements of the pawns are being counted.")
        if option is not None:
            room = room_in(self._directory)
            fault = fault_of(option, room)
            words = option_words(option, room, len(option.cost.plans) == 2)
        self.plan.words.tell(fault or words, fault=bool(fault))
        self.beside.setVisible(self.plan.planning)
        self.changed.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop counting, since the result is no longer needed."""
        super().hideEvent(event)
        self._stop_planning()


def _planned(
    request: SolveRequest,
    directory: Path,
    progress: Callable[[object], None],
    stopped: Callable[[], bool],
) -> tuple[None, str]:
    costs_in_process(request, directory, progress, stopped)
    return None, ""
