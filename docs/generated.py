"""Puts into the manual's pages what the program knows itself, so that it is written in one place.

A page asks for it by a line such as `<!-- generated: commands -->`, which is replaced by Markdown
when Sphinx reads the page.
"""

import argparse
import inspect
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import PurePosixPath

import polib
from docutils import nodes
from sphinx.application import Sphinx

from millmate import language
from millmate.cli.main import COMMANDS, parser_of
from millmate.games.morris.rule_words import Explanation
from millmate.games.morris.variants import VARIANTS
from millmate.glossary import Term
from millmate.language import Language
from millmate.pictures.diagrams import variant_diagram
from millmate.play.tournament.plan_file import EXAMPLE
from millmate.resources import resource
from millmate.settings import Settings, about

_MARK = re.compile(r"^<!-- generated: (\w+) -->$", re.MULTILINE)
_DOCTEST = re.compile(r"^(>>> .*?\n)(?=\n|\Z)", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"# (.*)")
_FIELD = re.compile(r"(\w+): .*?(?:  # (.*))?$")


def commands() -> Iterator[str]:
    """Yield a section for each command: what it does, how it is written, its options."""
    for name, summary in COMMANDS.items():
        parser = parser_of(name)
        yield f"## millmate {name}"
        told = parser.description or ""
        yield f"{_capital(summary)}."
        if told != summary:
            yield _escaped(told)
        yield from _usage_and_options(parser)
        for below in _commands_below(parser):
            yield f"### {below.prog}"
            yield from _usage_and_options(below)


def glossary() -> Iterator[str]:
    """Yield all terms in the language in use, each with an anchor of its own."""
    yield "```{glossary}"
    for term in Term:
        yield f"{term.title}\n  {term.text}\n"
    yield "```"


def begriffe() -> Iterator[str]:
    """Yield all terms in German."""
    with _german():
        for term in Term:
            yield f"**{term.title}**\n: {term.text}\n"


def variants() -> Iterator[str]:
    """Yield a section for each variant of morris: its rules, and an example in a picture."""
    for variant in VARIANTS.values():
        told = Explanation(variant)
        yield f'<a id="{told.anchor}"></a>'  # no label: German has the same
        yield f"## {told.title}"
        yield f"`morris:{variant.name}`. {told.text}"
        yield " ".join(variant_diagram(variant).splitlines())  # HTML ends at an empty line
        yield f"*{told.caption}*"


def varianten() -> Iterator[str]:
    """Yield the same in German."""
    with _german():
        yield from variants()


@contextmanager
def _german() -> Iterator[None]:
    """Speak German meanwhile."""
    texts = polib.pofile(str(resource("languages/de.po"))).to_binary()
    before = language.current()
    language.use(Language("de", texts, (".", ",")))
    try:
        yield
    finally:
        language.use(before)


def tournament() -> Iterator[str]:
    """Yield the tournament file that explains every key."""
    yield f"```toml\n{EXAMPLE}```"


def settings() -> Iterator[str]:
    """Yield a table of each group of settings, under what the sources say of the group."""
    for said, group in _groups():
        title, _, text = said.partition(": ")
        yield f"## {_capital(title)}"
        if text:
            yield f"{_capital(text)}."
        rows = [
            (f"`{name}`", _default(name), _limits(name), remark or _texts(name))
            for name, remark in group.items()
        ]
        yield _table(("setting", "at first", "may be", "what it is"), rows)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown without the columns that are empty."""
    used = [at for at, column in enumerate(zip(*rows, strict=True)) if any(column)]
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line[at] for at in used) + " |" for line in lines)


def _groups() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield groups of settings: the comment above them, and each one's own by its name.

    Those without a comment above come last, together.
    """
    others: dict[str, str] = {}
    fields_ = inspect.getsource(Settings).partition('"""\n\n')[2].partition("\n    def ")[0]
    for block in fields_.split("\n\n"):
        above: list[str] = []
        group: dict[str, str] = {}
        for line in map(str.strip, block.splitlines()):
            comment, field = _COMMENT.match(line), _FIELD.match(line)
            if comment and not group:
                above.append(comment[1])
            elif comment:
                group[""] = comment[1]  # of the next one
            elif field:
                group[field[1]] = " ".join(filter(None, (group.pop("", ""), field[2])))
        if above and group:
            yield " ".join(above), group
        else:
            others |= group
    yield "others", others


