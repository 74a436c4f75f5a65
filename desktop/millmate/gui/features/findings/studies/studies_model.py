"""The model of studies and what was found in them, and the list that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QAbstractItemView, QApplication

from millmate.games.chess.piece_letters import localize
from millmate.gui.kit import theme
from millmate.gui.kit.lists import FittedTree
from millmate.gui.kit.table_model import Index, TwoLevelModel
from millmate.language import mark
from millmate.play.study import report
from millmate.play.study.check import Checked, Finding, Kind, Verdict

_ROLE = Qt.ItemDataRole
_MOVE, _FOUND = range(2)
_TITLES = (mark("Move"), mark("What was found"))
_BAD = {Kind.COOK, Kind.LOSES, Kind.BUST, Kind.UNREFUTED, Kind.DISTANCE}
_SPOILT = {Verdict.COOKED, Verdict.UNSOUND}
_LONGEST, _LEAST_FOUND = 26, 24  # letters of a name, and beside it
_MEASURED = 40  # names
_MOVE_SAMPLE = "88… Qa1xb2+ (♔)"


class StudiesModel(TwoLevelModel):
    """Studies, and in them what was found."""

    groups: list[Checked]

    def __init__(self) -> None:
        super().__init__(_TITLES)

    def within(self, group: Checked) -> Sequence[Finding]:
        return group.findings

    def data(self, index: Index, role: int = 0) -> Any:
        found: Finding | None = self.item(index)
        study: Checked = self.group(index)
        bad = study.verdict in _SPOILT if found is None else found.kind in _BAD
        match role:
            case _ROLE.DisplayRole:
                return self._cells(study, found)[index.column()]
            case _ROLE.AccessibleTextRole if index.column() == _MOVE:
                return ", ".join(self._cells(study, found))
            case _ROLE.ToolTipRole:
                return report.sentence(study, localize) if found is None else words(found)
            case _ROLE.ForegroundRole if bad and index.column() == _FOUND:
                return QColor(theme.colours().bad)
            case _ROLE.FontRole if found is None and index.column() == _MOVE:
                font = QApplication.font()
                font.setWeight(QFont.Weight.DemiBold)
                return font
        return None

    @staticmethod
    def _cells(study: Checked, found: Finding | None) -> tuple[str, str]:
        if found is None:
            return report.title(study), report.sentence(study, localize)
        place = localize(found.place)
        return place if found.main else f"({place})", words(found)


def words(found: Finding) -> str:
    """Return what was found, with moves in the letters chosen."""
    return found.words(localize)


class StudiesTree(FittedTree):
    """Studies and what was found in them; of a single one, only that."""

    def __init__(self, model: StudiesModel) -> None:
        super().__init__(
            model,
            mark("Studies and what was found in them"),
            partial(_names, model),
            stretched=_FOUND,
            letters=_LEAST_FOUND,
            giving_way=(),
        )
        self._model = model
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)

    def show_alone(self, alone: bool) -> None:
        """Show no study above its findings if it is `alone`."""
        if alone:  # a reset has taken the root away; to set it lays all rows out anew
            self.setRootIndex(self._model.index(0, 0))
        self.setRootIsDecorated(not alone)
        self.fit()

    @property
    def study(self) -> Checked | None:
        """The study that the keyboard is in, or the only one."""
        index = self.currentIndex()
        if not index.isValid():
            index = self.rootIndex()
        return self._model.group(index) if index.isValid() else None


def _names(model: StudiesModel, column: int) -> list[str]:
    """Return what the first column has to have room for."""
    titles = [report.title(each)[:_LONGEST] for each in model.groups[:_MEASURED]]
    return [_MOVE_SAMPLE, *titles * (len(titles) > 1)]
