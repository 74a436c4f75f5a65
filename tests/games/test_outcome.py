"""How games end."""

from millmate.games.outcome import Termination

# As journals of tournaments and saved games have them since 0.1.0.
KEPT = {
    "CHECKMATE": "checkmate",
    "STALEMATE": "stalemate",
    "INSUFFICIENT_MATERIAL": "insufficient material",
    "DEAD_POSITION": "no moves can lead to mate",
    "FIFTY_MOVES": "fifty moves without a capture or pawn move",
    "SEVENTYFIVE_MOVES": "seventy-five moves without a capture or pawn move",
    "THREEFOLD_REPETITION": "threefold repetition",
    "FIVEFOLD_REPETITION": "fivefold repetition",
    "FEW_STONES": "fewer than three stones left",
    "MILL": "a closed mill",
    "NO_MOVES": "no legal move",
    "FULL_BOARD": "the board is full",
    "FIFTY_QUIET_MOVES": "fifty moves of each side without a mill or placement",
    "SEVENTYFIVE_QUIET_MOVES": "seventy-five moves of each side without a mill or placement",
    "MANY_QUIET_MOVES": "too many moves of each side without a mill or placement",
    "MANY_TURNS": "the game has gone on for too long",
    "NO_MILLS": "too many turns of a side without a mill",
    "REPEATED": "a position has come up too often",
    "TABLES": "decided by tables",
    "SCORES": "decided by both players' scores",
    "TIME": "time forfeit",
    "TIME_WITHOUT_MATE": "time over, but the opponent cannot mate",
    "RESIGNATION": "resignation",
    "AGREEMENT": "draw agreed",
    "FAILURE": "a player failed",
    "ABANDONED": "abandoned",
    "UNRECORDED": "reason not recorded",
}


def test_the_words_in_journals_and_games_never_change() -> None:
    assert {each.name: each.value for each in Termination} == KEPT
