"""Collect the texts of the program for the translators: `python resources/languages/update.py`.

New texts are added to each language's .po file without a translation, texts that are gone are
removed, translations stay. Then translate the new ones, by hand or with any gettext editor.

`update.py millmate.pot` writes a template of all texts instead. A new language is made of it
(`msginit -i millmate.pot -l fr`), put here, and named in LINGUAS.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import polib

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parents[1] / "desktop" / "millmate"
_SILENT = ("cli",)  # it shows nothing in the window
# Functions of `millmate.language`: where their texts begin, and how many forms these have.
_FUNCTIONS = {"tr": (0, 1), "mark": (0, 1), "count": (1, 2), "mark_count": (0, 2)}

Key = tuple[str, str]  # a text and its context
Texts = dict[Key, str]  # with the English plural, "" for a text without one


def files() -> list[Path]:
    """Return the language files that there are."""
    return sorted(HERE.glob("*.po"))


def sources() -> list[Path]:
    """Return the files whose texts may be seen in the window."""
    return [
        path
        for path in sorted(SOURCES.rglob("*.py"))
        if path.relative_to(SOURCES).parts[0] not in _SILENT
    ]


def texts() -> Texts:
    """Return all texts of the program.

    Raises:
        ValueError: A text is no plain string, or has two plurals.
    """
    found: Texts = {}
    for path in sources():
        for text, plural, note in texts_in(path.read_text(encoding="utf-8")):
            if plural and found.get((text, note)) not in (None, "", plural):
                raise ValueError(f"{path}: two plurals of {text!r}")
            found[text, note] = plural or found.get((text, note), "")
    return found


def texts_in(source: str) -> Iterator[tuple[str, str, str]]:
    """Yield each text of a module with its plural and its context, "" for none.

    Raises:
        ValueError: A text is no plain string.
    """
    if "millmate.language" not in source:
        return
    nodes = list(ast.walk(ast.parse(source)))
    imported = {
        each.asname or each.name: each.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module == "millmate.language"
        for each in node.names
    }
    for node in nodes:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        name = imported.get(node.func.id, "")
        if name not in _FUNCTIONS:
            continue
        start, forms = _FUNCTIONS[name]
        given = node.args[start:]
        if any(isinstance(each, ast.Starred) for each in given):
            continue  # `count(n, *marked)`
        said = [each.value if isinstance(each, ast.Constant) else None for each in given]
        if None in said:
            if name != "tr" or isinstance(given[0], ast.JoinedStr | ast.BinOp):
                raise ValueError(f"line {node.lineno}: {name} takes plain strings")
            continue  # `tr(marked)`
        text, plural, note = (*said[:forms], *("" for _ in range(2 - forms)), *said[forms:], "")[:3]
        if text:
            yield text, plural, note


def update(path: Path) -> None:
    """Bring a language file up to date with the program's sources."""
    file = polib.pofile(str(path), wrapwidth=0)
    forms = re.search(r"nplurals *= *(\d+)", file.metadata["Plural-Forms"])
    _fill(file, int(forms[1]))
    file.save()


def write_template(path: Path) -> None:
    """Write a file with all texts and no translations."""
    file = polib.POFile(wrapwidth=0)
    file.metadata = {
        "Project-Id-Version": "millmate",
        "Report-Msgid-Bugs-To": "https://github.com/millmate/millmate/issues",
        "Language": "",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=INTEGER; plural=EXPRESSION;",
    }
    _fill(file, forms=2)
    file.save(str(path))


def _fill(file: polib.POFile, forms: int) -> None:
    """Give a file all texts, sorted, with the translations that it has of them."""
    before = {(entry.msgid, entry.msgctxt or ""): entry for entry in file}
    file.clear()
    for (text, note), plural in sorted(texts().items()):
        old = before.get((text, note), polib.POEntry())
        entry = polib.POEntry(msgid=text, msgctxt=note or None, comment=old.comment)
        if plural:
            said = old.msgstr_plural or {0: old.msgstr}
            entry.msgid_plural = plural
            entry.msgstr_plural = {at: said.get(at, "") for at in range(forms)}
        else:
            entry.msgstr = old.msgstr or old.msgstr_plural.get(0, "")
        file.append(entry)


if __name__ == "__main__":
    if sys.argv[1:]:
        write_template(Path(sys.argv[1]))
    else:
        for each in files():
            update(each)
