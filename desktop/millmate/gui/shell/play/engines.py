"""The engines that are offered as players: their list and options, its dialog, and consent."""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from millmate.errors import MillMateError
from millmate.gui.kit import theme
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.form import Choice, Entry, Form, Number, Own, Switch, Text
from millmate.gui.kit.label import Label
from millmate.gui.kit.screen_fit import keep_on_screen
from millmate.gui.kit.tasks import Latest
from millmate.gui.kit.translator import bind_text, on_retranslate, translator
from millmate.gui.kit.widgets import hbox, push_button, vbox
from millmate.gui.shell.frame.commands import Commands
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.language import Plain, mark, tr
from millmate.players import consent
from millmate.players.consent import Launch
from millmate.players.engine_finder import KNOWN, listed, with_installed, with_listed
from millmate.players.engine_recipe import EngineRecipe, RecipeError
from millmate.players.spec import PlayerSpec
from millmate.players.uci import command_of
from millmate.search.limits import Interrupted
from millmate.settings import Settings
from millmate.uci.client import UciEngine
from millmate.uci.options import OptionError, UciOption

# Options that this program sets itself or does not use.
_OURS = {
    "ponder", "multipv", "uci_chess960", "uci_variant", "uci_analysemode", "uci_opponent",
    "uci_engineabout", "uci_showwdl", "uci_showcurrline", "uci_setpositionvalue",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Introduced:
    """The name and options of an engine; `fault` says why it failed."""

    recipe: EngineRecipe
    name: str = ""
    author: str = ""
    options: tuple[UciOption, ...] = ()
    fault: str = ""


_said: dict[tuple[str, str], Introduced] = {}  # by program and arguments, in this process


def said(recipe: EngineRecipe) -> Introduced | None:
    """Return the last description of the engine of `recipe`, None if it has never been started."""
    return _said.get((recipe.path, recipe.arguments))


def introduce(
    recipe: EngineRecipe, progress: Callable[[object], None], stopped: Callable[[], bool]
) -> Introduced:
    """Start the engine of `recipe`, ask it, and quit it; slow if it does not answer."""
    engine = None
    try:
        engine = UciEngine(command_of(recipe))
        engine.start(stopped=stopped)
        options = tuple(engine.options.values())
        answer = Introduced(recipe, engine.name, engine.author, options)
        _said[recipe.path, recipe.arguments] = answer
        return answer
    except (MillMateError, Interrupted) as error:
        return Introduced(recipe, fault=str(error))
    finally:
        if engine is not None:
            engine.close()


class OptionsForm(Form):
    """A field for each option."""

    def __init__(self, options: Iterable[UciOption], chosen: Mapping[str, str]) -> None:
        """Show `options` with the values in `chosen`, or else the defaults."""
        self._options = [option for option in options if option.name.lower() not in _OURS]
        given = {name.lower(): value for name, value in chosen.items()}
        super().__init__(*(_field(each, given.get(each.name.lower())) for each in self._options))
        self.form.setContentsMargins(0, 0, theme.GRID, 0)
        on_retranslate(self, self._explain)

    @property
    def chosen(self) -> tuple[tuple[str, str], ...]:
        """The values that differ from the defaults; a pressed button has ""."""
        found = []
        for option in self._options:
            value = self.value(option.name)
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if option.kind == "button" and value:
                found.append((option.name, ""))
            elif option.kind != "button" and text != option.default:
                found.append((option.name, text))
        return tuple(found)

    def _explain(self) -> None:
        text = tr("{low} to {high}, {default} by default")
        for each in self._options:
            if each.kind == "spin":
                tip = text.format(low=each.low, high=each.high, default=each.default)
                self[each.name].setToolTip(tip)


def _field(option: UciOption, given: str | None) -> Entry:
    """Return the field of an option with the value that was `given`, or else its default."""
    name, text = Plain(option.name), option.default
    with suppress(OptionError):
        text = option.default if given is None else option.value(given)
    match option.kind:
        case "check":
            return Switch(name, name, default=text == "true")
        case "spin":
            low, high = max(option.low, -(2**31)), min(option.high, 2**31 - 1)
            number = int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else low
            return Number(name, name, low, high, default=min(max(number, low), high))
        case "combo":
            return Choice(name, name, {each: Plain(each) for each in option.choices}, default=text)
        case "button":
            pressed = QPushButton.isChecked, QPushButton.setChecked
            there = given is not None
            return Own(name, name, _press_button, *pressed, signal="toggled", default=there)
    return Text(name, name, default=text, hint=mark("empty"))


def _press_button() -> QPushButton:
    button = push_button(mark("Press before each game"))
    button.setCheckable(True)
    button.setAutoDefault(False)
    return button


TOURNAMENT = mark(
    "This tournament starts programs that have not been allowed on this computer yet:"
)
GAME = mark("This game starts programs that have not been allowed on this computer yet:")
ANALYSIS = mark("This analysis starts a program that has not been allowed on this computer yet:")
_WARNING = mark(
    "They run with your permissions and can do anything you can. Allow them only if you know "
    "where they come from. You will not be asked again about the same programs."
)
_LINES = 7  # visible
_WIDTH = 620


def may_start(parent: QWidget, players: Iterable[PlayerSpec | EngineRecipe], intro: str) -> bool:
    """Return whether `players` may be started, asking about those not yet allowed.

    `intro` is one of the sentences above.
    """
    launches = consent.lacking(players)
    return not launches or ConsentDialog(launches, intro, parent).ask()


def allow(players: Iterable[PlayerSpec | EngineRecipe]) -> None:
    """Allow `players` that the user has just chosen."""
    with suppress(OSError):  # then it holds for this process only
        consent.give(consent.lacking(players))


class ConsentDialog(QDialog):
    """Shows the command line of each engine; Enter and Escape refuse."""

    def __init__(self, launches: Iterable[Launch], intro: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._launches = tuple(launches)
        bind_text(self, title=mark("Allow engines?"))
        question, warning = Label(tr(intro)), Label(tr(_WARNING))
        for label in (question, warning):
            label.setWordWrap(True)
        self.commands = bind_text(QPlainTextEdit(), name=mark("Programs with their arguments"))
        self.commands.setReadOnly(True)
        self.commands.setFont(theme.fixed_font())
        self.commands.setTabChangesFocus(True)
        self.commands.setPlainText("\n\n".join(map(str, self._launches)))
        self.commands.setFixedHeight(_LINES * self.commands.fontMetrics().lineSpacing())
        self.allow = push_button(mark("Allow and start"), self.accept)
        self.refuse = push_button(mark("Do not start"), self.reject)
        self.allow.setAutoDefault(False)
        self.refuse.setDefault(True)
        # No QDialogButtonBox: Tab would skip the accept button when another one is the default.
        buttons, gap = hbox(None, self.allow, self.refuse), 2 * theme.GRID
        parts = (question, self.commands, warning, buttons)
        vbox(*parts, within=self, spacing=gap, margins=gap)
        self.resize(_WIDTH, self.sizeHint().height())
        self.refuse.setFocus()

    def ask(self) -> bool:
        """Return whether the user allows the engines, and remember it."""
        allowed = self.exec() == QDialog.DialogCode.Accepted
        if allowed:
            with suppress(OSError):  # then it holds for this process only
                consent.give(self._launches)
        return allowed


_EMPTY = mark("There is no engine in the list yet. Add the program file of one, such as Stockfish.")
_WAIT = mark("Asking the engine for its name…")


class EnginesDialog(QDialog):
    """A list of engines and a form for the selected one.

    An engine whose settings came from elsewhere is not started before the user presses `allow`;
    choosing or changing it here allows it, too.

    `changed` is emitted after every change of `recipes`. A selected engine is started in a thread
    to ask for its options; an error is shown in their place.
    """

    changed = Signal()

    def __init__(self, recipes: list[EngineRecipe], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        bind_text(self, title=mark("Engines"))
        self.recipes = list(recipes)
        self.options: OptionsForm | None = None
        self._introduced: dict[tuple[str, str], Introduced] = {}
        self._task = Latest()
        self._adding = False
        self.list = bind_text(QListWidget(), name=mark("Engines"))
        self.list.setSpacing(theme.GRID // 4)
        tip = mark("Choose the program file of a UCI engine")
        self.add = push_button(mark("Add…"), self._ask_file, tip=tip)
        self.remove = push_button(mark("Remove"), self._remove)
        self.close_button = push_button(mark("Close"), self.close)
        tip = mark("Allow this program to be started on this computer, with these arguments")
        self.allow = push_button(mark("Allow"), self._allow, tip=tip)
        self.allow.hide()
        self.form = Form(
            Text("name", mark("Name"), hint=mark("the engine's own name")),
            Text("path", mark("Program")),
            Text(
                "arguments",
                mark("Arguments"),
                hint=mark("none"),
                tip=mark("Command-line arguments, such as --uci"),
            ),
        )
        self.name, self.path, self.arguments = map(self.form.__getitem__, self.form.fields)
        self.path.setReadOnly(True)
        self.author, self.note = theme.muted(), Label()
        self._lay_out()
        self._connect()
        self._fill(0)
        translator.changed.connect(self._retranslate)

    @Slot()
    def _retranslate(self) -> None:
        self._show(self.row)

    # --- building ----------------------------------------------------------------------------

    def _lay_out(self) -> None:
        for each in (self.add, self.remove, self.allow, self.close_button):
            each.setAutoDefault(False)
        gap, right = 2 * theme.GRID, (self.close_button, Qt.AlignmentFlag.AlignRight)
        left = vbox((self.list, 1), hbox(self.add, self.remove, None))
        halves = hbox((left, 2), (self._details(), 3), spacing=gap)
        vbox((halves, 1), right, within=self, spacing=gap, margins=gap)
        keep_on_screen(self, QSize(760, 560))

    def _details(self) -> QVBoxLayout:
        self.note.setWordWrap(True)
        self.author.setWordWrap(True)
        self._scroll = QScrollArea()
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        allow = (self.allow, Qt.AlignmentFlag.AlignLeft)
        return vbox(self.form, self.author, self.note, allow, (self._scroll, 1))

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(self._show)
        self.finished.connect(self._call_off)
        self.name.textEdited.connect(self._rename)
        self.arguments.editingFinished.connect(self._take_arguments)

    # --- the list ----------------------------------------------------------------------------

    @property
    def row(self) -> int:
        """The index of the selected engine in `recipes`, or -1."""
        return self.list.currentRow()

    def _fill(self, row: int) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems([recipe.title for recipe in self.recipes])
        self.list.blockSignals(False)
        self.list.setCurrentRow(min(row, len(self.recipes) - 1))
        if not self.recipes:
            self._show(-1)

    def _change(self, recipe: EngineRecipe) -> None:
        """Replace the selected engine by `recipe`; it stays allowed if it was."""
        if not consent.lacking([self.recipes[self.row]]):
            consent.give(consent.lacking([recipe]), remember=False)  # the settings remember it
        self.recipes[self.row] = recipe
        item = self.list.currentItem()
        if item is not None:
            item.setText(recipe.title)
        self.changed.emit()

    @Slot()
    def _remove(self) -> None:
        row = self.row
        del self.recipes[row]
        self._fill(row)
        self.changed.emit()

    @Slot()
    def _ask_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self, tr("Choose the program of the engine"), str(Path.home())
        )
        if path:
            known = KNOWN.get(Path(path).stem.lower(), "")
            recipe = EngineRecipe(path, arguments=known)
            allow([recipe])
            self._ask(recipe, adding=True)

    @Slot()
    def _allow(self) -> None:
        """Allow the selected engine and ask for its options."""
        allow([self.recipes[self.row]])
        self._show(self.row)

    # --- the engine that is selected ---------------------------------------------------------

    @Slot(int)
    def _show(self, row: int) -> None:
        """Show the engine in this row, and ask for its options if they are unknown."""
        there = 0 <= row < len(self.recipes)
        for widget in (self.remove, self.name, self.path, self.arguments):
            widget.setEnabled(there)
        self._show_form(None)
        self.allow.hide()
        self.author.clear()
        recipe = self.recipes[row] if there else EngineRecipe("")
        self.form.show_result(recipe)
        if not there:
            self._say(tr(_EMPTY))
            return
        known = self._introduced.get(_key(recipe))
        launches = consent.lacking([recipe])
        self.allow.setVisible(bool(launches))
        if launches:
            self._call_off()
            (launch,) = launches
            self._say(tr("Not allowed on this computer yet: {command}", command=launch))
        elif known is None:
            self._ask(recipe)
        else:
            self._show_introduced(known)

    def _ask(self, recipe: EngineRecipe, *, adding: bool = False) -> None:
        """Ask an engine for its options; drop the answer to an earlier question."""
        self._call_off()
        self._adding = adding
        self.add.setEnabled(not adding)
        program = Path(recipe.path).name
        self._say(tr("Asking {program} for its name…", program=program) if adding else tr(_WAIT))
        self._task.start(partial(introduce, recipe), done=self._answered)

    @Slot(object)
    def _answered(self, answer: Introduced) -> None:
        self.add.setEnabled(True)
        if not answer.fault:
            self._introduced[_key(answer.recipe)] = answer
        if self._adding:
            self._take_new(answer)
        elif self.row >= 0 and _key(self.recipes[self.row]) == _key(answer.recipe):
            self._show_introduced(answer)

    def _take_new(self, answer: Introduced) -> None:
        self._adding = False
        if answer.fault:
            program = Path(answer.recipe.path).name
            text = tr("{program} was not added: {why}.", program=program, why=answer.fault)
            self._say(text, fault=True)
            return
        self.recipes.append(replace(answer.recipe, name=answer.name))
        self._fill(len(self.recipes) - 1)
        self.changed.emit()

    def _show_introduced(self, answer: Introduced) -> None:
        if answer.fault:
            self._say(tr("This engine cannot play: {why}.", why=answer.fault), fault=True)
            return
        recipe = self.recipes[self.row]
        if not recipe.name:
            self._change(replace(recipe, name=answer.name))
            self.name.setText(answer.name)
        self.author.setText(tr("by {author}", author=answer.author) if answer.author else "")
        self._say("")
        form = OptionsForm(answer.options, dict(recipe.options))
        form.changed.connect(self._take_options)
        self._show_form(form)

    def _show_form(self, form: OptionsForm | None) -> None:
        self.options = form
        self._scroll.setWidget(form or QWidget())

    def _say(self, text: str, *, fault: bool = False) -> None:
        self.note.setText(text)
        self.note.setVisible(bool(text))
        theme.mark_fault(self.note, fault)

    # --- what a person changes ---------------------------------------------------------------

    @Slot()
    def _take_options(self) -> None:
        if self.options is not None and self.row >= 0:
            self._change(replace(self.recipes[self.row], options=self.options.chosen))

    @Slot(str)
    def _rename(self, name: str) -> None:
        if self.row >= 0:
            self._change(replace(self.recipes[self.row], name=name.strip()))

    @Slot()
    def _take_arguments(self) -> None:
        if self.row < 0 or self.arguments.text() == self.recipes[self.row].arguments:
            return
        recipe = replace(self.recipes[self.row], arguments=self.arguments.text().strip())
        try:
            recipe.argument_list  # noqa: B018 - reading them is the check
        except RecipeError as error:
            self._say(error_sentence(error), fault=True)
        else:
            self._change(recipe)
            self._show(self.row)

    @Slot()
    def _call_off(self) -> None:
        """Stop asking the engine that is starting."""
        self._task.drop()
        self._adding = False
        self.add.setEnabled(True)

    def showEvent(self, event: QShowEvent) -> None:
        """Ask the selected engine again if closing the dialog stopped that."""
        super().showEvent(event)
        if self.options is None and not self._task.running:
            self._show(self.row)


def _key(recipe: EngineRecipe) -> tuple[str, str]:
    return recipe.path, recipe.arguments


class Engines(QObject):
    """Holds the list and opens the dialog that edits it."""

    changed = Signal(object)  # list[EngineRecipe]

    def __init__(self, settings: SettingsStore, commands: Commands, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._settings = with_installed(settings.current)
        self.recipes: list[EngineRecipe] = listed(self._settings)
        self.dialog: EnginesDialog | None = None
        self._kept_allowed: set[EngineRecipe] = set()
        settings.provide(self._provide)
        commands.bind("engines", self.open)

    @Slot()
    def open(self) -> None:
        if self.dialog is None:
            self.dialog = EnginesDialog(self.recipes, self._window)
            self.dialog.changed.connect(self._apply)
        self.dialog.show()
        self.dialog.activateWindow()

    def _provide(self, settings: Settings) -> Settings:
        """Return `settings` with the list; allowed engines stay allowed."""
        self._keep_allowed()
        found = self._settings.engines_found
        return with_listed(settings, self.recipes).changed(engines_found=found)

    def _keep_allowed(self) -> None:
        """Write down, once each, which engines of the list are allowed."""
        fresh = [recipe for recipe in self.recipes if recipe not in self._kept_allowed]
        lacking = set(consent.lacking(fresh))
        launches = {recipe: consent.launch_of(recipe) for recipe in fresh}
        allowed = {recipe: each for recipe, each in launches.items() if each not in lacking}
        if allowed:
            with suppress(OSError):
                consent.give(filter(None, allowed.values()))
                self._kept_allowed.update(allowed)

    @Slot()
    def _apply(self) -> None:
        assert self.dialog is not None
        self.recipes = list(self.dialog.recipes)
        self.changed.emit(self.recipes)
