"""Turn a plan into games to play, which are the same in any place and order."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from millmate.play.tournament.game import GameSpec, Seat
from millmate.play.tournament.knockout import Knockout
from millmate.play.tournament.pairing import FixedPairings, Gauntlet, Pairing, Pairs, RoundRobin
from millmate.play.tournament.plan import Format, Participant, TournamentPlan, with_limits

PairingSystem = FixedPairings | Knockout


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a game starts: a position, and moves played from it in advance."""

    fen: str
    moves: tuple[str, ...] = ()


def pairing_system(plan: TournamentPlan) -> PairingSystem:
    """Return the pairing system of `plan`, with no game finished."""
    players, games = len(plan.participants), plan.games
    match plan.format:
        case Format.ROUND_ROBIN:
            return RoundRobin(players, games)
        case Format.PAIRS:
            return Pairs(players, games)
        case Format.GAUNTLET:
            return Gauntlet(players, games)
    return Knockout(players, games)


class Schedule:
    """Turns the pairings of `plan` into games, which use `openings` in turn."""

    def __init__(self, plan: TournamentPlan, openings: tuple[Opening, ...], tables: Path) -> None:
        self.plan, self.openings = plan, openings
        self._tables = str(tables)
        self._seats = [self._seat(n, each) for n, each in enumerate(plan.participants)]

    def spec(self, pairing: Pairing) -> GameSpec:
        opening = self.openings[pairing.opening % len(self.openings)]
        return GameSpec(
            number=pairing.number,
            round=pairing.round,
            pair=pairing.pair,
            game=self.plan.game,
            opening=pairing.opening % len(self.openings),
            white=self._seats[pairing.white],
            black=self._seats[pairing.black],
            start_fen=opening.fen,
            moves=opening.moves,
            seed=seed_of(self.plan.seed, pairing.number),
            adjudication=self.plan.adjudication,
            morris=self.plan.morris if self.plan.is_morris else None,
            tables=self._tables,
            clock=self.plan.limits.clock,
        )

    def _seat(self, number: int, participant: Participant) -> Seat:
        spec = with_limits(participant.player, self.plan.limits)
        return Seat(number, participant.name, str(spec))


def seed_of(seed: int, number: int) -> int:
    """Return the 48-bit seed of the game `number` in a tournament with `seed`."""
    digest = hashlib.sha256(f"{seed}:{number}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


def openings_needed(plan: TournamentPlan) -> int:
    """Return the number of different openings that the games of `plan` can use."""
    return pairing_system(plan).openings
