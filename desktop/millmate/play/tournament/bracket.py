"""The matches of a knockout, round by round, for people."""

from __future__ import annotations

from collections.abc import Iterator

from millmate.play.tournament.knockout import Bout, Knockout
from millmate.play.tournament.pairing import Results, add_all
from millmate.play.tournament.plan import TournamentPlan
from millmate.play.tournament.schedule import pairing_system

_ROUNDS = {0: "Final", 1: "Semi-finals", 2: "Quarter-finals"}  # by how many come after


def bracket_text(plan: TournamentPlan, results: Results) -> str:
    """Return who met whom in each round and how that ended; "" if it is no knockout."""
    draw = pairing_system(plan)
    if not isinstance(draw, Knockout):
        return ""
    add_all(draw, results.values())
    names = [each.name for each in plan.participants]
    parts = []
    for number in range(1, draw.rounds + 1):
        bouts = [bout for bout in draw.bouts if bout.round == number]
        lines = [_told(bout, names) for bout in bouts]
        lines += [f"  {names[one]} has a bye" for one in _byes(bouts, number, len(names))]
        title = _ROUNDS.get(draw.rounds - number, f"Round {number}")
        parts.append("\n".join([title, *lines]) if lines else f"{title}: not drawn yet")
    return "\n".join(parts)


def _byes(bouts: list[Bout], number: int, players: int) -> Iterator[int]:
    """Yield who has nobody to play in the first round."""
    if number == 1:
        playing = {each for bout in bouts for each in (bout.one, bout.other)}
        yield from (each for each in range(players) if each not in playing)


def _told(bout: Bout, names: list[str]) -> str:
    """Return a match in a line: `  Anna – Björn  2½–1½`, and who goes on where that is not said."""
    mine, theirs = bout.points
    line = f"  {names[bout.one]} – {names[bout.other]}"
    line += f"  {_figure(mine)}–{_figure(theirs)}" if bout.games else ""
    if bout.winner is None:
        return f"{line}, still to be decided"
    if mine == theirs:
        return f"{line}, {names[bout.winner]} goes on as the better seeded"
    return line


def _figure(points: float) -> str:
    """Return points as people write them: `2½`."""
    whole, half = divmod(points, 1)
    return f"{int(whole) if whole or not half else ''}{'½' if half else ''}"
