"""The language files: every text is translated, and each translation fits its text."""

import re
from functools import cache
from pathlib import Path
from string import Formatter

import polib
import pytest
from PySide6.QtCore import QLocale
from tests import languages
from tests.resource_scripts import script

from millmate import language
from millmate.games.chess.piece_letters import letters, localize, to_english
from millmate.games.value import CHESS_TERMS, Value, words
from millmate.gui.kit import translator
from millmate.gui.shell.frame.commands import MENUS, Submenu

_update = script("languages/update")
_update.texts = cache(_update.texts)  # all sources are read once
_FILES = _update.files()
_CODES = [file.stem for file in _FILES]

every_file = pytest.mark.parametrize("file", _FILES, ids=_CODES)


@pytest.fixture(autouse=True)
def _english_again():
    yield
    language.use(language.ENGLISH)


@cache
def _content(file: Path) -> polib.POFile:
    return polib.pofile(str(file))


def _pairs(file: Path) -> list[tuple[str, str]]:
    """Return each English form of a text with each form of its translation that stands for it."""
    found = []
    for entry in _content(file):
        if entry.msgid_plural:
            one, *many = entry.msgstr_plural.values()
            found += [(entry.msgid, one), *((entry.msgid_plural, form) for form in many)]
        else:
            found.append((entry.msgid, entry.msgstr))
    return found


@every_file
def test_no_text_is_missing_and_none_is_left_over(file: Path) -> None:
    kept = {(e.msgid, e.msgctxt or ""): e.msgid_plural for e in _content(file)}
    assert kept == _update.texts(), "run resources/languages/update.py"


@every_file
def test_every_text_is_translated_once(file: Path) -> None:
    content = _content(file)
    assert [entry.msgid for entry in content if not entry.translated()] == []
    keys = [(entry.msgid, entry.msgctxt) for entry in content]
    assert len(keys) == len(set(keys))
    assert content.metadata["Language"] == file.stem


def test_a_new_text_is_added_and_one_that_is_gone_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pl.po"
    path.write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\\n"\n\n'
        'msgid "Old"\nmsgstr "Stary"\n\nmsgid "Board"\nmsgstr "Szachownica"\n'
    )
    monkeypatch.setattr(
        _update,
        "texts",
        lambda: {("Board", ""): "", ("{n} move", "dative"): "{n} moves"},
    )
    _update.update(path)
    board, move = polib.pofile(str(path))
    assert board.msgstr == "Szachownica"
    assert (move.msgctxt, move.msgid_plural) == ("dative", "{n} moves")
    assert move.msgstr_plural == {0: "", 1: "", 2: ""}


@pytest.mark.parametrize(
    "call", ['mark(f"{name}")', "mark(name)", 'tr("a" + name)', "count(n, a, b)"]
)
def test_only_plain_strings_are_collected(call: str) -> None:
    source = f"from millmate.language import count, mark, tr\n{call}"
    with pytest.raises(ValueError, match="plain strings"):
        list(_update.texts_in(source))


def test_texts_are_collected_with_their_plurals_and_notes() -> None:
    source = (
        "from millmate.language import count as counted, mark_count, tr\n"
        'tr("a"); tr("b", "note"); tr(name); tr("")\n'
        'counted(2, "one", "many"); mark_count("{n} x", "{n} xs", "dative"); counted(2, *marked)\n'
    )
    assert sorted(_update.texts_in(source)) == [
        ("a", "", ""), ("b", "", "note"), ("one", "many", ""), ("{n} x", "{n} xs", "dative"),
    ]  # fmt: skip


@every_file
def test_translations_name_the_same_values(file: Path) -> None:
    wrong = [(text, said) for text, said in _pairs(file) if _values(text) != _values(said)]
    assert wrong == []


def _values(text: str) -> set[tuple[str, str, str]]:
    """Return the names in braces with their formats; none where braces mean nothing."""
    try:
        parts = [part for part in Formatter().parse(text) if part[1] is not None]
    except ValueError:
        return set()
    return {(name or "", spec or "", conversion or "") for _, name, spec, conversion in parts}


@every_file
def test_translations_begin_and_end_as_the_texts_do(file: Path) -> None:
    """Blanks at the ends separate words, and an ellipsis announces a question."""
    wrong = [
        (text, said)
        for text, said in _pairs(file)
        if text[:1].isspace() != said[:1].isspace()
        or text[-1:].isspace() != said[-1:].isspace()
        or text.endswith("…") != said.endswith("…")
    ]
    assert wrong == []


