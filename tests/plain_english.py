"""Find sentences that are not plain English: `python tests/plain_english.py [PATTERN] [FOLDER]`.

Searches docstrings, comments and messages of the package, and the German translations. How many
sentences each area may still have is in `tests/data/plain_english.json`: these numbers only fall.
`--lower` writes the present ones. Patterns and areas are named as in that file.
"""

import ast
import builtins
import io
import json
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "desktop" / "millmate"
GERMAN = ROOT / "resources" / "languages" / "de.po"
ALLOWED = ROOT / "tests" / "data" / "plain_english.json"

# Names in backquotes and placeholders are blanked out before.
PATTERNS = {
    "is no": r"(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!(?:longer|more|less|later|use|need)\b)"
    r"|\b(?:is|are) none\b",
    "what is": r"\bwhat (?:is|are|was|were|has|have|had) |(?:^|(?<=[.:;] ))What (?![^.:;]*\?)"
    r"|\b(?:Return|Yield|Show|Say|Write|Read|Find|Set) what\b",
    "stands in": r"\b(?:stand|lie)s? (?:in|beside|at|by|behind|before|still|there|next)\b"
    r"|\bstands? on (?!a1|its|the (?:board|square))|\bcomes? of\b|\bcomes with\b|\bcome to these\b",
    "tells": r"\b(?:[Tt]ell|tells|telling|told)\b(?![^.]{,25} apart)"
    r"|\b(?:says?|said) of\b|\b(?:is|are|was|be) said\b|\bSay (?:so|that|how|what|which|why)\b",
    "so many": r"\bso (?:many|much)\b(?! (?:as|that))|\bas many as\b",
    "nobody": r"\b(?:[Nn]obody|[Ss]omebody)\b"
    r"|\b(?:side|program|engine|process|thread|worker|table|file|window) who\b",
    "knows": r"\bminds?\b|(?<!\byou )(?<!\bto )\bknows?\b(?! how)",
    "anew": r"\b(?:anew|thereby|whatever(?! the)|of its own|of theirs|of ours)\b",
    "begins": r"\b(?:go|goes|going|went) on\b|\b(?:begins?|began|begun|beginning (?:to|of))\b",
    "in the end": r"\b(?:in the end|at all times|as it were|that there (?:is|are|was|were))\b",
    "may": r"\bmay (?:not |only |then )?(?:come|go|become|bring|lead|reach|run|see|find)\b",
    "worth": r"\b(?:is|are|was|were|be|what|much|been) worth\b(?! (?:while|it|the|a|[a-z]+ing)\b)"
    r"|\b[Tt]he worth\b",
    "men": r"\b(?:men|man)\b(?!['’]s)",  # in the window only
}
GERMAN_PATTERNS = {
    "Was ist": r"(?:^|(?<=[.:;] ))Was (?![^.:;]*\?)|(?<=, )was [^.,;]* (?:ist|wurde|hat|wird)\b",
    "niemand": r"\b(?:[Nn]iemand|[Jj]emand)\b",
    "so viele": r"\bso viele?\b",
    "sagt": r"\bsag(?:t|en)\b",
}
_SHOWN = {"tr": 1, "mark": 1, "count": 3, "mark_count": 2}  # of `language`: arguments with a text
_OPTIONS = {"help", "description", "epilog"}
_NAME = re.compile(
    r"(?<!`)`(?!chess\.|\w+\.(?:py|pyi|json|toml|rtbw)`)(?:millmate\.)?([a-z_]+(?:\.[A-Za-z_]+)*)`(?!`)"
)
_DOCSTRING = re.compile(r'""".*?"""|#[^\n]*', re.DOTALL)  # roughly
UNKNOWN = "unknown name"

Counts = Mapping[str, Mapping[str, int]]  # of sentences by area and pattern


class Text(NamedTuple):
    """A docstring, comment or message; `shown` in the window."""

    line: int
    words: str
    shown: bool = False


class Finding(NamedTuple):
    """A sentence with a pattern; `place` is file and line."""

    area: str
    pattern: str
    place: str
    sentence: str


def findings() -> Iterator[Finding]:
    """Search the package and the German translations."""
    files = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    names = known_names(files)
    for path, source in files.items():
        parts = path.relative_to(PACKAGE).parts
        for text in texts(source):
            place = path.relative_to(ROOT).as_posix()
            found = [*matches(text.words, PATTERNS), *unknown_names(text.words, names)]
            for pattern, at in found:
                if pattern != "men" or (text.shown and parts[0] == "gui"):
                    yield _finding(parts[0] if parts[1:] else "(top)", pattern, place, text, at)
    for text in translations(GERMAN.read_text(encoding="utf-8")):
        for pattern, at in matches(text.words, GERMAN_PATTERNS):
            yield _finding("German", pattern, GERMAN.name, text, at)


def _finding(area: str, pattern: str, file: str, text: Text, at: int) -> Finding:
    start = max((each.end() for each in re.finditer(r"[.:;]\s", text.words[:at])), default=0)
    sentence = re.split(r"(?<=[.;])\s", text.words[start:], maxsplit=1)[0]
    place = f"{file}:{text.line + text.words.count(chr(10), 0, at)}"
    return Finding(area, pattern, place, " ".join(sentence.split()))


