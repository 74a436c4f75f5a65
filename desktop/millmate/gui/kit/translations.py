"""The languages of the window: English, and one gettext .po file for each other one."""

from contextlib import suppress
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from struct import error as StructError  # noqa: N812
from zlib import crc32

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator

from millmate import language, limits, paths
from millmate.files import write_atomically
from millmate.language import ENGLISH, Language
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
