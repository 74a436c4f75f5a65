"""Does what the protocol asks; plays the first legal move by name, after what it is set to."""

import sys

import chess
from uci_loop import board_of, introduction, say

options = {"Delay": "0", "Style": "Calm", "Book": "", "Own": "false"}
board = chess.Board()
pending = False


def answer() -> None:
    moves = sorted(move.uci() for move in board.legal_moves)
    say(
        f"info depth 3 seldepth 5 score cp 20 nodes 1234 time 7 pv {moves[0]} e7e5",
        "info string " + " ".join(f"{name}={value}" for name, value in options.items()),
        f"bestmove {moves[0]}",
    )


for line in sys.stdin:
    words = line.split()
    match words[:1]:
        case ["uci"]:
            declared = (
                "id author The tests",
                "option name Delay type spin default 0 min 0 max 10",
                "option name Style type combo default Calm var Calm var Very Wild",
                "option name Book type string default <empty>",
                "option name Own type check default false",
                "option name Forget type button",
            )
            say(introduction(*declared, name="Decent 1.0"))
        case ["isready"]:
            say("readyok")
        case ["setoption"] if "value" in words:
            at = words.index("value")
            options[" ".join(words[2:at])] = " ".join(words[at + 1 :])
        case ["position"]:
            board = board_of(words[1:])
        case ["go"]:
            pending = "infinite" in words
            if not pending:
                answer()
        case ["stop"] if pending:
            pending = False
            answer()
        case ["quit"]:
            break
