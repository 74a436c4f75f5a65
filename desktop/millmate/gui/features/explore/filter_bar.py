"""The filter for a table's positions: a value, check, a single good move, piece placement."""

from __future__ import annotations

import weakref
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLineEdit,
    QListView,
    QWidget,
)

from millmate.errors import InputError
from millmate.games.chess.regions import region
from millmate.glossary import Term
from millmate.gui.boards.men import piece_name
from millmate.gui.boards.theme import board_style, board_theme
from millmate.gui.kit import theme
from millmate.gui.kit.term_button import TermButton
from millmate.gui.kit.translator import add_items, bind_text, on_retranslate
from millmate.gui.kit.widgets import ComboBox, hbox, push_button, vbox
from millmate.language import mark, tr
from millmate.pictures import piece_svg

if TYPE_CHECKING:
    from millmate.tablebase.query import Query, Stand
    from millmate.tablebase.sets import Contents, DecidedSet

_PATIENCE_MS = 400  # after a key press, before the search starts
_A_ROW = 4  # men per row
_SET, _WIN, _CURSED, _DRAW, _BLESSED, _LOSS, _ANY, _FULL, _WHITE, _BLACK = range(10)
_OUTCOMES = {  # whether the side to move wins (1) or loses (-1), and the fifty-move rule draws
    _WIN: (1, False),
    _CURSED: (1, True),
    _DRAW: (0, False),
    _BLESSED: (-1, True),
    _LOSS: (-1, False),
}
_WHAT = (
    mark("The set chosen above"),
    mark("All won for the side to move"),
    mark("All cursed wins"),
    mark("All drawn"),
    mark("All blessed losses"),
    mark("All lost for the side to move"),
    mark("Mutual zugzwangs"),
    mark("Zugzwangs: whoever moves loses"),
    mark("Zugzwangs: only White can win"),
    mark("Zugzwangs: only Black can win"),
)
_SIDES = (mark("White to move"), mark("Black to move"))
_CHECKS = (mark("In check or not"), mark("In check"), mark("Not in check"))
_MOVES = (
    mark("Any number of moves"),
    mark("Only one move wins"),
    mark("Only one move draws"),
)
_WHAT_TIP = mark(
    "A cursed win and a blessed loss are draws only because of the fifty-move rule. In a "
    "mutual zugzwang neither side wants to move: either whoever is to move loses, or one side "
    "wins only if the other is to move and it is a draw otherwise."
)
_MOVES_TIP = mark(
    "Only one move wins, no matter how fast; or only one move draws and all others lose. "
    "Checking every move is slow: about a thousand positions per second."
)
_SQUARES = mark(
    "Where this piece stands: e1, a square; 7, a rank; a, a file; a-c, 1-4 or a1-d4, "
    "ranges; light, dark; commas between several. Mirror images count, too."
)
_POINTS = mark(
    "Stones stand on all of these points, such as a7 d7; a7/d7 is a stone on either. Images under "
    "the board's symmetry count, too."
)


