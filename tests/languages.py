"""Languages for tests: one of the program's, or one with a few texts."""

from collections.abc import Mapping, Sequence

import polib

from millmate import language
from millmate.resources import resource

Key = tuple[str, str]  # an English text and its context
Texts = Mapping[str | Key, str | Sequence[str]]  # translations; a plural's forms by its singular

TWO_FORMS = "nplurals=2; plural=(n != 1);"
GERMAN_PIECES: Texts = {("KQRBN", "letters of chess pieces"): "KDTLS"}
FRENCH_PIECES: Texts = {("KQRBN", "letters of chess pieces"): "RDTFC"}


def use(
    code: str,
    texts: Texts | None = None,
    separators: tuple[str, str] = (",", "."),
    forms: str = TWO_FORMS,
) -> None:
    """Switch to a language made of `texts`."""
    language.use(language.Language(code, catalogue(texts or {}, forms), separators))


def catalogue(texts: Texts, forms: str = TWO_FORMS) -> bytes:
    """Return the content of a .mo file."""
    file = polib.POFile()
    file.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": forms}
    for key, said in texts.items():
        text, note = (key, "") if isinstance(key, str) else key
        entry = polib.POEntry(msgid=text, msgctxt=note or None)
        if isinstance(said, str):
            entry.msgstr = said
        else:
            entry.msgid_plural, entry.msgstr_plural = text, dict(enumerate(said))
        file.append(entry)
    content: bytes = file.to_binary()
    return content


def entries(code: str) -> polib.POFile:
    """Return the entries of a language file."""
    return polib.pofile(str(resource(f"languages/{code}.po")))


def forms_of(entry: polib.POEntry) -> list[str]:
    """Return all forms of a translation."""
    return list(entry.msgstr_plural.values()) or [entry.msgstr]
