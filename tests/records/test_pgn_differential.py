"""Our reader of PGN beside python-chess's: the same games, tags, moves, variations and comments."""

from __future__ import annotations

import ast
import io
import logging
import random
import re
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.pgn
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.strategies import games, games960

from millmate.games.chess.rules import CHESS
from millmate.records.pgn import RecordError, from_pgn, to_pgn
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree, Node

TESTS = Path(__file__).parents[1]
SIGNS = ["!", "?", "!!", "??", "!?", "?!", " $1", " $16", " $22 $140", " !"]
# A line that a tag has not for itself, or a tag that does not end.
SHARED = re.compile(r'^\[.*"\s*\][ \t]*\S|^\[[^\]\n]*$', re.MULTILINE)
UNHEARD = "to the end"  # comments of this kind python-chess leaves out
COMMENTS = ["{good}", "{two\nlines}", "{ (1. d4 $1 ; %}", f"; {UNHEARD}\n", "{}", "{Müller [x]}"]


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Let python-chess keep to itself what it leaves aside."""
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    yield
    logging.getLogger("chess.pgn").setLevel(logging.NOTSET)


class Writer:
    """Writes a game as one of the many programs might that do not follow the standard."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def pick(self, *choices: str) -> str:
        return self.rng.choice(choices)

    def file(self, boards: list[chess.Board]) -> str:
        """Return the games as one text, with any line ends, files put together by any means."""
        gaps = ("\n\n", "\n\n\n", "\n\n; between\n\n", "\n\n% between\n\n")
        text = self.pick("", "\ufeff", "\n\n") + self.pick(*gaps).join(map(self.game, boards))
        return text + self.pick("", "\n", "\n\n")

    def game(self, board: chess.Board) -> str:
        tags = {"White": self.pick("A", "Müller, Jörg", "x [y]"), "Black": "B", "Result": "1-0"}
        if board.root().fen() != chess.STARTING_FEN:
            tags |= {"SetUp": "1", "FEN": board.root().fen()}
        written = [self.tag(name, value) for name, value in tags.items()]
        moves = list(board.move_stack)
        return "\n".join(written) + "\n\n" + self.line(board.root(), moves, 0) + " 1-0"

    def tag(self, name: str, value: str) -> str:
        return f'[{name}{self.pick(" ", "  ")}"{value}"]{self.pick("", " ")}'

    def line(self, board: chess.Board, moves: list[chess.Move], depth: int) -> str:
        """Return a line of moves with variations, which begin anywhere in it."""
        words = []
        for move in moves:
            words.append(self.number(board) + self.move(board, move) + self.sign())
            words += [self.pick(*COMMENTS)] if self.rng.random() < 0.1 else []
            if self.rng.random() < 0.1 and depth < 3:
                words.append(f"({self.line(board.copy(), self.other(board), depth + 1)})")
            board.push(move)
        text = self.pick(" ", "  ", "\n", " \n").join(words)
        return re.sub(r"\n\s*\n", "\n", text)  # where a line is empty, their game is over

    def other(self, board: chess.Board) -> list[chess.Move]:
        """Return a few moves by chance that might have been played instead."""
        board, moves = board.copy(), []
        for _ in range(self.rng.randint(1, 4)):
            legal = list(board.legal_moves)
            if not legal:
                break
            moves.append(self.rng.choice(legal))
            board.push(moves[-1])
        return moves

    def number(self, board: chess.Board) -> str:
        if board.turn:
            return f"{board.fullmove_number}{self.pick('.', '. ', ' . ', ' ')}"
        number = f"{board.fullmove_number}{self.pick('...', '... ', '. ... ', '.')}"
        return self.pick("", "", number)

    def move(self, board: chess.Board, move: chess.Move) -> str:
        san = board.san(move)
        body, check = san.rstrip("+#"), san[len(san.rstrip("+#")) :]
        castling = body.startswith("O")
        bodies = [body, body.replace("=", "") if "=" in body else body, move.uci()]
        if castling:
            bodies = [body, body.replace("O", "0")]
        elif not move.promotion:
            piece = (board.piece_at(move.from_square) or chess.Piece(1, True)).symbol().upper()
            long = f"{'' if piece == 'P' else piece}{chess.square_name(move.from_square)}"
            cross = "x" if board.is_capture(move) else "-"
            bodies.append(f"{long}{cross}{chess.square_name(move.to_square)}")
        return self.pick(*bodies) + self.pick(check, check, "", "++" if check == "+" else check)

    def sign(self) -> str:
        return self.pick(*SIGNS) if self.rng.random() < 0.15 else ""


def theirs(text: str) -> list[chess.pgn.Game]:
    stream, found = io.StringIO(text), []
    while (game := chess.pgn.read_game(stream)) is not None:
        found.append(game)
    return found


def lines(node: chess.pgn.GameNode, chess960: bool) -> list[object]:
    """Return all that follows a node of python-chess's tree."""
    return [
        (
            child.uci(chess960=chess960),
            frozenset(child.nags),
            squeezed(child.comment),
            lines(child, chess960),
        )
        for child in node.variations
    ]


