"""Texts of widgets that follow the language while the window is open.

`bind_text` sets fixed texts; `on_retranslate` calls a function again at every change of language.
A text that depends on more than the language, such as a verdict, is updated by a callback
connected to `translator.changed`, which is called after all fixed texts have changed.
"""

import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from gettext import GNUTranslations
from inspect import ismethod
from io import BytesIO
from pathlib import Path
from struct import error as StructError  # noqa: N812
from typing import Any, TypeVar
from zlib import crc32

import shiboken6
from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator
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

from millmate import language, limits, paths
from millmate.files import write_atomically
from millmate.gui.kit.label import Label, wrapped
from millmate.gui.kit.tasks import IdleTask
from millmate.language import ENGLISH, Language, tr
from millmate.resources import resource

_FOLDER = "languages"
_DAMAGED = (OSError, ValueError, LookupError, StructError)


def _own_name(code: str) -> str:
    name = QLocale(code).nativeLanguageName()
    return name[:1].upper() + name[1:]


# Every language by its code, with its own name for itself.
LANGUAGES = {
    ENGLISH.code: "English",
    **{path.stem: _own_name(path.stem) for path in sorted(resource(_FOLDER).glob("*.po"))},
}


def of_desktop() -> str:
    """Return the code of the first of the desktop's languages that we have."""
    wanted = (name.partition("-")[0] for name in QLocale.system().uiLanguages())
    return next((code for code in wanted if code in LANGUAGES), ENGLISH.code)


def use(code: str) -> None:
    """Show all texts in the language `code` from now on, and write numbers its way."""
    language.use(read(code))
    QLocale.setDefault(QLocale(code))


@cache
def read(code: str) -> Language:
    """Return the language `code`; its texts are English if its file is damaged."""
    if code == ENGLISH.code:
        return ENGLISH
    locale = QLocale(code)
    try:
        compiled = catalogue(resource(f"{_FOLDER}/{code}.po"))
    except _DAMAGED:
        compiled = b""
    return Language(code, compiled, (locale.groupSeparator(), locale.decimalPoint()))


def catalogue(path: Path) -> bytes:
    """Return a .po file as the content of a .mo file, which is compiled once and then cached.

    Raises:
        OSError, ValueError, LookupError: The file cannot be read or is damaged.
    """
    source = limits.read(path, limits.LARGEST_TRANSLATION)
    cached = paths.cache_dir() / _FOLDER / f"{path.stem}-{crc32(source):08x}.mo"
    with suppress(*_DAMAGED):
        compiled = limits.read(cached, limits.LARGEST_TRANSLATION)
        GNUTranslations(BytesIO(compiled))  # raises for a damaged file
        return compiled
    import polib

    content: bytes = polib.pofile(source.decode()).to_binary()
    with suppress(OSError):  # compiled again next time
        cached.parent.mkdir(parents=True, exist_ok=True)
        for old in cached.parent.glob(f"{path.stem}-*.mo"):
            old.unlink()
        write_atomically(cached, content)
    return content


def of_qt(code: str) -> QTranslator:
    """Return Qt's own texts, those of its dialogs' buttons, in the language `code`."""
    translator = QTranslator()
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    translator.load(f"qtbase_{code}", folder)
    return translator


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


class Callbacks:
    """Functions called at every change, in order, for as long as their owners live."""

    def __init__(self) -> None:
        self._entries: list[tuple[weakref.ref[Any], Callable[[], Show | None]]] = []

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, owner: QObject, show: Show) -> None:
        """Call `show` at every change as long as `owner` lives; a method is held weakly."""
        if len(self._entries) % 256 == 255:
            self.prune()
        get = weakref.WeakMethod(show) if ismethod(show) else (lambda: show)
        self._entries.append((weakref.ref(owner), get))

    def connect(self, method: Show) -> None:
        """Call the method of a widget at every change as long as the widget lives."""
        owner, name = weakref.ref(method.__self__), method.__name__  # type: ignore[attr-defined]
        self._entries.append((owner, lambda: getattr(owner(), name, None)))

    def prune(self) -> None:
        """Remove the entries whose owners no longer live."""
        self._entries = [(owner, get) for owner, get in self._entries if _lives(owner) and get()]

    def call_each(self) -> Iterator[None]:
        for owner, get in list(self._entries):
            show = get()
            if show is not None and _lives(owner):
                show()
            yield


