"""`millmate play`: a game between two players of any kind."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path

from millmate import paths
from millmate.cli.arguments import (
    GAMES_HELP,
    add_notation,
    add_tables,
    game_argument,
    refuse_foreign_notation,
    starting_board,
)
from millmate.cli.console import ConsolePlayer, Narrator
from millmate.games.board import Board, Rules
from millmate.games.chess.rules import CHESS
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
    parser.add_argument(
        "--game",
        type=game_argument,
        metavar="GAME",
        help=f"{GAMES_HELP} (default: that of --fen, or chess)",
    )
    parser.add_argument("--white", metavar="SPEC", required=True, help=_SPEC)
    parser.add_argument("--black", metavar="SPEC", required=True, help=_SPEC)
    parser.add_argument(
        "--fen", help="the position to start from (default: the game's initial position)"
    )
    parser.add_argument("--pgn", metavar="FILE", type=Path, help="also append the game to FILE")
    parser.add_argument("--seed", metavar="N", type=int, help="seed of random choices")
    add_notation(parser)
    add_tables(parser)


def run(args: argparse.Namespace) -> int:
    """Play the game, print its moves and its result, and save it."""
    try:
        specs = {WHITE: PlayerSpec.parse(args.white), BLACK: PlayerSpec.parse(args.black)}
    except SpecError as error:
        print(f"millmate play: {error}", file=sys.stderr)
        return 2
    board = starting_board(args, CHESS)
    refuse_foreign_notation(args)
    _check_writable(args.pgn)
    end = _play(args, board, specs)
    if end.record.moves:  # a game without moves is not worth saving
        if args.pgn:
            archive.append(end.record, args.pgn, args.notation)
        print(f"saved in {archive.add(end.record).path}")
    if end.trouble:
        print(f"millmate play: {end.trouble}", file=sys.stderr)
        return 1
    return 0


def _play(args: argparse.Namespace, board: Board, specs: dict[bool, PlayerSpec]) -> MatchEnded:
    """Play a game from `board` and print it; return its end."""
    rules: Rules = args.game
    narrate = Narrator(board.ply(), args.notation)
    ends: list[MatchEnded] = []

    def watch(event: Event) -> None:
        narrate(event)
        if isinstance(event, MatchEnded):
            ends.append(event)

    def built(side: bool, spec: PlayerSpec) -> Player:
        if spec.kind == "human":
            return ConsolePlayer(
                describe(spec), rules, lambda: match.offer_draw(side), args.notation
            )
        return build_player(
            spec,
            game=rules.name,
            tables=args.tables or paths.tables_dir(),
            seed=None if args.seed is None else 2 * args.seed + (not side),
            consented=True,  # a user typed it
        )

    with ExitStack() as stack:
        players: dict[bool, Player] = {}
        for side, spec in specs.items():
            players[side] = built(side, spec)
            stack.callback(players[side].close)
        match = Match(rules, board, players, watch, tags=setting_tags(specs))
        match.run()
    return ends[0]


def _check_writable(pgn: Path | None) -> None:
    """Fail before the game, not after it, if the game cannot be saved."""
    if pgn:
        fresh = not pgn.exists()
        open_regular(pgn, "ab").close()
        if fresh:
            pgn.unlink()
    paths.games_dir().mkdir(parents=True, exist_ok=True)
