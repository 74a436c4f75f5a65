"""The languages of the window, each with its texts in a Qt Linguist file."""

from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator

from millmate import language, limits
from millmate.resources import resource

# By code: the language's own name (never translated) and its number separators.
LANGUAGES = {"en": ("English", (",", ".")), "de": ("Deutsch", (".", ","))}
_OTHER = "en"
_PIECE = 16_384  # bytes parsed at once


def of_desktop() -> str:
    """Return the code of the first language of the desktop that is available."""
    wanted = (name.partition("-")[0] for name in QLocale.system().uiLanguages())
    return next((code for code in wanted if code in LANGUAGES), _OTHER)


def use(code: str) -> None:
    """Use the texts and number formats of the language `code`."""
    language.use(code, read(code), LANGUAGES[code][1])
    QLocale.setDefault(QLocale(code))


@cache
def read(code: str) -> dict[tuple[str, str], str]:
    """Return the translations of `code` by English text and note; none for English."""
    return {} if code == _OTHER else read_file(resource(f"languages/millmate_{code}.ts"))


def read_file(path: Path) -> dict[tuple[str, str], str]:
    """Return the translations in a Qt Linguist file; none if it is damaged."""
    try:
        tree = _parsed(limits.read(path, limits.LARGEST_TRANSLATION))
    except (
        OSError,
        ElementTree.ParseError,
        LookupError,
        ValueError,
    ):  # the encoding may be unknown
        return {}
    messages = (message for message in tree.iter("message") if _finished(message))
    return {
        (m.findtext("source", ""), m.findtext("comment", "")): m.findtext("translation", "")
        for m in messages
    }


def _parsed(content: bytes) -> ElementTree.Element:
    """Parse in pieces, so that the window's thread can run in between."""
    parser = ElementTree.XMLParser()  # noqa: S314 (our own file, of a known size)
    for start in range(0, len(content), _PIECE):
        parser.feed(content[start : start + _PIECE])
    tree: ElementTree.Element = parser.close()
    return tree


def of_qt(code: str) -> QTranslator:
    """Return Qt's own translations for the language `code`."""
    translator = QTranslator()
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    translator.load(f"qtbase_{code}", folder)
    return translator


def _finished(message: ElementTree.Element) -> bool:
    translation = message.find("translation")
    return translation is not None and translation.get("type") is None
