"""Judges moves by mate, and by the men that are left after the best capture in reply.

It answers as many searches as its argument says, all without one; then it thinks until `stop`.
"""

import sys

import chess
from uci_loop import board_of, introduction, say

WORTH = {1: 100, 2: 300, 3: 300, 4: 500, 5: 900, 6: 0}
board = chess.Board()
lines = 1
left = int(sys.argv[1]) if sys.argv[1:] else 1_000_000


def balance(of: chess.Board, side: bool) -> int:
    return sum(
        WORTH[man.piece_type] * (1 if man.color is side else -1) for man in of.piece_map().values()
    )


def worth(move: chess.Move) -> int | None:
    """Return hundredths of a pawn, None for mate."""
    side, after = board.turn, board.copy()
    after.push(move)
    if after.is_checkmate():
        return None
    kept = balance(after, side)
    taken = [0]
    for reply in after.legal_moves:
        if after.is_capture(reply):
            later = after.copy()
            later.push(reply)
            taken.append(kept - balance(later, side))
    return kept - max(taken)


def answer() -> None:
    found = {move.uci(): worth(move) for move in board.legal_moves}
    order = sorted(found, key=lambda move: (found[move] is not None, -(found[move] or 0), move))
    for number, move in enumerate(order[:lines], start=1):
        score = "mate 1" if found[move] is None else f"cp {found[move]}"
        say(f"info depth 2 seldepth 2 multipv {number} score {score} nodes 30 time 1 pv {move}")
    say(f"bestmove {order[0]}")


for line in sys.stdin:
    words = line.split()
    match words[:1]:
        case ["uci"]:
            options = (
                "option name MultiPV type spin default 1 min 1 max 4",
                "option name Hash type spin default 64 min 1 max 4096",
                "option name Tables type string default <empty>",
            )
            say(introduction(*options, name="Counter 1.0"))
        case ["isready"]:
            say("readyok")
        case ["setoption"] if "MultiPV" in words:
            lines = int(words[-1])
        case ["position"]:
            board = board_of(words[1:])
        case ["go"]:
            left -= 1
            if left >= 0:
                answer()
        case ["stop"] if left < 0:
            answer()
        case ["quit"]:
            break
