"""How what stands on widgets follows the language while they live.

Fixed texts are given with `say`, or set by a method that `follow` calls again at every change.
What depends on more, as a verdict does, is shown anew by whoever listens to `LANGUAGE.changed`:
they are told, one by one, when all fixed texts have changed.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Mapping
from inspect import ismethod
from typing import Any, TypeVar

import shiboken6
from PySide6.QtCore import QCoreApplication, QLocale, QObject, QTranslator
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFormLayout,
    QHeaderView,
    QLayout,
    QTabBar,
    QTabWidget,
    QWidget,
)

from millmate import language
from millmate.gui.languages import translations
from millmate.gui.slices import Slices
from millmate.gui.style.label import Label
from millmate.gui.style.tips import wrapped
from millmate.language import tr

Owner = TypeVar("Owner", bound=QObject)
Show = Callable[[], object]

_SETTERS = {
    "text": "setText",
    "tip": "setToolTip",
    "name": "setAccessibleName",
    "description": "setAccessibleDescription",
    "hint": "setPlaceholderText",
    "title": "setWindowTitle",
    "heading": "setTitle",  # of a group or a menu
    "prefix": "setPrefix",
    "suffix": "setSuffix",
    "special": "setSpecialValueText",
}


class Followers:
    """What is called at every change, one after the other, as long as its owners live."""

    def __init__(self) -> None:
        self._all: list[tuple[weakref.ref[Any], Callable[[], Show | None]]] = []

    def __len__(self) -> int:
        return len(self._all)

    def add(self, owner: QObject, show: Show) -> None:
        """Have `show` called at every change as long as `owner` lives; a method is held weakly."""
        if len(self._all) % 256 == 255:
            self.forget()
        kept = weakref.WeakMethod(show) if ismethod(show) else (lambda: show)
        self._all.append((weakref.ref(owner), kept))

    def connect(self, method: Show) -> None:
        """Have the method of a widget called at every change as long as the widget lives."""
        owner, name = weakref.ref(method.__self__), method.__name__  # type: ignore[attr-defined]
        self._all.append((owner, lambda: getattr(owner(), name, None)))

    def forget(self) -> None:
        """Forget those that live no longer."""
        self._all = [(owner, kept) for owner, kept in self._all if _lives(owner) and kept()]

    def tell(self) -> Iterator[None]:
        """Call one after the other."""
        for owner, kept in list(self._all):
            call = kept()
            if call is not None and _lives(owner):
                call()
            yield


class Language(QObject):
    """The language of the window; `changed` comes after all that follows it has been shown."""

    def __init__(self) -> None:
        super().__init__()
        self._followers, self.changed = Followers(), Followers()
        self._of_qt: QTranslator | None = None
        self._slices: Slices | None = None

    def speak(self, code: str) -> None:
        """Speak the language `code` from now on, "" for that of the desktop."""
        if self._take(code):
            self.retranslate()

    def change(self, code: str) -> None:
        """Do what `speak` does, but look at what else happens meanwhile; it takes a moment."""
        if self._take(code):
            self.renew()

    def renew(self) -> None:
        """Show everything anew, but look at what else happens meanwhile; it takes a moment."""
        if self._slices is None:
            self._slices = Slices(self)
        self._slices.begin(self._shown_anew())

    @property
    def changing(self) -> bool:
        """Whether not everything is shown in the language of now yet."""
        return self._slices is not None and self._slices.busy

    def retranslate(self) -> None:
        """Show everything anew in the language that `millmate.language` speaks now."""
        for _ in self._shown_anew():
            pass

    def _take(self, code: str) -> bool:
        """Have texts told in the language `code` from now on; tell whether that is another one."""
        code = code if code in translations.LANGUAGES else translations.of_desktop()
        if code == language.current() and self._of_qt is not None:
            return False
        translations.use(code)
        self._translate_qt(code)
        return True

    def _shown_anew(self) -> Iterator[None]:
        """Show everything anew, step by step."""
        yield from self._followers.tell()
        for widget in _windows():
            widget.setLocale(QLocale())
            yield
        yield from self.changed.tell()
        yield from _lists_shown_anew()
        self._forget()

    def add(self, owner: QObject, show: Show) -> None:
        """Have `show` called at every change as long as `owner` lives."""
        self._followers.add(owner, show)

    def _forget(self) -> None:
        """Forget those that live no longer."""
        self._followers.forget()
        self.changed.forget()

    def _translate_qt(self, code: str) -> None:
        if self._of_qt is not None:
            QCoreApplication.removeTranslator(self._of_qt)
        self._of_qt = translations.of_qt(code)
        QCoreApplication.installTranslator(self._of_qt)


LANGUAGE = Language()


def follow(owner: QObject, show: Show) -> None:
    """Call `show` now, and again whenever the language changes, as long as `owner` lives.

    `show` is a method, kept weakly, or a function that holds no reference to `owner`.
    """
    show()
    LANGUAGE.add(owner, show)


def say(owner: Owner, **texts: str) -> Owner:
    """Give `owner` texts, marked with `mark`, in the language spoken now and ever after.

    Args:
        owner: A widget or an action.
        **texts: English texts by what they are set to: `text`, `tip` (tool tip), `name` and
            `description` (to assistive technology), `hint` (placeholder), `title` (of a window),
            `heading` (of a group), `prefix`, `suffix`, `special` (in place of a least value).

    Returns:
        `owner`.
    """
    known = weakref.ref(owner)

    def show() -> None:
        widget = known()
        for name, text in texts.items():
            said = wrapped(tr(text)) if name == "tip" else tr(text)
            getattr(widget, _SETTERS[name])(said)

    follow(owner, show)
    return owner


def say_tabs(tabs: QTabWidget | QTabBar, *titles: str) -> None:
    """Give `tabs` their titles, marked ones, in order."""
    known = weakref.ref(tabs)

    def show() -> None:
        shown = known()
        for index, title in enumerate(titles):
            if shown is not None:
                shown.setTabText(index, tr(title))

    follow(tabs, show)


def add_row(form: QFormLayout, text: str, field: QWidget | QLayout) -> None:
    """Add `field` to `form` beneath the others, with a marked `text` before it."""
    label = say(Label(), text=text)
    if isinstance(field, QWidget):
        label.setBuddy(field)
    form.addRow(label, field)


def add_items(combo: QComboBox, items: Mapping[Any, str]) -> None:
    """Add to `combo` items by their data, each with a marked text."""
    for data, text in items.items():
        combo.addItem(tr(text), data)
    known = weakref.ref(combo)

    def show() -> None:
        name_items(known(), items)

    LANGUAGE.add(combo, show)


def name_items(combo: QComboBox | None, items: Mapping[Any, str]) -> None:
    """Give the items of `combo` with these data these texts, marked ones."""
    if combo is None:
        return
    for index in range(combo.count()):
        text = items.get(combo.itemData(index))
        if text is not None:
            combo.setItemText(index, tr(text))


def _lives(owner: weakref.ref[Any]) -> bool:
    known = owner()
    return known is not None and shiboken6.isValid(known)


def _windows() -> Iterator[QWidget]:
    """Go through the windows there are, as far as they still live when they are come to."""
    return filter(shiboken6.isValid, QApplication.topLevelWidgets())


def _lists_shown_anew() -> Iterator[None]:
    """Have lists and tables ask their models again for what they show."""
    for window in _windows():
        for view in window.findChildren(QAbstractItemView):
            if not shiboken6.isValid(view):
                continue
            if not isinstance(view, QHeaderView):
                view.viewport().update()
            elif not view.isHidden() and view.count():
                view.model().headerDataChanged.emit(view.orientation(), 0, view.count() - 1)
                yield
        yield
