"""The options of a searching player: its limit, and a menu for the rest."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QLineEdit,
    QMenu,
    QToolButton,
    QWidget,
    QWidgetAction,
)

from millmate.gui.kit import theme
from millmate.gui.kit.errors import capital
from millmate.gui.kit.label import wrapped
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import DoubleSpinBox, SpinBox, hbox
from millmate.language import mark
from millmate.players.search_kinds import LIMITS, SEARCH_KINDS
from millmate.players.spec import PlayerSpec

_LIMITS = {
    "depth": (mark("Limit the depth in plies"), "3"),
    "seconds": (mark("Limit the time in seconds"), "1"),
    "nodes": (mark("Limit the number of nodes"), "10000"),
}
_NAMES = {
    "depth": {
        True: mark("Depth for a move of White"),
        False: mark("Depth for a move of Black"),
        None: mark("Depth for a move"),
    },
    "seconds": {
        True: mark("Seconds for a move of White"),
        False: mark("Seconds for a move of Black"),
        None: mark("Seconds per move"),
    },
    "nodes": {
        True: mark("Nodes for a move of White"),
        False: mark("Nodes for a move of Black"),
        None: mark("Nodes per move"),
    },
}
_HOW = {
    True: mark("How White searches"),
    False: mark("How Black searches"),
    None: mark("How the player searches"),
}
_MOST_NODES = 1_000_000_000


class SearchOptions(QWidget):
    """The options of one player of a kind in `SEARCH_KINDS`; each kind remembers its own.

    `side` is the side that the player plays, or None.
    """

    changed = Signal()

    def __init__(self, side: bool | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = next(iter(SEARCH_KINDS))
        self._options = {kind: dict(PlayerSpec.parse(kind).options) for kind in SEARCH_KINDS}
        tip = mark("Depth of the search in plies")
        self.plies = bind_text(SpinBox(), prefix=mark("depth "), tip=tip)
        tip = mark("Time of the search for each move")
        self.seconds = bind_text(DoubleSpinBox(), suffix=mark(" s"), tip=tip)
        self.seconds.setRange(0.01, 3600)
        tip = mark("Number of positions searched for each move")
        self.nodes = bind_text(SpinBox(), suffix=mark(" nodes"), tip=tip)
        self.nodes.setRange(1, _MOST_NODES)
        self.nodes.setSingleStep(1000)
        fields = (self.plies, self.seconds, self.nodes)
        self.fields: dict[str, QAbstractSpinBox] = dict(zip(LIMITS, fields, strict=True))
        for name, field in self.fields.items():
            bind_text(field, name=_NAMES[name][side])
        self.more = QToolButton()
        self.more.setText("…")
        self.more.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        bind_text(self.more, tip=mark("How this player searches"), name=_HOW[side])
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._add_menu()
        self._lay_out()
        self._connect()
        self._show()

    @property
    def spec(self) -> PlayerSpec:
        parts = ",".join(f"{name}={value}" for name, value in self._options[self._kind].items())
        return PlayerSpec.parse(f"{self._kind}:{parts}")

    def choose_kind(self, kind: str) -> None:
        self._kind = kind
        self._show()

    def choose(self, kind: str, options: Mapping[str, str]) -> None:
        self._options[kind] = dict(options)
        self.choose_kind(kind)

    def _add_menu(self) -> None:
        menu = QMenu(self)
        group = QActionGroup(self)
        self.limits: dict[str, QAction] = {}
        for name, (text, _) in _LIMITS.items():
            self.limits[name] = action = bind_text(menu.addAction(""), text=text)
            action.setCheckable(True)
            action.triggered.connect(lambda _, name=name: self._limit_by(name))
            group.addAction(action)
        menu.addSeparator()
        self.memo = bind_text(menu.addAction(""), text=mark("Remember positions (memo)"))
        self.first = bind_text(menu.addAction(""), text=mark("Play the first of equal moves"))
        for action in (self.memo, self.first):
            action.setCheckable(True)
        menu.addSeparator()
        self.weights = bind_text(
            QLineEdit(),
            hint=mark("default weights, or e.g. 3/3/2/1"),
            name=mark("Weights of the evaluation"),
        )
        on_retranslate(self, self._explain_weights)
        held = QWidgetAction(menu)
        held.setDefaultWidget(self.weights)
        menu.addAction(held)
        self.more.setMenu(menu)

    def _explain_weights(self) -> None:
        wanted = SEARCH_KINDS[self._kind].options["weights"].wanted
        self.weights.setToolTip(wrapped(capital(wanted)))

    def _lay_out(self) -> None:
        fields = ((field, 1) for field in self.fields.values())
        hbox(*fields, self.more, within=self, spacing=theme.GRID // 2)

    def _connect(self) -> None:
        self.plies.valueChanged.connect(lambda value: self._set("depth", str(value)))
        self.seconds.valueChanged.connect(lambda value: self._set("seconds", f"{value:.2f}"))
        self.nodes.valueChanged.connect(lambda value: self._set("nodes", str(value)))
        self.memo.triggered.connect(lambda on: self._set("memo", "yes" if on else "no"))
        self.first.triggered.connect(lambda on: self._set("choice", "first" if on else "random"))
        self.weights.textChanged.connect(self._weigh)

    def _limit_by(self, name: str) -> None:
        """Use this limit and no other."""
        options = self._options[self._kind]
        value = options.get(name, _LIMITS[name][1])
        for other in LIMITS:
            options.pop(other, None)
        options[name] = value
        self._show()
        self.changed.emit()

    def _weigh(self, text: str) -> None:
        """Set valid weights; no text means the default."""
        read = SEARCH_KINDS[self._kind].options["weights"].read(text.strip()) if text else ""
        theme.mark_fault(self.weights, read is None)
        if read is not None:
            self._set("weights", read)

    def _set(self, name: str, value: str) -> None:
        options = self._options[self._kind]
        if value:
            options[name] = value
        else:
            options.pop(name, None)
        self.changed.emit()

    def _show(self) -> None:
        """Show the options of the kind without emitting a change."""
        options = dict(self.spec.options)
        self._options[self._kind] = dict(options)
        limit = next(name for name in LIMITS if name in options)
        fields = (self.plies, self.seconds, self.nodes, self.weights)
        for field in fields:
            field.blockSignals(True)
        self.plies.setRange(1, SEARCH_KINDS[self._kind].deepest)
        self.plies.setValue(int(options.get("depth", self.plies.value())))
        self.seconds.setValue(float(options.get("seconds", self.seconds.value())))
        self.nodes.setValue(int(options.get("nodes", self.nodes.value())))
        self.weights.setText(options.get("weights", ""))
        theme.mark_fault(self.weights, False)
        for field in fields:
            field.blockSignals(False)
        for name, spin in self.fields.items():
            spin.setVisible(name == limit)
        self.limits[limit].setChecked(True)
        self.memo.setVisible("memo" in SEARCH_KINDS[self._kind].options)
        self.memo.setChecked(options.get("memo") != "no")
        self.first.setChecked(options.get("choice") == "first")
