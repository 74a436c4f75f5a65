"""Morris positions as text, and the problems that make them unplayable.

A position is one line: `OUTER/MIDDLE/INNER SIDE WHITE BLACK QUIET NUMBER`. Each of the three rings
has eight characters, clockwise from the top left corner: W, B, or a dot for a free point. The side
to move is w or b; then follow White's and Black's stones in hand, the plies since the last mill or
placement, and the move number, which grows after Black's turn. The start:
`......../......../........ w 9 9 0 1`. Six men's morris has two rings,
`......../........ w 6 6 0 1`; three men's morris has a ring and the centre, `......../. w 3 3 0 1`.
"""

import random
from collections.abc import Iterator

from millmate import limits
from millmate.games.morris.board import FEWEST, MorrisBoard, MorrisMove
from millmate.games.morris.points import Lines, points_in
from millmate.games.morris.sanmill import FaultError, from_sanmill, is_sanmill
from millmate.games.morris.variants import STANDARD, USUAL_LIMIT, VARIANTS, Variant, split_key
from millmate.games.positions import PositionError, Problem, refuse_unplayable
from millmate.language import mark, tr

_STONES = {"w": True, "b": False}
_FREE = ".*-_"


def board_from_text(text: str, variant: Variant = STANDARD) -> MorrisBoard:
    """Return the position in `text`, playable or not (see `problems`); `read_text` says how.

    Raises:
        PositionError: `text` is not a position, or a stone is due to be taken.
    """
    board, begun = read_text(text, variant)
    if begun:
        raise PositionError(tr("a stone must still be taken: finish the turn first"))
    return board


def read_text(text: str, variant: Variant = STANDARD) -> tuple[MorrisBoard, str]:
    """Return the position in `text` and the first part of a turn that a removal completes.

    Fields after the stones may be missing (White to move, no stones in hand, or all of them if the
    board is empty), letters may be lower case, and *, - or _ may stand for a free point. A text
    with stones O and @, and MFEN, are read as Sanmill's formats. If a stone is due to be taken
    there, the position is the one before the turn, which starts with the second value, such as
    `d6` or `d6-d7`; it is "" otherwise. The first word may be the key of the variant.

    Raises:
        PositionError: `text` is not a position; the message names the part that is wrong.
    """
    named, rest = split_key(text)
    if named is not None:
        _refuse_other_key(named, variant)
    line = " ".join(rest.split())
    if not line:
        example = MorrisBoard(variant).fen()
        raise PositionError(tr("not a position: write one such as {example}", example=example))
    if len(line) > limits.LONGEST_FEN:
        raise PositionError(
            tr("a position has about 40 characters, this text has {n}", n=len(text))
        )
    try:
        if not is_sanmill(line):
            return _read(line.split(), variant), ""
        board, due = from_sanmill(line, variant)
        return _before_removal(board) if due else (board, "")
    except FaultError as error:
        raise PositionError(
            tr("not a position of morris: {line!r} ({fault})", line=line, fault=error)
        ) from None


def playable_board(text: str, variant: Variant = STANDARD) -> MorrisBoard:
    """Return the position of a text, which must be playable.

    Raises:
        PositionError: `text` is not a position, or its position has `problems`.
    """
    board = board_from_text(text, variant)
    refuse_unplayable(text, problems(board))
    return board


def variant_of(text: str) -> Variant:
    """Return the variant that a text's stones are written for, the standard game in doubt."""
    sizes = [len(letters) for letters in text.strip().partition(" ")[0].split("/")]
    known = (each for each in VARIANTS.values() if sizes == _sizes(each.lines))
    return next(known, STANDARD)


def problems(board: MorrisBoard) -> list[Problem]:
    """Return all problems of `board`, the gravest first; [] if it can be played."""
    both = board.stones[0] & board.stones[1]
    if both:
        return [Problem(tr("two stones on one point"), points_in(both))]
    found = [*_too_many(board), *_too_few(board), *_won_before(board), *_unequal_hands(board)]
    return found or list(_without_mills(board))


