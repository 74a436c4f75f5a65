"""Texts that people and other programs write: positions, games, players, tournaments."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import cast

import chess
from tests.fuzz.target import Target

from millmate.errors import InputError
from millmate.games.board import Board, Rules
from millmate.games.catalogue import game, parse
from millmate.games.chess import positions as chess_positions
from millmate.games.chess.material import Material
from millmate.games.chess.positions import fen_fault
from millmate.games.chess.rules import CHESS
from millmate.games.lenient_parser import holds_position, parse_leniently
from millmate.games.morris import positions as morris_positions
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.variants import VARIANTS
from millmate.games.outcome import Outcome, Termination
from millmate.gui.shell.files import opening
from millmate.play.clocks import TimeControl, TimeControlError
from millmate.play.tournament import plan_file
from millmate.play.tournament.plan import MorrisLimits
from millmate.players.spec import PlayerSpec, describe
from millmate.records.pgn import RecordError, from_pgn, to_pgn
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree
from millmate.tablebase.morris.names import MorrisTarget

_DATA = Path(__file__).parents[1] / "data"
_MOST_PLAYED = 400  # plies of a mutated game that are played again


def text_of(data: bytes) -> str:
    """Return the bytes as text, as a window or a file would give it."""
    return data.decode("utf-8", errors="replace")


def _lines(name: str, most: int = 60) -> list[str]:
    lines = (_DATA / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")][:most]


# Positions ----------------------------------------------------------------------------------------


def read_fen(data: bytes) -> None:
    """Read a FEN strictly; what is taken can be played on, and is written so that it comes back."""
    board = chess_positions.playable_board(text_of(data))
    again = chess_positions.playable_board(board.fen())
    assert again.fen() == board.fen(), board.fen()
    Material.of(board)
    _play_on(CHESS, board)


def _play_on(rules: Rules, board: Board) -> None:
    rules.outcome(board)
    for move in list(board.legal_moves)[:3]:
        rules.notation(board, move)
        board.push(move)
        board.pop()


def read_faulty_fen(data: bytes) -> None:
    """Read a FEN whose position may be impossible, and name what is wrong with it."""
    board = chess_positions.board_from_fen(text_of(data))
    assert chess_positions.board_from_fen(board.fen()).fen() == board.fen()
    for problem in chess_positions.problems(board):
        assert problem.message


def read_epd(data: bytes) -> None:
    """Read a file of positions, FEN or EPD, mended where it is clear what is meant."""
    text = text_of(data)
    for line in text.splitlines()[:3]:
        holds_position(line)
    for mended in opening.positions(text).found:
        rules = parse(mended.fen).game
        again = parse_leniently(mended.fen)
        assert (again.fen, again.remarks) == (mended.fen, ()), (mended.fen, again)
        assert rules.kind == "morris" or fen_fault(mended.fen) is None
        try:
            rules.board(mended.fen)
        except InputError:
            continue


def read_morris_position(data: bytes) -> None:
    """Read a position of morris in each set of rules."""
    text = text_of(data)
    for variant in VARIANTS.values():
        try:
            board = morris_positions.board_from_text(text, variant)
        except InputError:  # another board's
            continue
        assert morris_positions.board_from_text(board.fen(), variant) == board
        morris_positions.problems(board)
    rules = MORRIS
    board = cast(MorrisBoard, rules.board(text))
    assert cast(MorrisBoard, rules.board(board.fen())).fen() == board.fen()
    _play_on(rules, board)


def read_moves(data: bytes) -> None:
    """Read moves of both games, one a line, each on the board that the last one led to."""
    lines = text_of(data).split("\n")[:12]
    boards: list[tuple[Rules, Board]] = [
        (CHESS, CHESS.board()),
        (MORRIS, MORRIS.board()),
        *((rules, rules.board()) for rules in _VARIANTS),
    ]
    for rules, board in boards:
        for line in lines:
            try:
                board.push(rules.parse_move(board, line))
            except InputError:
                continue


_VARIANTS = [MorrisRules(VARIANTS[name]) for name in ("each-mill", "six", "three")]


def _fens() -> list[bytes]:
    names = ("perft.csv", "perft_tricky.csv", "perft_suite.csv", "endings.csv")
    words = (part for name in names for line in _lines(name) for part in re.split("[,;]", line))
    fens = {part.strip() for part in words if part.count("/") == 7}
    own = ["8/8/8/8/3k4/8/8/KBN5 w - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"]
    sound = (
        fen
        for fen in sorted(fens)
        if not chess_positions.problems(chess_positions.board_from_fen(fen))
    )
    return [fen.encode() for fen in [chess.STARTING_FEN, *own, *sound]]


def _epds() -> list[bytes]:
    lines = _lines("win_at_chess.epd", 12)
    links = [
        "https://lichess.org/editor/4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1",
        "https://syzygy-tables.info/?fen=4k3/8/8/8/8/8/8/4K2R_w_-_-_0_1",
        "https://www.chess.com/analysis?fen=4k3%2F8%2F8%2F8%2F8%2F8%2F8%2F4K2R+w+-+-+0+1",
        '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]',
        "White to play: 4k3/8/8/8/8/8/8/4K2R white - - 0 1 (a study)",
    ]
    return [line.encode() for line in (*lines, *links)] + [
        "\n".join(lines[:4]).encode(),
        b'# a remark\n\n4k3/8/8/8/8/8/8/4K2R w K - hmvc 3; fmvn 17; id "a; b"; bm Rh8+;',
        *_morris_positions(),
    ]


def _morris_positions() -> list[bytes]:
    chance, board = random.Random(1), MORRIS.board()
    found = [board.fen()]
    while MORRIS.outcome(board) is None and len(found) < 40:
        board.push(chance.choice(list(board.legal_moves)))
        found.append(board.fen())
    found += [
        "********/********/******** w p p 0 9 0 9 0 0 1",
        "O@******/**O*****/******** b p p 2 7 1 8 0 0 3 5",
        "wwwb..../bbb...../........ b 0 0 4 12",
    ]
    return [fen.encode() for fen in found]


def _moves() -> list[bytes]:
    return [
        b"e2e4\ne7e5\ng1f3\nb8c6\nf1b5",
        b"e4\ne5\nNf3\nNc6\nBb5\na6\nO-O\nexd5\ne8=Q+\nR1xa3#\nN5xd6!?",
        b"d6\nf4\nd2\nd6-d7xa1\na7 - a4x g7 x g4\nA1",
        b"d2\nd6\nb2\nf6\nf2xd6\n0-0-0\n--\nZ0\n@@@@\nd1d3xa7xg7",
    ]


_FEN_WORDS = tuple(
    word.encode()
    for word in (
        "/", "8", "1", "k", "K", "q", "P", "p", " w ", " b ", " - ", "KQkq", "HAha", "e3", "e6",
        "~",
        "9", "88", "11111111", "O", "@", "*", "W", "B", ".", "........", "- -", "0 1", "bm ", "id ",
        "hmvc ", "fmvn ", ";", "fen=", "%2F", "_", "https://", "[FEN \"", "\"]", "position fen ",
    )
)  # fmt: skip


# Games --------------------------------------------------------------------------------------------


def read_pgn(data: bytes) -> None:
    """Read games as they are opened: found in a text, played, made a tree of, written again."""
    found = opening.read(text_of(data))
    if isinstance(found, opening.Positions):
        return
    for record in (each.record for each in found[:5]):
        again = from_pgn(to_pgn(record))[0]
        assert again.moves == record.moves, record
        if len(record.moves) <= _MOST_PLAYED:
            tree = GameTree.of(record)
            assert [ply.text for ply in tree.main_line()] == list(record.moves)


def read_strict_pgn(data: bytes) -> None:
    """Read games as PGN alone; what is written of them is the same the second time."""
    for record in from_pgn(text_of(data))[:3]:
        written = to_pgn(record)
        try:
            again = to_pgn(from_pgn(written)[0])
        except RecordError as error:
            raise AssertionError(f"what was written cannot be read: {written!r}") from error
        assert again == written


def games() -> list[GameRecord]:
    """Return games of both kinds, by chance, some with words and variations."""
    found = []
    for seed, rules in enumerate((CHESS, CHESS, MORRIS, *_VARIANTS)):
        chance, board = random.Random(seed), rules.board()
        start = board.fen()
        for _ in range(30):
            if rules.outcome(board) is not None:
                break
            board.push(chance.choice(list(board.legal_moves)))
        moves = tuple(rules.text(move) for move in board.move_stack)
        outcome = rules.outcome(board) or Outcome(Termination.RESIGNATION, True)
        found.append(
            GameRecord(
                rules.name, start, "Ada, L.", 'B "b" é', moves, outcome, "2026-01-02T03:04:05",
                {"Event": "Fuzz", "Annotator": "nobody"},
            )
        )  # fmt: skip
    return found


ANNOTATED = """[Event "Annotated"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]
[Result "*"]

