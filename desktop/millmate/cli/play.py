"""`millmate play`: a game between two players of any kind."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from millmate import paths
from millmate.cli.arguments import add_tables
from millmate.cli.console import ConsolePlayer, Narrator
from millmate.cli.games import NAMES, game_argument
from millmate.games.board import Rules
from millmate.games.outcome import BLACK, WHITE
from millmate.play.events import Event, MatchEnded
from millmate.play.match import Match
from millmate.players.build import build_player
from millmate.players.player import Player
from millmate.players.spec import PlayerSpec, SpecError, describe, setting_tags
from millmate.records import archive
from millmate.regular_files import open_regular

_SPEC = "such as human, random, minimax:depth=N, strong:seconds=S, table or uci:FILE,nodes=N"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", type=game_argument, default="chess", metavar="GAME", help=NAMES)
    parser.add_argument("--white", metavar="SPEC", required=True, help=_SPEC)
    parser.add_argument("--black", metavar="SPEC", required=True, help=_SPEC)
    parser.add_argument(
        "--fen", help="the position to start from (default: the game's initial position)"
    )
    parser.add_argument("--pgn", metavar="FILE", type=Path, help="also append the game to FILE")
    parser.add_argument("--seed", metavar="N", type=int, help="seed of random choices")
    add_tables(parser)


def run(args: argparse.Namespace) -> int:
    """Play the game, print its moves and its result, and save it."""
    try:
        specs = {WHITE: PlayerSpec.parse(args.white), BLACK: PlayerSpec.parse(args.black)}
    except SpecError as error:
        print(f"millmate play: {error}", file=sys.stderr)
        return 2
    game = _Game(args.game, args.fen, specs, args.tables or paths.tables_dir(), args.seed)
    _check_writable(args.pgn)
    end = game.play()
    if end.record.moves:  # a game without moves is not worth saving
        if args.pgn:
            archive.append(end.record, args.pgn)
        print(f"saved in {archive.save(end.record)}")
    if end.trouble:
        print(f"millmate play: {end.trouble}", file=sys.stderr)
        return 1
    return 0


class _Game:
    """One game at the command line, from the players' specs to its end."""

    def __init__(
        self,
        rules: Rules,
        fen: str | None,
        specs: dict[bool, PlayerSpec],
        tables: Path,
        seed: int | None,
    ) -> None:
        board = rules.board(fen)
        self._tables = tables
        self._players = {
            side: self._player(rules, side, spec, None if seed is None else 2 * seed + (not side))
            for side, spec in specs.items()
        }
        self._end: MatchEnded | None = None
        self._narrate = Narrator(board.ply())
        tags = setting_tags(specs)
        self._match = Match(rules, board, self._players, self._watch, tags=tags)

    def play(self) -> MatchEnded:
        try:
            self._match.run()
        finally:
            for player in self._players.values():
                player.close()
        assert self._end is not None
        return self._end

    def _player(self, rules: Rules, side: bool, spec: PlayerSpec, seed: int | None) -> Player:
        if spec.kind == "human":
            return ConsolePlayer(describe(spec), rules, lambda: self._match.offer_draw(side))
        return build_player(
            spec,
            game=rules.name,
            tables=self._tables,
            seed=seed,
            consented=True,  # a user typed it
        )

    def _watch(self, event: Event) -> None:
        self._narrate(event)
        if isinstance(event, MatchEnded):
            self._end = event


def _check_writable(pgn: Path | None) -> None:
    """Fail before the game, not after it, if the game cannot be saved."""
    if pgn:
        fresh = not pgn.exists()
        open_regular(pgn, "ab").close()
        if fresh:
            pgn.unlink()
    paths.games_dir().mkdir(parents=True, exist_ok=True)
