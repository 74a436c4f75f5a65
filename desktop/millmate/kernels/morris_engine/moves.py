"""Legal turns: generating, making and counting them."""

from millmate.kernels.engine.bits import compiled, entry_point, pointer
from millmate.kernels.integers import first_bit, popcount
from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_engine.layout import Words
from millmate.kernels.morris_engine.lines import (
    closing,
    closing_on_rings,
    in_mills,
    mills_closed,
    reach,
    reach_on_rings,
    removable,
)

ALL, CLOSING = 0, 1  # which turns are wanted: CLOSING those that close a mill


@compiled
def is_lost(w: Words, position: int) -> int:
    """Return 1 if the side to move has fewer than three stones, or a mill has won, else 0."""
    if popcount(position & L.STONES) + (position >> L.HAND & 15) < 3:
        return 1
    if not w[L.FLAGS] & L.MILL_WINS:
        return 0
    return 1 if in_mills(w, w[L.SPOKES], position >> L.OTHER & L.STONES) else 0


@compiled
def has_moves(w: Words, position: int) -> int:
    """Return 1 if the side to move, which has not lost, has a turn, else 0."""
    own, other = position & L.STONES, position >> L.OTHER & L.STONES
    free = w[L.POINTS] & ~(own | other)
    if position >> L.HAND & 15 or (popcount(own) == 3 and w[L.FLAGS] & L.FLYING):
        return 1 if free else 0
    return 1 if reach(w, w[L.SPOKES], own) & free else 0


@compiled
def after(position: int, move: int) -> int:
    """Return the position after a legal turn, as the other side sees it."""
    own, other = position & L.STONES, position >> L.OTHER & L.STONES
    hand = position >> L.HAND & 15
    origin = move >> 5 & 31
    own |= 1 << (move & 31)
    if origin == L.NOWHERE:
        hand -= 1
    else:
        own ^= 1 << origin
    taken = 1 << (move >> 10 & 31) | 1 << (move >> 15)  # beyond the board if none is
    other &= ~taken
    return other | own << L.OTHER | (position >> L.OTHER_HAND & 15) << L.HAND | hand << L.OTHER_HAND


@compiled
def _add_pairs(w: Words, at: int, move: int, other: int) -> int:
    """Write a move that takes two stones: the second is free or not once the first has gone."""
    spokes, left = w[L.SPOKES], other
    takings = removable(w, spokes, other)
    while left:
        first = left & -left
        left ^= first
        behind, second_takings = left, removable(w, spokes, other ^ first)
        while behind:
            second = behind & -behind
            behind ^= second
            one_way = first & takings and second & second_takings
            if one_way or (second & takings and first & removable(w, spokes, other ^ second)):
                w[at] = move | first_bit(first) << 10 | first_bit(second) << 15
                at += 2
    return at


@compiled
def _add(w: Words, at: int, origin: int, targets: int, closers: int, takings: int) -> int:
    """Write the turns of a stone onto `targets`; return where the next is to be written."""
    while targets:
        target = targets & -targets
        targets ^= target
        move = first_bit(target) | origin << 5
        if not (target & closers and takings):
            w[at] = move | L.QUIET
            at += 2
            continue
        taken = takings
        while taken:
            w[at] = move | first_bit(taken) << 10 | L.NOWHERE << 15
            at += 2
            taken &= taken - 1
    return at


@compiled
def _add_several(
    w: Words, at: int, origin: int, targets: int, closers: int, takings: int, own: int, other: int
) -> int:
    """Write the same turns where one that closes two mills takes two of the stones `other`.

    `own` are the stones that stay where they are.
    """
    while targets:
        target = targets & -targets
        targets ^= target
        if target & closers and mills_closed(w, own, target) > 1:
            at = _add_pairs(w, at, first_bit(target) | origin << 5, other)
        else:
            at = _add(w, at, origin, target, closers, takings)
    return at


