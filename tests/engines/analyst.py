"""Analyses: its best lines are the first moves by name, worth 50, 40, 30 ... to the side to move.

It writes the commands that it gets to the file that is its argument, if there is one.
"""

import sys
from pathlib import Path

import chess
from uci_loop import board_of, introduction, say

board = chess.Board()
lines = 1
searching = False


def think() -> None:
    for depth in (1, 2, 3):
        for number, move in enumerate(sorted(m.uci() for m in board.legal_moves)[:lines], start=1):
            after = board.copy()
            after.push_uci(move)
            reply = min((m.uci() for m in after.legal_moves), default="")
            mate = "mate 1" if after.is_checkmate() else f"cp {60 - 10 * number}"
            say(
                f"info depth {depth} seldepth {depth} multipv {number} score {mate} "
                f"nodes {1000 * depth} time {depth} tbhits 7 pv {move} {reply}"
            )


for line in sys.stdin:
    words = line.split()
    if sys.argv[1:]:
        with Path(sys.argv[1]).open("a", encoding="utf-8") as file:
            file.write(line)
    match words[:1]:
        case ["uci"]:
            options = (
                "option name MultiPV type spin default 1 min 1 max 4",
                "option name UCI_AnalyseMode type check default false",
                "option name UCI_LimitStrength type check default false",
                "option name Skill Level type spin default 20 min 0 max 20",
            )
            say(introduction(*options, name="Analyst 1.0"))
        case ["isready"]:
            say("readyok")
        case ["setoption"] if "MultiPV" in words:
            lines = int(words[-1])
        case ["position"]:
            board = board_of(words[1:])
        case ["go"]:
            searching = True
            think()
        case ["stop"] if searching:
            searching = False
            say(f"bestmove {min(m.uci() for m in board.legal_moves)}")
        case ["quit"]:
            break
