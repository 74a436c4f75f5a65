"""The languages the window speaks, and where their texts come from: one Qt Linguist file each."""

from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator

from millmate import language, limits
from millmate.resources import resource

# By code: its own name, which is never translated, and how numbers are separated.
LANGUAGES = {"en": ("English", (",", ".")), "de": ("Deutsch", (".", ","))}
_OTHER = "en"
_PIECE = 16_384  # bytes of a file that are parsed at once


def of_desktop() -> str:
    """Return the code of the first language that the desktop wants and that we speak."""
    wanted = (name.partition("-")[0] for name in QLocale.system().uiLanguages())
    return next((code for code in wanted if code in LANGUAGES), _OTHER)


def use(code: str) -> None:
    """Have all texts said in the language `code` from now on, and numbers written its way."""
    language.use(code, read(code), LANGUAGES[code][1])
    QLocale.setDefault(QLocale(code))


@cache
def read(code: str) -> dict[tuple[str, str], str]:
    """Return the finished translations to `code` by English text and note; none to English."""
    return {} if code == _OTHER else read_file(resource(f"languages/millmate_{code}.ts"))


def read_file(path: Path) -> dict[tuple[str, str], str]:
    """Return the finished translations in a Qt Linguist file; none if it is damaged."""
    try:
        tree = _parsed(limits.read(path, limits.LARGEST_TRANSLATION))
    except (OSError, ElementTree.ParseError, LookupError, ValueError):  # an encoding may be unknown
        return {}
    messages = (message for message in tree.iter("message") if _finished(message))
    return {
        (m.findtext("source", ""), m.findtext("comment", "")): m.findtext("translation", "")
        for m in messages
    }


def _parsed(content: bytes) -> ElementTree.Element:
    """Parse piece by piece, between which other threads have their turn: the window's, too."""
    parser = ElementTree.XMLParser()  # noqa: S314 (our own file, of a known size)
    for start in range(0, len(content), _PIECE):
        parser.feed(content[start : start + _PIECE])
    tree: ElementTree.Element = parser.close()
    return tree


def of_qt(code: str) -> QTranslator:
    """Return Qt's own texts, those of its dialogs' buttons, in the language `code`."""
    translator = QTranslator()
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    translator.load(f"qtbase_{code}", folder)
    return translator


def _finished(message: ElementTree.Element) -> bool:
    translation = message.find("translation")
    return translation is not None and translation.get("type") is None