{before} 1. e4 $1 {[%csl Ga1,Rb2][%cal Ge2e4] good [%clk 0:01:02]} (1. e3 Kd7 (1... Kf7 2. e4!?
{here} (2. Kf2 Ke6) 2... Ke6) 2. e4 ; to the end
2... Kd6) (1. Kf2) 1... Kd7 ?! 2. Kf2 $14 N *
"""
FOREIGN = """%escape
[Event "a \\"b\\" \\\\"]
[White "?"]
[Black "x"]

1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.0-0 { castles } Nf6 e.p. 5. Re1 +- 1/2-1/2

1. d6 f4 2. d2 b4 3. f6 b6 *
[Event "Three"]
[Game "Nine men's morris"]
[Position "......../......../........ w 9 9 0 1"]

1. d6 f4 1-0
"""


def _pgns() -> list[bytes]:
    own = [to_pgn(record).encode() for record in games()]
    return [*own, ANNOTATED.encode(), FOREIGN.encode(), b"\n".join(own[:2]), b"1. e4 e5 2. Nf3 *"]


_PGN_WORDS = tuple(
    word.encode()

       for word in (
        '[FEN "', '[Variant "', '[Game "', '[Position "', '[SetUp "1"]', '[Result "', '"]',
        "[%cal ",
        "[%csl ", "[%clk ", "{", "}", "(", ")", "((((", "))))", "$", "$1", ";", "\n%", "1.", "1...",
        "1-0", "0-1", "1/2-1/2", "*", "O-O", "0-0-0", "e4", "Nf3", "e8=Q", "--", "Z0", "e.p.", "!?",
        "+/-", "d6-d7xa1", "N ", "\u2014", "\u00bd-\u00bd", "\ufeff", "morris:twelve", "Chess960",
    )
)  # fmt: skip


# Players and tournaments --------------------------------------------------------------------------


def read_spec(data: bytes) -> None:
    """Read the recipe of a player; what is taken is written so that it comes back."""
    spec = PlayerSpec.parse(text_of(data))
    assert PlayerSpec.parse(str(spec)) == spec, str(spec)
    describe(spec)
    for recipe in (spec.engine, spec.strong):
        if recipe is not None:
            assert recipe.limits
            assert recipe.argument_list is not None
            assert recipe.settings is not None


def read_names(data: bytes) -> None:
    """Read names of tables, of games and of time controls: words of the command line."""
    text = text_of(data)
    for read in (Material.parse, MorrisTarget.parse, game):
        try:
            read(text)
        except InputError:
            continue
    try:
        control = TimeControl.parse(text)
    except TimeControlError:
        return
    assert TimeControl.parse(str(control)) == control


def read_tournament(data: bytes) -> None:
    """Read the plan of a tournament; what is taken is written so that it comes back."""
    plan = plan_file.parse(text_of(data), checked=False)
    if not plan.is_morris:  # what a plan says of another game is not written
        plan = replace(plan, morris=MorrisLimits())
    assert plan_file.parse(plan_file.dump(plan), checked=False) == plan
    plan.digest()


_SPECS = (
    "human", "random", "table", "minimax:depth=3", "alphabeta:depth=5,memo=yes", "strong:elo=1500",
    "iterative:seconds=0.5", "strong:seconds=0.5,option.Hash=64", "uci:/usr/bin/engine,nodes=10000",
    'uci:/x y/engine,"name=A, B","arguments=--a \'b c\'",option.Hash=64,"option.Text=a ""b"""',
    "uci:engine,movetime=100", "minimax:nodes=100", "uci:e,depth=3,elo=900",
)  # fmt: skip
_NAMES = (
    "KBNvK", "KQKR", "KPPvKP", "morris:5-4", "morris:ply17-9-8", "morris:moving", "morris:twelve",
    "chess", "60+0.6", "40/60+0.6", "1", "KRBvKQ", "kqk",
)  # fmt: skip
TOURNAMENT = """name = "Endings"
game = "chess"
format = "round-robin"
games = 2
seed = 7

[openings]
positions = ["8/8/8/8/3k4/8/8/KBN5 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
order = "random"

[limits]
nodes = 1000
clock = "60+0.6"

[adjudication]
tables = true
max_moves = 100

[morris]
max_turns = 100

[sprt]
elo0 = 0.0
elo1 = 10.0

[[players]]
name = "One"
player = "alphabeta:depth=3"

[[players]]
player = "random"
"""