def matches(words: str, patterns: dict[str, str]) -> Iterator[tuple[str, int]]:
    """Yield each pattern that `words` contain, with its position."""
    words = re.sub(r"`[^`]*`|\{\w*\}", lambda each: re.sub(r"\S", "_", each[0]), words)
    words = words.replace("\n", " ")
    for name, pattern in patterns.items():
        for match in re.finditer(pattern, words):
            yield name, match.start()


def texts(source: str) -> Iterator[Text]:
    """Yield the docstrings, comments and messages of a module."""
    yield from _comments(source)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if ast.get_docstring(node) and isinstance(first, ast.Expr):
                yield _text(first.value)
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            yield from (_text(each) for each in node.exc.args)
        elif isinstance(node, ast.Call):
            last = getattr(node.func, "attr", getattr(node.func, "id", ""))
            shown = node.args[: _SHOWN.get(last, 0)]
            yield from (_text(each, shown=True) for each in shown)
            yield from (_text(each.value) for each in node.keywords if each.arg in _OPTIONS)


def _text(node: ast.AST, shown: bool = False) -> Text:
    """Return a string as a text, one line for each of its source; "" for anything else."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    words = "".join(
        each.value if isinstance(each, ast.Constant) and isinstance(each.value, str) else "{}"
        for each in parts
    )
    lines = (
        "" if line.strip().startswith((">>>", "...")) else line.strip()
        for line in words.split("\n")
    )
    return Text(getattr(node, "lineno", 0), "\n".join(lines), shown)


def _comments(source: str) -> Iterator[Text]:
    """Yield the comments; those on lines that follow each other are one."""
    block: list[str] = []
    start = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        line = token.start[0]
        if block and line != start + len(block):
            yield Text(start, "\n".join(block))
            block = []
        start = start if block else line
        block.append(token.string.lstrip("#: "))
    if block:
        yield Text(start, "\n".join(block))


def translations(source: str) -> Iterator[Text]:
    """Yield the translations in a .po file."""
    for match in re.finditer(r'^msgstr(?:\[\d\])? ((?:".*"\n?)+)', source, re.MULTILINE):
        words = "".join(json.loads(line) for line in match[1].splitlines())
        yield Text(source.count("\n", 0, match.start()) + 1, words.replace("\n", " "))


def known_names(files: dict[Path, str]) -> dict[str, set[str]]:
    """Return the names in each module and package, and under "" all there are."""
    names: dict[str, set[str]] = {"": set(dir(builtins))}
    for path, source in files.items():
        _, *packages = path.parent.relative_to(PACKAGE.parent).parts
        own = {*re.findall(r"\w+", _DOCSTRING.sub("", source)), path.stem, *packages}
        for each in ("", path.stem, *packages):
            names.setdefault(each, set()).update(own)
    return names


def unknown_names(words: str, names: dict[str, set[str]]) -> Iterator[tuple[str, int]]:
    """Yield the names in backquotes that the package does not have."""
    for match in _NAME.finditer(words):
        parts = match[1].split(".")
        owners = ["", *(each if each in names else "" for each in parts)]
        if any(part not in names[owner] for owner, part in zip(owners, parts, strict=False)):
            yield UNKNOWN, match.start()


def faults(allowed: Counts, found: Counts) -> list[str]:
    """Return where the numbers differ from the allowed ones."""
    said = []
    for area in sorted({*allowed, *found}):
        before, now = allowed.get(area, {}), found.get(area, {})
        for pattern in sorted({*before, *now}):
            old, new = before.get(pattern, 0), now.get(pattern, 0)
            if new > old:
                said.append(f"{area}: {new} sentences match {pattern!r}, {old} are allowed")
            elif new < old:
                said.append(f"{area}: {new} match {pattern!r}, not {old}: run with --lower")
    return said


def main(arguments: list[str]) -> int:
    """Report, or lower the allowed numbers; return the exit status."""
    every = list(findings())
    found: dict[str, Counter[str]] = {}
    for each in every:
        found.setdefault(each.area, Counter())[each.pattern] += 1
    allowed = json.loads(ALLOWED.read_text(encoding="utf-8")) if ALLOWED.exists() else None
    if arguments == ["--lower"] and not (allowed and _risen(allowed, found)):
        ALLOWED.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    elif arguments and arguments != ["--lower"]:
        for each in every:
            if each.pattern == arguments[0] and arguments[1:] in ([], [each.area]):
                print(f"{each.place}: {each.sentence}")
    else:
        said = faults(allowed or {}, found)
        print("\n".join([*said, f"{len(every)} sentences are not plain English yet"]))
        return 1 if said else 0
    return 0


def _risen(allowed: Counts, found: Counts) -> list[str]:
    """Return the patterns with more sentences than before; code may move between areas."""
    before, now = Counter[str](), Counter[str]()
    for area in allowed.values():
        before.update(area)
    for area in found.values():
        now.update(area)
    return [pattern for pattern in now if now[pattern] > before[pattern]]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
