"""How a person's game against a perfect player went, in a sentence, and the move that cost most."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from millmate.formatting import titled
from millmate.games.chess.piece_letters import localize
from millmate.language import count, tr
from millmate.play.distance import in_moves
from millmate.play.game_review import ReviewedPosition
from millmate.play.trainer.drill import GradedMove
from millmate.records.tree import Ply


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move of the person, after `ply` plies, with its number in `name`.

    `before` and `after` are the results, 1, 0 or -1, and `lost` counts plies: a win took longer,
    or a loss came sooner.
    """

    ply: int
    name: str
    before: int
    after: int
    lost: int = 0


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The person's moves in a game with the final `result`, 1, 0 or -1; there is at least one."""

    moves: tuple[JudgedMove, ...]
    result: int

    @property
    def slip(self) -> JudgedMove | None:
        """The first move that cost most of the result, or else most plies."""

        def cost(move: JudgedMove) -> tuple[int, int]:
            return move.before - move.after, move.lost

        worst = max(self.moves, key=cost)
        return worst if cost(worst) > (0, 0) else None

    @property
    def words(self) -> str:
        """The sentence: `You won in 15 moves, 3 more than perfect`."""
        moves, thrown = len(self.moves), self._thrown
        if self.result > 0:
            text = count(moves, "You won in {n} move", "You won in {n} moves")
            if thrown:
                return f"{text}; {thrown}"
            return f"{text}, {self._waste}" if self.moves[-1].before > 0 else text
        best = max(move.before for move in self.moves)
        if self.result == 0:
            if best > 0:
                return _with(tr("You drew a won position"), thrown)
            if self.moves[0].before < 0:
                return tr("You saved a lost position")
            return count(moves, "You held the draw for {n} move", "You held the draw for {n} moves")
        if best > 0:
            return _with(tr("You lost a won position"), thrown)
        if best == 0:
            return _with(tr("You lost a drawn position"), thrown)
        text = count(moves, "You lost in {n} move", "You lost in {n} moves")
        sooner = in_moves(sum(move.lost for move in self.moves))
        late = tr("{n} sooner than necessary", n=sooner) if sooner else tr("as late as possible")
        return f"{text}, {late}"

    @property
    def _thrown(self) -> str:
        """The result thrown away by the slip, in words, or ""."""
        slip = self.slip
        if slip is None or slip.after >= slip.before:
            return ""
        if slip.before > 0:
            return tr("{move} threw the win away", move=slip.name)
        return tr("{move} threw the draw away", move=slip.name)

    @property
    def _waste(self) -> str:
        more = in_moves(sum(move.lost for move in self.moves if move.before > 0))
        return tr("{n} more than perfect", n=more) if more else tr("as fast as possible")


def _with(text: str, more: str) -> str:
    return titled(text, more) if more else text


def numbered(ply: int, first_ply: int, notation: str) -> str:
    """Return a move after `ply` plies with its number: `7. Kb6`."""
    at = first_ply + ply
    return f"{at // 2 + 1}{'…' if at % 2 else '.'} {localize(notation)}"


def of_game(
    plies: Sequence[Ply],
    stations: Sequence[ReviewedPosition | None],
    side: bool,
    result: int,
    first_ply: int,
) -> GameSummary | None:
    """Return the summary of a game for `side`, None if tables judge none of its moves.

    `stations` are the positions after the start and after each of the `plies`.
    """
    moves = tuple(
        JudgedMove(at, numbered(at, first_ply, ply.notation), after.before, after.after, after.lost)
        for at, (ply, after) in enumerate(zip(plies, stations[1:], strict=False))
        if ply.mover is side and after is not None and after.mark is not None
    )
    return GameSummary(moves, result) if moves else None


def of_drill(moves: Iterable[GradedMove], result: int) -> GameSummary:
    """Return the summary of a drill with these moves, at least one."""
    return GameSummary(
        tuple(
            JudgedMove(
                move.ply,
                numbered(move.ply, 0, move.grade.played.notation),
                move.grade.best.wdl,
                move.grade.played.wdl,
                move.grade.lost,
            )
            for move in moves
        ),
        result,
    )
