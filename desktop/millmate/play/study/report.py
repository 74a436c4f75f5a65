"""The findings in studies as text, as a table, as data, and as PGN with comments and signs."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import chess

from millmate.language import tr
from millmate.play.study.check import Checked, Finding, Kind, Verdict, verdict_of
from millmate.play.study.duals import Dual
from millmate.records.notes import Notes, both
from millmate.records.pgn import to_pgn
from millmate.records.tree import GameTree, Node
from millmate.spreadsheets import csv_text

COLUMNS = (
    "file", "number", "study", "stipulation", "verdict", "line", "move", "position", "found",
    "duals", "moves", "words",
)  # fmt: skip
_ONLY = 7  # the sign □
_FEW = 4  # moves in a sentence


def headline(checked: Checked) -> str:
    """Return the study's name and its `summary`."""
    return f"{title(checked)}: {summary(checked)}"


def title(checked: Checked) -> str:
    """Return the study's name, or its number if it has none."""
    return checked.study.name or tr("game {n}", n=checked.study.number)


def summary(checked: Checked) -> str:
    """Return `White draws (by the game's result): sound; 4 of 4 moves checked, ...`."""
    if checked.stipulation is None:
        return checked.why or str(Verdict.UNKNOWN)
    asked = f"{checked.stipulation} ({tr(checked.stipulation.source)})"
    if checked.verdict is Verdict.UNKNOWN:
        return f"{asked}: {checked.why or Verdict.UNKNOWN}"
    known = tr(
        "{known} of {moves} moves checked, {only} of them the only ones",
        known=checked.known,
        moves=max(checked.moves, checked.known),
        only=checked.only,
    )
    return f"{asked}: {checked.verdict}; {known}"


def sentence(checked: Checked, named: Callable[[str], str] = str) -> str:
    """Return the verdict in a sentence or two; `named` writes moves.

    Such as `Cooked at 3. Kc2: Kd3 does as well.`
    """
    if checked.verdict is Verdict.UNKNOWN:
        return tr("No position of the solution is in the tables: {why}.", why=checked.why)
    words = _verdict_words(checked, named)
    if checked.known >= checked.moves or not checked.why:
        return words
    known = tr(
        "Not all positions are known: {known} of {moves} moves could be checked ({why}).",
        known=checked.known,
        moves=checked.moves,
        why=checked.why,
    )
    return f"{words} {known}"


def _verdict_words(checked: Checked, named: Callable[[str], str]) -> str:
    verdict = checked.verdict
    worst = [each for each in checked.findings if verdict_of(each) is verdict]
    if verdict is Verdict.SOUND:
        if checked.known:
            return tr("Sound: the stipulation holds, and each move is the only one.")
        return tr("The stipulation holds; there are no solver moves to check.")
    if verdict is Verdict.MINOR:
        return tr("Minor duals only: {places}.", places=_listed([named(e.place) for e in worst]))
    found, place = worst[0], named(worst[0].place)
    if verdict is Verdict.UNSOUND:
        return _unsound_words(found, place, _listed([*map(named, found.moves)]))
    cooks = [named(each.notation) for each in found.duals if not each.minor]
    if verdict is Verdict.VARIATIONS:
        words = tr("Cooked in a variation, at {place}: {moves}.")
    elif any(each.wins for each in found.duals):
        words = tr("Cooked at {place}: {moves} wins, but the task is to draw.")
    else:
        words = tr("Cooked at {place}: {moves} works as well.")
    return words.format(place=place, moves=_listed(cooks))


def _unsound_words(found: Finding, place: str, moves: str) -> str:
    if found.kind is Kind.LOSES:
        return tr("Unsound: {place} throws the result away.", place=place)
    n = chess.Board(found.fen).fullmove_number
    if not moves:
        return tr("Unsound: the stipulation does not hold at move {n}.", n=n)
    return tr("Unsound: at move {n} the other side can play {moves}.", n=n, moves=moves)


def _listed(moves: Sequence[str]) -> str:
    """Return some moves, the first few if there are many."""
    return ", ".join((*moves[:_FEW], *["…"] * (len(moves) > _FEW)))


def text(checked: Checked) -> Iterator[str]:
    """Yield the lines of a report: a headline, then one for each finding."""
    yield headline(checked)
    yield from (f"  {remark}" for remark in checked.study.remarks)
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
        yield (*start, "", "", study.record.start_fen, "", "", "", checked.why)
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
    """Return the findings for JSON."""
    study, asked = checked.study, checked.stipulation
    return {
        "file": str(study.path),
        "number": study.number,
        "study": study.name,
        "fen": study.record.start_fen,
        "solver": None if asked is None else "white" if asked.solver else "black",
        "stipulation": None if asked is None else "win" if asked.wdl else "draw",
        "source": None if asked is None else tr(asked.source),
        "verdict": checked.verdict.name.lower(),
        "moves": checked.moves,
        "known": checked.known,
        "only": checked.only,
        "unknown": checked.why,
        "remarks": list(checked.study.remarks),
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


def written(form: str, every: Iterable[Checked]) -> str:
    """Return the report as a file in the format `form`: txt, csv, json or pgn."""
    header = csv_text([COLUMNS]) if form == "csv" else ""
    return header + "".join(part(form, each) for each in every)


def part(form: str, checked: Checked) -> str:
    """Return the part of a report in this format about one study."""
    match form:
        case "json":
            return json.dumps(data(checked)) + "\n"
        case "csv":
            return csv_text(rows(checked))
        case "pgn":
            return annotated(checked) + "\n"
        case _:
            return "\n".join(text(checked)) + "\n"


def annotated(checked: Checked) -> str:
    """Return the study as PGN with the findings; the author's words, signs and moves are kept.

    A comment is added after the author's, unless it is already there.
    """
    tree = checked.study.new_tree()
    for node, notes in notes_in(tree, checked).items():
        node.notes = notes
    moves = tuple(ply.text for ply in tree.main_line())
    return to_pgn(replace(checked.study.record, moves=moves, movetext=tree.movetext()))


def notes_in(tree: GameTree, checked: Checked) -> dict[Node, Notes]:
    """Return the notes of positions of the study's `tree`, with the findings added."""
    written = {tree.root: _commented(tree.root.notes, f"{summary(checked)}.")}
    for found in checked.findings:
        node = tree.find(found.steps)
        notes = written.get(node, node.notes)
        if found.kind is Kind.ONLY and node.parent is not None and _ONLY not in notes.nags:
            notes = replace(notes, nags=(*notes.nags, _ONLY))
        written[node] = _commented(notes, str(found))
    return written


def _commented(notes: Notes, words: str) -> Notes:
    if words in notes.comment:
        return notes
    return replace(notes, comment=both(notes.comment, words))
