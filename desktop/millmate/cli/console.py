"""A human player at the command line, and the printed course of the game."""

from __future__ import annotations

from collections.abc import Callable

from millmate.cli.standard_streams import read_line
from millmate.errors import InputError
from millmate.formatting import side_name
from millmate.games.board import Board, Rules
from millmate.games.morris.notations import Notation, turn_of_numbers
from millmate.play.events import (
    ClaimRefused,
    DrawDeclined,
    DrawOffered,
    Event,
    MatchEnded,
    MovePlayed,
)
from millmate.players.player import Action, ClaimDraw, Play, Player, Resign, Stopped

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
        self,
        name: str,
        rules: Rules,
        offer_draw: Callable[[], None],
        notation: Notation,
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