def _plans() -> list[bytes]:
    plan = plan_file.parse(TOURNAMENT.replace("[sprt]\nelo0 = 0.0\nelo1 = 10.0\n", ""))
    return [
        TOURNAMENT.encode(),
        plan_file.dump(plan).encode(),
        b'[[players]]\nplayer = "random"\n[[players]]\nplayer = "random"\n',
        TOURNAMENT.replace('"chess"', '"morris"').encode(),
    ]


_TOML_WORDS = tuple(
    word.encode()
    for word in (
        "[", "]", "[[", "]]", "=", '"""', "'''", "{", "}", "a.b.c.d = 1\n", "inf", "nan",
        "true",
        "1979-05-27T07:32:00Z", "0x1F", "[openings]\n", "[limits]\n", "[[players]]\n", "games = ",
        "seed = ", "clock = ", "name = ", "player = ", "format = ", "[[[[[[[[", "\\U0010FFFF",
        "1e9",
    )
)  # fmt: skip
_SPEC_WORDS = tuple(
    word.encode()
    for word in (
        "human", "random", "minimax", "strong", "uci:", "table", ":", ",", "=", '"', '""', "depth=",
        "seconds=", "nodes=", "elo=", "memo=", "name=", "arguments=", "option.", "movetime=", "nan",
    )
)  # fmt: skip

TARGETS = (
    Target("fen", read_fen, _fens, _FEN_WORDS),
    Target("fen-faults", read_faulty_fen, _fens, _FEN_WORDS),
    Target("epd", read_epd, _epds, _FEN_WORDS),
    Target("morris-position", read_morris_position, _morris_positions, _FEN_WORDS),
    Target("moves", read_moves, _moves, (b"x", b"-", b"=Q", b"O-O", b"a1", b"h8", b"d6", b"\n")),
    Target("pgn", read_pgn, _pgns, _PGN_WORDS),
    Target("pgn-strict", read_strict_pgn, _pgns, _PGN_WORDS),
    Target("spec", read_spec, lambda: [s.encode() for s in _SPECS], _SPEC_WORDS),
    Target(
        "names", read_names, lambda: [s.encode() for s in _NAMES], (b"K", b"v", b"P", b":", b"-")
    ),
    Target("tournament", read_tournament, _plans, _TOML_WORDS),
)