@compiled
def generate(w: Words, begin: int, position: int, kind: int) -> int:
    """Write the legal turns of a side that has not lost from `w[begin]` on, every other integer.

    Returns the end of the list.
    """
    own, other = position & L.STONES, position >> L.OTHER & L.STONES
    free = w[L.POINTS] & ~(own | other)
    flags, spokes, at = w[L.FLAGS], w[L.SPOKES], begin
    takings = 0 if flags & L.MILL_WINS else removable(w, spokes, other)
    several = flags & L.EACH_MILL and other & (other - 1)
    hand = position >> L.HAND & 15
    if hand:
        closers = closing(w, spokes, own)
        targets = free & closers if kind == CLOSING else free
        if several:
            at = _add_several(w, at, L.NOWHERE, targets, closers, takings, own, other)
        else:
            at = _add(w, at, L.NOWHERE, targets, closers, takings)
        if not flags & L.MOVES_WHILE_PLACING:
            return at
    flying = 1 if popcount(own) == 3 and flags & L.FLYING and not hand else 0
    left = own
    while left:
        stone = left & -left
        left ^= stone
        targets = free if flying else reach(w, spokes, stone) & free
        if targets == 0:
            continue
        kept = own ^ stone
        closers = closing(w, spokes, kept)
        if kind == CLOSING:
            targets &= closers
        if several:
            at = _add_several(w, at, first_bit(stone), targets, closers, takings, kept, other)
        else:
            at = _add(w, at, first_bit(stone), targets, closers, takings)
    return at


@compiled
def _count_turns(w: Words, spokes: int, own: int, other: int, hand: int) -> int:
    """Return the number of turns under the usual rules on rings, counted on masks."""
    free, closers = w[L.POINTS] & ~(own | other), closing_on_rings(spokes, own)
    turns, closing_turns, left = 0, 0, own
    if hand:
        turns, closing_turns, left = popcount(free), popcount(free & closers), 0
    flying = popcount(own) == 3 and w[L.FLAGS] & L.FLYING
    while left:
        stone = left & -left
        left ^= stone
        targets = free if flying else reach_on_rings(spokes, stone) & free
        turns += popcount(targets)
        if targets & closers:  # perhaps with this stone
            closing_turns += popcount(targets & closing_on_rings(spokes, own ^ stone))
    if closing_turns:
        turns += closing_turns * max(popcount(removable(w, spokes, other)) - 1, 0)
    return turns


@compiled
def _walk(
    w: Words, spokes: int, own: int, other: int, hand: int, their_hand: int, depth: int
) -> int:
    """Return the same as `_count` under the usual rules on rings, without lists of turns."""
    stones = popcount(own)
    if stones + hand < 3:
        return 0
    if depth == 1:
        return _count_turns(w, spokes, own, other, hand)
    free, takings, leaves = w[L.POINTS] & ~(own | other), removable(w, spokes, other), 0
    anywhere, left = hand or (stones == 3 and w[L.FLAGS] & L.FLYING), 0 if hand else own
    hand = max(hand - 1, 0)
    while True:
        stone = left & -left  # 0 for a stone from the hand
        left ^= stone
        kept = own ^ stone
        targets = free if anywhere else reach_on_rings(spokes, stone) & free
        closers = closing_on_rings(spokes, kept) if targets else 0
        while targets:
            target = targets & -targets
            targets ^= target
            there, taken = kept | target, takings if target & closers else 0
            if not taken:
                leaves += _walk(w, spokes, other, there, their_hand, hand, depth - 1)
            while taken:
                rest = other ^ (taken & -taken)
                leaves += _walk(w, spokes, rest, there, their_hand, hand, depth - 1)
                taken &= taken - 1
        if not left:
            return leaves


@compiled
def _count(w: Words, begin: int, position: int, depth: int) -> int:
    """Return the number of sequences of `depth` turns, at least one."""
    if w[L.SPOKES] and not w[L.FLAGS] & ~L.FLYING:
        own, other = position & L.STONES, position >> L.OTHER & L.STONES
        hand, their_hand = position >> L.HAND & 15, position >> L.OTHER_HAND & 15
        return _walk(w, w[L.SPOKES], own, other, hand, their_hand, depth)
    if is_lost(w, position):
        return 0
    end, leaves = generate(w, begin, position, ALL), 0
    if depth == 1:
        return (end - begin) // 2
    for at in range(begin, end, 2):
        leaves += _count(w, end, after(position, w[at]), depth - 1)
    return leaves


@entry_point
def count_sequences(words: Words, position: int, depth: int) -> int:
    """Return the number of sequences of `depth` turns; `LISTS` is written to.

    Every position but those after the last ply is visited each time it comes up.
    """
    return _count(pointer(words), L.LISTS, position, depth) if depth else 1


@entry_point
def list_moves(words: Words, position: int) -> int:
    """Write the legal moves of a side that has not lost from `LISTS` on, every other integer.

    Returns the end of the list.
    """
    return generate(pointer(words), L.LISTS, position, ALL)


@entry_point
def can_move(words: Words, position: int) -> int:
    """Return 1 if the side to move has not lost and has a turn, else 0."""
    w = pointer(words)
    return 0 if is_lost(w, position) else has_moves(w, position)