def _default(name: str) -> str:
    return f"`{json.dumps(getattr(Settings(), name))}`"


def _texts(name: str) -> str:
    """Return what the settings dialog says of a setting."""
    shown = about(name)
    return ". ".join(filter(None, (shown.get("title"), shown.get("tip"))))


def _limits(name: str) -> str:
    told = about(name)
    if "options" in told:
        return ", ".join(f"`{each}`" for each in told["options"] if each)
    return "{} to {}".format(*told["between"]) if "between" in told else ""


def _words_of(module: str) -> Callable[[], Iterator[str]]:
    """Return what yields the text that a module of the program begins with, without its title."""

    def words() -> Iterator[str]:
        text = import_module(f"millmate.{module}").__doc__ or ""
        title, _, rest = inspect.cleandoc(text).partition("\n\n")
        yield _DOCTEST.sub(r"```python\n\1```\n", f"{title}\n\n{rest}\n")

    return words


_TEXTS = {
    "alphabeta": "search.alphabeta",
    "compact_table": "tablebase.compact_table",
    "container": "tablebase.container",
    "full_table": "tablebase.full_table",
    "iterative": "search.iterative",
    "journal": "play.tournament.journal",
    "layout": "tablebase.layout",
    "minimax": "search.minimax",
    "transposition": "search.transposition",
}
GENERATED: dict[str, Callable[[], Iterable[str]]] = {
    each.__name__: each
    for each in (commands, glossary, begriffe, variants, varianten, tournament, settings)
} | {name: _words_of(module) for name, module in _TEXTS.items()}


def _usage_and_options(parser: argparse.ArgumentParser) -> Iterator[str]:
    parser.formatter_class = lambda prog: argparse.HelpFormatter(prog, width=88)
    usage = parser.format_usage().removeprefix("usage: ")
    yield f"```text\n{usage}```"
    for group in parser._action_groups:
        shown = [each for each in group._group_actions if each.help is not argparse.SUPPRESS]
        shown = [each for each in shown if not isinstance(each, argparse._HelpAction)]
        if shown and group.title not in ("positional arguments", "options"):
            yield f"*{_escaped(group.title or '')}*"
        for action in shown:
            if not isinstance(action, argparse._SubParsersAction):
                yield f"`{_written(action)}`\n: {_told(parser, action)}"


def _commands_below(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.values()


def _written(action: argparse.Action) -> str:
    """Return an argument as it is typed: `--metric {dtm,dtz}`, `MATERIAL`."""
    value = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    if action.choices is not None and action.metavar is None:
        value = "{" + ",".join(str(each) for each in action.choices) + "}"
    if not action.option_strings:
        return value
    names = ", ".join(action.option_strings)
    return names if action.nargs == 0 else f"{names} {value}"


def _told(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    return _escaped(parser._get_formatter()._expand_help(action)) if action.help else "\\-"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _escaped(text: str) -> str:
    """Return a text of the command line as Markdown that shows it letter by letter."""
    return re.sub(r"([\\`*_<>\[\]{}#$|])", r"\\\1", text)


def _put_in(app: Sphinx, page: str, source: list[str]) -> None:
    source[0] = _MARK.sub(lambda mark: "\n\n".join(GENERATED[mark[1]]()), source[0])


def _anchor_terms(app: Sphinx, page: nodes.document) -> None:
    """Give each term of the glossaries the anchor by which the window opens it."""
    if PurePosixPath(app.env.docname).name == "glossary":
        for term, node in zip(Term, page.findall(nodes.term), strict=True):
            node["ids"].insert(0, term.anchor)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", _put_in)
    app.connect("doctree-read", _anchor_terms)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
