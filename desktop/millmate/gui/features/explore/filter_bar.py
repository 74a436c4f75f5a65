"""The filter for a table's positions: a value, check, a single good move, piece placement."""

from __future__ import annotations

import weakref
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from millmate.errors import InputError
from millmate.games.chess.regions import region
from millmate.glossary import Term
from millmate.gui.boards.theme import board_style, board_theme, piece_name
from millmate.gui.kit import theme
from millmate.gui.kit.form import Choice, Form, Row
from millmate.gui.kit.term_button import TermButton
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import hbox, keep_place, push_button, vbox
from millmate.language import mark, tr
from millmate.pictures import piece_svg

if TYPE_CHECKING:
    from millmate.tablebase.query import Query, Stand, Subject
    from millmate.tablebase.sets import Contents, DecidedSet

_PATIENCE_MS = 400  # after a key press, before the search starts
_A_ROW = 4  # men per row
_SET, _ANY = "set", "any"  # the set chosen elsewhere; any zugzwangs
_WHAT: dict[tuple[int, bool] | str, str] = {
    _SET: mark("The set chosen above"),
    # by whether the side to move wins (1) or loses (-1), and the fifty-move rule draws
    (1, False): mark("All won for the side to move"),
    (1, True): mark("All cursed wins"),
    (0, False): mark("All drawn"),
    (-1, True): mark("All blessed losses"),
    (-1, False): mark("All lost for the side to move"),
    # by the name of a `Zug`
    _ANY: mark("Mutual zugzwangs"),
    "FULL": mark("Zugzwangs: whoever moves loses"),
    "WHITE": mark("Zugzwangs: only White can win"),
    "BLACK": mark("Zugzwangs: only Black can win"),
}
_NONE = {"what": _SET, "check": None, "moves": None}
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
    "There are stones on all of these points, such as a7 d7; a7/d7 means a stone on either. "
    "Symmetric positions count, too."
)


def _is_rule(what: object) -> bool:
    return isinstance(what, tuple) and what[1]


_CHECK = {None: mark("In check or not"), True: mark("In check"), False: mark("Not in check")}
_MOVES = {
    None: mark("Any number of moves"),
    1: mark("Only one move wins"),
    0: mark("Only one move draws"),
}


def _form(*buttons: QWidget) -> Form:
    choice, gap = partial(Choice, label="", letters=12), theme.GRID // 2
    return Form(
        choice(
            "what",
            options=_WHAT,
            spoken=mark("Which positions"),
            tip=_WHAT_TIP,
            offered=lambda v, what: (
                what == _SET
                or (v.zugzwangs if isinstance(what, str) else v.cursed or not _is_rule(what))
            ),
            unlisted=lambda v, what: _is_rule(what) and not v.cursed,
        ),
        Row(
            None,
            choice(
                "side",
                options={True: mark("White to move"), False: mark("Black to move")},
                spoken=mark("Side to move"),
                enabled=lambda v: v.what != _SET,
            ),
            choice("check", options=_CHECK, spoken=mark("Check"), shown="checks"),
            spread=True,
            spacing=gap,
        ),
        Row(
            None,
            choice("moves", options=_MOVES, spoken=mark("Good moves"), tip=_MOVES_TIP),
            *buttons,
            spread=True,
            spacing=gap,
        ),
        facts={"zugzwangs": True, "cursed": True, "checks": True},
    )


class FilterBar(QWidget):
    """Emits `changed` when the filter changes; `query` returns the filter."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.clear = push_button(mark("Clear"), self.reset, tip=mark("Clear all filters"))
        buttons = QWidget()
        terms = TermButton(Term.ONLY_MOVE, Term.ZUGZWANG, Term.CURSED_WIN)
        hbox(terms, None, self.clear, within=buttons)
        self.form = _form(buttons)
        self.form.form.setVerticalSpacing(theme.GRID // 2)
        keep_place(self.form["check"])
        self.fields: dict[str, list[QLineEdit]] = {}
        self._men = QGridLayout()
        self._timer = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._timer.timeout.connect(self.changed)
        self._men.setHorizontalSpacing(theme.GRID // 2)
        self._men.setVerticalSpacing(theme.GRID // 2)
        vbox(self.form, self._men, within=self, spacing=theme.GRID // 2)
        self.form.changed.connect(self._chosen)
        self._chosen(quietly=True)

    def show_table(self, contents: Contents) -> None:
        """Offer the filters of a table; keep the piece placement if the men are the same."""
        if "".join(self.fields) != "".join(dict.fromkeys(contents.men)) or any(
            contents.men.count(man) != len(fields) and contents.men != "Ss"
            for man, fields in self.fields.items()
        ):
            self._make_fields(contents.men)
        self.form.set_facts(
            zugzwangs=contents.zugzwangs, cursed=contents.cursed, checks=contents.checks
        )
        what = self.form["what"]
        if not what.model().item(what.currentIndex()).isEnabled():
            self.form.show_values({"what": _SET})
        if not contents.checks:
            self.form.show_values({"check": None})
        self._chosen(quietly=True)

    def query(self, chosen: DecidedSet, contents: Contents) -> Query | None:
        """Return the query, or None if a field cannot be parsed."""
        from millmate.tablebase.query import Query, Zug, Zugzwangs

        where = self._where()
        if where is None:
            return None
        values = self.form.values
        what, turn = values["what"], values["side"]
        subject: Subject = chosen
        if isinstance(what, tuple):
            wdl, cursed = what
            subject = contents.all_of(wdl, turn, cursed)
        elif what != _SET:
            subject = Zugzwangs(None if what == _ANY else Zug[what], turn)
        return Query(subject, where, values["check"], values["moves"])

    @property
    def plain(self) -> bool:
        """Whether the chosen set is listed without any filter."""
        written = any(field.text().strip() for men in self.fields.values() for field in men)
        return not written and _NONE.items() <= self.form.values.items()

    @Slot()
    def reset(self) -> None:
        fields = [field for men in self.fields.values() for field in men]
        blocked = [QSignalBlocker(widget) for widget in fields]
        for field in fields:
            field.clear()
            theme.mark_fault(field, False)
        del blocked
        self.form.show_values(_NONE)
        self._chosen()

    def choose_set(self) -> None:
        """List the set chosen elsewhere with the current conditions."""
        self.form.show_values({"what": _SET})
        self._chosen(quietly=True)

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
        painter.drawRoundedRect(picture.rect(), theme.ROUND_CONTROL, theme.ROUND_CONTROL)
        QSvgRenderer(piece_svg(man, board_style().pieces).encode()).render(painter)
    return QIcon(picture)
