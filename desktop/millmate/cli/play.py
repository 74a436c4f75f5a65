"""A human player at the command line, and `millmate play`: a game between players of any kind."""

import argparse
import sys
from collections.abc import Callable
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
from millmate.cli.standard_streams import read_line
from millmate.errors import InputError
from millmate.formatting import side_name
from millmate.games.board import Board, Rules
from millmate.games.chess.rules import CHESS
from millmate.games.morris.notations import Notation, turn_of_numbers
from millmate.games.outcome import BLACK, WHITE
from millmate.play.events import (
    ClaimRefused,
    DrawDeclined,
    DrawOffered,
    Event,
    MatchEnded,
    MovePlayed,
)
from millmate.play.match import Match
from millmate.players.build import build_player
from millmate.players.player import Action, ClaimDraw, Play, Player, Resign, Stopped
from millmate.players.spec import PlayerSpec, SpecError, describe, setting_tags
from millmate.records import archive
from millmate.regular_files import open_regular

_MOVES = {
    "chess": "Nf3 or g1f3",
    Notation.OURS: "d6 (place), d6-d7 (move), d6xa1 or d6-d7xa1 (taking the stone on a1)",
    Notation.SANMILL: "d6 (place), d6-d7 (move), d6 xa1 or d6-d7 xa1 (taking the stone on a1)",
    Notation.NUMBERS: "5 (place), 5-2 (move), 5x22 or 5-2x22 (taking the stone on 22)",
}
_OTHERS = "draw (offer or accept), claim, resign, board, help"


class ConsolePlayer(Player):
    """Reads a person's moves from standard input; the end of input abandons the game."""

    is_human = True

    def __init__(
        self, name: str, rules: Rules, offer_draw: Callable[[], None], notation: Notation
    ) -> None:
        """Prepare to ask; `offer_draw` passes an offer to the match.

        Moves are printed, and can be entered, in `notation`.
        """
        self.name = name
        self._rules, self._notation = rules, notation
        self._offer_draw = offer_draw
        self._shown = ""
        self._help = (
            f"type a move such as {_MOVES.get(rules.kind, _MOVES[notation])}, or: {_OTHERS}"
        )

    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        """Ask until the person chooses a possible action; see `Player.choose`.

        Raises:
            Stopped: `stopped` returned true, or the input ended or is not lines of text.
        """
        if self._shown != board.fen():  # a refused claim does not print the board again
            self._shown = board.fen()
            print(board)
        while not stopped():
            print(f"{self.name}, {side_name(board.turn)} to move: ", end="", flush=True)
            try:
                line = read_line()
            except InputError as error:
                print(f"\n{error}")
                raise Stopped from None
            if not line:
                print()
                raise Stopped
            action = self._understand(board, line.strip())
            if action:
                return action
        raise Stopped

    def _understand(self, board: Board, text: str) -> Action | None:
        """Return the action that `text` asks for, or None after printing an answer."""
        match text.lower():
            case "resign":
                return Resign()
            case "claim":
                return ClaimDraw()
            case "draw":
                self._offer_draw()
            case "board":
                print(board)
            case "" | "help" | "?":
                print(self._help)
            case _:
                return self._move(board, text)
        return None

    def _move(self, board: Board, text: str) -> Action | None:
        if self._notation is Notation.NUMBERS:
            text = turn_of_numbers("".join(text.split())) or text
        try:
            move = self._rules.parse_move(board, text)
        except InputError as error:
            print(f"{error}; {self._help}")
            return None
        if board.is_legal(move):
            return Play(move)
        print(f"{text!r} is a null move, which cannot be played; {self._help}")
        return None


class Narrator:
    """Prints a match's events as they come."""

    def __init__(self, first_ply: int, notation: Notation = Notation.OURS) -> None:
        """Start at `first_ply` (0 for White's first move)."""
        self._ply, self._notation = first_ply, notation

    def __call__(self, event: Event) -> None:
        """Print `event`, if spectators need to know it."""
        text = self._text(event)
        if text:
            print(text, flush=True)

    def _text(self, event: Event) -> str | None:
        match event:
            case MovePlayed():
                number, dots = self._ply // 2 + 1, "." if event.mover else "..."
                self._ply += 1
                told = self._notation.turn(event.notation)
                return f"{number}{dots} {told}{f' ({event.reason})' if event.reason else ''}"
            case DrawOffered():
                by, other = side_name(event.by), side_name(not event.by)
                return f"{by} offers a draw; {other} answers on its turn"
            case DrawDeclined():
                return f"{side_name(not event.by)} declines the draw"
            case ClaimRefused():
                return "there is no draw to claim: no threefold repetition and no fifty quiet moves"
            case MatchEnded():
                return str(event.outcome)
        return None


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
