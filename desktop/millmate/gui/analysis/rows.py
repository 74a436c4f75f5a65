"""Findings for display: a row for each line, found by a search or in a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from millmate.games.chess.piece_letters import localize
from millmate.gui.analysis.findings import Findings, FoundLine
from millmate.gui.play.thought_words import distance_words, figure, figures, worth_words
from millmate.gui.verdicts.answer import Answer
from millmate.language import tr
from millmate.search.limits import Score

_PAWN = 400.0  # centipawns that make the odds ten to one


@dataclass(frozen=True, slots=True)
class Row:
    """A line: its score in figures and in words, and its moves.

    `move` is the first move in UCI notation, `moves` are all of them.
    """

    figure: str
    words: str
    line: str
    move: str
    moves: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return f"{self.figure}, {self.words}: {self.line}"


def rows_of(findings: Findings, chess: bool) -> tuple[Row, ...]:
    return tuple(_row(findings, line, chess) for line in findings.lines)


def rows_by_table(answer: Answer, count: int) -> tuple[Row, ...]:
    """Return rows for the `count` best moves of a table's answer."""
    found = answer.moves[:count] if answer.covered else ()
    return tuple(
        Row(move.words, "exact", localize(move.notation), move.text, (move.text,)) for move in found
    )


def effort(findings: Findings) -> str:
    """Return the depth and the nodes of the search."""
    infos = [line.info for line in findings.lines]
    return figures(max(infos, key=lambda info: info.nodes)) if infos else ""


def share(score: Score, mover: bool) -> float:
    """Return White's expected share of the point, from 0 to 1.

    A mate is certain; otherwise the odds grow tenfold every four pawns, as on the Elo scale.
    """
    for_white = score.mate if score.mate is not None else score.centipawns or 0
    for_white = for_white if mover else -for_white
    if score.mate is not None:
        return 1.0 if for_white > 0 else 0.0
    return float(1 / (1 + 10 ** (-for_white / _PAWN)))


def brief_of(findings: Findings) -> str:
    """Return the best score from White's side, abbreviated: `+0.6`, `-12`, `#-5`."""
    if not findings.lines:
        return ""
    score, mover = findings.lines[0].info.score, findings.mover
    if score.mate is not None:
        return figure(score, mover)
    worth = (score.centipawns or 0) * (1 if mover else -1) / 100
    return f"{worth:+.1f}" if abs(worth) < 9.95 else f"{worth:+.0f}"


def exact_share(answer: Answer, mover: bool) -> float:
    """Return White's share of the point by a table."""
    wdl = (answer.moves[0].wdl if answer.moves else 0) or 0
    sure = 0.25 if answer.open else 0.5
    return 0.5 + sure * (wdl if mover else -wdl)


def numbered(notation: Iterable[str], ply: int) -> str:
    """Return moves with move numbers, the first after `ply` plies: `1… e5 2. Nf3`."""
    words = []
    for at, move in enumerate(notation, start=ply):
        if at % 2 == 0:
            words.append(f"{at // 2 + 1}.")
        elif at == ply:
            words.append(f"{at // 2 + 1}…")
        words.append(move)
    return " ".join(words)


def _row(findings: Findings, line: FoundLine, chess: bool) -> Row:
    score, mover = line.info.score, findings.mover
    words = worth_words(score, mover, chess)
    plies = distance_words(score)
    words = f"{words} ({plies})" if plies else words
    return Row(
        figure(score, mover),
        tr("{words} · depth {depth}", words=words, depth=line.info.depth),
        localize(numbered(line.notation, findings.ply)),
        line.texts[0],
        line.texts,
    )
