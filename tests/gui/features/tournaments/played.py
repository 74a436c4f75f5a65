"""Games of tournaments that were never played, and what is told while they would be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import chess

from millmate.games.catalogue import game
from millmate.games.outcome import Outcome, Termination
from millmate.gui.features.tournaments.results import Results
from millmate.play.tournament.events import GameMoved
from millmate.play.tournament.game import GameJudgement, GameResult, GameSpec, SideJudgement, Slip
from millmate.play.tournament.game_runner import result_of
from millmate.play.tournament.plan import Participant, TournamentPlan
from millmate.play.tournament.schedule import Opening, Schedule, pairing_system

NAMES = ("Anna", "Björn", "Chloé")
MATE = ("f2f3", "e7e5", "g2g4", "d8h4")  # Black mates
ROOK_ENDING = "8/8/8/8/4k3/8/4P3/4K2R w - - 0 16"
# White's second move, at ply 2, gives the rook and the win away.
BLUNDER = ("h1h3", "e4f4", "h3h4", "f4g5")


def plan(names: Sequence[str] = NAMES, kind: str = "chess", **how: object) -> TournamentPlan:
    people = tuple(Participant.of("random", name) for name in names)
    return TournamentPlan(people, name="Test", game=kind, **how)  # type: ignore[arg-type]


def specs(asked: TournamentPlan, start_fen: str | None = None) -> list[GameSpec]:
    """Return all games of a plan, in order."""
    schedule = Schedule(asked, (Opening(start_fen or asked.rules.start_fen),), Path("tables"))
    return [schedule.spec(pairing) for pairing in iter(pairing_system(asked).next, None)]


def over(
    spec: GameSpec,
    points: float | None = 1.0,
    moves: tuple[str, ...] = (),
    how: Termination = Termination.RESIGNATION,
    judged: GameJudgement | None = None,
    **what: object,
) -> GameResult:
    """Return the result of a game: White's points, None for none."""
    how = Termination.ABANDONED if points is None else how
    outcome = Outcome(how, {1.0: True, 0.0: False}.get(-1.0 if points is None else points))
    return result_of(spec, outcome, moves, "2026-01-01", judged=judged, **what)


def results(asked: TournamentPlan, points: Sequence[float | None]) -> dict[int, GameResult]:
    """Return results of the first games of a plan, as White's points."""
    found = zip(specs(asked), points, strict=False)
    return {spec.number: over(spec, each) for spec, each in found}


def store(asked: TournamentPlan, finished: dict[int, GameResult] | None = None) -> Results:
    """Return the results of a tournament that is on no disk."""
    return Results(asked, Path("nowhere"), finished)


def blundered(spec: GameSpec) -> GameResult:
    """Return a rook ending in which White threw a win away with the third ply."""
    slip = Slip(2, BLUNDER[2], before=1, after=0)
    judged = GameJudgement(0, 1, SideJudgement(2, 1, 4, (slip,)), SideJudgement(2, 2, 0, ()))
    return over(spec, 0.5, BLUNDER, Termination.THREEFOLD_REPETITION, judged)


def told(spec: GameSpec, moves: Sequence[str]) -> list[GameMoved]:
    """Return what is told of the moves of a game, one after the other."""
    rules = game(spec.game)
    board, events = rules.board(spec.start_fen), []
    for ply, text in enumerate(moves, 1):
        move = rules.parse_move(board, text)
        mover, notation = board.turn, rules.notation(board, move)
        board.push(move)
        events.append(GameMoved(spec.number, ply, mover, text, notation, board.fen()))
    return events


def fen_after(moves: Sequence[str]) -> str:
    board = chess.Board()
    for text in moves:
        board.push_uci(text)
    return board.fen()