def random_position(
    white: int,
    black: int,
    rng: random.Random,
    turn: bool = True,
    hand: tuple[int, int] = (0, 0),
    variant: Variant = STANDARD,
) -> MorrisBoard:
    """Return a uniformly random playable position that is not over.

    Args:
        white: White's stones on the board.
        black: Black's stones on the board.
        rng: The source of randomness.
        turn: The side to move.
        hand: White's and Black's stones in hand.
        variant: The rules.

    Raises:
        PositionError: No position with these numbers can be played.
    """
    board = MorrisBoard(variant)
    board.turn = turn
    board.hand[:] = hand[1], hand[0]
    for _ in range(10_000):
        points = board.lines.points
        chosen = rng.sample(range(points), min(points, white + black))
        board.stones[:] = (
            sum(1 << number for number in chosen[white : white + black]),
            sum(1 << number for number in chosen[:white]),
        )
        if not problems(board) and board.has_moves():
            return board
    faults = problems(board)
    why = faults[0].message if faults else tr("the side to move cannot")
    raise PositionError(
        tr(
            "no position of {white} against {black} stones: {why}",
            white=white,
            black=black,
            why=why,
        )
    )


def _read(fields: list[str], variant: Variant) -> MorrisBoard:
    if len(fields) > 6:
        raise FaultError(tr("a position has 6 parts, this has {n}", n=len(fields)))
    board = MorrisBoard(variant)
    _read_stones(board, fields[0])
    if board.stones != [0, 0]:
        board.hand[:] = 0, 0
    if len(fields) > 1:
        board.turn = _side(fields[1])
    if len(fields) > 2:
        board.hand[True] = _count(fields[2], tr("White's stones in hand"))
    if len(fields) > 3:
        board.hand[False] = _count(fields[3], tr("Black's stones in hand"))
    elif len(fields) == 3:
        raise FaultError(tr("Black's stones in hand are missing"))
    if len(fields) > 4:
        board.quiet = _count(fields[4], tr("the plies since a mill or placement"))
    if len(fields) > 5:
        board.number = max(1, _count(fields[5], tr("the move's number")))
    return board


def _read_stones(board: MorrisBoard, field: str) -> None:
    written, parts = field.lower().split("/"), board.lines.parts
    _refuse_other_board(board.variant, [len(letters) for letters in written])
    bit = 1
    for letters, part in zip(written, parts, strict=True):
        if len(letters) != part.points:
            raise FaultError(
                tr(
                    "the {name} has {n} points instead of {points}",
                    name=tr(part.name),
                    n=len(letters),
                    points=part.points,
                )
            )
        for letter in letters:
            if letter in _STONES:
                board.stones[_STONES[letter]] |= bit
            elif letter not in _FREE:
                raise FaultError(
                    tr(
                        "{letter!r} on the {name} must be W, B or a dot",
                        letter=letter,
                        name=tr(part.name),
                    )
                )
            bit <<= 1


def _refuse_other_key(named: Variant, variant: Variant) -> None:
    """Raise `PositionError` if a position that names a variant is read as one of another."""
    if named != variant or named.quiet_limit not in (USUAL_LIMIT, variant.quiet_limit):
        raise PositionError(
            tr("this is a position of {named}, not of {game}", named=named.game, game=variant.game)
        )


def _refuse_other_board(variant: Variant, sizes: list[int]) -> None:
    """Raise `FaultError` if parts of these sizes are another board's, or too many or too few."""
    lines = variant.lines
    if sizes != _sizes(lines):
        for other in VARIANTS.values():
            if sizes == _sizes(other.lines):
                raise FaultError(
                    tr(
                        "this is a board of {other}, not of {title}",
                        other=tr(other.title),
                        title=tr(variant.title),
                    )
                )
    if len(sizes) == len(lines.parts):
        return
    if lines.rings == 1:
        raise FaultError(
            tr("the stones need a ring, a / and the centre, here are {n} parts", n=len(sizes))
        )
    raise FaultError(
        tr(
            "the stones need {rings} rings with / between them, here are {n}",
            rings=lines.rings,
            n=len(sizes),
        )
    )


def _sizes(lines: Lines) -> list[int]:
    return [part.points for part in lines.parts]


def _side(field: str) -> bool:
    if field.lower() not in _STONES:
        raise FaultError(tr("the side to move is w or b, not {field!r}", field=field))
    return _STONES[field.lower()]