@pytest.mark.parametrize("code", translator.LANGUAGES)
def test_no_two_entries_of_a_menu_have_the_same_letter(code: str) -> None:
    language.use(translator.read(code))
    menus = {title: list(entries) for title, entries in MENUS.items()}
    for entries in list(menus.values()):
        menus |= {e.text: list(e.commands) for e in entries if isinstance(e, Submenu)}
    clashes = {}
    for title, entries in (*menus.items(), ("", list(MENUS))):
        named = [language.tr(getattr(e, "text", e)) for e in entries if e is not None]
        keys = [
            m[1].lower() for m in (re.search("&(\\w)", t.replace("&&", "")) for t in named) if m
        ]
        twice = sorted({key for key in keys if keys.count(key) > 1})
        if twice:
            clashes[language.tr(title)] = twice
    assert clashes == {}


@pytest.mark.parametrize("code", translator.LANGUAGES)
def test_every_language_has_letters_for_the_pieces_in_which_it_reads_moves(code: str) -> None:
    language.use(translator.read(code))
    assert len(set(letters())) == 5
    for move in ("Kd1", "Qd8+", "Rad1", "Bb5", "Nf3", "e8=R", "O-O"):
        assert to_english(localize(move)) == move


def test_the_desktop_s_language_is_used_if_there_is_a_file_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Desktop:
        def __init__(self, *names: str) -> None:
            self.names = names

        def uiLanguages(self) -> list[str]:  # noqa: N802
            return list(self.names)

    for names, code in ((["de-AT", "en"], "de"), (["nl-NL", "de"], "de"), (["nl-NL"], "en")):
        monkeypatch.setattr(QLocale, "system", lambda names=names: Desktop(*names))
        assert translator.of_desktop() == code


def test_languages_have_the_names_they_have_for_themselves() -> None:
    assert translator.LANGUAGES == {"en": "English", "de": "Deutsch", "fr": "Français"}
    assert translator.read("en") == language.ENGLISH
    assert translator.read("de").separators == (".", ",")
    assert translator.read("fr").separators == ("\u202f", ",")


def test_a_mate_is_announced_in_german() -> None:

    language.use(translator.read("de"))
    assert words(Value(1, 23), CHESS_TERMS, False) == "Schwarz setzt in 12 Zügen matt (23 Halbzüge)"


@pytest.mark.parametrize("damage", [b"", b"\xde\x12\x04\x95", b"\0" * 500])
def test_a_catalogue_is_compiled_once_and_again_when_its_file_or_the_cache_changes(
    damage: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILLMATE_CACHE", str(tmp_path / "cache"))
    source = tmp_path / "xx.po"
    source.write_bytes(_FILES[0].read_bytes())
    compiled = translator.catalogue(source)
    (cached,) = (tmp_path / "cache").rglob("*.mo")
    with monkeypatch.context() as patch:
        patch.setattr(polib, "pofile", None)
        assert translator.catalogue(source) == compiled
    cached.write_bytes(damage)
    assert translator.catalogue(source) == compiled
    source.write_bytes(source.read_bytes().replace("Weiß".encode(), b"Weiss"))
    assert translator.catalogue(source) != compiled
    assert len([*(tmp_path / "cache").rglob("*.mo")]) == 1


def test_a_damaged_file_leaves_the_texts_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translator, "resource", lambda name: tmp_path / "none")
    translator.read.cache_clear()
    found = translator.read("de")
    translator.read.cache_clear()
    language.use(found)
    assert language.tr("White") == "White"


def test_the_german_file_has_both_forms_of_a_count() -> None:
    forms = {(e.msgid, e.msgctxt): languages.forms_of(e) for e in languages.entries("de")}
    assert forms["{n} move", "dative"] == ["{n} Zug", "{n} Zügen"]


def test_every_language_is_listed_for_gettext() -> None:
    assert (_update.HERE / "LINGUAS").read_text(encoding="utf-8").split() == _CODES


def test_a_template_has_all_texts_and_no_translations(tmp_path: Path) -> None:
    _update.write_template(tmp_path / "millmate.pot")
    content = polib.pofile(str(tmp_path / "millmate.pot"))
    kept = {(e.msgid, e.msgctxt or ""): e.msgid_plural for e in content}
    assert kept == _update.texts()
    assert content.percent_translated() == 0
