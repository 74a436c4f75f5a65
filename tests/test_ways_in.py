"""A position reads the same, with the same remark, whichever way it comes in."""

import json
import random
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from string import printable

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import games
from tests.tiers import examples
from tests.tournaments import TWO, plan_of

import millmate
from millmate import log
from millmate.cli import arguments
from millmate.cli.arguments import position_texts
from millmate.errors import InputError
from millmate.games.lenient_parser import holds_position, parse_leniently
from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.morris.positions import board_from_text
from millmate.games.morris.rules import MORRIS
from millmate.games.morris.sanmill import to_sanmill
from millmate.games.positions import PositionError
from millmate.gui.shell.files import opening
from millmate.play.study import reading
from millmate.play.tournament.openings import openings_of
from millmate.play.tournament.plan import OpeningPlan
from millmate.records.pgn import from_pgn
from millmate.serve.formats import position
from millmate.uci.commands import read_position

Read = tuple[str, list[str] | None]  # the position; the remarks, None where they cannot be seen

ROOK = "8/8/8/8/8/4k3/8/R3K3"
PLAIN = f"{ROOK} w - - 3 7"
UHO = "rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq -"
RIGHTS = "Castling rights without king and rook on their first squares were dropped."
NO_EP = "En passant on e6 is not possible here and was dropped."
COUNTERS = "Missing fields were filled in: the counters."
MISSING = "Missing fields were filled in: White to move, no castling, no en passant."
LINK = "The position was taken from a link."

# Each line is read in every way.
LINES = {
    "standard": (PLAIN, PLAIN, ""),
    "underscores": (f"{ROOK}_w_-_-_3_7", PLAIN, ""),
    "escapes": (f"{ROOK}%20w%20-%20-%203%207", PLAIN, ""),
    "escaped strokes": (PLAIN.replace("/", "%2F").replace(" ", "+"), PLAIN, ""),
    "plus signs": (f"{ROOK}+w+-+-+3+7", PLAIN, ""),
    "commas": (f"{ROOK}, w, -, -, 3, 7", PLAIN, ""),
    "long dashes": (f"{ROOK} w – — 3 7", PLAIN, ""),
    "lichess": (f"https://lichess.org/analysis/standard/{ROOK}_w_-_-_3_7", PLAIN, LINK),
    "syzygy-tables": (f"https://syzygy-tables.info/?fen={ROOK}_w_-_-_3_7", PLAIN, LINK),
    "chess.com": (f"https://www.chess.com/analysis?fen={ROOK}+w+-+-+3+7&flip=true", PLAIN, LINK),
    "other quotes": (f"“{ROOK} w - - 3 7”", PLAIN, ""),
    "invisible characters": (f"\ufeff{ROOK[:4]}\u200b{ROOK[4:]} w - - 3 7", PLAIN, ""),
    "dashes joined": (f"{ROOK} w -- 3 7", PLAIN, ""),
    "a full stop": (f"{PLAIN}.", PLAIN, ""),
    "a dash for the side": (f"{ROOK} - - - 3 7", PLAIN, "White to move."),
    "no fields": (ROOK, f"{ROOK} w - - 0 1", MISSING),
    "no counters": (f"{ROOK} b - -", f"{ROOK} b - - 0 1", ""),
    "dashes for counters": (f"{ROOK} b - - - -", f"{ROOK} b - - 0 1", COUNTERS),
    "upper-case side": (f"{ROOK} W - - 3 7", PLAIN, "The side to move, W, was read as w."),
    "castling": ("4k3/8/8/8/8/8/8/4K2R w Kk - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", RIGHTS),
    "castling word": (f"{ROOK} w kk - 0 1", f"{ROOK} w - - 0 1", RIGHTS),
    "en passant": (f"{ROOK} w - e6 3 7", PLAIN, NO_EP),
    "en passant that explains no check": (
        "8/8/8/8/k2pP3/8/8/R3K3 b - e3 0 1", "8/8/8/8/k2pP3/8/8/R3K3 b - - 0 1",
        "En passant on e3 is not possible here and was dropped.",
    ),
    "en passant that is possible": (
        "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6",
        "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 1", "",
    ),
    "hmvc": (f"{UHO} hmvc 2; fmvn 4;", f"{UHO} 2 4", ""),
    "hmvc, not closed": (f"{UHO} hmvc 2; fmvn 4", f"{UHO} 2 4", ""),
    "operations after counters": (f'{PLAIN} bm Ra3+; id "x";', PLAIN, ""),
    "no blank before an operation": (f'{ROOK} b - -;id "x"', f"{ROOK} b - - 0 1", ""),
    "bm that is a number": (f"{ROOK} b - - bm #11;", f"{ROOK} b - - 0 1", ""),
    "ce that is no number": (f"{ROOK} b - - ce +M11;", f"{ROOK} b - - 0 1", ""),
}  # fmt: skip
REFUSED = {
    "a rank too long": (f"{ROOK[:-2]}K31 w - - 0 1", "rank 1 has"),
    "a counter too great": (f"{ROOK} w - - 99999999999999999999 1", "is not a number of moves"),
    "two kings": ("8/8/8/8/8/4k3/8/K3K3 w - - 0 1", "2 kings|one king"),
}


