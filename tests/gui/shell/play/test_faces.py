"""The faces of players: one for each kind, all drawn."""

import pytest
from PySide6.QtCore import QSize

from millmate.gui.shell.play import faces
from millmate.gui.shell.play.faces import face
from millmate.players.spec import KINDS, PlayerSpec
from millmate.resources import resource

FACES = {
    "human": "human",
    "random": "random",
    "minimax:depth=2": "search",
    "iterative": "search",
    "strong": "strong",
    "strong:seconds=1": "strong",
    "strong:elo=1200": "person",
    "table": "table",
    "table:rule50=off": "table",
    "table:style=problems": "problems",
    "table:style=theory": "theory",
    "uci:/opt/stockfish": "engine",
}


@pytest.mark.parametrize("text", FACES)
def test_a_player_has_the_face_of_its_kind(qtbot, text: str) -> None:
    spec = PlayerSpec.parse(text)
    assert faces._name(spec) == FACES[text]
    picture = face(spec).pixmap(QSize(24, 24)).toImage()
    assert any(picture.pixelColor(x, 12).alpha() > 128 for x in range(24))


def test_every_kind_has_a_face_and_every_face_is_used() -> None:
    drawn = {path.stem for path in resource("icons").glob("face-*.svg")}
    assert drawn == {f"face-{name}" for name in FACES.values()}
    assert {faces._name(PlayerSpec.parse(kind)) for kind in KINDS} <= set(FACES.values())
