"""Exact endgame tables: plan, build, store, probe, verify.

Read in this order: `layout` (what a table holds), `solve` (the algorithm, with a worked example),
`kernels.chess_layers` (its passes), `verify` (why to believe the result), then `jobs`, `scheduler`
and `draft` (how a large table is built by many and survives a crash), and `cluster_build` (by
workers with disks of their own). `morris` has the same parts.

Glossary:
    Material: The men of both sides, such as KRPvKP. A table holds all positions of one material.
    Slice: The positions of a table with one placement of the pawns; without pawns, all of them.
    Space: A slice as the kernels see it (`spaces`): pawns fixed, kings and pieces anywhere.
    Pivot king, lane king: White's and Black's. The pivot king is an index of every array (without
        pawns it stays in the a1-d1-d4 triangle, which removes the board's symmetries). The lane
        king is not an index: its 64 squares, the lanes, are adjacent bits or bytes. In the axis
        names that tables store they are called "index king" and "word king".
    Placement: The squares of all men but the lane king; numbered as in `kernels.chess_geometry`.
    Word: 64 bits, one for each lane: a set of positions that share a placement. A set of positions
        of a space is an array of words, a bitboard for each placement.
    Row: 64 bytes, one for each lane: the codes or keys of the positions that share a placement.
    Code: The value that a table holds for a position: 0 a draw, n in 1..127 mate in n moves,
        128 + n mated in n moves, for the side to move. Longer mates are stored as 127; see `more`.
    Key: A code seen by the side that has just moved, so that the better move has the greater byte.
    S_n: The set of positions in which the game ends in mate after n plies of best play.
    Conversion: A move that leaves the slice: a capture, a promotion, any other pawn move.
    Event: A word of positions whose best conversion wins or loses in a number of moves, found
        before the search starts and used when the search reaches that number.
    Quiet: Of a position: its side to move has no legal conversion.
    Dense, sparse: Moves taken back for a whole set at once, or only from its nonempty words.
    Job: A unit of work for one worker: a slice, or some small slices of equal advancement.
    Draft: An unfinished table: a directory of the slices done so far, safe against crashes.

References:
    K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9(3), 1986: sets of
        positions as bits, mates taken back ply by ply.
    L. Stiller, "Multilinear Algebra and Chess Endgames", Games of No Chance, MSRI Publications 29,
        1996: a move taken back for all positions at once, as an operation on arrays.
    E. V. Nalimov, G. McC. Haworth, E. A. Heinz, "Space-Efficient Indexing of Chess Endgame
        Tables", ICGA Journal 23(3), 2000: distances to mate, en passant included, in few places.
    R. Gasser, "Solving Nine Men's Morris", Games of No Chance, MSRI Publications 29, 1996.
"""
