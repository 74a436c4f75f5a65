"""Checks studies by tables: whether the stipulation holds, and whether each move is the only one.

The words are those of study composition, as in H. van der Heijden, "A minor dual is not a big deal"
(EG 170, 2007), and A. J. Roycroft, "Test Tube Chess" (1972); the rest follows G. McC. Haworth and
A. Rusz, "Position criticality in chess endgames" (2012):

- The *solver* is to win or to draw, the *stipulation*. Where the opponent has a move after which
  that is impossible, the study has a *bust*: it is unsound.
- A *dual* is another move of the solver that keeps at least the result of the solution's move.
- A dual is *minor* if the opponent can force the solution's line to come again, because the solver
  has no independent way: a *waste of time* if that is the position before the move or an earlier
  one; an *order of moves* if it is a later position of the same line. By a rule of thumb another is
  minor, too: promoting to another piece where the solution takes a queen.
- The *last move* of a line is not judged where it is quiet: by convention a solution ends once the
  result is clear, and such a move shows no more than that (van der Heijden: how serious a dual is
  depends on its place). Others that do as well are named, and count for nothing. A last move that
  captures, promotes, moves a pawn or gives check may be the point of the study, and is judged; so
  is the only move of a solution.
- Any other dual is a *cook*, in any place; in the main line it spoils the study. So is a move that
  even wins if the stipulation is to draw.
- A *try* is a variation at the solver's move that throws the result away. It has a refutation,
  best a single one.

Tables decide all of that but whether a dual is minor. That is a search (`duals`): after the dual
the opponent tries all moves, the solver of a win the quickest ones and the solver of a draw all
that keep it. If the line comes again in all of them, the dual is minor; a slower win that avoids it
is not looked for, which is a rule of thumb. A dual that avoids it as far as the search goes counts
as a cook; `certain` says whether the search was complete.

The fifty-move rule is ignored, as the codex for composition has it (article 17 limits it to
retro-problems), unless it is asked for.
"""
