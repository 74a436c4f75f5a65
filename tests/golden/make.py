"""The answers of every door to some 450 positions: written once, compared by `test_answers`.

A door is a place where the value of a position leaves the program. After a change that is meant,
run that test whole with `MILLMATE_WRITE_ANSWERS=1`, and describe the difference in the commit.
"""

from __future__ import annotations

import contextlib
import io
import json
import lzma
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock
from zlib import crc32

import chess
import polib

from millmate import language
from millmate.api.tables import Tables as ApiTables
from millmate.cli.main import run
from millmate.errors import MillMateError
from millmate.games import catalogue
from millmate.games.catalogue import Position
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position as random_chess
from millmate.games.morris.positions import random_position as random_morris
from millmate.games.morris.rules import MorrisRules
from millmate.gui.shell.probe.answers import Answers, ChessAnswers, MorrisAnswers
from millmate.gui.shell.probe.external_tables import ExternalDirectories, ExternalTables
from millmate.play.position_export import KINDS, export_positions
from millmate.play.trainer.exam import examine
from millmate.resources import resource
from millmate.search.limits import SearchLimits
from millmate.search.root_tables import known_at_root
from millmate.serve import more, standard
from millmate.serve.formats import position as served_position
from millmate.serve.tables import Tables as ServedTables
from millmate.tablebase.all_tables import AllTables
from millmate.tablebase.export import export
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.probe import Tablebase, ZeroingTables
from millmate.tablebase.progress import never
from millmate.tablebase.solved_positions import SolvedPositions

ANSWERS = Path(__file__).with_name("answers.txt.xz")
CHESS = ("KQvK", "KRvK", "KPvK", "KRPvK", "KRvKP", "KBNvK", "KQvKR", "KRvKR", "KNvK", "KQPvK")
CLOCKS = (0, 0, 1, 50, 90, 95, 98, 99, 100, 120)
SOLVED = ("8/8/4k3/p7/P7/4K3/8/8 w - - 0 1", "8/8/1P6/2p5/8/8/8/K2k4 w - - 0 1")
EXPORTED = ("KQvK", "KRvK")  # to files of other programs
ODD = (
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",  # castling
    "8/8/8/8/1pP5/8/8/K6k b - c3 0 1",  # a capture en passant
    "8/8/8/8/k1pP4/8/8/K7 b - d3 0 1",  # one that is not the only move
    "8/8/8/8/1p6/8/2P5/K6k w - - 0 1",  # a push that allows one
    "8/8/8/8/8/8/1pP5/K6k w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "k7/8/1K6/8/8/8/8/7R w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",  # stalemate
    "R6k/8/6K1/8/8/8/8/8 b - - 100 80",  # mate, too late
    "8/8/8/R6R/8/8/1k6/3K4 w - - 0 1",
    "Q6Q/8/8/8/8/1k6/8/Q3K3 w - - 0 1",
    "8/1P3k2/8/8/8/8/8/K7 w - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "8/8/8/8/8/8/8/k1K5 x - - 0 1",
    "8/8/8/8/8/8/8/kK6 w - - 0 1",
    "no position",
)
# Variants of morris, and numbers of stones: White's, Black's, in the hands.
MORRIS = (
    ("morris", ((3, 3), (4, 3), (3, 4), (4, 4), (5, 3), (3, 5))),
    ("morris", ((3, 3, 1, 1), (4, 3, 0, 1), (3, 3, 0, 1), (6, 5))),
    ("morris:quiet=100", ((4, 3), (5, 3), (3, 5))),
    ("morris:quiet=none", ((4, 3), (5, 3), (3, 5))),
    ("morris:quiet=10", ((4, 3), (5, 3), (3, 5))),
    ("morris:lasker", ((3, 3), (5, 3))),
    ("morris:twelve", ((3, 3),)),
    ("morris:six", ((3, 3),)),
    ("morris:each-mill", ((4, 3),)),
    ("morris:no-flying", ((4, 3),)),
)


class Question(NamedTuple):
    """A position, of a game, asked in a language."""

    game: str
    text: str
    code: str = "en"


Answered = dict[str, str]  # by door, position and language


# Positions ----------------------------------------------------------------------------------------