def in_window(text: str, place: Path) -> Read:
    found = opening.read(text)
    assert isinstance(found, opening.Positions)
    return found.found[0].fen, list(found.found[0].remarks)


def in_file(text: str, place: Path) -> Read:
    (place / "lines.epd").write_text(f"# positions\n{text}\n", encoding="utf-8")
    found = opening.read_file(place / "lines.epd")
    assert isinstance(found, opening.Positions)
    return found.found[0].fen, list(found.found[0].remarks)


def in_api(text: str, place: Path) -> Read:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        board = millmate.board(text)
    return board.fen(), [str(each.message) for each in told]


def by_uci(text: str, place: Path) -> Read:
    told: list[str] = []
    return read_position(["fen", *text.split()], complain=told.append).fen(), told


def in_study(text: str, place: Path) -> Read:
    (place / "lines.epd").write_text(text, encoding="utf-8")
    (study,) = reading.read(place / "lines.epd")
    if isinstance(study, str):
        raise InputError(study)
    return study.record.start_fen, list(study.remarks)


def in_pgn(text: str, place: Path) -> Read:
    escaped = text.replace('"', '\\"')
    (record,) = from_pgn(f'[White "A"]\n[SetUp "1"]\n[FEN "{escaped}"]\n\n*\n')
    return record.start_fen, list(record.remarks)


def in_server(text: str, place: Path) -> Read:
    board, remarks = position(text)
    return board.fen(), list(remarks)


WAYS = [in_window, in_file, in_api, by_uci, in_study, in_pgn, in_server]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", LINES)
def test_every_way_in_reads_the_same(
    way: Callable[[str, Path], Read], name: str, tmp_path: Path
) -> None:
    text, fen, remark = LINES[name]
    read, remarks = way(text, tmp_path)
    assert read == fen
    if remarks is not None:
        assert bool(remarks) is bool(remark)
        assert remark in " ".join(remarks)