class Translator(QObject):
    """The language of the window; `changed` calls back after all bound texts have changed."""

    def __init__(self) -> None:
        super().__init__()
        self._bound, self.changed = Callbacks(), Callbacks()
        self._of_qt: QTranslator | None = None
        self._slices: IdleTask | None = None

    def set_language(self, code: str) -> None:
        """Switch to the language `code`, or the desktop's for ""."""
        if self._install(code):
            self.retranslate()

    def set_language_gradually(self, code: str) -> None:
        """Switch to the language `code` while the window keeps answering events."""
        if self._install(code):
            self.retranslate_gradually()

    def retranslate(self) -> None:
        """Update all texts to the language of `millmate.language`."""
        for _ in self._steps():
            pass

    def retranslate_gradually(self) -> None:
        """Update all texts while the window keeps answering events."""
        if self._slices is None:
            self._slices = IdleTask(self)
        self._slices.start(self._steps())

    @property
    def changing(self) -> bool:
        """Whether some texts are still in the previous language."""
        return self._slices is not None and self._slices.busy

    def add(self, owner: QObject, show: Show) -> None:
        """Call `show` at every change as long as `owner` lives."""
        self._bound.add(owner, show)

    def _install(self, code: str) -> bool:
        """Load the texts of the language `code`; return whether it is another one."""
        code = code if code in LANGUAGES else of_desktop()
        if code == language.current().code and self._of_qt is not None:
            return False
        use(code)
        if self._of_qt is not None:
            QCoreApplication.removeTranslator(self._of_qt)
        self._of_qt = of_qt(code)
        QCoreApplication.installTranslator(self._of_qt)
        return True

    def _steps(self) -> Iterator[None]:
        yield from self._bound.call_each()
        for widget in _windows():
            widget.setLocale(QLocale())
            yield
        yield from self.changed.call_each()
        yield from _update_item_views()
        self._bound.prune()
        self.changed.prune()


translator = Translator()


def on_retranslate(owner: QObject, show: Show) -> None:
    """Call `show` now, and again whenever the language changes, as long as `owner` lives.

    `show` is a method, held weakly, or a function without a reference to `owner`.
    """
    show()
    translator.add(owner, show)


def bind_text(owner: Owner, **texts: str) -> Owner:
    """Set texts of `owner`, and set them again whenever the language changes.

    Args:
        owner: A widget or an action.
        **texts: English texts, marked with `mark`, by property: `text`, `tip` (tool tip), `name`
            and `description` (for screen readers), `hint` (placeholder), `title` (of a window),
            `heading` (of a group), `prefix`, `suffix`, `special` (shown for the minimum).

    Returns:
        `owner`.
    """
    ref = weakref.ref(owner)

    def show() -> None:
        widget = ref()
        for name, text in texts.items():
            translated = wrapped(tr(text)) if name == "tip" else tr(text)
            getattr(widget, _SETTERS[name])(translated)

    on_retranslate(owner, show)
    return owner


def bind_tabs(tabs: QTabWidget | QTabBar, *titles: str) -> None:
    """Bind the titles of `tabs` to marked texts, in order."""
    ref = weakref.ref(tabs)

    def show() -> None:
        widget = ref()
        for index, title in enumerate(titles):
            if widget is not None:
                widget.setTabText(index, tr(title))

    on_retranslate(tabs, show)


def add_row(form: QFormLayout, text: str, field: QWidget | QLayout) -> None:
    """Add `field` at the end of `form`, labelled with a marked `text`."""
    label = bind_text(Label(), text=text)
    if isinstance(field, QWidget):
        label.setBuddy(field)
    form.addRow(label, field)


def add_items(combo: QComboBox, items: Mapping[Any, str]) -> None:
    """Add `items` to `combo`: marked texts by the data of each item."""
    for data, text in items.items():
        combo.addItem(tr(text), data)
    ref = weakref.ref(combo)
    translator.add(combo, lambda: set_item_texts(ref(), items))


def set_item_texts(combo: QComboBox | None, items: Mapping[Any, str]) -> None:
    """Set the texts of the items in `combo` to marked texts, found by their data."""
    if combo is None:
        return
    for index in range(combo.count()):
        text = items.get(combo.itemData(index))
        if text is not None:
            combo.setItemText(index, tr(text))


def _lives(owner: weakref.ref[Any]) -> bool:
    widget = owner()
    return widget is not None and shiboken6.isValid(widget)


def _windows() -> Iterator[QWidget]:
    """Yield the top-level windows that still exist when their turn comes."""
    return filter(shiboken6.isValid, QApplication.topLevelWidgets())


def _update_item_views() -> Iterator[None]:
    """Make lists and tables ask their models for texts and headers again."""
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
