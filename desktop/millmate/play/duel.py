"""Matches between generations of searches with equal computing time."""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

from millmate.games import catalogue
from millmate.games.board import Board, Rules
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.outcome import BLACK, WHITE, Termination
from millmate.play.events import Event, MovePlayed, Thinking
from millmate.play.match import Match
from millmate.players.player import Player, RandomPlayer
from millmate.players.search_kinds import SEARCH_KINDS
from millmate.players.search_player import SearchPlayer, game_for, search_of
from millmate.players.spec import PlayerSpec

_LONGEST = 240  # plies; longer games are drawn
# Random plies before a game starts, and by how many centipawns a side may then be ahead.
_OPENING = {"chess": (6, 60), "morris": (4, 100)}
# Endings from which chess games can start instead: they have so few moves that even minimax looks
# four plies ahead. The pawns face each other, and a search of that depth finds the position
# even; with pawns anywhere, one side nearly always wins, whoever plays it.
_ENDINGS = ("KPPPvKPPP", "KPPPPvKPPPP")
_LOOKED_AHEAD = 3


@dataclass(frozen=True, slots=True)
class DuelGame:
    """A game to play, with all the data that a worker needs."""

    game: str
    fen: str
    white: str
    black: str
    seed: int


@dataclass(frozen=True, slots=True)
class DuelResult:
    """The result of a game: White's points, the plies, and each side's mean search depth by colour.

    The depth is 0 for a player that does not search.
    """

    points: float
    plies: int
    depths: tuple[float, float]


def pairs(
    game: str, one: str, other: str, games: int, seed: int, *, endings: bool = False
) -> Iterator[DuelGame]:
    """Yield the games of a match, two from each position with colours exchanged.

    Games start after a few random plies or, with `endings`, from a chess ending.
    """
    rng = random.Random(seed)
    for number in range(games):
        if number % 2 == 0:
            fen = (
                _ending(_ENDINGS[number // 2 % len(_ENDINGS)], rng)
                if endings
                else drawn_opening(game, rng)
            )
        white, black = (one, other) if number % 2 == 0 else (other, one)
        yield DuelGame(game, fen, white, black, seed * 1_000_003 + number)


def play(duel: DuelGame, clock: Callable[[], float] = time.thread_time) -> DuelResult:
    """Play a game; `clock` returns the players' own computing time in seconds.

    Raises:
        RuntimeError: A player failed; they are all our own.
    """
    rules = catalogue.game(duel.game)
    players = {
        side: _player(text, duel.game, 2 * duel.seed + side, clock)
        for side, text in ((WHITE, duel.white), (BLACK, duel.black))
    }
    observer = _GameObserver()
    match = Match(rules, rules.board(duel.fen), players, observer)
    observer.match = match
    outcome = match.run().outcome
    if outcome.termination is Termination.FAILURE:
        raise RuntimeError(f"{duel}: {observer.trouble}")
    points = 0.5 if outcome.winner is None else float(outcome.winner is WHITE)
    return DuelResult(points, observer.plies, (observer.mean(BLACK), observer.mean(WHITE)))


class _GameObserver:
    """Counts plies and depths, and ends games that take too long."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.plies = 0
        self.trouble = ""
        self._depth = 0
        self._depths: dict[bool, list[int]] = {WHITE: [], BLACK: []}

    def __call__(self, event: Event) -> None:
        if isinstance(event, Thinking):
            self._depth = event.info.depth
        elif isinstance(event, MovePlayed):
            self._depths[event.mover].append(self._depth)
            self._depth = 0
            self.plies += 1
            if self.plies >= _LONGEST and self.match is not None:
                self.match.stop()
        self.trouble = getattr(event, "trouble", None) or ""

    def mean(self, side: bool) -> float:
        depths = self._depths[side]
        return sum(depths) / max(1, len(depths))


def _player(text: str, game: str, seed: int, clock: Callable[[], float]) -> Player:
    spec = PlayerSpec.parse(text)
    if spec.kind not in SEARCH_KINDS:
        return RandomPlayer(seed=seed)
    search = search_of(spec.kind, dict(spec.options), game, clock)
    return SearchPlayer(text, search, seed)


def drawn_opening(game: str, rng: random.Random, plies: int = 0) -> str:
    """Return a roughly even position after random `plies` (0: the default) that is not over."""
    rules = catalogue.game(game)
    evaluate = game_for(game).evaluate
    usual, most = _OPENING[catalogue.kind_of(game)]
    plies = plies or usual
    while True:
        board = _walk(rules, rng, plies)
        if board is not None and abs(evaluate(board)) <= most:
            return board.fen()


def _ending(material: str, rng: random.Random) -> str:
    """Return a chess ending, even for a short search, in which Black's men mirror White's."""
    _, most = _OPENING["chess"]
    search = search_of("iterative", {"depth": str(_LOOKED_AHEAD)}, "chess")
    wanted = Material.parse(material)
    while True:
        board = _facing(random_position(wanted, rng))
        whole = board.is_valid() and Material.of(board) == wanted
        if whole and abs(search.search(board).score) <= most:
            return board.fen()


def _facing(board: chess.Board) -> chess.Board:
    """Return White's men in its half of `board`, mirrored for Black, White to move."""
    facing = chess.Board(None)
    for square, man in board.piece_map().items():
        if man.color and chess.square_rank(square) < 4:
            facing.set_piece_at(square, man)
            facing.set_piece_at(square ^ 56, chess.Piece(man.piece_type, chess.BLACK))
    return facing


def _walk(rules: Rules, rng: random.Random, plies: int) -> Board | None:
    board = rules.board()
    for _ in range(plies):
        board.push(rng.choice(list(board.legal_moves)))
        if rules.outcome(board) is not None:
            return None
    return board