def questions() -> list[Question]:
    """Return all positions; each time the same ones."""
    chosen = [
        *_of_chess(),
        *_of_solved(),
        *(Question("chess", text) for text in ODD),
        *_of_morris(),
    ]
    german = [each._replace(code="de") for each in chosen[:: len(chosen) // 60]]
    return list(dict.fromkeys([*chosen, *german]))


def _of_chess() -> Iterator[Question]:
    source = random.Random(40)
    for name in CHESS:
        for number in range(20):
            board = random_chess(Material.parse(name), source, source.random() < 0.5)
            board.halfmove_clock = source.choice(CLOCKS)
            yield Question("chess", (board.mirror() if number % 2 else board).fen())


def _of_solved() -> Iterator[Question]:
    source = random.Random(41)
    for start in SOLVED:
        board, found = chess.Board(start), 0
        while found < 40:
            moves = [move for move in board.legal_moves if move.promotion in (None, chess.QUEEN)]
            board.push(source.choice(moves))
            if board.is_game_over() or len(board.piece_map()) < 4:
                board = chess.Board(start)
            elif source.random() < 0.4:
                found += 1
                yield Question("chess", board.fen())


def _of_morris() -> Iterator[Question]:
    source = random.Random(42)
    for game, stones in MORRIS:
        rules = catalogue.game(game)
        assert isinstance(rules, MorrisRules)
        for white, black, *hand in stones:
            for number in range(6):
                hands = (hand[0], hand[1]) if hand else (0, 0)
                turn = hand[0] == hand[1] if hand else bool(number % 2)
                board = random_morris(white, black, source, turn, hands, rules.variant)
                if not hand:
                    board.quiet = source.choice(CLOCKS)
                yield Question(game, board.fen())
    yield Question("morris", "WWWBBB../......../........ w 0 0 0 13")
    yield Question("morris", "W.B.W..B/.W..BWWB/WW.B...B x 0 0 0 10")


# Doors --------------------------------------------------------------------------------------------


def answers(tables: Path, asked: list[Question], foreign: Path) -> Answered:
    """Return the answers of all doors to all positions; `foreign` has tables of other programs."""
    found: Answered = {}
    for code in sorted({each.code for each in asked}):
        language.use(_language(code))
        try:
            some = [each for each in asked if each.code == code]
            for each, said in _printed(tables, some):
                found[_key("probe", each)] = said
            with contextlib.closing(_Doors(tables, foreign)) as doors:
                for door, each, said in doors.all(some):
                    found[_key(door, each)] = said.replace(str(tables), "TABLES")
        finally:
            language.use(language.ENGLISH)
    return found


def _key(door: str, asked: Question) -> str:
    return f"{asked.code} {asked.game} {asked.text} | {door}"


def _language(code: str) -> language.Language:
    if code == "en":
        return language.ENGLISH
    texts = polib.pofile(str(resource(f"languages/{code}.po")))
    return language.Language(code, texts.to_binary(), (".", ","))


def _written(content: object) -> str:
    return json.dumps(content, sort_keys=True, ensure_ascii=False, default=str)


def _printed(tables: Path, asked: list[Question]) -> Iterator[tuple[Question, str]]:
    """Yield what `millmate probe` prints, with the hardness of every third position's draws."""
    groups = defaultdict[tuple[str, bool], list[Question]](list)
    for each in asked:
        groups[each.game, each.game == "chess" and one_in(3, each.text)].append(each)
    for (game, replies), some in groups.items():
        words = ["probe", "-", "--tables", str(tables), "--game", game] + ["--replies"] * replies
        typed = io.StringIO("".join(f"{each.text}\n" for each in some))
        with (
            contextlib.redirect_stdout(io.StringIO()) as out,
            mock.patch("sys.stdin", typed),
            mock.patch("millmate.cli.probe._PATIENCE", 0.0),  # no process counts to zeroing
        ):
            run(words)
        printed = map(json.loads, out.getvalue().splitlines())
        yield from ((each, _written(said)) for each, said in zip(some, printed, strict=True))


class _Doors:
    """The doors other than that of the command line."""

    def __init__(self, tables: Path, foreign: Path) -> None:
        self._all, self._mate = AllTables(tables), Tablebase(tables)
        self._morris = MorrisTablebase(tables)
        self._zeroing, self._solved = ZeroingTables.beside(tables), SolvedPositions(tables)
        self._api, self._served = ApiTables(tables), ServedTables(tables)
        self._external = ExternalTables(ExternalDirectories(str(foreign), str(foreign)))
        self._windows: dict[str, Answers] = {
            "chess": ChessAnswers(self._mate, tables),
            "morris": MorrisAnswers(self._morris, tables),
        }

    def close(self) -> None:
        opened = (self._all, self._mate, self._morris, self._zeroing, self._solved, self._api)
        served = (self._served.mate, self._served.zeroing, self._served.morris, self._served.solved)
        for each in (*opened, *served, self._external, *self._windows.values()):
            each.close()

    def all(self, asked: list[Question]) -> Iterator[tuple[str, Question, str]]:
        for each in asked:
            for door, ask in self._of(each).items():
                try:
                    said = _written(ask())
                except (MillMateError, ValueError) as error:
                    said = _written({"error": f"{type(error).__name__}: {error}"})
                yield door, each, said

    def _of(self, asked: Question) -> dict[str, Callable[[], object]]:
        """Return the doors for a position; some cost much, or say the same again."""
        game, text = asked.game, asked.text
        position = Position(catalogue.game(game), text)
        window = self._windows[position.game.kind]
        doors: dict[str, Callable[[], object]] = {
            "window": lambda: _shown(window.answer(position)),
            "exam": lambda: self._exam(game, text),
            "root": lambda: self._root(game, text),
        }
        if game == "chess" and one_in(4, text):
            doors["window with replies"] = lambda: [
                _shown(each)
                for each in window.with_replies(position, window.answer(position), never)
            ]
        for kind in KINDS:
            doors[kind] = lambda kind=kind: self._exported(game, text, kind)  # type: ignore[misc]
        if game == "chess":
            doors |= self._of_chess(text)
        elif game == "morris":
            doors["serve"] = lambda: more.morris(self._served, text)
        return doors

    def _of_chess(self, text: str) -> dict[str, Callable[[], object]]:
        api = self._api
        doors: dict[str, Callable[[], object]] = {
            "serve": lambda: standard.answer(self._served, served_position(text)[0]).fields(),
            "serve value": lambda: standard.value(self._served, served_position(text)[0]).fields(),
            "api": lambda: [repr(api.probe(text)), *map(repr, api.moves(text))],
            "api dtz": lambda: [repr(each) for each in api.moves(text, "dtz")],
            "api best": lambda: [str(each) for each in api.best_moves(text)],
            "api bounds": lambda: [repr(api.bounds(text)), *map(repr, api.bounded_moves(text))],
            "epd zeroing": lambda: self._exported("chess", text, "epd", self._zeroing),
        }
        if one_in(5, text):
            doors["squares"] = lambda: self._squares(text)
        if _material(text) in EXPORTED:
            doors["other programs"] = lambda: _shown(self._foreign(text))
        return doors

    def _tables(self, game: str) -> Any:
        return self._all if game == "chess" else self._morris

    def _exam(self, game: str, text: str) -> object:
        rules = catalogue.game(game)
        exam = examine(rules, self._tables(game), rules.board(text))
        if exam is None:
            return None
        return {
            "value": [exam.wdl, exam.open, exam.plies, exam.only],
            "best": [each.text for each in exam.best],
            "keeping": [each.text for each in exam.keeping],
            "moves": [[e.text, e.notation, e.wdl, e.plies, e.open] for e in exam.options],
            "grades": [
                [grade.mark.value, grade.lost, grade.best.text]
                for grade in (exam.grade(each.text) for each in exam.options)
            ],
        }

    def _root(self, game: str, text: str) -> object:
        rules = catalogue.game(game)
        board = rules.board(text)
        known = known_at_root(self._tables(game), board, SearchLimits(seconds=0.0), never)
        return {
            "moves": [rules.text(move) for move in known.moves],
            "value": [known.value, known.timeless],
            "nearest": [rules.text(move) for move in known.nearest],
            "lines": [
                [str(line.score), line.table_hits, *map(rules.text, line.moves)]
                for line in known.lines
            ],
        }

    def _exported(self, game: str, text: str, kind: str, tables: Any = None) -> object:
        board = catalogue.game(game).board(text)
        tables = tables or (self._mate if game == "chess" else self._morris)
        return list(export_positions(kind, [board], tables, "name"))

    def _squares(self, text: str) -> object:
        board, _ = served_position(text)
        square = max(board.piece_map())
        return more.squares(self._served, board, chess.square_name(square))

    def _foreign(self, text: str) -> Any:
        position = Position(catalogue.GAMES["chess"], text)
        found = self._windows["chess"].answer(position)
        return self._external.judged(position.read(), found)


def one_in(number: int, text: str) -> bool:
    """Return whether a text is one of each `number`."""
    return crc32(text.encode()) % number == 0


def _material(text: str) -> str:
    try:
        return str(Material.of(chess.Board(text)).canonical())
    except ValueError:
        return ""


def _shown(answer: Any) -> object:
    """Return what the window shows of an answer."""
    return {
        "words": [answer.material, answer.headline, answer.remark, answer.source],
        "result": [answer.wdl, str(answer.bound), answer.at_most],
        "kinds": [str(each) for each in (answer.metric, *answer.kinds)],
        "others": answer.others,
        "is": [
            name
            for name in ("covered", "over", "open", "unsettled", "hidden", "solvable", "solved")
            if getattr(answer, name)
        ],
        "plan": None if answer.plan is None else [each.title for each in answer.plan.tables],
        "moves": [
            [
                *(each.text, each.notation, each.words, each.hint, each.figure, str(each.result)),
                *each.others,
            ]
            for each in answer.moves
        ],
    }


# Files --------------------------------------------------------------------------------------------


def foreign_tables(tables: Path, directory: Path) -> Path:
    """Write tables as other programs have them, and return their directory."""
    directory.mkdir(exist_ok=True)
    for name in EXPORTED:
        for kind in ("syzygy", "gaviota"):
            export(kind, tables, Material.parse(name), directory, threads=1)
    return directory


def read() -> Answered:
    """Return the answers as they were written."""
    lines = lzma.decompress(ANSWERS.read_bytes()).decode().splitlines()
    return dict(line.split("\t", 1) for line in lines)  # type: ignore[misc]


def write(found: Answered) -> None:
    lines = "".join(f"{key}\t{said}\n" for key, said in sorted(found.items()))
    ANSWERS.write_bytes(lzma.compress(lines.encode(), preset=9))


def asked_in(found: Answered) -> list[Question]:
    """Return the positions of some answers."""
    return list(dict.fromkeys(map(question, found)))


def question(key: str) -> Question:
    """Return the position of an answer."""
    code, game, text = key.partition(" | ")[0].split(" ", 2)
    return Question(game, text, code)
