"""The language files: no text of the program is missing, and each says what it should."""

import ast
import re
import shutil
from pathlib import Path
from string import Formatter
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QLocale
from tests.resource_scripts import script

from millmate import language
from millmate.gui.languages import translations
from millmate.gui.menus import MENUS, Submenu

_update = script("languages/update")
_FILES = _update.files()
_CODES = [file.stem.partition("_")[2] for file in _FILES]

Key = tuple[str, str]  # a text and its note


def _messages(file: Path) -> dict[Key, ElementTree.Element]:
    found = ElementTree.parse(file).iter("message")
    return {(m.findtext("source", ""), m.findtext("comment", "")): m for m in found}


def _marked(source: Path) -> tuple[set[Key], list[int]]:
    """Return what a file gives to `tr` and `mark`, and the lines where lupdate sees nothing."""
    found, unseen = set(), []
    tree = ast.parse(source.read_text(encoding="utf-8"))
    within = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in ast.walk(node)
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id not in ("tr", "mark"):
            continue
        said = [a.value if isinstance(a, ast.Constant) else None for a in node.args]
        if None in said:
            if node.func.id == "mark" or isinstance(node.args[0], ast.JoinedStr | ast.BinOp):
                unseen.append(node.lineno)
        else:
            found.add((str(said[0]), str(said[1]) if len(said) > 1 else ""))
            if id(node) in within:
                unseen.append(node.lineno)
    return found, unseen


def _sources() -> list[Path]:
    return [Path(path) for path in _update.sources()]


def test_every_language_that_is_offered_has_its_file() -> None:
    assert {"en", *_CODES} == set(translations.LANGUAGES)


@pytest.mark.parametrize("file", _FILES, ids=_CODES)
def test_no_text_is_missing_and_none_is_left_over(file: Path, tmp_path: Path) -> None:
    fresh = tmp_path / file.name
    shutil.copy(file, fresh)
    _update.update(fresh)
    kept, wanted = _messages(file), _messages(fresh)
    assert sorted(wanted.keys() - kept.keys()) == [], "run resources/languages/update.py"
    assert sorted(kept.keys() - wanted.keys()) == [], "run resources/languages/update.py"


@pytest.mark.parametrize("file", _FILES, ids=_CODES)
def test_every_text_is_translated(file: Path) -> None:
    unfinished = [
        key
        for key, message in _messages(file).items()
        if message.find("translation").get("type") or not message.findtext("translation")
    ]
    assert unfinished == []


def test_lupdate_sees_all_that_is_marked() -> None:
    unseen = {}
    marked: set[Key] = set()
    for source in _sources():
        found, lines = _marked(source)
        marked |= found
        if lines:
            unseen[str(source.relative_to(_update.SOURCES))] = lines
    assert unseen == {}, "only plain strings can be collected, outside of f-strings"
    assert sorted(marked - _messages(_FILES[0]).keys()) == []


@pytest.mark.parametrize("file", _FILES, ids=_CODES)
def test_translations_name_the_same_values(file: Path) -> None:
    wrong = [
        (source, message.findtext("translation"))
        for (source, _), message in _messages(file).items()
        if _values(source) != _values(message.findtext("translation", ""))
    ]
    assert wrong == []


def _values(text: str) -> set[tuple[str, str, str]]:
    """Return the names in braces with how they are written; none where braces mean nothing."""
    try:
        parts = [part for part in Formatter().parse(text) if part[1] is not None]
    except ValueError:
        return set()
    return {(name or "", spec or "", conversion or "") for _, name, spec, conversion in parts}


@pytest.mark.parametrize("file", _FILES, ids=_CODES)
def test_translations_begin_and_end_as_the_texts_do(file: Path) -> None:
    """Blanks at the ends divide words, and an ellipsis says that a question follows."""
    wrong = [
        (source, said)
        for (source, _), message in _messages(file).items()
        if (said := message.findtext("translation", ""))
        and (
            source[:1].isspace() != said[:1].isspace()
            or source[-1:].isspace() != said[-1:].isspace()
            or (source.endswith("…") != said.endswith("…"))
        )
    ]
    assert wrong == []


@pytest.mark.parametrize("code", ["en", *_CODES])
def test_no_two_entries_of_a_menu_have_the_same_letter(code: str) -> None:
    texts = translations.read(code)

    def said(text: str) -> str:
        return texts.get((text, ""), text)

    menus = {title: list(entries) for title, entries in MENUS.items()}
    for entries in list(menus.values()):
        menus |= {e.text: list(e.commands) for e in entries if isinstance(e, Submenu)}
    clashes = {}
    for title, entries in (*menus.items(), ("", list(MENUS))):
        named = [said(getattr(e, "text", e)) for e in entries if e is not None]
        letters = [
            m[1].lower() for m in (re.search("&(\\w)", t.replace("&&", "")) for t in named) if m
        ]
        twice = sorted({letter for letter in letters if letters.count(letter) > 1})
        if twice:
            clashes[said(title)] = twice
    assert clashes == {}


def test_the_desktop_s_language_is_spoken_if_it_is_one_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Desktop:
        def __init__(self, *names: str) -> None:
            self.names = names

        def uiLanguages(self) -> list[str]:  # noqa: N802
            return list(self.names)

    for names, code in ((["de-AT", "en"], "de"), (["fr-FR", "de"], "de"), (["fr-FR"], "en")):
        monkeypatch.setattr(QLocale, "system", lambda names=names: Desktop(*names))
        assert translations.of_desktop() == code


def test_german_is_read_from_its_file() -> None:
    german = translations.read("de")
    assert german["White", ""] == "Weiß"
    assert german["{n} moves", ""] == "{n} Züge"
    assert german["{n} moves", "dative"] == "{n} Zügen"
    assert translations.read("en") == {}


def test_a_mate_is_told_in_german() -> None:
    from millmate.tablebase.verdict import Verdict

    language.use("de", translations.read("de"), (".", ","))
    try:
        said = Verdict(1, 23).of_position(turn=False)
    finally:
        language.use("en", {})
    assert said == "Schwarz setzt in 12 Zügen matt (23 Halbzüge)"
