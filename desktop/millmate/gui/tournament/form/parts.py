"""The parts of the form: all at once, or one after the other, for together they take a while."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

from millmate.gui.tournament.form.adjudication_part import AdjudicationPart, MorrisPart, TestPart
from millmate.gui.tournament.form.directory_part import DirectoryPart
from millmate.gui.tournament.form.limits_part import LimitsPart
from millmate.gui.tournament.form.openings_part import OpeningsPart
from millmate.gui.tournament.form.pairing_part import PairingPart
from millmate.gui.tournament.form.players_part import PlayersPart


class FormParts(NamedTuple):
    """The parts, from top to bottom."""

    meeting: PairingPart
    players: PlayersPart
    limits: LimitsPart
    openings: OpeningsPart
    ends: AdjudicationPart
    morris: MorrisPart
    test: TestPart
    place: DirectoryPart


_KINDS: tuple[Any, ...] = (
    PairingPart,
    PlayersPart,
    LimitsPart,
    OpeningsPart,
    AdjudicationPart,
    MorrisPart,
    TestPart,
    DirectoryPart,
)


def make_parts() -> FormParts:
    """Make all parts at once."""
    return FormParts(*(kind() for kind in _KINDS))


def make_parts_in_turns() -> Generator[None, None, FormParts]:
    """Make the parts one by one; return them."""
    made = []
    for kind in _KINDS:
        made.append(kind())
        yield
    return FormParts(*made)
