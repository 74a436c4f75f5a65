"""The page of studies beside the board, and their findings in words."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal, Slot

from millmate.formatting import titled
from millmate.games.chess.piece_letters import localize
from millmate.gui.features.findings.page import FindingsPage, Kind
from millmate.gui.features.findings.tree import Columns, Group
from millmate.gui.kit import theme
from millmate.gui.kit.table_model import Column
from millmate.gui.kit.translator import translator
from millmate.gui.kit.widgets import hbox, push_button, vbox
from millmate.language import count, mark
from millmate.play.study import report
from millmate.play.study.check import Checked, Finding, Verdict
from millmate.play.study.check import Kind as Found

_BAD = {Found.COOK, Found.LOSES, Found.BUST, Found.UNREFUTED, Found.DISTANCE}
_SPOILT = {Verdict.COOKED, Verdict.UNSOUND}
_SHOWN = {
    "all": tuple(Verdict),
    "bad": (Verdict.COOKED, Verdict.UNSOUND, Verdict.VARIATIONS),
    "minor": (Verdict.MINOR,),
    "sound": (Verdict.SOUND,),
    "unknown": (Verdict.UNKNOWN,),
}
_LONGEST = 26  # letters of a name
_MEASURED = 40  # names
_MOVE_SAMPLE = "88… Qa1xb2+ (♔)"


def _place(found: Finding) -> str:
    place = localize(found.place)
    return place if found.main else f"({place})"


def _words(found: Finding) -> str:
    """Describe a finding, with moves in the letters chosen."""
    return found.words(localize)


def _title(group: Group) -> str:
    return report.title(group.subject)


def _verdict(group: Group) -> str:
    return report.sentence(group.subject, localize)


def _samples(groups: Sequence[Group], column: int) -> list[str]:
    """Return texts that must fit into the first column."""
    titles = [_title(each)[:_LONGEST] for each in groups[:_MEASURED]]
    return [_MOVE_SAMPLE, *titles * (len(titles) > 1)]


STUDIES = Kind(
    title=mark("Check a study"),
    introduction=mark(
        "Each position of the solution is looked up in the tables: does the result hold, is "
        "the move the only one, which other moves work, are the tries refuted? The stipulation "
        "is the result of the game; without one, it is taken from the tables."
    ),
    source=(mark("Studies to check"), mark("Which studies are checked")),
    start=mark("Check now"),
    again=mark("Check again"),
    progress=mark("Progress of the check"),
    unread=lambda studies: count(studies, "{n} could not be read…", "{n} could not be read…"),
    unread_title=mark("Studies that could not be read"),
    columns=Columns(
        mark("Studies and findings"),
        items=(
            Column(
                mark("Move"),
                _place,
                hint=_words,
                spoken=lambda found: f"{_place(found)}, {_words(found)}",
            ),
            Column(
                mark("Findings"),
                _words,
                hint=_words,
                colour=lambda found: theme.colours().bad if found.kind in _BAD else None,
            ),
        ),
        groups=(
            Column(
                "",
                _title,
                hint=_verdict,
                spoken=lambda group: f"{_title(group)}, {_verdict(group)}",
            ),
            Column(
                "",
                _verdict,
                hint=_verdict,
                colour=lambda group: (
                    theme.colours().bad if group.subject.verdict in _SPOILT else None
                ),
            ),
        ),
        samples=_samples,
        stretched=1,
        letters=24,
        several=False,
    ),
    choice=mark("Studies listed"),
    choices={
        "all": mark("All studies"),
        "bad": mark("Cooked or unsound"),
        "minor": mark("With minor duals only"),
        "sound": mark("Sound"),
        "unknown": mark("Not in the tables"),
    },
    export_title=mark("Save the studies"),
    export_name="studies",
    exports={
        "pgn": (
            mark("The &studies with comments (PGN)…"),
            mark("Games (*.pgn);;All files (*)"),
            ".pgn",
        ),
        "txt": (mark("A te&xt…"), mark("Texts (*.txt);;All files (*)"), ".txt"),
        "csv": (mark("A &table (CSV)…"), mark("Tables (*.csv);;All files (*)"), ".csv"),
    },
)


class StudiesPage(FindingsPage):
    """Adds comments; `position_wanted` carries a finding, or None for the start of the study."""

    position_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__(STUDIES)
        self._studies: Sequence[Checked] = ()
        self.comment = push_button(
            mark("Write into the game"),
            tip=mark("Add the findings to the game as comments; Take back removes them"),
        )
        buttons = hbox(self.comment, None, self.save)
        top = hbox(self.source, None, self.start)
        self.lay_out(top, vbox(self.choice, (self.tree, 1), self.remark, buttons))
        self.tree.selectionModel().currentChanged.connect(self._point)
        self.tree.clicked.connect(self._point)  # again on the same row
        translator.changed.connect(self._show_remark)
        self.show_studies(())

    @property
    def study(self) -> Checked | None:
        """The study that the keyboard is in, or the only one."""
        group = self.tree.group
        return None if group is None else group.subject

    def show_studies(self, studies: Sequence[Checked]) -> None:
        """List studies and their findings; of several, only those with the verdicts chosen."""
        if studies is not self._studies:
            self._studies = studies
            with QSignalBlocker(self.choice):
                self.choice.setCurrentIndex(0)
        several = len(studies) > 1
        verdicts = _SHOWN[str(self.choice.currentData())] if several else tuple(Verdict)
        groups = [Group("", each.findings, each) for each in studies if each.verdict in verdicts]
        self.choice.setVisible(several)
        self.show_groups(groups, alone=len(studies) == 1)
        self.stack.setCurrentIndex(1 if studies else 0)
        self.save.setEnabled(bool(groups))
        self._show_remark()

    @Slot()
    def _point(self) -> None:
        index = self.tree.currentIndex()
        if index.isValid():
            self._show_remark()
            self.position_wanted.emit(self.model.item(index))

    @Slot()
    def _show_remark(self) -> None:
        """Say all of the present row, which may be too long for it."""
        found, study = self.tree.current, self.study
        self.comment.setEnabled(study is not None)
        text = ""
        if found is not None:
            text = titled(localize(found.place), _words(found))
        elif study is not None:
            text = report.summary(study)
        self.remark.setText(text)