def _count(field: str, what: str) -> int:
    if not (field.isascii() and field.isdigit() and len(field) < 6):
        raise FaultError(tr("{what}: {field!r} is not a number", what=what, field=field))
    return int(field)


def _before_removal(board: MorrisBoard) -> tuple[MorrisBoard, str]:
    """Return the position before the turn that closed a mill in `board`, and that turn's beginning.

    Any turn that leads there will do: a stone of a mill is placed or moved back.
    """
    side = board.turn
    for target in points_in(board.lines.in_mills(board.stones[side])):
        before = board.copy()
        before.stones[side] ^= 1 << target
        before.hand[side] += 1
        before.quiet = 0
        if _closes(before, None, target):
            return before, board.lines.names[target]
    for target in points_in(board.lines.in_mills(board.stones[side])):
        for origin in points_in(board.free):
            before = board.copy()
            before.stones[side] ^= 1 << target | 1 << origin
            before.quiet = max(0, board.quiet - 1)
            if _closes(before, origin, target):
                return before, board.text(MorrisMove(origin, target))
    raise FaultError(tr("a stone must be taken, but no last turn can have closed a mill"))


def _closes(board: MorrisBoard, origin: int | None, target: int) -> bool:
    """Return whether a turn from `origin` to `target` is legal in `board` and takes a stone."""
    turns = [] if problems(board) else board.legal_moves
    return any(turn.removed and (turn.origin, turn.target) == (origin, target) for turn in turns)


def _too_many(board: MorrisBoard) -> Iterator[Problem]:
    most = board.variant.stones
    for side, name in _SIDES:
        if board.total(side) > most:
            message = tr(
                "{name} has {n} stones, on the board and in hand; at most {most} are possible",
                name=tr(name),
                n=board.total(side),
                most=most,
            )
            yield Problem(message, points_in(board.stones[side]))


def _too_few(board: MorrisBoard) -> Iterator[Problem]:
    """Yield the sides with too few stones; the side to move may just have lost its third."""
    taken = board.variant.most_taken
    for side, name in _SIDES:
        if board.total(side) < (FEWEST - taken if side == board.turn else FEWEST):
            message = tr(
                "{name} needs {fewest} stones or more, on the board and in hand; not {n}",
                name=tr(name),
                fewest=FEWEST,
                n=board.total(side),
            )
            yield Problem(message, points_in(board.stones[side]))


def _won_before(board: MorrisBoard) -> Iterator[Problem]:
    """Yield the side that has won, if it is to move: the game was over before the last turn."""
    if board.has_won(board.turn):
        side = tr("White") if board.turn else tr("Black")
        message = tr("{side} has a mill and has won, so it cannot be to move", side=side)
        yield Problem(message, points_in(board.lines.in_mills(board.stones[board.turn])))


def _unequal_hands(board: MorrisBoard) -> Iterator[Problem]:
    """Yield the problems of the hands in variants where every early turn is a placement."""
    if board.variant.moves_while_placing:
        return
    hands = {"white": board.hand[True], "black": board.hand[False]}
    ahead = board.hand[False] - board.hand[True]
    if board.turn and ahead:
        text = tr(
            "White to move: both sides need the same number in hand, not {white} and {black}",
            **hands,
        )
        yield Problem(text)
    if not board.turn and ahead != 1 and any(board.hand):
        text = tr(
            "Black to move: Black needs one more in hand than White, not {black} to {white}",
            **hands,
        )
        yield Problem(text)


def _without_mills(board: MorrisBoard) -> Iterator[Problem]:
    """Yield the sides that lack more stones than the opponent could have taken while placing.

    Two stones make no mill; each later placement takes at most one stone (two in some variants).
    """
    if board.hand == [0, 0] or board.variant.moves_while_placing:
        return
    each = board.variant.most_taken
    for side, name in _SIDES:
        missing = board.variant.stones - board.total(side)
        placed = board.variant.stones - board.hand[not side]
        if missing > each * max(0, placed - 2):
            message = tr(
                "{name} lacks {missing} of {stones} stones, but {other} has placed "
                "only {placed} and cannot have taken that many",
                name=tr(name),
                missing=missing,
                stones=board.variant.stones,
                other=tr("Black") if side else tr("White"),
                placed=placed,
            )
            yield Problem(message)


_SIDES = ((True, mark("White")), (False, mark("Black")))
