"""Outcomes: the result always stands with its reason, but for games of others that tell none."""

import pytest

from millmate.games.outcome import BLACK, WHITE, Outcome, Termination


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Outcome(Termination.CHECKMATE, WHITE), "1-0 (White wins: checkmate)"),
        (Outcome(Termination.RESIGNATION, BLACK), "0-1 (Black wins: resignation)"),
        (Outcome(Termination.STALEMATE), "1/2-1/2 (draw: stalemate)"),
        (Outcome(Termination.ABANDONED), "* (abandoned)"),
        (Outcome(Termination.UNRECORDED, WHITE), "1-0 (White wins)"),
        (Outcome(Termination.UNRECORDED), "1/2-1/2 (draw)"),
    ],
)
def test_an_outcome_in_words(outcome: Outcome, text: str) -> None:
    assert str(outcome) == text
    assert text.startswith(outcome.result)


def test_every_reason_has_its_own_words() -> None:
    assert len({reason.value for reason in Termination}) == len(Termination)
