"""What tables say of the positions of a game, and of the moves that were played in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from millmate.errors import MillMateError
from millmate.games.board import Board, Rules
from millmate.games.outcome import BLACK, WHITE
from millmate.play.tournament.game import Judged, SideJudged, Slip
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.verdict import MoveVerdict, Verdict


class Verdicts:
    """The tables of a game in a directory; what they do not know, or cannot be read, is None."""

    def __init__(self, game: str, directory: Path) -> None:
        self._tables: Any
        if game.partition(":")[0] == "morris":
            from millmate.tablebase.morris.probe import MorrisTablebase

            self._tables = MorrisTablebase(directory)
        else:
            self._tables = Tablebase(directory)

    def value(self, board: Board) -> int | None:
        """Return 1, 0 or -1: White wins, draws or loses with best play by both."""
        verdict = self._verdict(board)
        return None if verdict is None else verdict.wdl * (1 if board.turn else -1)

    def moves(self, board: Board) -> list[MoveVerdict]:
        """Return the legal moves with their verdicts, best first; [] if tables do not know all."""
        try:
            found: list[MoveVerdict] = self._tables.moves(board)
        except (MillMateError, OSError):
            return []
        return found

    def close(self) -> None:
        """Let go of files."""
        self._tables.close()

    def _verdict(self, board: Board) -> Verdict | None:
        try:
            verdict: Verdict | None = self._tables.get(board)
        except (MillMateError, OSError):
            return None
        return verdict


def judge(
    rules: Rules, start_fen: str, moves: tuple[str, ...], verdicts: Verdicts
) -> Judged | None:
    """Return what tables say of a game, None if they know none of its positions."""
    board = rules.board(start_fen)
    entry = value = None
    notes = {WHITE: _Notes(), BLACK: _Notes()}
    for ply, text in enumerate(moves):
        if entry is None:
            value = verdicts.value(board)
            entry = None if value is None else ply
        move = rules.parse_move(board, text)
        if entry is not None:
            notes[board.turn].take(ply, text, move, verdicts.moves(board))
        board.push(move)
    if entry is None or value is None:
        return None
    return Judged(entry, value, notes[WHITE].judged(), notes[BLACK].judged())


class _Notes:
    """One side's moves as tables see them."""

    def __init__(self) -> None:
        self._moves = self._timed = self._lost = 0
        self._slips: list[Slip] = []

    def take(self, ply: int, text: str, move: object, known: list[MoveVerdict]) -> None:
        """Take note of the move that was played among those that are `known`, best first."""
        played = next((each.verdict for each in known if each.move == move), None)
        if played is None:
            return
        best = known[0].verdict
        self._moves += 1
        if played.wdl < best.wdl:
            self._slips.append(Slip(ply, text, best.wdl, played.wdl))
        elif played.plies is not None and best.plies is not None:
            self._timed += 1
            self._lost += abs(played.plies - best.plies)

    def judged(self) -> SideJudged:
        return SideJudged(self._moves, self._timed, self._lost, tuple(self._slips))