def our_lines(node: Node) -> list[object]:
    return [
        (
            child.ply.text if child.ply else "",
            frozenset(child.notes.nags),
            squeezed(child.notes.comment.replace(UNHEARD, "")),
            our_lines(child),
        )
        for child in node.children
    ]


def squeezed(comment: str) -> str:
    return " ".join(comment.split())


def assert_same(ours: GameRecord, other: chess.pgn.Game) -> None:
    assert ours.white == other.headers.get("White", "?")
    assert ours.start_fen == other.board().fen()
    assert our_lines(GameTree.of(ours).root) == lines(other, CHESS.board(ours.start_fen).chess960)


@given(st.lists(games(30), min_size=1, max_size=3), st.integers(0, 2**32 - 1))
def test_what_any_program_may_write_is_read_as_python_chess_reads_it(
    boards: list[chess.Board], seed: int
) -> None:
    text = Writer(random.Random(seed)).file(boards)
    ours, others = from_pgn(text), theirs(text)
    assert len(ours) == len(others)
    for record, other in zip(ours, others, strict=True):
        assert other.errors == []
        assert_same(record, other)


@given(
    st.lists(games(20), min_size=1, max_size=3),
    st.integers(0, 2**32 - 1),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["", "\ufeff", "\x1a"]),
)
def test_line_ends_and_marks_between_files_change_nothing(
    boards: list[chess.Board], seed: int, end: str, mark: str
) -> None:
    writer = Writer(random.Random(seed))
    written = [writer.game(board) for board in boards]
    text = f"\n\n{mark}".join(written)
    plain = from_pgn("\n\n".join(written))
    assert from_pgn(text.replace("\n", end)) == plain


def castled() -> chess.Board:
    """Return a game from a position that standard chess can castle from, too."""
    board = chess.Board(chess960=True)
    for move in ["g1f3", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7", "e1h1"]:
        board.push_uci(move)
    return board


@example(castled(), "Fischer Random")
@given(games960(), st.sampled_from(["Chess960", "chess 960", "Fischerandom", "Fischer Random"]))
def test_chess960_is_read_and_written_as_by_python_chess(board: chess.Board, name: str) -> None:
    text = str(chess.pgn.Game.from_board(board)).replace('"Chess960"', f'"{name}"')
    (record,), (other,) = from_pgn(text), theirs(text)
    assert_same(record, other)
    written = to_pgn(record)
    assert from_pgn(written) == [record]
    (again,) = theirs(written)
    assert again.headers.get("Variant") == (
        "Chess960" if CHESS.board(record.start_fen).chess960 else name
    )
    assert moves_of([again]) == moves_of([other])


@given(games(20), st.integers(0, 20), st.sampled_from(["--", "Z0", "0000", "@@@@"]))
def test_null_moves_are_read_as_python_chess_reads_them(
    board: chess.Board, at: int, null: str
) -> None:
    game = chess.pgn.Game.from_board(board.root())
    node: chess.pgn.GameNode = game
    for number, move in enumerate(board.move_stack):
        before = node.board()
        if number == at and not before.is_check():
            node = node.add_variation(chess.Move.null()).add_variation(chess.Move.null())
        node = node.add_variation(move)
    text = str(game).replace("--", null)
    (record,), (other,) = from_pgn(text), theirs(text)
    assert_same(record, other)
    assert from_pgn(to_pgn(record)) == [record]


_MAY_BE_PGN = re.compile(r"1\. \w|\[[A-Z]\w+ \\?\"")


def texts_in_tests() -> list[str]:
    """Return every text in the tests that may be PGN: one with a tag or a numbered move.

    Not those of `test_every_reader`, which are written as only we read them.
    """
    found = set()
    for path in set(TESTS.rglob("*.py")) - {TESTS / "records" / "test_every_reader.py"}:
        source = path.read_text()
        for node in ast.walk(ast.parse(source if _MAY_BE_PGN.search(source) else "")):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return sorted(text for text in found if "1. " in text or '["' in text or ' "' in text)


def moves_of(found: list[chess.pgn.Game]) -> list[tuple[str, ...]]:
    return [tuple(move.uci() for move in game.mainline_moves()) for game in found]


def test_every_game_in_the_tests_is_read_as_python_chess_reads_it() -> None:
    """But for empty lines, the first of which ends a game to python-chess and means nothing to us,

    and for lines that hold more than a tag, which it passes over or merges.
    """
    compared = 0
    for text in texts_in_tests():
        try:
            ours = from_pgn(text)
        except RecordError:
            continue
        if any(record.game != "chess" or record.remarks for record in ours):
            continue
        one = re.sub(r"\n\s*\n(?!\[)", "\n", text)
        others = theirs(text), theirs(one)
        if SHARED.search(text) or any(game.errors for found in others for game in found):
            continue
        assert [record.moves for record in ours] in map(moves_of, others), text
        compared += any(record.moves for record in ours)
    assert compared > 30
