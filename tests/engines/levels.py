"""Plays the first legal move by name.

Its argument is what it offers: `elo`, `skill`, or `both`.
"""

import sys

from uci_loop import board_of, introduction, say, serve

ELO = (
    "option name UCI_LimitStrength type check default false",
    "option name UCI_Elo type spin default 1400 min 1400 max 2400",
)
SKILL = ("option name Skill Level type spin default 20 min 0 max 20",)
offered = {"elo": ELO, "skill": SKILL, "both": (*ELO, *SKILL)}[sys.argv[1]]
moves: list[str] = []


def set_up(words: list[str]) -> None:
    moves[:] = sorted(move.uci() for move in board_of(words).legal_moves)


serve(
    uci=introduction(*offered, name="Levels 1.0"),
    position=set_up,
    go=lambda words: say(f"bestmove {moves[0]}"),
)
