"""Shows the square map: the value of the position with one man on any other place."""

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Slot

from millmate.gui.boards.square_map import SquareMapStrip, landscape, rings_words, summary
from millmate.gui.kit.errors import capital
from millmate.gui.kit.signals import Following
from millmate.gui.kit.translator import translator
from millmate.gui.shell.probe.answer import Answer
from millmate.gui.shell.probe.probe_service import MapAnswer
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.pictures.landscape import Landscape

_STALE_MS = 150  # an older map is shown so long, lest the board flicker


class SquareMapController(QObject):
    """Follows the position on the board while the map is on.

    The map shows the side to move of the board, until the other one is chosen.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._workspace, self._views = services.workspace, services.views
        self._probe, self._commands = services.probe, services.commands
        self._notifications = services.notifications
        appearance = services.appearance
        self.strip = SquareMapStrip(lambda: appearance.moving)
        self._links = services.links
        self.on = False
        self._man: tuple[int, str] | None = None  # the place and the symbol of the man
        self._other: bool | None = None  # the side to move, if it was chosen
        self._matters = False  # whether it is marked where the side to move matters
        self._answer: MapAnswer | None = None
        self._spoken = True  # whether the next map is to be announced
        self._stale = QTimer(self, singleShot=True, interval=_STALE_MS)
        self._stale.timeout.connect(self._clear)
        self._bind(services)

    def _bind(self, services: Services) -> None:
        commands = services.commands
        commands.bind("square_map", self.toggle, checked=lambda: self.on)
        commands.bind("square_map_turn", self.toggle_turn, enabled=lambda: self.on)
        self.strip.turn_chosen.connect(self._choose_turn)
        self.strip.wave.moved.connect(self._limit)
        self.strip.build_wanted.connect(commands["build"].trigger)
        self.strip.closed.connect(self.toggle)
        self._following = Following(self._follow, self._workspace.position_changed)
        self._workspace.kind_changed.connect(self._leave_board)
        self._probe.mapped.connect(self._receive)
        self._probe.answered.connect(self._renew)
        self._probe.shown.connect(self._heed_veil)
        for view in self._views:
            view.board.man_pressed.connect(self._choose)
        translator.changed.connect(self._show)

    @property
    def settled(self) -> bool:
        """Whether everything about the man and the position is known and shown."""
        answer = self._answer
        wanted = (self._workspace.fen, self._place)
        if answer is None or (answer.fen, answer.place) != wanted:
            return False
        return answer.found is None or answer.found.final

    @property
    def turn(self) -> bool:
        return self._board_turn if self._other is None else self._other

    @property
    def _board_turn(self) -> bool:
        return self._workspace.fen.split()[1:2] != ["b"]

    @Slot()
    def toggle(self) -> None:
        """Turn the map on or off; in a drill, that counts as help."""
        if not self.on:
            self._links.reveal.emit()
            self._other, self._matters = None, False
            self._man = self._picked() or self._man
        self._turn_on(not self.on)

    def _picked(self) -> tuple[int, str] | None:
        """Return the man that is selected on the board, or under the square cursor."""
        view = self._views.current
        men, state = view.men(self._workspace.position), view.board.state
        places = (place for place in (state.selected, state.cursor) if place is not None)
        return next(((place, men[place]) for place in places if place in men), None)

    def _turn_on(self, on: bool) -> None:
        self.on, self._answer, self._spoken = on, None, on
        self.strip.setVisible(on)
        self._following.turn(on)
        if on:
            self._follow()
        else:
            self._clear()
        self._commands.refresh("square_map", "square_map_turn")

    @Slot()
    def toggle_turn(self) -> None:
        """Show the map with the other side to move, then mark where that matters, then go back."""
        if self._matters:
            self._choose_turn(self._board_turn)
        else:
            self._choose_turn(None if self._other is not None else not self._board_turn)

    @Slot(object)
    def _choose_turn(self, turn: bool | None) -> None:
        """Show the map with `turn` to move; with the board's side to move, follow the board.

        None marks where the side to move matters, on the map of the board's.
        """
        self._matters = turn is None
        self._other = None if turn is None or turn is self._board_turn else turn
        self._show()
        self._announce()

    @Slot(object)
    def _limit(self, plies: int | None) -> None:
        self._views.board.set_wave(plies)

    @Slot(int)
    def _choose(self, place: int) -> None:
        symbol = self._views.current.men(self._workspace.position).get(place)
        if self.on and symbol is not None and self._man != (place, symbol):
            self._man, self._spoken = (place, symbol), True
            self._ask()

    @Slot()
    def _follow(self) -> None:
        """Follow the man to where it is in the position now on the board."""
        self._heed_veil()
        if not self.on:
            return
        men = self._views.current.men(self._workspace.position)
        self._man = self._found(men)
        self._ask()

    def _found(self, men: dict[int, str]) -> tuple[int, str] | None:
        """Return the man last chosen; if it is gone, one of its like or the mover's king."""
        view = self._views.current
        if self._man is not None:
            place, symbol = self._man
            alike = [other for other, each in men.items() if each == symbol]
            if place in alike:
                return self._man
            before = self._views.board.state.square_map
            known = set() if before is None else set(before.values)
            came = [other for other in alike if other in known] or alike
            if came:
                centre = view.board.board_geometry.centre_of
                away = {other: (centre(other) - centre(place)).manhattanLength() for other in came}
                return min(came, key=away.__getitem__), symbol
        turn = self._board_turn
        order = sorted(
            men.items(),
            key=lambda man: (view.side_of(man[1]) is not turn, man[1] not in "Kk", man[0]),
        )
        return order[0] if order else None

    def _ask(self) -> None:
        if self._man is None:
            self._clear()
            self.strip.show_lack(tr("There is no piece on the board."), buildable=False)
            return
        self._stale.start()
        self._views.board.await_map()
        self.strip.wave.reset()
        self._probe.ask_map(self._workspace.position, self._man[0])

    @Slot()
    def _heed_veil(self) -> None:
        """Turn the map off if a drill hides values now."""
        if self.on and self._probe.hiding():
            self._turn_on(False)

    @Slot(object)
    def _renew(self, answer: Answer) -> None:
        """Ask again where a table was missing: there may be one now."""
        missed = self._answer is not None and self._answer.lack is not None
        if self.on and missed and answer.fen == self._workspace.fen:
            self._ask()

    @Slot(object)
    def _receive(self, answer: MapAnswer) -> None:
        wanted = self.on and self._man is not None and not self._probe.hiding()
        if not wanted or (answer.fen, answer.place) != (self._workspace.fen, self._place):
            return
        self._stale.stop()
        before, self._answer = self._answer, answer
        if before is not None and answer.found is not None and answer.found is before.found:
            self._views.board.set_trail(self._trail(answer))
        else:
            self._show()
            self._views.board.paint_on()
        if self._spoken and (answer.found is None or answer.found.final):
            self._spoken = False
            self._announce()

    def _announce(self) -> None:
        self._views.board.announce(self.strip.text.accessibleName())

    @property
    def _place(self) -> int | None:
        return None if self._man is None else self._man[0]

    @Slot(str)
    def _leave_board(self, kind: str) -> None:
        """Clear the boards of the other games, and forget the man."""
        self._man = None
        for view in self._views:
            if view.kind != kind:
                view.board.set_square_map(None)

    @Slot()
    def _clear(self) -> None:
        self._stale.stop()
        self._views.board.set_square_map(None)

    @Slot()
    def _show(self) -> None:
        answer = self._answer
        if not self.on or answer is None or self._man is None:
            return
        if answer.found is None:
            self._clear()
            self._show_lack(answer.lack)
            return
        view, (place, symbol) = self._views.current, self._man
        side, turn = view.side_of(symbol), self.turn
        shown = landscape(
            answer.found.verdicts, place, side, turn, view.rules.terms, matters=self._matters
        )
        self.strip.wave.set_most(shown.most)
        limit = self.strip.wave.limit
        view.board.set_square_map(replace(shown, trail=self._trail(answer), limit=limit))
        name, values = view.board.game.man_name(symbol), shown.values.values()
        words = summary(view.kind, name, side, turn, values)
        if self._matters:
            words = f"{words} {rings_words(view.kind, shown)}"
        choice = None if self._matters else turn
        self.strip.show_values(capital(name), words, choice)

    def _trail(self, answer: MapAnswer) -> tuple[int, ...]:
        """Return the way of the man, which is known for the board's side to move."""
        return answer.trail if self.turn is self._board_turn else ()

    def _show_lack(self, lack: Answer | None) -> None:
        """Show why there is no map, and offer to build the missing tables."""
        assert lack is not None
        words = ". ".join(filter(None, (lack.headline, lack.remark))).rstrip(".") + "."
        self.strip.show_lack(words, buildable=lack.plan is not None)

    @property
    def landscape(self) -> Landscape | None:
        """The map on the board, or None."""
        return self._views.board.state.square_map

    @property
    def fen(self) -> str:
        """The position on the board, with the map's side to move if there is a map."""
        fields = self._workspace.fen.split()
        if self.landscape is not None:
            fields[1] = "w" if self.turn else "b"
        return " ".join(fields)
