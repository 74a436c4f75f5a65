"""What was found in studies, as text, as a table, as data, and as PGN with comments and signs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from millmate.language import tr
from millmate.play.study.check import Checked, Finding, Kind, Verdict
from millmate.play.study.duals import Dual
from millmate.records.notes import Notes, both
from millmate.records.pgn import to_pgn
from millmate.records.tree import Node

COLUMNS = (
    "file", "number", "study", "stipulation", "verdict", "line", "move", "position", "found",
    "duals", "moves", "words",
)  # fmt: skip
_ONLY = 7  # the sign □


def headline(checked: Checked) -> str:
    """Return the study's name and its `summary`."""
    name = checked.study.name or tr("game {n}", n=checked.study.number)
    return f"{name}: {summary(checked)}"


def summary(checked: Checked) -> str:
    """Return `White draws (by the game's result): sound; 4 of 4 moves checked, ...`."""
    if checked.stipulation is None:
        return checked.why or str(Verdict.UNKNOWN)
    asked = f"{checked.stipulation} ({checked.stipulation.source})"
    if checked.verdict is Verdict.UNKNOWN:
        return f"{asked}: {checked.why or Verdict.UNKNOWN}"
    known = tr(
        "{known} of {moves} moves checked, {only} of them the only ones",
        known=checked.known,
        moves=max(checked.moves, checked.known),
        only=checked.only,
    )
    return f"{asked}: {checked.verdict}; {known}"


def text(checked: Checked) -> Iterator[str]:
    """Yield the lines of a report: a headline, then one for each finding."""
    yield headline(checked)
    for found in checked.findings:
        place = found.place if found.main else f"({found.place})"
        yield f"  {place}: {found}"


def rows(checked: Checked) -> Iterator[tuple[object, ...]]:
    """Yield the rows of a table with `COLUMNS`, one for each finding, or one for the study."""
    study = checked.study
    start = (
        str(study.path), study.number, study.name, str(checked.stipulation or ""),
        str(checked.verdict),
    )  # fmt: skip
    if not checked.findings:
        yield (*start, "", "", study.tree.root.fen, "", "", "", checked.why)
    for found in checked.findings:
        yield (
            *start,
            "main line" if found.main else "variation",
            found.place,
            found.fen,
            found.kind.value,
            " ".join(each.notation for each in found.duals),
            " ".join(found.moves),
            str(found),
        )


def data(checked: Checked) -> dict[str, object]:
    """Return what was found, for JSON."""
    study, asked = checked.study, checked.stipulation
    return {
        "file": str(study.path),
        "number": study.number,
        "study": study.name,
        "fen": study.tree.root.fen,
        "solver": None if asked is None else "white" if asked.solver else "black",
        "stipulation": None if asked is None else "win" if asked.wdl else "draw",
        "source": None if asked is None else asked.source,
        "verdict": checked.verdict.name.lower(),
        "moves": checked.moves,
        "known": checked.known,
        "only": checked.only,
        "unknown": checked.why,
        "findings": [_finding(each) for each in checked.findings],
    }


def _finding(found: Finding) -> dict[str, object]:
    return {
        "found": found.kind.value,
        "main_line": found.main,
        "move": found.place,
        "fen": found.fen,
        "duals": [_dual(each) for each in found.duals],
        "moves": list(found.moves),
        "words": str(found),
    }


def _dual(dual: Dual) -> dict[str, object]:
    return {
        "uci": dual.move,
        "san": dual.notation,
        "kind": dual.kind.value,
        "minor": dual.minor,
        "wins": dual.wins,
        "certain": dual.certain,
        "told": dual.told,
    }


# PGN ----------------------------------------------------------------------------------------------


def annotated(checked: Checked) -> str:
    """Return the study as PGN with what was found; the author's words, signs and moves stay.

    A comment follows the author's, unless it is there already.
    """
    tree, written = checked.study.tree, dict[Node, Notes]()
    written[tree.root] = _commented(tree.root.notes, f"{summary(checked)}.")
    for found in checked.findings:
        notes = written.get(found.node, found.node.notes)
        if found.kind is Kind.ONLY and found.node.parent is not None and _ONLY not in notes.nags:
            notes = replace(notes, nags=(*notes.nags, _ONLY))
        written[found.node] = _commented(notes, str(found))
    before = {node: node.notes for node in written}
    for node, notes in written.items():
        node.notes = notes
    try:
        record = checked.study.record
        moves = tuple(ply.text for ply in tree.main_line())
        return to_pgn(replace(record, moves=moves, movetext=tree.movetext()))
    finally:
        for node, notes in before.items():
            node.notes = notes


def _commented(notes: Notes, words: str) -> Notes:
    if words in notes.comment:
        return notes
    return replace(notes, comment=both(notes.comment, words))
