"""Does what the protocol asks; plays the first legal move by name, after what it is set to."""

import sys

import chess

options = {"Delay": "0", "Style": "Calm", "Book": "", "Own": "false"}
board = chess.Board()
pending = False


def say(line: str) -> None:
    print(line, flush=True)


def answer() -> None:
    moves = sorted(move.uci() for move in board.legal_moves)
    say(f"info depth 3 seldepth 5 score cp 20 nodes 1234 time 7 pv {moves[0]} e7e5")
    say("info string " + " ".join(f"{name}={value}" for name, value in options.items()))
    say(f"bestmove {moves[0]}")


for line in sys.stdin:
    words = line.split()
    match words[:1]:
        case ["uci"]:
            say("id name Decent 1.0")
            say("id author The tests")
            say("option name Delay type spin default 0 min 0 max 10")
            say("option name Style type combo default Calm var Calm var Very Wild")
            say("option name Book type string default <empty>")
            say("option name Own type check default false")
            say("option name Forget type button")
            say("uciok")
        case ["isready"]:
            say("readyok")
        case ["setoption"] if "value" in words:
            at = words.index("value")
            options[" ".join(words[2:at])] = " ".join(words[at + 1 :])
        case ["position"]:
            fen = chess.STARTING_FEN if words[1] == "startpos" else " ".join(words[2:8])
            board = chess.Board(fen)
            for move in words[words.index("moves") + 1 :] if "moves" in words else []:
                board.push_uci(move)
        case ["go"]:
            pending = "infinite" in words
            if not pending:
                answer()
        case ["stop"] if pending:
            pending = False
            answer()
        case ["quit"]:
            break