class FilterBar(QWidget):
    """Emits `changed` when the filter changes; `query` returns the filter."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.what, self.side = _choices(_WHAT), _choices(_SIDES)
        self.check, self.moves = _choices(_CHECKS), _choices(_MOVES)
        bind_text(self.what, name=mark("Which positions"), tip=_WHAT_TIP)
        bind_text(self.side, name=mark("Side to move"))
        bind_text(self.check, name=mark("Check"))
        bind_text(self.moves, name=mark("Good moves"), tip=_MOVES_TIP)
        self.clear = push_button(mark("Clear"), self.reset, tip=mark("Clear all filters"))
        self.fields: dict[str, list[QLineEdit]] = {}
        self._men = QGridLayout()
        self._timer = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._timer.timeout.connect(self.changed)
        self._lay_out()
        for choice in (self.what, self.side, self.check, self.moves):
            choice.currentIndexChanged.connect(self._chosen)
        self._chosen(quietly=True)

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setSpacing(theme.GRID // 2)
        for column in (0, 1):
            grid.setColumnStretch(column, 1)
        terms = TermButton(Term.ONLY_MOVE, Term.ZUGZWANG, Term.CURSED_WIN)
        grid.addWidget(self.what, 0, 0, 1, 2)  # its names are long
        for place, part in enumerate((self.side, self.check, self.moves)):
            grid.addWidget(part, *divmod(place + 2, 2))
        grid.addLayout(hbox(terms, None, self.clear), 2, 1)
        self._men.setHorizontalSpacing(theme.GRID // 2)
        self._men.setVerticalSpacing(theme.GRID // 2)
        vbox(grid, self._men, within=self, spacing=theme.GRID // 2)

    # --- called by the panel -----------------------------------------------------------------

    def show_table(self, contents: Contents) -> None:
        """Offer the filters of a table; keep the piece placement if the men are the same."""
        if "".join(self.fields) != "".join(dict.fromkeys(contents.men)) or any(
            contents.men.count(man) != len(fields) and contents.men != "Ss"
            for man, fields in self.fields.items()
        ):
            self._make_fields(contents.men)
        for place in (_ANY, _FULL, _WHITE, _BLACK):
            _enable(self.what, place, contents.zugzwangs)
        for place in (_CURSED, _BLESSED):
            _enable(self.what, place, bool(contents.cursed))
            _hide(self.what, place, not contents.cursed)
        with QSignalBlocker(self.what), QSignalBlocker(self.check):
            if not _enabled(self.what, self.what.currentIndex()):
                self.what.setCurrentIndex(_SET)
            if not contents.checks:
                self.check.setCurrentIndex(0)
        self.check.setVisible(contents.checks)
        self._chosen(quietly=True)

    def query(self, chosen: DecidedSet, contents: Contents) -> Query | None:
        """Return the query, or None if a field cannot be parsed."""
        from millmate.tablebase.query import Query, Zug, Zugzwangs

        where = self._where()
        if where is None:
            return None
        turn, what = self.side.currentIndex() == 0, self.what.currentIndex()
        if what == _SET:
            return Query(chosen, where, self._check, self._only)
        if what < _ANY:
            wdl, cursed = _OUTCOMES[what]
            subject = contents.all_of(wdl, turn, cursed)
            return Query(subject, where, self._check, self._only)
        kind = {_ANY: None, _FULL: Zug.FULL, _WHITE: Zug.WHITE, _BLACK: Zug.BLACK}[what]
        return Query(Zugzwangs(kind, turn), where, self._check, self._only)

    @property
    def plain(self) -> bool:
        """Whether the chosen set is listed without any filter."""
        return self.what.currentIndex() == _SET and not self._narrowed

    @property
    def _narrowed(self) -> bool:
        written = any(field.text().strip() for men in self.fields.values() for field in men)
        return written or self._check is not None or self._only is not None

    @property
    def _check(self) -> bool | None:
        return (None, True, False)[self.check.currentIndex()]

    @property
    def _only(self) -> int | None:
        return (None, 1, 0)[self.moves.currentIndex()]

    @Slot()
    def reset(self) -> None:
        choices = (self.what, self.check, self.moves)
        fields = [field for men in self.fields.values() for field in men]
        blocked = [QSignalBlocker(widget) for widget in (*choices, *fields)]
        for choice in choices:
            choice.setCurrentIndex(0)
        for field in fields:
            field.clear()
            theme.mark_fault(field, False)
        del blocked
        self._chosen()

    def choose_set(self) -> None:
        """List the set chosen elsewhere with the current conditions."""
        if self.what.currentIndex() != _SET:
            with QSignalBlocker(self.what):
                self.what.setCurrentIndex(_SET)
            self._chosen(quietly=True)

    # --- men ---------------------------------------------------------------------------------

    def _make_fields(self, men: str) -> None:
        while self._men.count():
            item = self._men.takeAt(0)
            field = item.widget() if item is not None else None
            if field is not None:
                field.deleteLater()
        self.fields = {}
        for place, man in enumerate(men):
            field = _field(man, men == "Ss")
            field.textChanged.connect(self._written)
            self.fields.setdefault(man, []).append(field)
            self._men.addWidget(field, *divmod(place, _A_ROW))

    @Slot()
    def _written(self) -> None:
        for man, fields in self.fields.items():
            for field in fields:
                theme.mark_fault(field, _stands(man, field.text()) is None)
        self.clear.setEnabled(not self.plain)
        self._timer.start()

    def _where(self) -> tuple[Stand, ...] | None:
        found: list[Stand] = []
        for man, fields in self.fields.items():
            for field in fields:
                stands = _stands(man, field.text())
                if stands is None:
                    return None
                found += stands
        return tuple(found)

    @Slot()
    def _chosen(self, *_: object, quietly: bool = False) -> None:
        self.side.setEnabled(self.what.currentIndex() != _SET)
        self.clear.setEnabled(not self.plain)
        if not quietly:
            self._timer.stop()
            self.changed.emit()


def _stands(man: str, text: str) -> tuple[Stand, ...] | None:
    """Return the conditions in a field, or None if it cannot be parsed."""
    from millmate.tablebase.query import Stand, stones

    if not text.strip():
        return ()
    try:
        return stones(text, man) if man in "Ss" else (Stand(man, region(text)),)
    except InputError:
        return None


def _choices(words: tuple[str, ...]) -> QComboBox:
    box = ComboBox()
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(12)
    add_items(box, dict(enumerate(words)))
    return box


def _enable(box: QComboBox, place: int, enabled: bool) -> None:
    box.model().item(place).setEnabled(enabled)  # type: ignore[attr-defined]


def _enabled(box: QComboBox, place: int) -> bool:
    item = box.model().item(place)  # type: ignore[attr-defined]
    return bool(item.isEnabled())


def _hide(box: QComboBox, place: int, hidden: bool) -> None:
    view = box.view()
    assert isinstance(view, QListView)
    view.setRowHidden(place, hidden)


def _field(man: str, stones: bool) -> QLineEdit:
    field = QLineEdit()
    field.setMinimumWidth(field.fontMetrics().horizontalAdvance("0") * 5)
    if stones:
        bind_text(field, hint=mark("White on") if man == "S" else mark("Black on"), tip=_POINTS)
        return field
    field.addAction(_picture(man), QLineEdit.ActionPosition.LeadingPosition)
    bind_text(field, hint=mark("any"), tip=_SQUARES)
    on_retranslate(field, partial(_name_field, weakref.ref(field), man))
    return field


def _name_field(known: weakref.ref[QLineEdit], man: str) -> None:
    field = known()
    if field is not None:
        field.setAccessibleName(tr("Squares: {piece}", piece=piece_name(man)))


def _picture(man: str) -> QIcon:
    """Return a man on a square of the board's colour, visible on light and dark backgrounds."""
    picture = QPixmap(48, 48)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(board_theme().dark))
        painter.drawRoundedRect(picture.rect(), 8, 8)
        QSvgRenderer(piece_svg(man, board_style().pieces).encode()).render(painter)
    return QIcon(picture)