@pytest.mark.parametrize("name", LINES)
def test_openings_and_commands_read_the_same(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    text, fen, remark = LINES[name]
    assert arguments.read_position(text).board().fen() == fen
    assert remark in capsys.readouterr().err
    path = tmp_path / "book.epd"
    path.write_text(text, encoding="utf-8")
    plan = replace(plan_of(TWO), games=2, openings=OpeningPlan(file=str(path)))
    with caplog.at_level("WARNING", log.LOG.name):
        assert [opening.fen for opening in openings_of(plan, tmp_path)] == [fen]
    assert remark in caplog.text


@pytest.mark.parametrize("way", WAYS[2:])
@pytest.mark.parametrize("name", REFUSED)
def test_every_way_in_refuses_the_same(
    way: Callable[[str, Path], Read], name: str, tmp_path: Path
) -> None:
    text, fault = REFUSED[name]
    if name == "two kings" and way is in_api:
        return  # the API takes boards that cannot be played
    with pytest.raises(InputError, match=fault):
        way(text, tmp_path)


def mfen(board: MorrisBoard, action: str = "") -> str:
    stones, _, rest = board.fen().partition(" ")
    side, phase = rest[0], "p" if any(board.hand) else "m"
    hands = f"{board.hand[True]},{board.hand[False]}"
    head = f"MFEN/1.0 mill24-state-v1 {stones} {side} {phase} {action or phase}"
    return f"{head} {hands} - {board.quiet} {board.ply()} -"


# An engine that answers `bestmove (none)` loses; 64 squares for en passant, all rights.
@pytest.mark.parametrize("square", chess.SQUARE_NAMES)
def test_no_phantom_square_makes_a_position_unplayable(square: str) -> None:
    for fen in (f"{ROOK} w KQkq", f"{ROOK} b KQkq", "4k3/8/8/8/3pPp2/8/8/R3K2R b KQ"):
        assert any(read_position(["fen", *fen.split(), square, "0", "1"]).legal_moves)


@pytest.mark.parametrize(
    ("words", "texts"),
    [
        ([PLAIN, f"{ROOK} b - - 0 1"], 2),
        (PLAIN.split(), 1),
        ([*PLAIN.split(), *PLAIN.split()], 2),
        ([f"{ROOK}_w_-_-_0_1", f"{ROOK}_b_-_-_0_1"], 2),
        (["Kc2 Nd3 Bf1 / Ka1"], 1),
        (["Kc2", "Nd3", "Bf1", "/", "Ka1"], 1),
        (["Kc2 Nd3 / Ka1", "Kc2 Nd3 / Ka1, b"], 2),
        (mfen(MorrisBoard()).split(), 1),
        (["nothing"], 1),
    ],
)  # fmt: skip
def test_words_of_a_command_line_are_one_position_or_several(
    words: Sequence[str], texts: int
) -> None:
    found = position_texts(words)
    assert len(found) == texts
    assert " ".join(found) == " ".join(words)


# Morris -------------------------------------------------------------------------------------------


def played(seed: int, plies: int) -> MorrisBoard:
    """Return a position that random play leads to."""
    board, rng = MorrisBoard(), random.Random(seed)
    while board.ply() < plies and MORRIS.outcome(board) is None:
        board.push(rng.choice(board.legal_moves))
    return board


seeds, plies = st.integers(0, 2**32 - 1), st.integers(0, 60)


@examples(60)
@given(seeds, plies)
def test_a_position_of_morris_comes_back_from_every_format(seed: int, plies: int) -> None:
    board = played(seed, plies)
    for text in (
        board.fen(),
        mfen(board),
        json.dumps({"position": mfen(board)}),
        to_sanmill(board),
    ):
        assert parse_leniently(text).fen == board.fen()


@examples(40)
@given(seeds, plies)
def test_a_removal_that_is_due_is_read_as_a_turn_that_has_begun(seed: int, plies: int) -> None:
    board = played(seed, plies)
    closing = next((turn for turn in board.legal_moves if turn.removed), None)
    if closing is None:
        return
    begun = board.copy()
    begun.stones[board.turn] |= 1 << closing.target
    if closing.origin is None:
        begun.hand[board.turn] -= 1
    else:
        begun.stones[board.turn] ^= 1 << closing.origin
    wanted = _after(board, MorrisMove(closing.origin, closing.target).text(board.lines.names))
    fields = to_sanmill(begun).split()
    for text in (mfen(begun, "r"), " ".join([*fields[:3], "r", *fields[4:]])):
        parsed = parse_leniently(text)
        assert parsed.begun
        assert _after(board_from_text(parsed.fen), parsed.begun) == wanted


def _after(board: MorrisBoard, begun: str) -> set[str]:
    """Return the positions after the turns of `board` that begin so and take a stone."""
    found = set()
    for turn in board.legal_moves:
        if board.text(turn).startswith(f"{begun}x"):
            board.push(turn)
            found.add(board.fen())
            board.pop()
    return found


@pytest.mark.parametrize(
    ("text", "fen"),
    [  # of the versions of 2021 to 2023, of older ones with Black first, and in between
        ("O*O@O*O@/@*@***@O/O@O@O@O* b m s 9 0 8 0 0 8 23",
         ".WBWBWBW/WB.B...B/BW.WBW.W b 0 0 8 23"),
        ("O*O@O*O@/@*@***@O/O@O@O@O* b m s 8 0 9 0 0 8 23",
         ".WBWBWBW/WB.B...B/BW.WBW.W b 0 0 8 23"),
        ("O*******/@*******/******** b p p 1 7 1 8 0 0 2",
         "......../.B....../.W...... b 7 8 0 2"),
        ("O*******/@*******/******** b p p 1 8 1 7 0 0 2",
         "......../.B....../.W...... b 7 8 0 2"),
    ],
)  # fmt: skip
def test_seven_numbers_of_sanmill_are_read_in_either_order(text: str, fen: str) -> None:
    assert _known(parse_leniently(text).fen) == _known(fen)


def _known(fen: str) -> list[str]:
    return [*fen.split()[1:], *("".join(sorted(ring)) for ring in fen.split()[0].split("/"))]


# What cannot be read ------------------------------------------------------------------------------


@examples(60)
@given(games(), st.integers(0, 200), st.integers(1, 9999))
def test_a_position_of_chess_comes_back_with_its_clocks(
    board: chess.Board, clock: int, number: int
) -> None:
    board.halfmove_clock, board.fullmove_number = clock, number
    for text in (board.fen(), board.epd(hmvc=clock, fmvn=number), board.fen().replace(" ", "_")):
        assert parse_leniently(text).fen == board.fen()


@examples(300)
@given(st.data())
def test_mutated_texts_raise_nothing_but_the_one_error(data: st.DataObject) -> None:
    whole = data.draw(
        st.sampled_from([text for text, _, _ in LINES.values()] + [mfen(played(1, 30))])
    )
    begin, end = sorted(
        (data.draw(st.integers(0, len(whole))), data.draw(st.integers(0, len(whole))))
    )
    text = whole[:begin] + data.draw(st.text(max_size=6)) + whole[end:]
    holds_position(text)
    with suppress(PositionError):
        fen = parse_leniently(text).fen
        assert parse_leniently(fen).fen == fen


def test_a_megabyte_of_one_character_is_refused() -> None:
    for letter in printable:
        assert not holds_position(letter * 10**6)
        with pytest.raises(PositionError):
            parse_leniently(letter * 10**6)
        text = letter * 1_999
        holds_position(text)
        with pytest.raises(PositionError):
            parse_leniently(text)
