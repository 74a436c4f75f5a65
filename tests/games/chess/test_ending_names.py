"""Names of endings: what people call them, no two alike, in any language."""

from collections.abc import Iterator

import pytest

from millmate import language
from millmate.games.chess.ending_names import ending_name
from millmate.games.chess.material import Material, all_materials
from millmate.gui.kit.translator import LANGUAGES, read


@pytest.fixture(params=LANGUAGES)
def spoken(request: pytest.FixtureRequest) -> Iterator[str]:
    code: str = request.param
    language.use(read(code))
    yield code
    language.use(language.ENGLISH)


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("KQvK", "Queen against king"),
        ("KPvK", "King and pawn against king"),
        ("KPPPvK", "King and three pawns against king"),
        ("KBNvK", "Bishop and knight against king"),
        ("KPvKP", "Pawn against pawn"),
        ("KNNvKP", "Two knights against pawn"),
        ("KRPvKR", "Rook and pawn against rook"),
        ("KRPPvKR", "Rook and two pawns against rook"),
        ("KQRBNvK", "Queen, rook, bishop and knight against king"),
        ("KPPPPPvK", "King and 5 pawns against king"),
        ("KvK", "King against king"),
    ],
)
def test_endings_are_called_as_in_books(code: str, name: str) -> None:
    assert ending_name(Material.parse(code)) == name


def test_a_name_keeps_the_colours_of_its_material() -> None:
    assert ending_name(Material("K", "KBN")) == "King against bishop and knight"


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("de", ("Turm und zwei Bauern gegen Turm", "Zwei Springer gegen Bauer")),
        ("fr", ("Tour et deux pions contre tour", "Deux cavaliers contre pion")),
    ],
)
def test_other_languages_decline_what_they_name(code: str, names: tuple[str, str]) -> None:
    language.use(read(code))
    try:
        found = [ending_name(Material.parse(each)) for each in ("KRPPvKR", "KNNvKP")]
    finally:
        language.use(language.ENGLISH)
    assert found == [*names]


def test_no_two_endings_of_up_to_six_men_have_the_same_name(spoken: str) -> None:
    names = [ending_name(material) for material in all_materials(6)]
    assert len(set(names)) == len(names) == 510
    assert all(name[0].isupper() for name in names)
